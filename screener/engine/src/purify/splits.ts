import type { CalendarDate } from '@common/base/calendar';
import { multiply, quotient } from '@common/base/exact';
import { shareBasisIn, sharesFiledAt } from '../screen.ts';
import type { ScreeningInput } from '../screening-input.ts';
import { isTooOld } from '../selection/anchor.ts';
import { FactLedger, type LedgerEntry } from '../selection/fact-ledger.ts';
import type { ShareBasis } from '../share-basis-answer.ts';
import { factorsOf, SPLIT_RATIO } from '../shares/open-splits.ts';

/** Shares of a later day for one share of an earlier one, at least and at most. */
export type SplitSpan = readonly [low: number, high: number];

/** From one report to the next, more shares issued or bought back than this are not taken for none. */
const ISSUED = 0.1;
/** How far the ratio of two counts may be from the split that a filing states between them. */
const BESIDE_SPLIT = 1.25;
/** What may be issued or bought back beside a split that no filing states. */
const BESIDE_UNSTATED = 2;

interface CountAt {
  /** The newest count that was filed by a day. */
  readonly count: LedgerEntry;
  readonly basis: ShareBasis;
}

/** Reads each report of a company once, and each day once, however many lots were sold on however many days. */
export class SplitReader {
  readonly #input: ScreeningInput;
  /** Days on which reports were filed, oldest first: what was filed by a day is the same until the next. */
  readonly #filed: readonly CalendarDate[];
  readonly #filedBy = new Map<CalendarDate, ReturnType<typeof sharesFiledAt>>();
  readonly #countAt = new Map<CalendarDate, CountAt | null>();
  readonly #steps = new Map<LedgerEntry, Map<LedgerEntry, SplitSpan>>();

  constructor(input: ScreeningInput) {
    this.#input = input;
    this.#filed = [...new Set(input.facts.reports.map(({ filed }) => filed))].sort();
  }

  /**
   * How many shares of `day` stand for one share of an earlier filed count, by the counts and the splits filed between
   * them, and from the newest count on by the listing (see `shareBasisOf`). Where counts differ and no filing says why, the
   * span holds both no split and any that fits. Null if nothing of `day` is known.
   */
  between(from: LedgerEntry, day: CalendarDate): SplitSpan | null {
    const at = memo(this.#countAt, day, () => this.#read(day));
    if (at === null) return null;
    const { count: last, basis } = at;
    if (last.fact.tag !== from.fact.tag) return null;
    const perLast = memo(this.#steps, from, () => new Map<LedgerEntry, SplitSpan>());
    // The lot may have been sold before the count of its year was taken.
    if (last.fact.end < from.fact.end) {
      const [least, most] = memo(perLast, last, () => productOf(stepsBetween(this.#input, last, from)));
      return [quotient([basis.factor_low], [most]), quotient([basis.factor_high], [least])];
    }
    const [least, most] = memo(perLast, last, () => productOf(stepsBetween(this.#input, from, last)));
    return [multiply(basis.factor_low, least), multiply(basis.factor_high, most)];
  }

  #read(day: CalendarDate): CountAt | null {
    const newest = this.#filed.findLast((filed) => filed <= day);
    if (newest === undefined) return null;
    const filed = memo(this.#filedBy, newest, () => sharesFiledAt({ ...this.#input, asOf: newest }));
    if (!filed.ok || isTooOld(filed.value.anchor.report, day)) return null;
    const basis = shareBasisIn({ ...this.#input, asOf: day }, filed.value);
    const { shares: count } = filed.value;
    return count === null || basis === null ? null : { count, basis };
  }
}

function memo<Key, Value>(known: Map<Key, Value>, key: Key, read: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = read();
  known.set(key, value);
  return value;
}

function productOf(steps: readonly SplitSpan[]): SplitSpan {
  return steps.reduce(([a, b], [c, d]) => [multiply(a, c), multiply(b, d)], [1, 1]);
}

interface Count {
  readonly value: number;
  readonly day: CalendarDate;
  readonly filed: CalendarDate;
}

function stepsBetween({ facts }: ScreeningInput, from: LedgerEntry, to: LedgerEntry): readonly SplitSpan[] {
  const reports = facts.reports.filter(({ filed }) => filed >= from.report.filed && filed <= to.report.filed);
  const ledger = new FactLedger(facts, new Set(reports.map(({ accession }) => accession)), 's');
  const countOf = ({ fact, report }: LedgerEntry): Count => ({
    value: fact.value,
    day: fact.end,
    filed: report.filed,
  });
  const between = reports.flatMap((report) => {
    const count = ledger.cover(report, from.fact.tag, 'shares');
    return count === null || count.fact.value <= 0 ? [] : [countOf(count)];
  });
  const [first, last] = [countOf(from), countOf(to)];
  const counts = [first, ...between.filter(({ day }) => day > first.day && day < last.day), last];
  const stated = reports.flatMap((report) =>
    ledger.facts(report, SPLIT_RATIO, 'pure').flatMap(({ value }) => (value > 0 ? [{ value, report }] : [])),
  );
  return counts.slice(1).flatMap((count, index) => {
    const before = counts[index];
    if (before === undefined || count.day <= before.day) return [];
    const ratios = stated
      .filter(({ report }) => report.filed >= before.filed && report.filed <= count.filed)
      .map(({ value }) => value);
    return [stepOf(quotient([count.value], [before.value]), ratios)];
  });
}

/**
 * The split by which a number of shares changed by `ratio`, of those that filings state.
 * @example stepOf(0.98, []) // [1, 1]
 * @example stepOf(3.9, [4]) // [4, 4]
 * @example stepOf(3.9, []) // [1, 7.8]
 */
export function stepOf(ratio: number, stated: readonly number[]): SplitSpan {
  if (isWithin(ratio, 1 + ISSUED)) return [1, 1];
  const fitting = new Set(
    stated.flatMap(factorsOf).filter((factor) => factor !== 1 && isWithin(ratio / factor, BESIDE_SPLIT)),
  );
  const [only] = fitting;
  if (only !== undefined && fitting.size === 1) return [only, only];
  return [
    Math.min(1, quotient([ratio], [BESIDE_UNSTATED])),
    Math.max(1, quotient([ratio, BESIDE_UNSTATED], [1])),
  ];
}

function isWithin(ratio: number, factor: number): boolean {
  return ratio <= factor && ratio >= 1 / factor;
}
