import { type Expression, evaluate } from '@screener/engine/amounts/expression';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import type { AmountAnswer, CheckAnswer, EvidenceEntry, Screening } from '@screener/engine/screening';
import { amountName } from '@screener/words/names';
import { limitInWords, moneyRange } from '@screener/words/numbers';
import { periodOf } from './evidence.ts';
import { bullet, ledgerLine, type Page, wrap } from './layout.ts';
import { faceOf, money } from './numbers.ts';
import { paint } from './terminal.ts';
import { ratioLine, shortTag } from './words.ts';

/** Looks up the figures behind expressions. */
interface Figures {
  readonly valueOf: (id: string) => number;
  readonly nameOf: (id: string) => string;
}

/** A term of a sum, with its sign. */
interface SignedTerm {
  readonly sign: 1 | -1;
  readonly of: Expression;
}

/** Shows how each amount was computed: sums and differences of tags, with the chosen alternatives marked. */
export function explanationLines(page: Page, screening: Screening): readonly string[] {
  const figures = figuresOf(screening);
  const amounts = Object.entries(screening.amounts);
  if (amounts.length === 0) return ['  nothing was computed'];
  return [
    ...wrap(
      'Of several alternatives, the one marked > is used. Tags are us-gaap unless another taxonomy is named.',
      page.width,
      2,
    ),
    ...amounts.flatMap(([name, amount]) => ['', ...amountLines(page, name, amount, figures)]),
  ];
}

/** Lists each limit with its source. */
export function sourceLines(page: Page, screening: Screening): readonly string[] {
  return screening.methodologies.flatMap((methodology) => [
    paint(page.terminal, 'bold', `  ${methodology.name}`),
    ...wrap(methodology.edition, page.width, 4),
    ...methodology.checks.flatMap((check) => bullet(page, sourceOf(page, check), 4)),
  ]);
}

function sourceOf(page: Page, check: CheckAnswer): string {
  return `${ratioLine(check)} ${limitInWords(check, faceOf(page.glyphs))}: ${check.source} (confidence ${check.confidence})`;
}

function figuresOf(screening: Screening): Figures {
  const evidence = new Map(screening.evidence.map((entry) => [entry.id, entry]));
  const { market_data: market, anchor } = screening;
  return {
    valueOf: (id) => evidence.get(id)?.value ?? (id === market.id ? (market.value ?? 0) : 0),
    nameOf: (id) => {
      const entry = evidence.get(id);
      if (entry !== undefined) return tagName(entry, anchor?.period_end ?? null);
      const figure = market.figure === 'close' ? 'close' : 'market cap';
      return id === market.id ? `${figure} of ${market.date}, ${market.source}` : id;
    },
  };
}

/** Names a tag, with its period unless that is the period of the report. */
function tagName(entry: EvidenceEntry, periodEnd: string | null): string {
  const tag = shortTag(entry.xbrl_tag);
  if (entry.period_start !== null) return `${tag}, ${periodOf(entry)}`;
  return entry.period_end === periodEnd ? tag : `${tag} at ${entry.period_end}`;
}

function amountLines(page: Page, name: string, amount: AmountAnswer, figures: Figures): readonly string[] {
  const unit = amount.unit === null ? '' : ` ${amount.unit}`;
  const range = `${moneyRange(amount.low, amount.high, null, faceOf(page.glyphs))}${amount.high === null && amount.low === 0 ? '' : unit}`;
  const words = wrap(`${amountName(name)}: ${range}, ${amount.basis}`, page.width, 2, 4);
  const heading = words.map((line, index) => (index === 0 ? boldStart(page, line, amountName(name)) : line));
  const { low_from: low, high_from: high } = amount;
  const isOne = high !== null && amount.low === amount.high;
  const ends: readonly string[] =
    isOne && JSON.stringify(low) === JSON.stringify(high)
      ? endLines(page, 'exactly', low, figures)
      : [
          ...endLines(page, 'at least', low, figures),
          ...(high === null ? ['    at most: nothing bounds it'] : endLines(page, 'at most', high, figures)),
        ];
  return [...heading, ...ends, ...amount.rules.flatMap((rule) => ruleLines(page, rule))];
}

