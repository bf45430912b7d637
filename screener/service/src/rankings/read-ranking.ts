import type { CalendarDate } from '@common/base/calendar';
import { formatInstant } from '@common/base/instant';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { RANKING_VERSION, type RankingKind } from '@screener/engine/rankings/formulas';
import type { LeftOut } from '@screener/engine/rankings/ranking-line';
import type { DataSource } from '../store/store.ts';
import type { RankingLines, RankingStore, StoredRanking } from './rankings.store.ts';

/** What a ranking covers, in the field names of answers. */
export interface RankingReport {
  readonly ranking: RankingKind;
  readonly as_of: CalendarDate;
  readonly rules: RuleSetId;
  readonly engine_version: string;
  readonly data_source: DataSource;
  /** Listings with stored facts: those ranked and those left out. */
  readonly screened: number;
  readonly ranked: number;
  /** By reason: see LEFT_OUT_REASONS. */
  readonly left_out: Readonly<Record<string, number>>;
  readonly started_at: string;
  readonly finished_at: string;
  readonly duration_ms: number;
}

export interface RankingAnswer<Kind extends RankingKind> extends RankingReport {
  readonly lines: readonly RankingLines[Kind][];
  /** Compliant companies without a rank, each with the figure that is unknown. */
  readonly without_figures: readonly LeftOut[];
}

/** The first `limit` lines of a ranking; null if none was made by this version. */
export async function readRanking<Kind extends RankingKind>(
  store: Pick<RankingStore, 'read'>,
  kind: Kind,
  limit: number,
): Promise<RankingAnswer<Kind> | null> {
  const stored = await store.read(kind, limit);
  if (stored === null || stored.version !== RANKING_VERSION) return null;
  return { ...rankingReport(kind, stored), lines: stored.lines, without_figures: stored.named };
}

export function rankingReport(kind: RankingKind, stored: StoredRanking): RankingReport {
  const { startedAt, finishedAt } = stored;
  return {
    ranking: kind,
    as_of: stored.asOf,
    rules: stored.rules,
    engine_version: stored.engineVersion,
    data_source: stored.dataSource,
    screened: stored.screened,
    ranked: stored.ranked,
    left_out: stored.leftOut,
    started_at: formatInstant(startedAt),
    finished_at: formatInstant(finishedAt),
    duration_ms: finishedAt - startedAt,
  };
}
