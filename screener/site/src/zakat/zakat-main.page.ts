import { add } from '@common/base/exact';
import { type Content, html, type Safe, url } from '@common/web/html';
import { NISAB_GRAMS } from '@screener/engine/zakat/zakat';
import type { Balance, Zakat, ZakatHolding } from '@screener/service/zakat/zakat';
import {
  exactly,
  moneyRange,
  numberInWords,
  perShareRange,
  price,
  wholeNumber,
} from '@screener/words/numbers';
import { sendHoldings } from '../parts/holdings-form.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords } from '../parts/words.page.ts';
import { type AskedOnPage, ZAKAT_TITLE, zakatForm } from './ask-zakat.page.ts';

const DOLLARS = 'USD';
/** How many of those left out the answer names. */
const MOST_NAMES = 4;

/** The page about zakat: the amount, the arithmetic, what counts of each holding, and what is left out. */
export function zakatMain(zakat: Zakat, asked: AskedOnPage): Safe {
  const counted = zakat.holdings.filter(({ state }) => state === 'counted');
  const all = zakat.holdings.length;
  return html`<div class="portfolio zakat">
<h1>${ZAKAT_TITLE}</h1>
<p class="when">For a ${zakat.year} year, ${numberInWords(counted.length)} of ${numberInWords(all)} ${all === 1 ? 'holding' : 'holdings'} counted.</p>
${answerOf(zakat, asked)}
${arithmeticSection(zakat)}
${counted.length > 0 && holdingsSection(counted, zakat)}
${leftOutSection(zakat)}
<p class="small muted">Calculated on ${dateInWords(zakat.as_of)}. ${zakat.note} <a href="${url('/methodology/zakat')}">Rules and sources</a></p>
<details class="change-holdings"><summary>Change holdings, gold price or year</summary>
${zakatForm(asked)}
</details>
</div>`;
}

function answerOf(zakat: Zakat, { holdings, ...others }: AskedOnPage): Safe {
  const { left_out: leftOut } = zakat;
  return html`<div class="to-give">
<p><span class="small-text">Zakat due</span>
<strong>${zakat.reaches === 'no' ? 'nothing' : range(zakat.due_low, zakat.due_high)}</strong>
<span class="small-text">${whyInWords(zakat)}${leftOut.length > 0 && ` Without ${namesOf(leftOut)}.`}</span></p>
<div class="portfolio-tools">
<button type="button" class="outlined print" hidden>Print</button>
${sendHoldings('/portal/zakat.csv', 'CSV', holdings, others)}
${sendHoldings('/portal/portfolio', 'Portfolio', holdings)}
${sendHoldings('/portal/purification', 'Purification', holdings)}
</div>
</div>`;
}

