import type { CalendarDate } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import { type Expression, evaluate, evidenceIds } from '@screener/engine/amounts/expression';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import type { AmountAnswer, EvidenceEntry } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE, typeset } from '@screener/words/face';
import { amountName } from '@screener/words/names';
import { pageSection } from '../parts/section.page.ts';
import { dateInWords, shortDate } from '../parts/words.page.ts';
import type { Ledger } from './ledger.ts';
import {
  footnotes,
  inRoundScale,
  inScale,
  type MoneyScale,
  scaleInWords,
  tagInCode,
} from './report-words.page.ts';
import { type SumLine, sumLines } from './sums.ts';

/** What writing the sums of one report needs. */
interface SumContext {
  readonly answer: ScreenAnswer;
  readonly ledger: Ledger;
  readonly scale: MoneyScale;
  readonly entries: ReadonlyMap<string, EvidenceEntry>;
  readonly figureOf: (id: string) => number;
}

/** Shows each amount as a sum over the evidence that a reader can redo by hand. */
export function arithmeticSection(answer: ScreenAnswer, ledger: Ledger, scale: MoneyScale): Safe {
  const books = booksOf(answer, ledger, scale);
  const amounts = Object.entries(answer.amounts);
  const used = new Set(
    answer.methodologies.flatMap(({ checks }) =>
      checks.flatMap((check) => [check.numerator, check.denominator]),
    ),
  );
  return pageSection({
    id: 'arithmetic',
    title: 'The arithmetic',
    fold: { hint: 'Each ratio from filed figures' },
    note: html`${scaleInWords(scale)}. Small figures point to the evidence at the end. Of two alternatives, the one marked › is used.`,
    content: html`${amounts.map(([name, amount], index) => amountDetails(name, amount, books, { isOpen: index === 0 || amount.basis === 'bounded', isUsed: used.has(name) }))}`,
  });
}

function booksOf(answer: ScreenAnswer, ledger: Ledger, scale: MoneyScale): SumContext {
  const { evidence, market_data: market } = answer;
  const entries = new Map(evidence.map((entry) => [entry.id, entry]));
  const figureOf = (id: string) => {
    const value = entries.get(id)?.value ?? (id === market.id ? market.value : null);
    if (value === null) throw new Error(`no figure ${id} in the answer`);
    return value;
  };
  return { answer, ledger, scale, entries, figureOf };
}

function amountDetails(
  name: string,
  amount: AmountAnswer,
  all: SumContext,
  { isOpen, isUsed }: { readonly isOpen: boolean; readonly isUsed: boolean },
): Safe {
  // A capitalisation may be in another currency than the report.
  const isOther = amount.unit !== null && amount.unit !== all.scale.currency;
  const scale: MoneyScale = isOther ? { currency: amount.unit, divisor: 1 } : all.scale;
  const books = { ...all, scale };
  return html`<details class="sum${!isUsed && ' unused'}" id="sum-${name}"${isOpen && html` open`}>
<summary><span class="sum-name">${titleOf(name, books)}</span> <span class="sum-value">${isOther && `${amount.unit} `}${rangeInScale(amount, scale)}</span></summary>
${amountBody(name, amount, books)}
</details>
`;
}

/** Titles an amount. Income covers the twelve months to the period end of the screened report. */
function titleOf(name: string, { answer }: SumContext): Safe {
  const isFlow = name === 'revenue' || name === 'interest_income';
  const months =
    isFlow && answer.anchor !== null && html`, twelve months to ${shortDate(answer.anchor.period_end)}`;
  return html`${capitalised(amountName(name))}${months}`;
}

function rangeInScale({ low, high }: Pick<AmountAnswer, 'low' | 'high'>, scale: MoneyScale): string {
  if (high === null) return low === 0 ? 'not known' : `at least ${inRoundScale(low, scale)}`;
  return low === high
    ? inRoundScale(high, scale)
    : `${inRoundScale(low, scale)}–${inRoundScale(high, scale)}`;
}

function amountBody(name: string, amount: AmountAnswer, books: SumContext): Safe {
  const { low, high, low_from: lowFrom, high_from: highFrom, rules } = amount;
  const words = titleOf(name, books);
  if (high === null || highFrom === null) {
    return html`${lowEnd(words, lowFrom, books)}<p class="end">At most: nothing that is filed bounds it.</p>`;
  }
  if (low !== high) {
    return html`${lowEnd(words, lowFrom, books)}<p class="end">At most:</p>
${sumTable(html`${words}, at most`, highFrom, books)}${ruleNotes(rules, books)}`;
  }
  const isTwofold = JSON.stringify(lowFrom) !== JSON.stringify(highFrom);
  return html`${sumTable(words, lowFrom, books)}${isTwofold && otherSide(words, highFrom, rules, books)}${!isTwofold && ruleNotes(rules, books)}`;
}

