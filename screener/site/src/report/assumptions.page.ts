import { capitalised } from '@common/base/english';
import { type Content, html, type Safe } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { approximationInWords } from '@screener/words/approximations';
import { assumptionsOf } from '../parts/assumptions.ts';
import { methodologyName, money } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, statusMark } from '../parts/words.page.ts';

/** Lists what a reader should know before relying on the verdict; false if there is nothing. */
export function assumptionsSection(answer: ScreenAnswer): Safe | false {
  const approximations = assumptionsOf(answer);
  if (approximations.length === 0) return false;
  const { title, titleOf, hint, note } = words().report.assumptions;
  return pageSection({
    id: 'assumed',
    title,
    fold: { hint, result: String(approximations.length) },
    note,
    content: html`<dl class="pairs">
${approximations.map((approximation) => html`<div><dt>${capitalised(titleOf(approximation.id))}</dt><dd>${approximationInWords(approximation, face())}${approximation.id === 'point_in_time_market_cap' && averagesInWords(answer)}</dd></div>\n`)}</dl>`,
  });
}

/** Says, for information only, what the trailing averages give that DJIM and S&P specify. */
function averagesInWords({ market_data: market, methodologies }: ScreenAnswer): Safe | false {
  const known = market.trailing_averages.flatMap((average) =>
    average.average_market_cap === null ? [] : [{ ...average, cap: average.average_market_cap }],
  );
  if (known.length === 0 || market.date === null) return false;
  const { assumptions, semicolon } = words().report;
  const nameOf = (id: string) => {
    const found = methodologies.find((methodology) => methodology.id === id);
    return found === undefined ? id : methodologyName(found);
  };
  const parts = known.map(({ methodology, months, months_present: present, cap, status }, index) => {
    const shown = money(cap, market.currency);
    return html`${index > 0 && semicolon}${assumptions.average(months, present, shown, nameOf(methodology), statusMark(status))}`;
  });
  return html` ${assumptions.averages<Content>(dateInWords(market.date), parts)}`;
}
