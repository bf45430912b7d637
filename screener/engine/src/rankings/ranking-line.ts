import type { CalendarDate } from '@common/base/calendar';
import type { Report } from '../facts.ts';
import type { DecidedScreening } from '../screened.ts';
import type { MarketAnswer, ReportAnswer } from '../screening.ts';
import type { Stale } from '../stale.ts';
import { overdueSince, staleSince } from '../time/staleness.ts';
import { LEFT_OUT_REASONS, type LeftOutReason } from './formulas.ts';

/** The members that every line of a ranking has. */
export interface CompanyLine {
  readonly symbol: string;
  readonly name: string;
  readonly cik: string;
  /** Further tickers of the filer that would be in the ranking on their own. */
  readonly other_symbols: readonly string[];
  readonly exchange: string | null;
  readonly sector: string | null;
  /** The day of the screening: a company of the embedded snapshot has one of its own. */
  readonly as_of: CalendarDate;
  /** The day that the filings here reach. */
  readonly facts_through: CalendarDate | null;
  /** The day from which the report after the anchor is overdue; readers of the ranking come at any later day. */
  readonly overdue_from: CalendarDate | null;
  readonly score: number;
  /** The report whose period end all balances are taken at. */
  readonly anchor: ReportAnswer | null;
  readonly market_data: RankedMarket;
}

/** The price that a line rests on; `id` is the name of `value` in expressions. */
type RankedMarket = Pick<MarketAnswer, 'id' | 'figure' | 'value' | 'close' | 'currency' | 'date' | 'source'>;

/** A screened listing that is in no line of the ranking. */
export interface LeftOut {
  readonly symbol: string;
  readonly name: string;
  readonly cik: string;
  readonly reason: LeftOutReason;
}

export interface Ranking<Line> {
  /** In order, ranks 1 to n without a gap. */
  readonly lines: readonly Line[];
  /** Lines that are kept without being ranked, placed after the ranks. */
  readonly behind: readonly Line[];
  readonly leftOut: readonly LeftOut[];
}

/** A candidate for a ranking, or why the listing is not one. */
export type Entry<Line> =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'left_out'; readonly leftOut: LeftOut };

export function leave({ symbol, name, cik }: DecidedScreening, reason: LeftOutReason): Entry<never> {
  return { kind: 'left_out', leftOut: { symbol, name, cik, reason } };
}

/** Why a screening is in no ranking at all; null for a compliant one. */
export function unranked({ compliance }: DecidedScreening): Exclude<typeof compliance, 'compliant'> | null {
  return compliance === 'compliant' ? null : compliance;
}

/** `reports` are those that `screening` was made from. */
export function companyLine(screening: DecidedScreening, reports: readonly Report[]): CompanyLine {
  const { symbol, name, cik, exchange, sector, as_of, facts_through, score, anchor } = screening;
  const overdue_from = overdueSince(reports, as_of);
  const { id, figure, value, close, currency, date, source } = screening.market_data;
  const market_data = { id, figure, value, close, currency, date, source };
  const dates = { as_of, facts_through, overdue_from };
  return { symbol, name, cik, other_symbols: [], exchange, sector, ...dates, score, anchor, market_data };
}

/** Whether a line is stale on a day, by the rule for answers. */
export function staleOn(
  { as_of: asOf, facts_through: factsThrough, overdue_from: since }: CompanyLine,
  today: CalendarDate,
): Stale | null {
  return staleSince({ today, asOf, factsThrough }, since);
}

/**
 * By character, not by language: the same order on every machine.
 * @example bySymbol({ symbol: 'BRK-B' }, { symbol: 'BRKA' }) // -1
 */
export function bySymbol(a: { readonly symbol: string }, b: { readonly symbol: string }): number {
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0;
}

/** The first comparison result that is not 0. */
export function firstOf(...signs: readonly number[]): number {
  return signs.find((sign) => sign !== 0) ?? 0;
}

/**
 * One line for each filer: the ticker that comes first by `compare` represents it, the others are named beside it. The
 * first and not the most modest, because that one may drop out when a fact is removed, and the filer would rise.
 */
export function onePerFiler<Line extends CompanyLine>(
  lines: readonly Line[],
  compare: (a: Line, b: Line) => number,
): { readonly lines: readonly Line[]; readonly leftOut: readonly LeftOut[] } {
  const filers = Map.groupBy(lines, ({ cik }) => cik);
  const kept: Line[] = [];
  const leftOut: LeftOut[] = [];
  for (const tickers of filers.values()) {
    const [first, ...others] = tickers.toSorted(compare);
    if (first === undefined) continue;
    kept.push({ ...first, other_symbols: others.toSorted(bySymbol).map(({ symbol }) => symbol) });
    leftOut.push(
      ...others.map(({ symbol, name, cik }) => ({ symbol, name, cik, reason: 'another_ticker' as const })),
    );
  }
  return { lines: kept, leftOut };
}

/**
 * How many were left out for each reason, in the order of the table; reasons that apply to none are omitted.
 * @example countReasons(['questionable', 'not_screenable', 'questionable'])
 *   // { not_screenable: 1, questionable: 2 }
 */
export function countReasons(leftOut: Iterable<LeftOutReason>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const reason of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries(
    Object.keys(LEFT_OUT_REASONS).flatMap((reason) => {
      const count = counts.get(reason);
      return count === undefined ? [] : [[reason, count] as const];
    }),
  );
}
