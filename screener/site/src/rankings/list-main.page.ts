import { sentence } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { LEFT_OUT_REASONS, type LeftOutReason } from '@screener/engine/rankings/formulas';
import { type LeftOut, staleOn } from '@screener/engine/rankings/ranking-line';
import {
  INDUSTRY_CHOICES,
  industryName,
  isFlat,
  LIST_ORDERS,
  type ListGroup,
  type ListOrder,
  type ListQuery,
  type ListView,
  SIZES,
  type Size,
} from '@screener/service/rankings/list-view';
import type { RankingAnswer } from '@screener/service/rankings/read-ranking';
import { spaced } from '@screener/words/names';
import { numberInWords, wholeNumber } from '@screener/words/numbers';
import { ageOfDay } from '@screener/words/time';
import { intervalKey, intervalPatterns } from '../parts/interval.page.ts';
import { byWhom, choiceSelect } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, verdictMark } from '../parts/words.page.ts';
import { companyTable, type RowScene } from './list-rows.page.ts';
import { measureSection, orderSection } from './measures.page.ts';

/** What a page is rendered from: the list, what was asked, and the reader. */
interface ListScene extends RowScene {
  readonly query: ListQuery;
  readonly path: string;
  /** The ranking that has the order. */
  readonly ranking: RankingAnswer<'leaders'> | RankingAnswer<'value'>;
}

const ORDER_WORDS: Readonly<Record<ListOrder, string>> = {
  limit: 'Safest first',
  size: 'Largest first',
  name: 'A to Z',
  score: 'By score',
  value: 'By value',
};
/** What follows “Compliant” in the heading. */
const TITLES: Readonly<Record<ListOrder, string>> = {
  limit: 'companies, by industry',
  size: 'companies, by industry',
  name: 'companies, by industry',
  score: 'companies, safest first',
  value: 'companies by value',
};
/** The order that each path stands for. */
export const PATH_ORDERS = { '/lists': 'limit', '/leaders': 'score', '/value': 'value' } as const;

const LEADS: Readonly<Record<ListOrder, string>> = {
  limit: 'The percentage is how much of its nearest limit a company uses: less is safer.',
  size: 'The percentage is how much of its nearest limit a company uses: less is safer.',
  name: 'The percentage is how much of its nearest limit a company uses: less is safer.',
  score: 'They are in the order of their scores: how far each stays from every limit, of 100 points.',
  value: 'They are in the order of what each has filed for a dollar of its market price.',
};

/** Says nothing of the future in any order, and of all methodologies where a choice cannot change the order. */
const NOTES: Readonly<Record<ListOrder, string>> = {
  limit: 'This is not advice.',
  size: 'This is not advice.',
  name: 'This is not advice.',
  score:
    'A high score says nothing about the price of a share, and is not advice. It is by all five methodologies.',
  value: 'Filed figures say nothing about what a share will be worth, and this is not advice.',
};

export function listTitle(order: ListOrder): string {
  return `Compliant ${TITLES[order]}`;
}

/** Renders the page of a list. */
export function listMain(scene: ListScene, view: ListView): Safe {
  const { query, ranking, today } = scene;
  const { order, industry, chosen } = query;
  const stale = view.matching.filter(({ line }) => staleOn(line, today) !== null).length;
  const isPast = stale > 0 && stale === view.matching.length;
  const name = industry === null ? null : industryName(industry);
  return html`${intervalPatterns()}<h1>${marked(isPast ? 'unknown' : 'pass', 'Compliant')} ${TITLES[order]}</h1>
<p class="lead">${countWords(view.matching.length, isPast)} compliant ${byWhom(chosen ?? [])}. ${LEADS[order]}</p>
<p class="muted small list-basis">Based on data up to ${dateInWords(ranking.as_of)} (${ageOfDay(ranking.as_of, today)}), rules: ${ranking.rules}.${stale > 0 && html` ${staleWords(stale, view.matching.length)}`} ${NOTES[order]}</p>
${filters(scene, view)}
${listBody(scene, view, name)}
${pager(scene, view)}
${order === 'score' && orderSection()}${order === 'value' && measureSection()}${!isFlat(order) && keySection()}
${chosen === null && notListed(ranking)}`;
}

function staleWords(stale: number, all: number): string {
  if (stale === all) return 'None of them has a verdict of today, because no later report is here.';
  return `${wholeNumber(stale)} of them ${stale === 1 ? 'has' : 'have'} no verdict of today, because no later report is here.`;
}

function countWords(count: number, isPast: boolean): string {
  if (count === 1) return `1 company ${isPast ? 'was' : 'is'}`;
  return `${wholeNumber(count)} companies ${isPast ? 'were' : 'are'}`;
}

function listBody(
  scene: ListScene,
  { groups, companies: shown, matching }: ListView,
  name: string | null,
): Safe {
  const { order } = scene.query;
  if (matching.length === 0) return noMatch(scene);
  if (groups !== null) {
    return html`${groups.map((group, index) => groupSection(scene, group, index === 0))}`;
  }
  const table = companyTable(scene, shown, { order, isFirst: true, label: name ?? listTitle(order) });
  if (name === null || isFlat(order)) return table;
  const note = html`<a class="all-of-industry" href="${linkTo(scene, { industry: null })}">All industries</a>`;
  return pageSection({ id: 'of-industry', title: name, note, content: table, kind: 'industry-list' });
}

