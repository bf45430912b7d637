import type { CalendarDate } from '@common/base/calendar';
import { sentence } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { LEFT_OUT_REASONS, type LeftOutReason, type RankingKind } from '@screener/engine/rankings/formulas';
import { type CompanyLine, type LeftOut, staleOn } from '@screener/engine/rankings/ranking-line';
import type { RankingAnswer } from '@screener/service/rankings/read-ranking';
import { PAGE } from '@screener/words/face';
import { spaced } from '@screener/words/names';
import { ageOfDay, verdictInTime } from '@screener/words/time';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate, verdictMark } from '../parts/words.page.ts';
import type { Choice, RankingQuery, RankingView } from './view-ranking.ts';

/** What a page is rendered from: the ranking, the query, and the reader. */
export interface RankingScene<Kind extends RankingKind = RankingKind, Order extends string = string> {
  readonly ranking: RankingAnswer<Kind>;
  readonly query: RankingQuery<Order>;
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly today: CalendarDate;
}

const COUNT = new Intl.NumberFormat('en-GB');

/** Writes a count of companies: `1 company`, `1,204 companies`. */
function companies(count: number): string {
  return `${COUNT.format(count)} ${count === 1 ? 'company' : 'companies'}`;
}

const OTHER: Readonly<Record<RankingKind, { readonly path: string; readonly text: string }>> = {
  leaders: { path: '/value', text: 'The same companies, by what each dollar of the price buys' },
  value: { path: '/leaders', text: 'The same companies by their distance from the limits' },
};

/** Writes the lines under the lead: the date, the rules, and what a place does not say. */
function rankingDate({ ranking }: RankingScene, notSaid: string): Safe {
  const { as_of: asOf, rules, finished_at: finished, data_source: source } = ranking;
  const other = OTHER[ranking.ranking];
  const ownDay =
    source === 'snapshot' &&
    html` From the embedded snapshot each company is screened as of the last day for which its filings are known, which its row names.`;
  return html`<p class="muted small measure">As of ${dateInWords(asOf)}, rules: ${rules}, built on ${dateInWords(finished.slice(0, 10))}.${ownDay} ${notSaid}</p>
<p class="small"><a href="${url(other.path)}">${other.text}</a></p>`;
}

/** The parts in which the rankings differ. */
interface RankingTable<Line> {
  readonly lead: string;
  /** What a place does not say. */
  readonly notSaid: string;
  readonly caption: string;
  readonly headings: Content;
  readonly columns: number;
  readonly row: (line: Line) => Safe;
  /** The section that explains how places come about. */
  readonly explained: Safe;
}

/** Renders the whole of a ranking's page below its title. */
export function rankingMain<Line>(
  scene: RankingScene,
  { lines, sectors, exchanges, pages, matching }: RankingView<Line>,
  { lead, notSaid, caption, headings, columns, row, explained }: RankingTable<Line>,
): Safe {
  return html`<p class="lead measure">${lead}</p>
${rankingDate(scene, notSaid)}
${filters(scene, [
  ['sector', 'Sector', sectors],
  ['exchange', 'Exchange', exchanges],
])}
<table class="ranking ${scene.ranking.ranking}">
<caption class="muted small">${caption}</caption>
<thead><tr>
<td class="rank"></td>
${sortHeading(scene, 'company', 'Company', { arrow: '↑' })}
${headings}
${sortHeading(scene, 'period', 'Figures to')}
<td></td>
</tr></thead>
<tbody>
${lines.length === 0 ? noMatch(scene, columns) : lines.map(row)}</tbody>
</table>
${pager(scene, pages, matching)}
${explained}
${notRanked(scene)}`;
}

type Change = Partial<RankingQuery>;

/** Returns the address of the same page with a change, which leads to the first page unless it names one. */
function addressOf(path: string, query: RankingQuery, change: Change): string {
  const { sort, sector, exchange, page } = { ...query, page: 1, ...change };
  const search = new URLSearchParams();
  if (sort !== 'rank') search.set('sort', sort);
  if (sector !== null) search.set('sector', sector);
  if (exchange !== null) search.set('exchange', exchange);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? path : `${path}?${search}`;
}

function linkTo({ path, query }: RankingScene, change: Change): Safe {
  return url(addressOf(path, query, change));
}

/** Renders a column's heading, which sorts by it. An arrow marks the current order and its direction. */
export function sortHeading(
  scene: RankingScene,
  order: string,
  text: Content,
  { isNumber = false, arrow = '↓' }: { readonly isNumber?: boolean; readonly arrow?: '↓' | '↑' } = {},
): Safe {
  const isCurrent = scene.query.sort === order;
  const current = isCurrent && html` aria-current="true"`;
  const sign = isCurrent && html` ${arrow}`;
  return html`<th scope="col" class="${isNumber ? 'number sorts' : 'sorts'}"><a href="${linkTo(scene, { sort: order })}"${current}>${text}${sign}</a></th>`;
}

/** Renders links that show only a part of the lines; nothing if there is no choice. */
function filters(
  scene: RankingScene,
  choices: readonly (readonly [name: 'sector' | 'exchange', word: string, choices: readonly Choice[]])[],
): Safe | false {
  const offered = choices.filter(([name, , values]) => values.length > 1 || scene.query[name] !== null);
  if (offered.length === 0) return false;
  return html`<nav class="filters" aria-label="Filters">
${offered.map(([name, word, values]) => {
  const chosen = scene.query[name];
  const link = (value: string | null, text: Content) =>
    html`<li><a href="${linkTo(scene, { [name]: value })}"${chosen === value && html` aria-current="true"`}>${text}</a></li>`;
  return html`<div><p id="filter-${name}">${word}</p>
<ul aria-labelledby="filter-${name}">${link(null, 'All')}${values.map(({ value, count }) => link(value, html`${value} <span class="muted">${COUNT.format(count)}</span>`))}</ul></div>
`;
})}</nav>`;
}

