import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { INDUSTRIES } from '@screener/engine/business/industries';
import type { LeftOutReason } from '@screener/engine/rankings/formulas';
import { type LeftOut, staleOn } from '@screener/engine/rankings/ranking-line';
import type { Verdict } from '@screener/engine/verdict/verdict';
import type { Choice } from '@screener/service/accounts/choice.store';
import {
  INDUSTRY_CHOICES,
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
import { industryName } from '@screener/words/engine-words';
import { numberInWords, wholeNumber } from '@screener/words/numbers';
import { ageOfDay } from '@screener/words/time';
import { intervalKey, intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { byWhom, choiceSelect } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, VERDICT_MEANINGS, verdictMark } from '../parts/words.page.ts';
import { kindLinks } from './kind-links.page.ts';
import { companyTable, type RowScene } from './list-rows.page.ts';
import { measureSection, orderSection } from './measures.page.ts';

/** What a page is rendered from: the list, what was asked, and the reader. */
interface ListScene extends RowScene {
  readonly query: ListQuery;
  readonly path: keyof typeof PATH_ORDERS;
  /** What the reader follows. */
  readonly choice: Choice;
  /** The ranking that has the order. */
  readonly ranking: RankingAnswer<'leaders'> | RankingAnswer<'value'>;
}

/** The order that each path stands for. */
export const PATH_ORDERS = { '/lists': 'limit', '/leaders': 'score', '/value': 'value' } as const;

/** What an order goes by. */
export function basisOf(order: ListOrder): 'limit' | 'score' | 'value' {
  return order === 'score' || order === 'value' ? order : 'limit';
}

export function listTitle(order: ListOrder): string {
  const { title, compliant } = words().lists;
  return title(order, compliant).join('');
}

/** Renders the page of a list. */
export function listMain(scene: ListScene, view: ListView): Safe {
  const { path, query, ranking, today, choice } = scene;
  const { order, industry, chosen } = query;
  const stale = view.matching.filter(({ line }) => staleOn(line, today) !== null).length;
  const isPast = stale > 0 && stale === view.matching.length;
  const name = industry === null ? null : industryWords(industry);
  const said = words().lists;
  const by = basisOf(order);
  const count = view.matching.length;
  const asOf = view.asOf ?? ranking.as_of;
  const basis = said.basis(dateInWords(asOf), ageOfDay(asOf, today, face()), ranking.rules);
  const counted = isFlat(order) ? null : chosen;
  const filteredBy = [
    ...(name === null ? [] : [name]),
    ...(query.size === null ? [] : [said.sizes[query.size]]),
  ];
  return html`${intervalPatterns()}<h1>${said.title(order, marked(isPast ? 'unknown' : 'pass', said.compliant))}</h1>
${kindLinks(path)}
<p class="lead">${said.count(count, wholeNumber(count), isPast, byWhom(counted ?? []), filteredBy)} ${said.lead[by]}</p>
<p class="muted small list-basis">${basis}${stale > 0 && html` ${staleWords(stale, count)}`}${chosen !== null && isFlat(order) && ` ${said.whateverChosen}`}${choice.rules !== ranking.rules && ` ${said.otherRules(ranking.rules)}`} ${said.note[by]}</p>
${filters(scene, view)}
${listBody(scene, view, name)}
${pager(scene, view)}
${order === 'score' && orderSection()}${order === 'value' && measureSection()}${!isFlat(order) && keySection()}
${counted === null && notListed(ranking)}`;
}

function staleWords(stale: number, all: number): string {
  const { allStale, someStale } = words().lists;
  return stale === all ? allStale : someStale(stale, wholeNumber(stale));
}

function industryWords(choice: ListView['industries'][number]): string {
  const known = INDUSTRIES.find(({ id }) => id === choice);
  return known === undefined ? words().lists.otherIndustries : industryName(known, face());
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
  const note = html`<a class="all-of-industry" href="${linkTo(scene, { industry: null })}">${words().lists.allIndustries}</a>`;
  return pageSection({ id: 'of-industry', title: name, note, content: table, kind: 'industry-list' });
}

function groupSection(
  scene: ListScene,
  { industry, companies: shown, matching }: ListGroup,
  isFirst: boolean,
): Safe {
  const name = industryWords(industry);
  const { someOf, showAll } = words().lists;
  const { seen, heard } = showAll(name);
  const link = html`<a class="all-of-industry" href="${linkTo(scene, { industry })}">${seen}<span class="only-read">${heard}</span></a>`;
  const note = shown.length < matching && someOf(shown.length, wholeNumber(matching), link);
  return pageSection({
    id: industry,
    title: name,
    ...(note === false ? {} : { note: html`${note}` }),
    content: companyTable(scene, shown, { order: scene.query.order, isFirst, label: name }),
    kind: 'industry-list',
  });
}

/** Returns the address of the page, which says no more than differs from what its reader sees without it. */
export function addressOf(
  path: keyof typeof PATH_ORDERS,
  { chosen, industry, size, order, page }: ListQuery,
  { methodologies: followed }: Pick<Choice, 'methodologies'>,
): string {
  const search = unfollowed(chosen, followed);
  if (industry !== null) search.set('industry', industry);
  if (size !== null) search.set('size', size);
  if (order !== PATH_ORDERS[path]) search.set('order', order);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The methodologies of an address: named unless the reader follows just these. */
export function unfollowed(
  chosen: readonly string[] | null,
  followed: readonly string[] | null,
): URLSearchParams {
  const asked = chosen?.join() ?? '';
  return new URLSearchParams(asked === (followed?.join() ?? '') ? {} : { methodologies: asked });
}

/** A change leads to the first page unless it names one. */
function linkTo({ path, query, choice }: ListScene, change: Partial<ListQuery>): Safe {
  return url(addressOf(path, { ...query, page: 1, ...change }, choice));
}

function filters({ query: { chosen, industry, size, order } }: ListScene, { industries }: ListView): Safe {
  const said = words().lists;
  const offered = INDUSTRY_CHOICES.filter((id) => industries.includes(id) || id === industry);
  const every = said.every(industries.length, numberInWords(industries.length, face()));
  return html`<form action="${url('/lists')}" method="get" class="list-filters">
${choiceSelect(chosen?.join())}
${select('industry', said.industry, [['', every], ...offered.map((id) => [id, industryWords(id)] as const)], industry)}
${select('size', said.size, [['', said.anySize], ...(Object.keys(SIZES) as Size[]).map((id) => [id, said.sizes[id]] as const)], size)}
${select(
  'order',
  said.order,
  LIST_ORDERS.map((id) => [id, said.orders[id]] as const),
  order,
)}
<button type="submit" class="outlined">${said.show}</button>
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
  const said = words().lists;
  const all = html`<a href="${url('/lists')}">${said.showEvery}</a>`;
  return html`<p class="no-match">${isAll ? said.nobody : said.noMatch(all)}</p>`;
}

function pager(scene: ListScene, { pages, matching }: ListView): Safe | false {
  if (pages < 2) return false;
  const { page } = scene.query;
  const said = words().lists;
  const before =
    page > 1 && html`<li><a rel="prev" href="${linkTo(scene, { page: page - 1 })}">${said.previous}</a></li>`;
  const after =
    page < pages && html`<li><a rel="next" href="${linkTo(scene, { page: page + 1 })}">${said.next}</a></li>`;
  return html`<nav class="pager" aria-label="${said.pages}"><p class="muted small">${said.page(page, pages, wholeNumber(matching.length))}</p><ul>${before}${after}</ul></nav>`;
}

function keySection(): Safe {
  return pageSection({ id: 'key', ...words().lists.key, content: intervalKey() });
}

/** Counts by reason what is not listed, and names the compliant companies without a figure. */
function notListed(ranking: ListScene['ranking']): Safe {
  const reasons = Object.entries(ranking.left_out) as [LeftOutReason, number][];
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  const said = words().listRules.notListed;
  const byReason = Map.groupBy(ranking.without_figures, ({ reason }) => reason);
  return pageSection({
    id: 'not-listed',
    title: said.title,
    note: said.note(wholeNumber(left), wholeNumber(ranking.screened)),
    content: html`<dl class="reasons">${reasons.map(([reason, count]) => reasonRow(reason, count, byReason.get(reason) ?? []))}</dl>`,
  });
}

function reasonRow(reason: LeftOutReason, count: number, named: readonly LeftOut[]): Safe {
  const { notListed, leftOut } = words().listRules;
  const { title, text } = leftOut(reason);
  const names =
    named.length > 0 &&
    html` ${named.map(({ symbol, name }, index) => html`${index > 0 && ', '}<a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a>`)}.`;
  return html`<div><dt>${isVerdict(reason) ? verdictMark(reason) : title}</dt><dd><strong>${notListed.listings(count, wholeNumber(count))}</strong> ${text}${names}</dd></div>`;
}

function isVerdict(reason: LeftOutReason): reason is LeftOutReason & Verdict {
  return reason in VERDICT_MEANINGS;
}