/** `SPUS, TSM and 12 more` */
function namesOf(leftOut: readonly string[]): string {
  const more = leftOut.length - MOST_NAMES;
  return `${leftOut.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${wholeNumber(more)} more` : ''}`;
}

/** Says in one or two sentences why the amount is what it is. */
function whyInWords(zakat: Zakat): string {
  const { base_low: low, base_high: high, nisab, reaches, rate_pct: rate } = zakat;
  const base = range(low, high);
  if (reaches === 'no') return `What counts, ${base}, is less than the nisab, ${dollars(nisab)}.`;
  if (reaches === 'open')
    return high < nisab
      ? `What is known to count, ${base}, is less than the nisab, ${dollars(nisab)}. With what is left out it may reach it.`
      : `What is known to count, ${base}, may or may not reach the nisab, ${dollars(nisab)}: the filings leave it open.`;
  const share = `${rate}% of ${base}.`;
  return low === high
    ? share
    : `${share} The filings leave the amount open; the upper end covers all that is counted.`;
}

function arithmeticSection(zakat: Zakat): Safe {
  const { holdings, cash, other, base_low: low, base_high: high, nisab, gold_price: gold } = zakat;
  const sumOf = (heldFor: ZakatHolding['held_for']) => {
    const counted = holdings.filter((one) => one.held_for === heldFor && one.state === 'counted');
    if (counted.length === 0) return null;
    const sum = (end: 'counts_low' | 'counts_high') =>
      counted.reduce((total, one) => add(total, one[end] ?? 0), 0);
    return range(sum('counts_low'), sum('counts_high'));
  };
  const how = {
    yes: `${zakat.rate_pct}% of what counts`,
    no: 'nothing below the nisab',
    open: `${zakat.rate_pct}% of what counts, if it reaches the nisab`,
  };
  const isReached = { yes: 'Reached', no: 'Not reached', open: 'Not known whether it is reached' };
  const rows: readonly (readonly [title: string, how: string, amount: string | null])[] = [
    ['Shares held to trade', 'market value', sumOf('trade')],
    ['Shares held for income', 'your part of the company’s assets that count', sumOf('income')],
    ['Cash in the list', 'in full', cash > 0 ? dollars(cash) : null],
    ['Other wealth', 'as you entered it', other > 0 ? dollars(other) : null],
    ['What counts in all', 'the sum', range(low, high)],
    ['Nisab', `${NISAB_GRAMS} grams of gold × ${dollars(gold)}. ${isReached[zakat.reaches]}`, dollars(nisab)],
  ];
  const content = html`<table class="to-purify counting">
<thead><tr><th scope="col">Step</th><th scope="col" class="number">US dollars</th></tr></thead>
<tbody>
${rows.map(
  ([title, how, amount]) =>
    amount !== null &&
    html`<tr><th scope="row">${title}<span class="small-text">${how}</span></th><td class="number">${amount}</td></tr>\n`,
)}<tr class="double-rule"><th scope="row">Zakat<span class="small-text">${how[zakat.reaches]}</span></th><td class="number"><strong>${range(zakat.due_low, zakat.due_high)}</strong></td></tr>
</tbody></table>`;
  return pageSection({
    id: 'steps',
    title: 'Arithmetic',
    note: 'Every step, for your records.',
    content,
  });
}

function holdingsSection(counted: readonly ZakatHolding[], { securities }: Zakat): Safe {
  const content = html`<table class="to-purify counting">
