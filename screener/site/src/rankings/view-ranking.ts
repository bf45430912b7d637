import type { RankingKind, ValueMeasureName } from '@screener/engine/rankings/formulas';
import { VALUE_MEASURES } from '@screener/engine/rankings/formulas';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import { bySymbol } from '@screener/engine/rankings/ranking-line';
import type { RankedValue } from '@screener/engine/rankings/value';
import type { RankingLines, RankingStore } from '@screener/service/rankings/rankings.store';
import { type RankingAnswer, readRanking } from '@screener/service/rankings/read-ranking';

/** More lines than there are listings in the US. */
const ALL_LINES = 100_000;
/** Lines on one page. */
export const PAGE_LINES = 50;

/** Reads whole rankings. The newest stays in memory, because a ranking only changes in a rebuild. */
interface RankingReader {
  read<Kind extends RankingKind>(kind: Kind): Promise<RankingAnswer<Kind> | null>;
}

export function createRankingReader(store: Pick<RankingStore, 'read'>): RankingReader {
  const known = new Map<RankingKind, RankingAnswer<RankingKind>>();
  return {
    async read<Kind extends RankingKind>(kind: Kind) {
      const head = await readRanking(store, kind, 0);
      if (head === null) return null;
      const kept = known.get(kind);
      if (kept?.finished_at === head.finished_at && kept.started_at === head.started_at) {
        return kept as RankingAnswer<Kind>;
      }
      const read = await readRanking(store, kind, ALL_LINES);
      if (read !== null) known.set(kind, read);
      return read;
    },
  };
}

type Compare<Line> = (a: Line, b: Line) => number;

/** Comparisons, by name of the order. Of two equal lines, the one with the better rank comes first. */
export const LEADER_ORDERS = {
  rank: byRank,
  company: bySymbol,
  purification: (a, b) => purified(a) - purified(b),
  period: byPeriod,
} as const satisfies Readonly<Record<string, Compare<RankedLeader>>>;

export const VALUE_ORDERS: Readonly<
  Record<'rank' | 'company' | 'period' | ValueMeasureName, Compare<RankedValue>>
> = {
  rank: byRank,
  company: bySymbol,
  period: byPeriod,
  ...(Object.fromEntries(
    VALUE_MEASURES.map(({ name }) => [
      name,
      (a: RankedValue, b: RankedValue) => b.measures[name] - a.measures[name],
    ]),
  ) as Record<ValueMeasureName, Compare<RankedValue>>),
};

function byRank(a: { readonly rank: number }, b: { readonly rank: number }): number {
  return a.rank - b.rank;
}

function purified({ purification }: RankedLeader): number {
  return purification.high_pct ?? Number.MAX_VALUE;
}

/** Puts the newest figures first. */
function byPeriod(a: RankedLeader | RankedValue, b: RankedLeader | RankedValue): number {
  const [one, other] = [a.anchor?.period_end ?? '', b.anchor?.period_end ?? ''];
  return one === other ? 0 : one > other ? -1 : 1;
}

/** The part of a ranking that a reader asked to see. */
export interface RankingQuery<Order extends string = string> {
  readonly sort: Order;
  /** Null for all sectors. */
  readonly sector: string | null;
  readonly exchange: string | null;
  /** The page, counted from 1. */
  readonly page: number;
}

export interface RankingView<Line> {
  /** The lines of the page. */
  readonly lines: readonly Line[];
  /** The number of matching lines on all pages. */
  readonly matching: number;
  readonly pages: number;
  readonly sectors: readonly Choice[];
  readonly exchanges: readonly Choice[];
}

/** A value to filter by, and the number of lines that have it. */
export interface Choice {
  readonly value: string;
  readonly count: number;
}

export function viewRanking<Kind extends RankingKind>(
  lines: readonly RankingLines[Kind][],
  compare: Compare<RankingLines[Kind]>,
  { sector, exchange, page }: RankingQuery,
): RankingView<RankingLines[Kind]> {
  const matching = lines.filter(
    (line) =>
      (sector === null || line.sector === sector) && (exchange === null || line.exchange === exchange),
  );
  const ordered = matching.toSorted((a, b) => compare(a, b) || byRank(a, b));
  return {
    lines: ordered.slice((page - 1) * PAGE_LINES, page * PAGE_LINES),
    matching: matching.length,
    pages: Math.max(1, Math.ceil(matching.length / PAGE_LINES)),
    sectors: choicesOf(lines.map((line) => line.sector)),
    exchanges: choicesOf(lines.map((line) => line.exchange)),
  };
}

function choicesOf(values: readonly (string | null)[]): readonly Choice[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
