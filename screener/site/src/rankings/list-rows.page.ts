import type { CalendarDate } from '@common/base/calendar';
import { type Content, html, type Safe, url } from '@common/web/html';
import { VALUE_MEASURES, type ValueMeasureName } from '@screener/engine/rankings/formulas';
import { staleOn } from '@screener/engine/rankings/ranking-line';
import { type NearestCheck, usedOf } from '@screener/engine/rankings/standings';
import type { Listed, ListOrder } from '@screener/service/rankings/list-view';
import { amountName, followedNames } from '@screener/words/names';
import { money, percent, percentRange } from '@screener/words/numbers';
import type { Words } from '@screener/words/words';
import { doorPath, SIGN_IN } from '../accounts/entrance.http.ts';
import { intervalDrawing } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { shownName } from '../parts/shown-name.ts';
import { LONGEST_NEXT, watchForm } from '../parts/watch.page.ts';
import { shortDate } from '../parts/words.page.ts';

/** Who reads the rows, and where. */
export interface RowScene {
  readonly today: CalendarDate;
  readonly isSignedIn: boolean;
  /** The address of the page with its choice, to come back to. */
  readonly address: string;
}

export const DRAWING_HEIGHT = 48;
const POINTS = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface Column {
  /** Of its cells. */
  readonly classes: readonly string[];
  readonly heading: Content;
  readonly cell: (company: Listed) => Content;
}

type ColumnOf = (said: Words['listRows']) => Column;

const CAP: ColumnOf = ({ marketCap }) => ({
  classes: ['cap', 'number'],
  heading: marketCap,
  cell: ({ leader: { market_cap: cap, market_data: market } }) =>
    cap === null ? '–' : money(cap, market.currency, face()),
});
const USED: ColumnOf = ({ used, ofLimit }) => ({
  classes: ['limit-share', 'number'],
  heading: used,
  cell: ({ nearest }) =>
    html`<strong>${usedInWords(usedOf(nearest))}</strong><span class="of-limit"> ${ofLimit}</span>`,
});
/** In whole per cent, but not as a whole hundred below it. */
export function usedInWords(used: number): string {
  return percent(used, face(), used > 0.99 && used < 1 ? 2 : 0);
}

const NEAREST: readonly ColumnOf[] = [
  ({ nearest: heading }) => ({ classes: ['nearest'], heading, cell: ({ nearest }) => checkInWords(nearest) }),
  ({ within, beyond }) => ({
    classes: ['limit-drawing'],
    heading: html`<span>${within}</span> <span>${beyond}</span>`,
    cell: ({ nearest }) => intervalDrawing(nearest, { height: DRAWING_HEIGHT }),
  }),
];
const SCORE: ColumnOf = ({ score }) => ({
  classes: ['place', 'number'],
  heading: score,
  cell: ({ leader }) =>
    html`<span class="label" aria-hidden="true">${score} </span>${POINTS.format(leader.score)}`,
});
const VALUE: readonly ColumnOf[] = [
  ...VALUE_MEASURES.map(
    ({ name }): ColumnOf =>
      () => ({
        classes: ['measure-cell', 'number'],
        heading: words().listRules.measures.names[name],
        cell: (company) => measureCell(company, name),
      }),
  ),
  ({ places }) => ({
    classes: ['place', 'number'],
    heading: places,
    cell: ({ value }) =>
      value !== null && html`<span class="label" aria-hidden="true">${places} </span>${value.place_sum}`,
  }),
];

/** What an order shows beside the company. */
const COLUMNS: Readonly<Record<ListOrder, readonly ColumnOf[]>> = {
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
  const said = words().listRows;
  const columns = COLUMNS[order].map((column) => column(said));
  return html`<table class="listing by-${order}${!isFirst && ' follows'}" aria-label="${label}">
<thead><tr><th scope="col" class="who">${said.company}</th>${columns.map(({ classes, heading }) => html`<th scope="col" class="${classes.join(' ')}">${heading}</th>`)}<td></td></tr></thead>
<tbody>
${companies.map((company) => row(scene, company, columns))}</tbody>
</table>`;
}

function row(scene: RowScene, company: Listed, columns: readonly Column[]): Safe {
  const { symbol, name, other_symbols: others } = company.line;
  const ticker = (text: string) => html`<bdi class="ticker">${text}</bdi>`;
  const tickers =
    others.length === 0
      ? ticker(symbol)
      : words().listRows.tickers(ticker(symbol), ticker(others.join(', ')));
  return html`<tr>
<th scope="row" class="who"><a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name)}</bdi></a> ${tickers}${verdictDay(scene, company)}${othersSay(company)}</th>
${columns.map(({ classes, cell }) => html`<td class="${classes.join(' ')}">${cell(company)}</td>`)}
${watchCell(scene, symbol)}
</tr>
`;
}

/** Dates a verdict that is not of today, and says if the report after it is overdue. */
function verdictDay({ today }: RowScene, { line }: Listed): Safe | false {
  const stale = staleOn(line, today);
  if (stale === null && line.as_of >= today) return false;
  const { compliantOn, compliantByOldReport } = words().listRows;
  const day = shortDate(line.as_of);
  return html`<span class="small-text verdict-day">${stale === null ? compliantOn(day) : compliantByOldReport(day)}</span>`;
}

/** Names the methodologies that say something else than the list. */
function othersSay({ leader: { standings } }: Listed): Safe | false {
  const at = (status: 'fail' | 'unknown') =>
    standings.filter((one) => one.status === status).map(({ id }) => id);
  const [fails, open] = [at('fail'), at('unknown')];
  if (fails.length + open.length === 0) return false;
  const { failsAt, undecidedAt } = words().listRows;
  const said = [
    ...(fails.length > 0 ? [failsAt(followedNames(fails, face()))] : []),
    ...(open.length > 0 ? [undecidedAt(followedNames(open, face()))] : []),
  ];
  return html`<span class="small-text">${said.join('. ')}</span>`;
}

/** Writes a check with its base: `Debt, 8.90% of market cap`. */
function checkInWords({ numerator, denominator, low, high }: NearestCheck): string {
  const { interest, ratio } = words().listRows;
  const what = numerator === 'interest_income' ? interest : amountName(numerator, face());
  return ratio(what, percentRange(low, high, face()), amountName(denominator, face()));
}

function measureCell({ value }: Listed, name: ValueMeasureName): Safe | false {
  if (value === null) return false;
  const { listRows, listRules } = words();
  return html`<span class="label" aria-hidden="true">${listRules.measures.names[name]}</span> <span>${percent(value.measures[name], face(), 1)} <span class="small-text">${listRows.place(value.places[name])}</span></span>`;
}

/**
 * A form, or a link to the door with the ticker (interface document, 4.2). Who comes by the link arrives at the company,
 * watched: in a list nobody would see what they came for. A list whose address is too long for the form does the same.
 */
export function watchCell({ address, isSignedIn }: RowScene, symbol: string): Safe {
  const { seen, heard } = words().listRows.watch(symbol);
  const company = `/?q=${encodeURIComponent(symbol)}`;
  const text = html`${seen}<span class="only-read">${heard}</span>`;
  const next = address.length <= LONGEST_NEXT ? address : company;
  return html`<td class="watch">${
    isSignedIn
      ? watchForm(symbol, { next, text })
      : html`<a href="${url(doorPath(SIGN_IN, { next: company, watch: symbol }))}">${text}</a>`
  }</td>`;
}
