import type { CalendarDate } from '@common/base/calendar';
import { capitalised, listed } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { ValueMeasureName } from '@screener/engine/rankings/formulas';
import { staleOn } from '@screener/engine/rankings/ranking-line';
import { type NearestCheck, usedOf } from '@screener/engine/rankings/standings';
import type { Listed, ListOrder } from '@screener/service/rankings/list-view';
import { PAGE } from '@screener/words/face';
import { amountName } from '@screener/words/names';
import { money, percent, percentRange } from '@screener/words/numbers';
import { intervalDrawing } from '../parts/interval.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { shortDate } from '../parts/words.page.ts';
import { MEASURE_WORDS } from './measures.page.ts';

/** Who reads the rows, and where. */
export interface RowScene {
  readonly today: CalendarDate;
  readonly isSignedIn: boolean;
  /** The address of the page with its choice, to come back to. */
  readonly address: string;
}

const DRAWING_HEIGHT = 48;
const POINTS = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const PLURALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

interface Column {
  /** The class of its cells. */
  readonly name: string;
  readonly heading: Content;
  readonly cell: (company: Listed) => Content;
}

const CAP: Column = {
  name: 'cap number',
  heading: 'Market cap',
  cell: ({ leader: { market_cap: cap, market_data: market } }) =>
    cap === null ? '–' : money(cap, market.currency),
};
const USED: Column = {
  name: 'limit-share number',
  heading: 'Used',
  cell: ({ nearest }) =>
    html`<strong>${usedInWords(usedOf(nearest))}</strong><span class="of-limit"> of limit</span>`,
};
/** In whole per cent, but not as a whole hundred below it. */
function usedInWords(used: number): string {
  return percent(used, PAGE, used > 0.99 && used < 1 ? 2 : 0);
}

const NEAREST: readonly Column[] = [
  { name: 'nearest', heading: 'Nearest to its limit', cell: ({ nearest }) => checkInWords(nearest) },
  {
    name: 'limit-drawing',
    heading: html`<span>within</span> <span>beyond</span>`,
    cell: ({ nearest }) => intervalDrawing(nearest, { height: DRAWING_HEIGHT }),
  },
];
const SCORE: Column = {
  name: 'place number',
  heading: 'Score',
  cell: ({ leader }) =>
    html`<span class="label" aria-hidden="true">Score </span>${POINTS.format(leader.score)}`,
};
const VALUE: readonly Column[] = [
  ...(Object.keys(MEASURE_WORDS) as ValueMeasureName[]).map((name) => ({
    name: 'measure-cell number',
    heading: MEASURE_WORDS[name],
    cell: (company: Listed) => measureCell(company, name),
  })),
  {
    name: 'place number',
    heading: 'Places',
    cell: ({ value }) =>
      value !== null && html`<span class="label" aria-hidden="true">Places </span>${value.place_sum}`,
  },
];

/** What an order shows beside the company. */
const COLUMNS: Readonly<Record<ListOrder, readonly Column[]>> = {
  limit: [CAP, ...NEAREST, USED],
  size: [CAP, ...NEAREST, USED],
  name: [CAP, ...NEAREST, USED],
  score: [CAP, ...NEAREST, USED, SCORE],
  value: [CAP, ...VALUE, USED],
};

/** A table of companies. Below the first one its columns need no headings on the page. */
export function companyTable(
  scene: RowScene,
  companies: readonly Listed[],
  { order, isFirst, label }: { readonly order: ListOrder; readonly isFirst: boolean; readonly label: string },
): Safe {
  const columns = COLUMNS[order];
  return html`<table class="listing by-${order}${!isFirst && ' follows'}" aria-label="${label}">
<thead><tr><th scope="col" class="who">Company</th>${columns.map(({ name, heading }) => html`<th scope="col" class="${name}">${heading}</th>`)}<td></td></tr></thead>
<tbody>
${companies.map((company) => row(scene, company, columns))}</tbody>
</table>`;
}

function row(scene: RowScene, company: Listed, columns: readonly Column[]): Safe {
  const { symbol, name, other_symbols: others } = company.line;
  const also = others.length > 0 && html`, <bdi class="ticker">${others.join(', ')}</bdi>`;
  return html`<tr>
<th scope="row" class="who"><a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a> <bdi class="ticker">${symbol}</bdi>${also}${verdictDay(scene, company)}${othersSay(company)}</th>
${columns.map(({ name: kind, cell }) => html`<td class="${kind}">${cell(company)}</td>`)}
${watchCell(scene, symbol)}
</tr>
`;
}

/** Dates a verdict that is not of today, and says if the report after it is overdue. */
function verdictDay({ today }: RowScene, { line }: Listed): Safe | false {
  const stale = staleOn(line, today);
  if (stale === null && line.as_of >= today) return false;
  return html`<span class="small-text verdict-day">Compliant on ${shortDate(line.as_of)}${stale !== null && '; no recent report'}</span>`;
}

/** Names the methodologies that say something else than the list. */
function othersSay({ leader: { standings } }: Listed): Safe | false {
  const say = (status: 'fail' | 'unknown') => {
    const ids = standings.filter((one) => one.status === status).map(({ id }) => id);
    return METHODOLOGIES.filter(({ current }) => ids.includes(current.id)).map(
      ({ current }) => current.shortName,
    );
  };
  const [fails, open] = [say('fail'), say('unknown')];
  if (fails.length + open.length === 0) return false;
  const words = [
    ...(fails.length > 0 ? [`Fails at ${listed(fails)}`] : []),
    ...(open.length > 0 ? [`Undecided at ${listed(open)}`] : []),
  ];
  return html`<span class="small-text">${words.join('. ')}</span>`;
}

/** Writes a check with its base: `Debt, 8.90% of market cap`. */
function checkInWords({ numerator, denominator, low, high }: NearestCheck): string {
  const what = numerator === 'interest_income' ? 'Interest' : capitalised(amountName(numerator));
  return `${what}, ${percentRange(low, high)} of ${amountName(denominator)}`;
}

function measureCell({ value }: Listed, name: ValueMeasureName): Safe | false {
  if (value === null) return false;
  const place = value.places[name];
  const text = `${place}${ENDINGS[PLURALS.select(place)]}`;
  return html`<span class="label" aria-hidden="true">${MEASURE_WORDS[name]}</span> <span>${PERCENT.format(value.measures[name])} <span class="small-text">${text}</span></span>`;
}

/** Renders the only part of a page that depends on its reader. */
function watchCell({ address, isSignedIn }: RowScene, symbol: string): Safe {
  const name = html`Watch<span class="only-read"> ${symbol}</span>`;
  if (!isSignedIn) {
    return html`<td class="watch"><a href="${url(`/portal?next=${encodeURIComponent(address)}`)}">${name}</a></td>`;
  }
  return html`<td class="watch"><form action="${url('/portal/watchlist/add')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><input type="hidden" name="next" value="${address}"><button type="submit" class="in-row">${name}</button></form></td>`;
}
