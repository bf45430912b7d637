import { html, type Safe, url } from '@common/web/html';
import type { Industry } from '@screener/engine/business/sector';
import { byChoice } from '@screener/engine/chosen';
import { nearestByChoice, standingsOf, usedOf } from '@screener/engine/rankings/standings';
import { alternativesTo } from '@screener/service/rankings/alternatives';
import type { RankingReader } from '@screener/service/rankings/ranking-reader';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { tenseOf } from '@screener/words/time';
import { industryName, percent } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import type { Screen } from '../parts/screen.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { shortDate, verdictMarkOf } from '../parts/words.page.ts';
import { type AskedReport, reportAddress } from './report-words.page.ts';

interface AlternativesDeps {
  readonly screen: Screen;
  readonly rankings: RankingReader;
}

/**
 * Shows compliant companies of the same industry beside a company that is not compliant or has no verdict, or says that
 * there are none; false beside any other.
 */
export async function alternativesSection(
  { screen, rankings }: AlternativesDeps,
  answer: ScreenAnswer,
  asked: AskedReport,
): Promise<Safe | false> {
  const { compliance } = answer;
  if (compliance !== 'non_compliant' && compliance !== 'not_screenable') return false;
  const chosen = answer.chosen?.methodologies ?? null;
  const { industry, lines } = await alternativesTo(rankings, answer, chosen);
  const items: Safe[] = [];
  for (const { symbol } of lines) {
    // The ranking is of the day on which it was built.
    const screened = await screen({ symbol, asOf: null, rules: answer.rules, chosen });
    const nearest = screened.ok ? nearestByChoice(standingsOf(screened.value), chosen) : null;
    if (screened.ok && nearest !== null) items.push(item(byChoice(screened.value), usedOf(nearest), asked));
  }
  const hasSome = items.length > 0;
  const said = words().report.alternatives;
  return pageSection({
    id: 'alternatives',
    title: said.title,
    ...(hasSome && industry !== null ? { note: said.note(industryName(industry)) } : {}),
    content: html`${hasSome ? html`<ul class="alternatives-list">${items}</ul>` : noneInWords(industry)}
<p class="small">${allOf(industry, asked.methodologies, hasSome)}</p>`,
  });
}

function noneInWords(industry: Industry | null): Safe {
  const { noIndustry, none } = words().report.alternatives;
  return html`<p>${industry === null ? noIndustry : none(industryName(industry))}</p>`;
}

function allOf(industry: Industry | null, methodologies: string | undefined, hasSome: boolean): Safe {
  const { allOfIndustry, all } = words().report.alternatives;
  const query = new URLSearchParams({
    ...(methodologies === undefined ? {} : { methodologies }),
    ...(industry === null || !hasSome ? {} : { industry: industry.id }),
  });
  const address = url(query.size === 0 ? '/lists' : `/lists?${query}`);
  return html`<a class="alone" href="${address}">${hasSome ? allOfIndustry : all}</a>`;
}

function item(
  answer: ScreenAnswer,
  used: number,
  { methodologies, rules }: Pick<AskedReport, 'methodologies' | 'rules'>,
): Safe {
  const { symbol, name } = answer;
  const { day } = tenseOf(answer);
  const { used: usedNow, usedOn } = words().report.alternatives;
  const share = percent(used, 0);
  return html`<li><a href="${reportAddress(symbol, { methodologies, rules })}"><bdi>${shownName(name)}</bdi> <bdi class="ticker">${symbol}</bdi><span class="small muted">${day === null ? usedNow(share) : usedOn(share, shortDate(day))}</span></a>${verdictMarkOf(answer)}</li>\n`;
}