function groupSection(
  scene: ListScene,
  { industry, companies: shown, matching }: ListGroup,
  isFirst: boolean,
): Safe {
  const name = industryName(industry);
  const note =
    shown.length < matching &&
    html`${shown.length} of ${wholeNumber(matching)}. <a class="all-of-industry" href="${linkTo(scene, { industry })}">Show all<span class="only-read"> in ${name}</span></a>`;
  return pageSection({
    id: industry,
    title: name,
    ...(note === false ? {} : { note }),
    content: companyTable(scene, shown, { order: scene.query.order, isFirst, label: name }),
    kind: 'industry-list',
  });
}

/** Returns the address of the page with a change, which leads to the first page unless it names one. */
export function addressOf(path: keyof typeof PATH_ORDERS, query: ListQuery): string {
  const { chosen, industry, size, order, page } = query;
  const search = new URLSearchParams();
  if (chosen !== null) search.set('methodologies', chosen.join());
  if (industry !== null) search.set('industry', industry);
  if (size !== null) search.set('size', size);
  if (order !== PATH_ORDERS[path]) search.set('order', order);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? path : `${path}?${search}`;
}

function linkTo({ path, query }: ListScene, change: Partial<ListQuery>): Safe {
  return url(addressOf(path as keyof typeof PATH_ORDERS, { ...query, page: 1, ...change }));
}

function filters({ query: { chosen, industry, size, order } }: ListScene, { industries }: ListView): Safe {
  const offered = INDUSTRY_CHOICES.filter((id) => industries.includes(id) || id === industry);
  return html`<form action="${url('/lists')}" method="get" class="list-filters">
${choiceSelect(chosen?.join())}
${select('industry', 'Industry', [['', `All ${numberInWords(industries.length)}`], ...offered.map((id) => [id, industryName(id)] as const)], industry)}
${select('size', 'Size', [['', 'Any size'], ...(Object.keys(SIZES) as Size[]).map((id) => [id, SIZES[id].name] as const)], size)}
${select(
  'order',
  'Order',
  LIST_ORDERS.map((id) => [id, ORDER_WORDS[id]] as const),
  order,
)}
<button type="submit" class="outlined">Show</button>
</form>`;
}

function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string | null,
): Safe {
  return html`<div>
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${text}</option>`)}</select>
</div>`;
}

function noMatch({ query: { industry, size, chosen } }: ListScene): Safe {
  const isAll = industry === null && size === null && chosen === null;
  return html`<p class="no-match">${isAll ? 'No company has a compliant verdict here. Below is why.' : html`No company matches this choice. <a href="${url('/lists')}">Show all</a>`}</p>`;
}

function pager(scene: ListScene, { pages, matching }: ListView): Safe | false {
  if (pages < 2) return false;
  const { page } = scene.query;
  const before =
    page > 1 && html`<li><a rel="prev" href="${linkTo(scene, { page: page - 1 })}">Previous</a></li>`;
  const after =
    page < pages && html`<li><a rel="next" href="${linkTo(scene, { page: page + 1 })}">Next</a></li>`;
  return html`<nav class="pager" aria-label="Pages"><p class="muted small">Page ${page} of ${pages}, ${wholeNumber(matching.length)} companies</p><ul>${before}${after}</ul></nav>`;
}

function keySection(): Safe {
  return pageSection({
    id: 'key',
    title: 'The drawings',
    note: 'Left of the line passes.',
    content: intervalKey(),
  });
}

/** Explains the verdicts that are in no list. The other reasons have words of their own. */
const VERDICT_TEXTS = {
  questionable: 'One or two methodologies fail, or the business is for a person to judge.',
  non_compliant: 'The business is prohibited, or three or more methodologies fail.',
  not_screenable: 'Something that is not filed, or not known here, could still change the answer.',
} as const;

/** Counts by reason what is not listed, and names the compliant companies without a figure. */
function notListed(ranking: ListScene['ranking']): Safe {
  const reasons = Object.entries(ranking.left_out) as [LeftOutReason, number][];
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  const byReason = Map.groupBy(ranking.without_figures, ({ reason }) => reason);
  return pageSection({
    id: 'not-listed',
    title: 'Not listed',
    note: `${wholeNumber(left)} of the ${wholeNumber(ranking.screened)} listings whose filings are known here. Funds are not listed: each has a report of its own.`,
    content: html`<dl class="reasons">${reasons.map(([reason, count]) => reasonRow(reason, count, byReason.get(reason) ?? []))}</dl>`,
  });
}

function reasonRow(reason: LeftOutReason, count: number, named: readonly LeftOut[]): Safe {
  const listings = `${wholeNumber(count)} ${count === 1 ? 'listing' : 'listings'}`;
  const isVerdict = isVerdictReason(reason);
  const title: Content = isVerdict ? verdictMark(reason) : spaced(reason);
  const text = isVerdict ? VERDICT_TEXTS[reason] : sentence(LEFT_OUT_REASONS[reason]);
  const names =
    named.length > 0 &&
    html` ${named.map(({ symbol, name }, index) => html`${index > 0 && ', '}<a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a>`)}.`;
  return html`<div><dt>${title}</dt><dd><strong>${listings}.</strong> ${text}${names}</dd></div>`;
}

function isVerdictReason(reason: LeftOutReason): reason is keyof typeof VERDICT_TEXTS {
  return reason in VERDICT_TEXTS;
}
