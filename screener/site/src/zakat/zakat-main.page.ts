import { add } from '@common/base/exact';
import { type Content, html, type Safe, url } from '@common/web/html';
import { NISAB_GRAMS } from '@screener/engine/zakat/zakat';
import type { Balance, Zakat, ZakatHolding } from '@screener/service/zakat/zakat';
import { exactly, moneyRange, perShareRange, price, priceRange, wholeNumber } from '@screener/words/numbers';
import { zakatInWords } from '@screener/words/zakat';
import { holdingsToSend, MOST_UNREAD, moreUnread, sendHoldings } from '../parts/holdings-form.page.ts';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, holdingLink } from '../parts/words.page.ts';
import { type AskedOnPage, zakatForm } from './ask-zakat.page.ts';
import { whyApart } from './why-apart.ts';

const DOLLARS = 'USD';
/** How many of those left out the answer names. */
const MOST_NAMES = 4;

/** The page about zakat: the amount, the arithmetic, what counts of each holding, and what is left out. */
export function zakatMain(zakat: Zakat, asked: AskedOnPage): Safe {
  const counted = zakat.holdings.filter(({ state }) => state === 'counted');
  const { holdings: shared, zakat: texts } = words();
  return html`<div class="portfolio zakat">
<h1>${texts.title}</h1>
<p class="when">${texts.when(zakat.year, counted.length, zakat.holdings.length)}</p>
${answerOf(zakat, asked)}
${arithmeticSection(zakat)}
${counted.length > 0 && holdingsSection(counted, zakat)}
${leftOutSection(zakat)}
<p class="small muted">${texts.calculated(dateInWords(zakat.as_of))} ${zakatInWords(face())} <a href="${url('/methodology/zakat')}">${shared.rules}</a></p>
<details class="change-holdings"><summary>${texts.change}</summary>
${zakatForm(asked)}
</details>
</div>`;
}

function answerOf(zakat: Zakat, { holdings, ...others }: AskedOnPage): Safe {
  const { left_out: leftOut } = zakat;
  const { frame, holdings: shared, zakat: texts } = words();
  const without = texts.why.without(leftOut.slice(0, MOST_NAMES), leftOut.length - MOST_NAMES);
  return html`<div class="to-give">
<p><span class="small-text">${texts.due}</span>
<strong>${zakat.reaches === 'no' ? texts.nothing : range(zakat.due_low, leftOut.length > 0 ? null : zakat.due_high)}</strong>
<span class="small-text">${whyInWords(zakat)}${leftOut.length > 0 && ` ${without}`}</span></p>
${holdingsToSend('/portal/zakat', holdings, others)}
<div class="portfolio-tools">
<button type="button" class="outlined print" hidden>${shared.print}</button>
${sendHoldings('/portal/zakat.csv', 'CSV')}
${sendHoldings('/portal/portfolio', frame.portfolio)}
${sendHoldings('/portal/purification', frame.purification)}
</div>
</div>`;
}

/** Says in one or two sentences why the amount is what it is. */
function whyInWords(zakat: Zakat): string {
  const { base_low: low, base_high: high, nisab, reaches, rate_pct: rate } = zakat;
  const { why } = words().zakat;
  const base = range(low, high);
  if (high === 0 && reaches === 'open') return why.noneKnown;
  if (reaches === 'no') return why.below(base, dollars(nisab));
  if (reaches === 'open') return (high < nisab ? why.mayReach : why.open)(base, dollars(nisab));
  const share = why.rate(rate, base);
  return low === high ? share : `${share} ${why.openAmount}`;
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
  const { steps } = words().zakat;
  const rows: readonly (readonly [title: string, how: string, amount: string | null])[] = [
    [steps.trade, steps.tradeHow, sumOf('trade')],
    [steps.income, steps.incomeHow, sumOf('income')],
    [steps.cash, steps.cashHow, cash > 0 ? dollars(cash) : null],
    [steps.other, steps.otherHow, other > 0 ? dollars(other) : null],
    [steps.all, zakat.left_out.length > 0 ? steps.allKnownHow : steps.allHow, range(low, high)],
    [steps.nisab, steps.nisabHow(NISAB_GRAMS, dollars(gold), zakat.reaches), dollars(nisab)],
  ];
  const content = html`<table class="to-purify counting">
<thead><tr><th scope="col">${steps.step}</th><th scope="col" class="number">${steps.dollars}</th></tr></thead>
<tbody>
${rows.map(
  ([title, how, amount]) =>
    amount !== null &&
    html`<tr><th scope="row">${title}<span class="small-text">${how}</span></th><td class="number">${amount}</td></tr>\n`,
)}<tr class="double-rule"><th scope="row">${steps.zakat}<span class="small-text">${steps.zakatHow(zakat.rate_pct, zakat.reaches)}</span></th><td class="number"><strong>${range(zakat.due_low, zakat.due_high)}</strong></td></tr>
</tbody></table>`;
  return pageSection({ id: 'steps', title: steps.title, note: steps.note, content });
}

