import { field } from '@common/web/field';
import { html, type Safe } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { exactly, percentRange, range } from '@screener/words/numbers';
import { shareBasisInWords, splitInWords } from '@screener/words/shares';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords } from '../parts/words.page.ts';
import {
  type AmountToGive,
  type HoldingField,
  purify,
  type ReadHolding,
  type TypedHolding,
} from './purification.ts';
import { type AskedReport, currencyInWords, reportAddress } from './report-words.page.ts';

/** The fields of the calculator, as typed and as read. */
export interface Calculator extends ReadHolding {
  readonly typed: TypedHolding;
}

/** Whether the report has a rate to purify by. */
export function canPurify({ purification, amounts }: ScreenAnswer): boolean {
  return purification.high_pct !== null && amounts.interest_income !== undefined;
}

/** Shows what to give away of what was earned: a form that works without script, and both methods. */
export function purificationSection(answer: ScreenAnswer, calculator: Calculator, asked: AskedReport): Safe {
  const { low_pct: low, high_pct: high } = answer.purification;
  return pageSection({
    id: 'purification',
    title: 'Purification',
    note: 'What to give away from what you earned.',
    kind: 'screen-only',
    layout: 'calculator',
    fold: {
      hint: 'For your shares and your year',
      result: percentRange(low / 100, (high ?? 0) / 100),
      isOpen: Object.values(calculator.typed).some((typed) => typed !== ''),
    },
    content: html`${calculatorForm(answer, calculator, asked)}
<div>
${resultTable(answer, calculator)}
${resultNotes(answer, calculator)}
</div>`,
  });
}

function calculatorForm(answer: ScreenAnswer, { typed, errors }: Calculator, asked: AskedReport): Safe {
  const { symbol, anchor, purification } = answer;
  const end = anchor === null ? 'the period end' : dateInWords(anchor.period_end);
  const { share_basis: basis } = purification;
  const split = basis?.status === 'split' && `, as counted after the ${splitInWords(basis.factor_low)} split`;
  const fieldOf = (name: HoldingField, label: Safe | string, kind: 'decimal' | 'date') =>
    field({
      name,
      label,
      value: typed[name],
      error: errors[name],
      // A date field would drop wrong input.
      ...(kind === 'date' && errors[name] === undefined ? { type: 'date' } : { maxlength: LONGEST }),
      ...(kind === 'decimal' ? { inputmode: 'decimal' } : {}),
    });
  return html`<form class="form" method="get" action="${reportAddress(symbol, {}, '#purification')}">
${Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fieldOf('shares', html`Shares you held on ${end}${split}`, 'decimal')}
${fieldOf('dividends', `Dividends you received in the twelve months, ${currencyInWords(purification.currency)}`, 'decimal')}
<div class="two-fields">
${fieldOf('since', 'Held since', 'date')}
${fieldOf('until', 'Sold on', 'date')}
</div>
<button type="submit" class="outlined">Calculate</button>
</form>`;
}

/** Longer than any number or date that is accepted. */
const LONGEST = 40;

function resultTable(answer: ScreenAnswer, { holding }: Calculator): Safe {
  const { anchor, purification } = answer;
  const { byShare, byDividend, isHeldAtEnd } = purify(answer, holding);
  const currency = currencyInWords(purification.currency);
  const share =
    purification.shares === null
      ? 'no share count is filed'
      : `${holding.shares === null ? 'shares' : `${holding.shares} shares`} × ${factorInWords(purification)}`;
  const rate = percentRange(purification.low_pct / 100, (purification.high_pct ?? 0) / 100);
  return html`<table class="give">
<caption>${anchor !== null && html`For the twelve months to ${dateInWords(anchor.period_end)}, `}${currency}</caption>
<thead><tr><th scope="col">Method</th><th scope="col" class="number">At least</th><th scope="col" class="number">At most</th></tr></thead>
<tbody>
${giveRow('By share (AAOIFI 3/4/6)', isHeldAtEnd ? share : 'not held at the period end', byShare)}${giveRow('By dividend', `${holding.dividends ?? 'dividends'} × ${rate}`, byDividend)}</tbody>
</table>`;
}

function giveRow(method: string, how: string, amount: AmountToGive | null): Safe {
  const [least, most] =
    amount === null
      ? ['–', '–']
      : [grouped(amount.least), amount.most === null ? 'not known' : grouped(amount.most)];
  return html`<tr><th scope="row">${method}<span class="small-text">${how}</span></th><td class="number">${least}</td><td class="number">${most}</td></tr>
`;
}

/** Writes `1234.50` as `1,234.50`, without converting it to a float. */
function grouped(decimal: string): string {
  return decimal.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

/** The amount per share with all its digits, to multiply by. */
function factorInWords({
  amount_per_share_low: low,
  amount_per_share_high: high,
}: ScreenAnswer['purification']): string {
  return low === null ? 'not known' : range(low, high, (amount) => exactly(amount));
}

function resultNotes(answer: ScreenAnswer, { holding }: Calculator): Safe {
  const { purification, anchor } = answer;
  const isRange = purification.low_pct !== purification.high_pct;
  return html`<p class="muted small">${isRange && 'No exact interest income is filed, so the true amount lies between the two; giving the larger leaves nothing behind. '}${toldInWords(answer)}Under AAOIFI, the holder of a share at the end of the period gives by the share, dividend or not; someone who sold before gives nothing by the share. Scholars differ on gains. Amounts are rounded up to the cent.</p>
${purification.share_basis !== null && html`<p class="muted small">${shareBasisInWords(purification.share_basis)}</p>`}
${(holding.since !== null || holding.until !== null) && html`<p class="muted small">Count only the dividends of the time in which you held the shares.</p>`}
${anchor?.form.startsWith('20-F') === true && html`<p class="muted small">The count is of ordinary shares as filed: if you hold depositary shares, multiply by the ordinary shares that each stands for.</p>`}`;
}

/** Explains the figure of the API if it is neither end: the filed one, which includes dividends. */
function toldInWords({
  purification: { pct_of_dividends_and_gains: told, low_pct: low, high_pct: high },
}: ScreenAnswer): string {
  if (told === null || told === high || told === low) return '';
  return `By the figure as filed, in which interest and dividends stand together, the share is ${percentRange(told / 100, told / 100)}. `;
}
