import { field } from '@common/web/field';
import { html, type Safe } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { exactly, percentRange, range, shareBasisInWords, splitInWords } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
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
  const { title, note, hint } = words().report.purification;
  return pageSection({
    id: 'purification',
    title,
    note,
    kind: 'screen-only',
    layout: 'calculator',
    fold: {
      hint,
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
  const said = words().report.purification;
  const end = anchor === null ? said.periodEnd : dateInWords(anchor.period_end);
  const { share_basis: basis } = purification;
  const held =
    basis?.status === 'split'
      ? said.sharesOnAfterSplit(end, splitInWords(basis.factor_low))
      : said.sharesOn(end);
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
${fieldOf('shares', html`${held}`, 'decimal')}
${fieldOf('dividends', said.dividends(currencyInWords(purification.currency)), 'decimal')}
<div class="two-fields">
${fieldOf('since', said.since, 'date')}
${fieldOf('until', said.until, 'date')}
</div>
<button type="submit" class="outlined">${said.calculate}</button>
</form>`;
}

/** Longer than any number or date that is accepted. */
const LONGEST = 40;

function resultTable(answer: ScreenAnswer, { holding }: Calculator): Safe {
  const { anchor, purification } = answer;
  const { byShare, byDividend, isHeldAtEnd } = purify(answer, holding);
  const currency = currencyInWords(purification.currency);
  const said = words().report.purification;
  const share =
    purification.shares === null
      ? said.noCount
      : said.sharesTimes(holding.shares, factorInWords(purification));
  const rate = percentRange(purification.low_pct / 100, (purification.high_pct ?? 0) / 100);
  return html`<table class="give">
<caption>${anchor === null ? currency : said.twelveMonths(dateInWords(anchor.period_end), currency)}</caption>
<thead><tr><th scope="col">${said.method}</th><th scope="col" class="number">${said.atLeast}</th><th scope="col" class="number">${said.atMost}</th></tr></thead>
<tbody>
${giveRow(said.byShare, isHeldAtEnd ? share : said.notHeld, byShare)}${giveRow(said.byDividend, said.dividendsTimes(holding.dividends, rate), byDividend)}</tbody>
</table>`;
}

function giveRow(method: string, how: string, amount: AmountToGive | null): Safe {
  const [least, most] =
    amount === null
      ? ['–', '–']
      : [grouped(amount.least), amount.most === null ? words().report.notKnown : grouped(amount.most)];
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
  return low === null ? words().report.notKnown : range(low, high, exactly);
}

function resultNotes(answer: ScreenAnswer, { holding }: Calculator): Safe {
  const { purification, anchor } = answer;
  const isRange = purification.low_pct !== purification.high_pct;
  const said = words().report.purification;
  const told = toldInWords(answer);
  return html`<p class="muted small">${isRange && `${said.isRange} `}${told !== null && `${told} `}${said.rule}</p>
${purification.share_basis !== null && html`<p class="muted small">${shareBasisInWords(purification.share_basis)}</p>`}
${(holding.since !== null || holding.until !== null) && html`<p class="muted small">${said.ofTheTimeHeld}</p>`}
${anchor?.form.startsWith('20-F') === true && html`<p class="muted small">${said.ordinaryShares}</p>`}`;
}

/** Explains the figure of the API if it is neither end: the filed one, which includes dividends. */
function toldInWords({
  purification: { pct_of_dividends_and_gains: told, low_pct: low, high_pct: high },
}: ScreenAnswer): string | null {
  if (told === null || told === high || told === low) return null;
  return words().report.purification.asFiled(percentRange(told / 100, told / 100));
}