function holdingsSection(counted: readonly ZakatHolding[], { securities }: Zakat): Safe {
  const { holdings, zakat } = words();
  const content = html`<table class="to-purify counting">
<thead><tr><th scope="col">${holdings.holding}</th><th scope="col" class="number">${zakat.counts}</th></tr></thead>
<tbody>
${counted.map(
  (one) =>
    html`<tr><th scope="row">${holdingLink(one)}</th><td class="number">${range(one.counts_low ?? 0, one.counts_high ?? 0)}</td></tr>
<tr class="how"><td colspan="2">${howOf(one, securities).map((line) => html`<span class="small-text">${line}</span>`)}</td></tr>
`,
)}</tbody></table>`;
  const { countsNote: note } = zakat;
  return pageSection({ id: 'holdings-counted', title: holdings.perHolding, note, content });
}

/** Says how an amount comes about, and where the figures are filed. */
function howOf(one: ZakatHolding, securities: boolean): readonly Content[] {
  const { held_for: heldFor, shares, value, value_from: from, close_date: date, balance } = one;
  const { how } = words().zakat;
  const count = exactly(shares ?? 0, face());
  if (heldFor === 'income' && balance !== null) {
    const { per_share_low: least, per_share_high: most, currency } = balance;
    const income = how.income(count, perShareRange(least, most, currency, face()));
    return [`${income} ${sheetInWords(balance, securities)}`, filingOf(balance)];
  }
  if (from === 'given' || date === null) return [how.given];
  const close = (value ?? 0) / (shares ?? 1);
  return [how.close(count, dollars(close), dateInWords(date))];
}

function sheetInWords(balance: Balance, securities: boolean): string {
  const { currency, factor_low: fewest, factor_high: most } = balance;
  const amount = (low: number, high: number | null) => moneyRange(low, high, currency, face());
  return words().zakat.how.sheet({
    hasSecurities: securities,
    cash: amount(balance.cash_low, balance.cash_high),
    receivables: amount(balance.receivables_low, balance.receivables_high),
    inventories: amount(balance.inventories_low, balance.inventories_high),
    total: amount(balance.total_low, balance.total_high),
    shares: wholeNumber(balance.shares_outstanding),
    factor: fewest === 1 && most === 1 ? null : { low: exactly(fewest), high: exactly(most) },
  });
}

function filingOf({ report, stale }: Balance): Safe {
  const { figures, zakat } = words();
  return html`<a href="${url(report.source_url)}">${figures.formTo(report.form, dateInWords(report.period_end))}</a>${stale && `. ${zakat.how.overdue}`}`;
}

/** Every holding and line that is in no sum, with the reason and what to do. */
function leftOutSection({ holdings, apart, sold, not_yet_held: notYet, unread }: Zakat): Safe | false {
  const { zakat } = words();
  const named = (text: string) => html`<strong><bdi>${text}</bdi></strong>`;
  const items = [
    ...holdings
      .filter(({ state }) => state !== 'counted')
      .map((one) => html`<strong>${holdingLink(one)}.</strong> ${whyNot(one)}`),
    ...apart.map((one) => zakat.apart(named(one.asked), one.line, whyApart(one))),
    ...sold.map(({ text, line }) => zakat.sold(named(text), line)),
    ...notYet.map(({ text, line }) => zakat.notYet(named(text), line)),
    ...unread.slice(0, MOST_UNREAD).map(({ text, line }) => zakat.unread(named(text), line)),
    ...moreUnread(unread),
  ];
  if (items.length === 0) return false;
  const content = html`<ul class="sentences">${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
  return pageSection({ id: 'left-out', title: zakat.leftOut, note: zakat.leftOutNote, content });
}

function whyNot({ state, balance }: ZakatHolding): string {
  const { holdings, zakat } = words();
  const { missing } = zakat;
  switch (state) {
    case 'no_value':
      return missing.noValue;
    case 'not_listed':
      return missing.notListed;
    case 'no_measure':
      return missing.noMeasure;
    case 'no_shares':
      return missing.noShares;
    case 'fund':
      return missing.fund;
    case 'no_balance':
      return missing.noBalance;
    case 'other_currency':
      return missing.otherCurrency(balance?.currency ?? null);
    case 'not_bounded':
      return missing.notBounded(leastOf(balance));
    default:
      return holdings.notScreened;
  }
}

function leastOf(balance: Balance | null): string {
  const least = balance?.per_share_low ?? 0;
  return perShareRange(least, least, balance?.currency ?? null, face());
}

function dollars(value: number): string {
  return price(value, DOLLARS, face());
}

function range(low: number, high: number | null): string {
  return priceRange(low, high, DOLLARS, face());
}
