import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { approximationInWords } from '@screener/words/approximations';
import { PAGE } from '@screener/words/face';
import { spaced } from '@screener/words/names';
import { money } from '@screener/words/numbers';
import { assumptionsOf } from '../parts/assumptions.ts';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, statusMark } from '../parts/words.page.ts';

/** Short titles of the assumptions. The sentence is beside the title. */
const TITLES: Readonly<Record<string, string>> = {
  point_in_time_market_cap: 'Market value on one day',
  interest_income_is_the_proxy: 'Interest stands for prohibited income',
  interest_yield: 'Interest is bounded, not known',
  interest_mixed: 'Interest together with dividends',
  interest_line_renamed: 'A line under a new name',
  interest_net_of_investment_expense: 'Interest net of expenses',
  finance_leases: 'Finance leases are debt',
  snapshot_date: 'Not today',
  facts_end_early: 'Newer reports may be missing',
};

/** Lists what a reader should know before relying on the verdict; false if there is nothing. */
export function assumptionsSection(answer: ScreenAnswer): Safe | false {
  const approximations = assumptionsOf(answer);
  if (approximations.length === 0) return false;
  return pageSection({
    id: 'assumed',
    title: 'What is assumed',
    fold: { hint: 'Read this before you rely on the answer', result: String(approximations.length) },
    note: 'Read this before you rely on the answer.',
    content: html`<dl class="pairs">
${approximations.map((approximation) => html`<div><dt>${TITLES[approximation.id] ?? capitalised(spaced(approximation.id))}</dt><dd>${approximationInWords(approximation, PAGE)}${approximation.id === 'point_in_time_market_cap' && averagesInWords(answer)}</dd></div>\n`)}</dl>`,
  });
}

/** Says, for information only, what the trailing averages give that DJIM and S&P specify. */
function averagesInWords({ market_data: market, methodologies }: ScreenAnswer): Safe | false {
  const known = market.trailing_averages.flatMap((average) =>
    average.average_market_cap === null ? [] : [{ ...average, cap: average.average_market_cap }],
  );
  if (known.length === 0 || market.date === null) return false;
  const nameOf = (id: string) => methodologies.find((methodology) => methodology.id === id)?.name ?? id;
  return html` The day is ${dateInWords(market.date)}. For information:${known.map(
    ({ methodology, months, months_present: present, cap, status }, index) =>
      html`${index > 0 && ';'} on its average of ${months} months${present < months && ` (we have ${present})`}, ${money(cap, market.currency)}, ${nameOf(methodology)} ${statusMark(status)}`,
  )}.`;
}