function boldStart(page: Page, line: string, name: string): string {
  return line.replace(name, paint(page.terminal, 'bold', name));
}

function ruleLines(page: Page, id: string): readonly string[] {
  const rule = Object.values(BOUND_RULES).find((candidate) => candidate.id === id);
  return wrap(rule === undefined ? id : `by ${id}: ${rule.formula}`, page.width, 4, 8);
}

function endLines(page: Page, word: string, from: Expression, figures: Figures): readonly string[] {
  const value = money(evaluate(from, figures.valueOf));
  const terms = termsOf(from, 1);
  if (terms.length === 0) return ledgerLine(`    ${word}`, '0', page.width);
  return [
    ...ledgerLine(`    ${word}`, value, page.width).map((line) => paint(page.terminal, 'bold', line)),
    ...sumLines(page, terms, 6, figures),
  ];
}

/** Flattens a nested sum or difference into a list of signed terms. A zero adds no term. */
function termsOf(from: Expression, sign: 1 | -1): readonly SignedTerm[] {
  if (from === 0) return [];
  if (typeof from === 'object' && 'sum' in from) return from.sum.flatMap((part) => termsOf(part, sign));
  if (typeof from === 'object' && 'minus' in from) {
    return [...termsOf(from.minus[0], sign), ...termsOf(from.minus[1], sign === 1 ? -1 : 1)];
  }
  return [{ sign, of: from }];
}

function sumLines(
  page: Page,
  terms: readonly SignedTerm[],
  indent: number,
  figures: Figures,
): readonly string[] {
  return terms.flatMap(({ sign, of }, index) => {
    const mark = sign === -1 ? page.glyphs.minus : index === 0 ? ' ' : '+';
    return termLines(page, mark, of, indent, figures);
  });
}

/** Writes one term after its mark: a tag, a multiple, or alternatives of which one is used. */
function termLines(
  page: Page,
  mark: string,
  of: Expression,
  indent: number,
  figures: Figures,
): readonly string[] {
  const value = money(evaluate(of, figures.valueOf));
  const line = (words: string) => ledgerLine(`${' '.repeat(indent)}${mark} ${words}`, value, page.width);
  if (typeof of === 'string') return line(figures.nameOf(of));
  if (typeof of === 'number') return line('constant');
  if ('times' in of) {
    const [factor, product] = of.times;
    const words = typeof factor === 'number' ? String(factor) : 'a product';
    return typeof product === 'string'
      ? line(`${words} ${page.glyphs.times} ${figures.nameOf(product)}`)
      : [
          ...line(`${words} ${page.glyphs.times}`),
          ...sumLines(page, termsOf(product, 1), indent + 4, figures),
        ];
  }
  if ('sum' in of || 'minus' in of) {
    return [...line('together'), ...sumLines(page, termsOf(of, 1), indent + 4, figures)];
  }
  const alternatives = 'max' in of ? of.max : of.min;
  const degree = 'max' in of ? ['larger', 'largest'] : ['smaller', 'smallest'];
  return [
    ...line(`the ${alternatives.length === 2 ? degree[0] : degree[1]} of`),
    ...alternativeLines(page, alternatives, evaluate(of, figures.valueOf), indent + 4, figures),
  ];
}

function alternativeLines(
  page: Page,
  alternatives: readonly Expression[],
  taken: number,
  indent: number,
  figures: Figures,
): readonly string[] {
  const chosen = alternatives.findIndex((alternative) => evaluate(alternative, figures.valueOf) === taken);
  return alternatives.flatMap((alternative, index) => {
    const terms = termsOf(alternative, 1);
    const mark = index === chosen ? '>' : ' ';
    const [only] = terms;
    if (only === undefined) return ledgerLine(`${' '.repeat(indent)}${mark} nothing`, '0', page.width);
    return termLines(page, mark, terms.length === 1 ? only.of : alternative, indent, figures);
  });
}