<thead><tr><th scope="col">Holding</th><th scope="col" class="number">Counts</th></tr></thead>
<tbody>
${counted.map(
  (one) =>
    html`<tr><th scope="row">${nameOf(one)}</th><td class="number">${range(one.counts_low ?? 0, one.counts_high ?? 0)}</td></tr>
<tr class="how"><td colspan="2">${howOf(one, securities).map((line) => html`<span class="small-text">${line}</span>`)}</td></tr>
`,
)}</tbody></table>`;
  const note = 'What counts of each: its value, or your part of the balance sheet.';
  return pageSection({ id: 'holdings-counted', title: 'Per holding', note, content });
}

function nameOf({ symbol, name }: ZakatHolding): Safe {
  return html`<a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)}</bdi> <bdi class="ticker">${symbol}</bdi></a>`;
}

/** Says how an amount comes about, and where the figures are filed. */
function howOf(one: ZakatHolding, securities: boolean): readonly Content[] {
  const { held_for: heldFor, shares, value, value_from: from, close_date: date, balance } = one;
  if (heldFor === 'income' && balance !== null)
    return [
      `Income: ${exactly(shares ?? 0)} × ${perShareRange(balance.per_share_low, balance.per_share_high, balance.currency)}. ${sheetInWords(balance, securities)}`,
      filingOf(balance),
    ];
  if (from === 'given' || date === null) return ['To trade: as given'];
  const close = (value ?? 0) / (shares ?? 1);
  return [
    html`To trade: ${exactly(shares ?? 0)} × ${price(close, DOLLARS)}, the close of ${dateInWords(date)}`,
  ];
}

/** `Cash $45.3 bn, receivables $70.3 bn, inventories $5.9 bn: in all $121.5 bn, over 14,681,140,000 shares.` */
function sheetInWords(balance: Balance, securities: boolean): string {
  const { currency, factor_low: fewest, factor_high: most } = balance;
  const amount = (low: number, high: number | null) => moneyRange(low, high, currency);
  const factor = fewest === most ? exactly(most) : `${exactly(fewest)} to ${exactly(most)}`;
  const split = factor === '1' ? '' : ` × ${factor}`;
  const cash = amount(balance.cash_low, balance.cash_high);
  const receivables = amount(balance.receivables_low, balance.receivables_high);
  const inventories = amount(balance.inventories_low, balance.inventories_high);
  const total = amount(balance.total_low, balance.total_high);
  return `${securities ? 'Cash and short-term securities' : 'Cash'} ${cash}, receivables ${receivables}, inventories ${inventories}: in all ${total}, over ${wholeNumber(balance.shares_outstanding)}${split} shares.`;
}

function filingOf({ report, stale }: Balance): Safe {
  return html`<a href="${url(report.source_url)}">${report.form} to ${dateInWords(report.period_end)}</a>${stale && ' A newer report is overdue and not here.'}`;
}

const APART = {
  cash: 'cash that is not in US dollars: add it to other wealth',
  option: 'an option, which is not counted',
  short: 'sold short, which is not counted',
  foreign: 'listed in another country: add its value to other wealth',
  unmatched: 'no listing found; write its ticker',
} as const satisfies Readonly<Record<Zakat['apart'][number]['kind'], string>>;

/** Every holding and line that is in no sum, with the reason and what to do. */
function leftOutSection({ holdings, apart, sold, unread }: Zakat): Safe | false {
  const items = [
    ...holdings
      .filter(({ state }) => state !== 'counted')
      .map((one) => html`<strong>${nameOf(one)}.</strong> ${whyNot(one)}`),
    ...apart.map(
      (one) => html`<strong><bdi>${one.asked}</bdi></strong>, line ${one.line}: ${APART[one.kind]}.`,
    ),
    ...sold.map((one) => html`<strong><bdi>${one.text}</bdi></strong>, line ${one.line}: no longer held.`),
    ...unread.map((one) => html`<strong><bdi>${one.text}</bdi></strong>, line ${one.line}: not understood.`),
  ];
  if (items.length === 0) return false;
  const content = html`<ul class="sentences">${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
  return pageSection({ id: 'left-out', title: 'Left out', note: 'In no sum above.', content });
}

function whyNot({ state, problem, balance }: ZakatHolding): string {
  switch (state) {
    case 'no_value':
      return 'No close is here. Write its value in dollars: Costco $1,200.';
    case 'no_shares':
      return 'Write how many shares you hold: a value is not enough for a part of the company.';
    case 'fund':
      return 'A fund: its filings give no balance sheets of what it holds. Mark it “trade” to count its market value.';
    case 'no_balance':
      return 'No report of the last 18 months with a share count is here. Mark it “trade” to count its market value.';
    case 'other_currency':
      return `Its report is in ${balance?.currency ?? 'another currency'}, and is not added to dollars. Mark it “trade” to count its market value.`;
    case 'not_bounded':
      return `Its balance sheet does not say how much counts at most. It is at least ${perShareRange(balance?.per_share_low ?? 0, balance?.per_share_low ?? 0, balance?.currency ?? null)}.`;
    default:
      return problem ?? 'It could not be screened. Calculate again in a moment.';
  }
}

function dollars(value: number): string {
  return price(value, DOLLARS);
}

/** `$331.07`, `$130.25–142.67`. */
function range(low: number, high: number): string {
  const [from, to] = [dollars(low), dollars(high)];
  return from === to ? from : `${low === 0 ? '$0' : from}–${to.slice(1)}`;
}