/** Replaces the rows if there is no line, or none that matches the filters. */
function noMatch(scene: RankingScene, columns: number): Safe {
  const { sector, exchange } = scene.query;
  const wanted = [sector, exchange].filter((value) => value !== null).join(', ');
  if (wanted === '') {
    return html`<tr><td colspan="${columns}">No company has a place. Below is why.</td></tr>`;
  }
  return html`<tr><td colspan="${columns}">No company here is in ${wanted}. <a href="${linkTo(scene, { sector: null, exchange: null })}">Show all</a></td></tr>`;
}

/** Renders the rank, and the company with its tickers. */
export function companyCells({
  rank,
  name,
  symbol,
  other_symbols: others,
}: CompanyLine & { rank: number }): Safe {
  const also = others.length > 0 && html`, <bdi class="ticker">${others.join(', ')}</bdi>`;
  return html`<td class="rank number">${COUNT.format(rank)}</td>
<th scope="row" class="ranked-company"><a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a><span class="small-text"><bdi class="ticker">${symbol}</bdi>${also}</span></th>`;
}

/**
 * Renders the period end of the balances with its age, a link to the report at the SEC, and the day of the verdict where
 * that is not today.
 */
export function periodCell({ today }: RankingScene, line: CompanyLine): Safe {
  const { anchor } = line;
  if (anchor === null) return html`<td class="figures-to">–</td>`;
  const stale = staleOn(line, today);
  const inTime = { ...line, compliance: 'compliant', today, stale } as const;
  const dated =
    (stale !== null || line.as_of < today) &&
    html`<span class="small-text verdict-day">${verdictInTime(inTime, PAGE)}${stale !== null && ', no recent report'}</span>`;
  const { period_end: end, form, source_url: source } = anchor;
  return html`<td class="figures-to"><span class="label" aria-hidden="true">Figures to</span> <span>${shortDate(end)}<span class="small-text"><a href="${url(source)}">${form}</a>, ${ageOfDay(end, today)}</span>${dated}</span></td>`;
}

/** Renders the only part of a page that depends on its reader. */
export function watchCell({ path, query, isSignedIn }: RankingScene, symbol: string): Safe {
  const back = addressOf(path, query, { page: query.page });
  const name = html`Watch<span class="only-read"> ${symbol}</span>`;
  if (!isSignedIn) {
    return html`<td class="watch"><a href="${url(`/portal?next=${encodeURIComponent(back)}`)}">${name}</a></td>`;
  }
  return html`<td class="watch"><form action="${url('/portal/watchlist/add')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><input type="hidden" name="next" value="${back}"><button type="submit" class="in-row">${name}</button></form></td>`;
}

function pager(scene: RankingScene, pages: number, matching: number): Safe | false {
  if (pages < 2) return false;
  const { page } = scene.query;
  const before =
    page > 1 && html`<li><a rel="prev" href="${linkTo(scene, { page: page - 1 })}">Previous</a></li>`;
  const after =
    page < pages && html`<li><a rel="next" href="${linkTo(scene, { page: page + 1 })}">Next</a></li>`;
  return html`<nav class="pager" aria-label="Pages"><p class="muted small">Page ${page} of ${pages}, ${companies(matching)}</p><ul>${before}${after}</ul></nav>`;
}

const VERDICT_REASONS: ReadonlySet<string> = new Set(['not_screenable', 'non_compliant', 'questionable']);

/** Explains the verdicts that have no place. The other reasons have words of their own. */
const VERDICT_TEXTS = {
  questionable: 'One or two methodologies fail, or the business is for a person to judge.',
  non_compliant: 'The business is prohibited, or three or more methodologies fail.',
  not_screenable:
    'Something that is not filed, or not known here, could still change the answer. Connecting this server to the SEC closes many of these gaps.',
} as const;

/** Counts by reason who has no place, and names the compliant companies without a figure. */
function notRanked({ ranking }: RankingScene): Safe {
  const reasons = Object.entries(ranking.left_out) as [LeftOutReason, number][];
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  const byReason = Map.groupBy(ranking.without_figures, ({ reason }) => reason);
  return pageSection({
    id: 'not-ranked',
    title: 'Not ranked',
    note: `${COUNT.format(left)} of the ${COUNT.format(ranking.screened)} listings whose filings are known here.`,
    content: html`<dl class="reasons">${reasons.map(([reason, count]) => reasonRow(reason, count, byReason.get(reason) ?? []))}</dl>`,
  });
}

function reasonRow(reason: LeftOutReason, count: number, named: readonly LeftOut[]): Safe {
  const listings = `${COUNT.format(count)} ${count === 1 ? 'listing' : 'listings'}`;
  const isVerdict = VERDICT_REASONS.has(reason);
  const title = isVerdict ? verdictMark(reason as keyof typeof VERDICT_TEXTS) : spaced(reason);
  const text = isVerdict
    ? VERDICT_TEXTS[reason as keyof typeof VERDICT_TEXTS]
    : sentence(LEFT_OUT_REASONS[reason]);
  const names =
    named.length > 0 &&
    html` ${named.map(({ symbol, name }, index) => html`${index > 0 && ', '}<a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a>`)}.`;
  return html`<div><dt>${title}</dt><dd><strong>${listings}.</strong> ${text}${names}</dd></div>`;
}

/** Renders a text in which names are between backticks. */
export function withCode(text: string): Safe {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