function lowEnd(words: Safe, from: Expression, books: SumContext): Safe {
  if (from === 0) return html`<p class="end">At least: 0. No filed figure sets a lower end.</p>\n`;
  return html`<p class="end">At least:</p>
${sumTable(html`${words}, at least`, from, books)}`;
}

/** Shows the bound from the rest of the balance sheet if it equals the sum of the parts. */
function otherSide(words: Safe, from: Expression, rules: readonly string[], books: SumContext): Safe {
  return html`<p class="end">Checked from the other side, by what the rest of the balance sheet leaves${footnotes(books.ledger, evidenceIds(from))}: the same figure.</p>
<details class="other-side">
<summary>Show the other side</summary>
${sumTable(words, from, books)}${ruleNotes(rules, books)}</details>
`;
}

function ruleNotes(ids: readonly string[], { answer }: SumContext): readonly Safe[] {
  return ids.flatMap((id) => {
    const rule = Object.values(BOUND_RULES).find((candidate) => candidate.id === id);
    if (rule === undefined) return [];
    const kind = rule.kind === 'assumption' ? 'Our assumption' : 'By accounting';
    // The section on what is assumed explains an assumption behind the verdict.
    const isTold = answer.approximations.some((approximation) => approximation.id === id);
    const why = isTold
      ? html`<a href="#assumed">Why</a>`
      : html`<span class="why">${typeset(rule.reason, PAGE)}</span>`;
    return [
      html`<p class="rule"><strong>${kind}</strong>, rule <code>${id}</code>: ${typeset(rule.formula, PAGE)}. ${why}</p>\n`,
    ];
  });
}

function sumTable(total: Safe, from: Expression, books: SumContext): Safe {
  const lines = sumLines(from, books.figureOf);
  const whole = evaluate(from, books.figureOf);
  return html`<table class="account">
<tbody>
${lines.map((line) => lineRow(line, books))}<tr class="total"><th scope="row">${total}</th><td class="number">${inScale(whole, books.scale)}</td></tr>
</tbody>
</table>
`;
}

function lineRow(line: SumLine, books: SumContext): Safe {
  const { depth, sign, value, used, what } = line;
  const shown = inScale(sign * value, books.scale);
  const level = Math.min(depth, DEEPEST);
  return html`<tr class="in-${level}${what.kind === 'together' && ' together'}"><td>${used === true && html`<span class="used">› <span class="only-read">used: </span></span>`}${sign === -1 && 'less '}${lineWords(line, books)}</td><td class="number">${shown}</td></tr>
`;
}

const DEEPEST = 4;

function lineWords({ what, value }: SumLine, books: SumContext): Safe {
  if (what.kind === 'figure') return figureWords(what.ids, books);
  if (what.kind === 'constant') return value === 0 ? html`nothing` : html`room for what filings round`;
  if (what.kind === 'together') return html`together`;
  if (what.kind === 'multiple') {
    const factor =
      'constant' in what.factor
        ? html`${percentOf(what.factor.constant)} of`
        : html`${figureWords([what.factor.id], books)} ×`;
    return html`${factor} ${what.ids.length === 0 ? 'what follows' : figureWords(what.ids, books)}`;
  }
  const degree = what.of === 2 ? `the ${what.kind}` : `the ${what.kind}st`.replace('erst', 'est');
  return html`${degree} of`;
}

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 6 });

function percentOf(factor: number): string {
  return PERCENT.format(factor);
}

function figureWords(ids: readonly string[], books: SumContext): Safe {
  const [first = '', ...others] = ids;
  const same = others.map((id) => books.entries.get(id)?.xbrl_tag).filter((tag) => tag !== undefined);
  return html`${figureName(first, books)}${footnotes(books.ledger, ids)}${same.length > 0 && html` <span class="same">and ${same.map(tagInCode)}, the same</span>`}`;
}

/** Names a figure, with its period unless that is the period of the screened report. */
function figureName(id: string, { answer, entries }: SumContext): Safe {
  const entry = entries.get(id);
  if (entry === undefined) return marketName(answer.market_data);
  return html`${tagInCode(entry.xbrl_tag)}${periodAside(entry, answer.anchor?.period_end ?? null)}`;
}

function periodAside(entry: EvidenceEntry, periodEnd: CalendarDate | null): Safe | false {
  if (entry.period_start !== null) {
    return html` <span class="period">${shortDate(entry.period_start)} – ${shortDate(entry.period_end)}</span>`;
  }
  return (
    entry.period_end !== periodEnd && html` <span class="period">at ${shortDate(entry.period_end)}</span>`
  );
}

function marketName({ figure, date, source }: ScreenAnswer['market_data']): Safe {
  return html`${figure === 'close' ? 'Close' : 'Market capitalisation'} of ${date !== null && dateInWords(date)}, ${source}`;
}
