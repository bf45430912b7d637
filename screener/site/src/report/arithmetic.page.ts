import type { CalendarDate } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { type Content, html, type Safe } from '@common/web/html';
import { type Expression, evaluate, evidenceIds } from '@screener/engine/amounts/expression';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import type { AmountAnswer, EvidenceEntry } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { amountName, boundRuleInWords, leftToRight } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
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
  const { title, hint, note } = words().report.arithmetic;
  const used = new Set(
    answer.methodologies.flatMap(({ checks }) =>
      checks.flatMap((check) => [check.numerator, check.denominator]),
    ),
  );
  return pageSection({
    id: 'arithmetic',
    title,
    fold: { hint },
    note: note(scaleInWords(scale)),
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
  const title = html`${capitalised(amountName(name))}`;
  return isFlow && answer.anchor !== null
    ? html`${words().report.arithmetic.twelveMonths(title, shortDate(answer.anchor.period_end))}`
    : title;
}

function rangeInScale({ low, high }: Pick<AmountAnswer, 'low' | 'high'>, scale: MoneyScale): string {
  const { notKnown, arithmetic } = words().report;
  if (high === null) return low === 0 ? notKnown : arithmetic.atLeast(inRoundScale(low, scale));
  return low === high
    ? inRoundScale(high, scale)
    : leftToRight(`${inRoundScale(low, scale)}–${inRoundScale(high, scale)}`);
}

function amountBody(name: string, amount: AmountAnswer, books: SumContext): Safe {
  const { low, high, low_from: lowFrom, high_from: highFrom, rules } = amount;
  const title = titleOf(name, books);
  const said = words().report.arithmetic;
  if (high === null || highFrom === null) {
    return html`${lowEnd(title, lowFrom, books)}<p class="end">${said.noUpper}</p>`;
  }
  if (low !== high) {
    return html`${lowEnd(title, lowFrom, books)}<p class="end">${said.upper}</p>
${sumTable(html`${said.upperEnd(title)}`, highFrom, books)}${ruleNotes(rules, books)}`;
  }
  const isTwofold = JSON.stringify(lowFrom) !== JSON.stringify(highFrom);
  return html`${sumTable(title, lowFrom, books)}${isTwofold && otherSide(title, highFrom, rules, books)}${!isTwofold && ruleNotes(rules, books)}`;
}

function lowEnd(title: Safe, from: Expression, books: SumContext): Safe {
  const said = words().report.arithmetic;
  if (from === 0) return html`<p class="end">${said.noLower}</p>\n`;
  return html`<p class="end">${said.lower}</p>
${sumTable(html`${said.lowerEnd(title)}`, from, books)}`;
}

/** Shows the bound from the rest of the balance sheet if it equals the sum of the parts. */
function otherSide(title: Safe, from: Expression, rules: readonly string[], books: SumContext): Safe {
  const said = words().report.arithmetic;
  const notes = html`${footnotes(books.ledger, evidenceIds(from))}`;
  return html`<p class="end">${said.otherSide(notes)}</p>
<details class="other-side">
<summary>${said.showOtherSide}</summary>
${sumTable(title, from, books)}${ruleNotes(rules, books)}</details>
`;
}

function ruleNotes(ids: readonly string[], { answer }: SumContext): readonly Safe[] {
  return ids.flatMap((id) => {
    const rule = Object.values(BOUND_RULES).find((candidate) => candidate.id === id);
    if (rule === undefined) return [];
    const said = words().report.arithmetic;
    const { formula, reason } = boundRuleInWords(rule.id);
    const kind = rule.kind === 'assumption' ? said.assumption : said.identity;
    // The section on what is assumed explains an assumption behind the verdict.
    const isTold = answer.approximations.some((approximation) => approximation.id === id);
    const why = isTold ? html`<a href="#assumed">${said.why}</a>` : html`<span class="why">${reason}</span>`;
    const told = said.rule<Content>(html`<strong>${kind}</strong>`, html`<code>${id}</code>`, formula);
    return [html`<p class="rule">${told} ${why}</p>\n`];
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
  const said = words().report.arithmetic;
  return html`<tr class="in-${level}${what.kind === 'together' && ' together'}"><td>${used === true && html`<span class="used">› <span class="only-read">${said.used} </span></span>`}${sign === -1 && `${said.less} `}${lineWords(line, books)}</td><td class="number">${shown}</td></tr>
`;
}

const DEEPEST = 4;

function lineWords({ what, value }: SumLine, books: SumContext): Safe {
  const said = words().report.arithmetic;
  if (what.kind === 'figure') return figureWords(what.ids, books);
  if (what.kind === 'constant') return html`${value === 0 ? said.nothing : said.rounding}`;
  if (what.kind === 'together') return html`${said.together}`;
  if (what.kind === 'multiple') {
    const figure = what.ids.length === 0 ? null : figureWords(what.ids, books);
    if ('constant' in what.factor) {
      const factor = percentOf(what.factor.constant);
      return html`${figure === null ? said.shareOfWhatFollows(factor) : said.shareOf(factor, figure)}`;
    }
    return html`${said.times(figureWords([what.factor.id], books), figure ?? html`${said.whatFollows}`)}`;
  }
  return html`${what.kind === 'larger' ? said.largerOf(what.of) : said.smallerOf(what.of)}`;
}

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 6 });

function percentOf(factor: number): string {
  return PERCENT.format(factor);
}

function figureWords(ids: readonly string[], books: SumContext): Safe {
  const [first = '', ...others] = ids;
  const same = others.map((id) => books.entries.get(id)?.xbrl_tag).filter((tag) => tag !== undefined);
  return html`${figureName(first, books)}${footnotes(books.ledger, ids)}${same.length > 0 && html` <span class="same">${words().report.arithmetic.same(html`${same.map(tagInCode)}`)}</span>`}`;
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
    entry.period_end !== periodEnd &&
    html` <span class="period">${words().report.arithmetic.at(shortDate(entry.period_end))}</span>`
  );
}

function marketName({ figure, date, source }: ScreenAnswer['market_data']): Safe {
  const { closeOf, capOf } = words().report.arithmetic;
  const day = html`${date !== null && dateInWords(date)}`;
  return html`${(figure === 'close' ? closeOf : capOf)(day, html`<bdi>${source}</bdi>`)}`;
}
