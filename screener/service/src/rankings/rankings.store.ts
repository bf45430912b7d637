import type { CalendarDate } from '@common/base/calendar';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { RankingKind } from '@screener/engine/rankings/formulas';
import type { RankedFund } from '@screener/engine/rankings/fund-line';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import type { LeftOut } from '@screener/engine/rankings/ranking-line';
import type { RankedValue } from '@screener/engine/rankings/value';
import type { DataSource } from '../store/store.ts';

/** The lines of each ranking. */
export interface RankingLines {
  readonly leaders: RankedLeader;
  readonly value: RankedValue;
  readonly funds: RankedFund;
}

/** What a ranking covers, and how it was made. */
export interface RankingSummary {
  /** The `RANKING_VERSION` of the program that made the ranking. */
  readonly version: number;
  readonly asOf: CalendarDate;
  readonly rules: RuleSetId;
  readonly engineVersion: string;
  readonly dataSource: DataSource;
  /** The number of listings screened: `ranked` and all of `leftOut` together. */
  readonly screened: number;
  readonly ranked: number;
  /** How many listings have no line, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

export interface NewRanking<Kind extends RankingKind> extends RankingSummary {
  /** The lines, in order of rank: the first `ranked` of them are the ranking, the others stand behind it. */
  readonly lines: readonly RankingLines[Kind][];
  /** The companies left out that are named: compliant ones with an unknown figure. */
  readonly named: readonly LeftOut[];
}

export interface StoredRanking extends RankingSummary {
  /** Milliseconds since the epoch, on the database's clock. */
  readonly startedAt: number;
  readonly finishedAt: number;
}

export interface RankingRead<Kind extends RankingKind> extends StoredRanking {
  readonly lines: readonly RankingLines[Kind][];
  readonly named: readonly LeftOut[];
}

/**
 * One ranking of each kind, and the run that is making the next one. Several processes may try at once.
 * Leases use the database's clock; a run whose process was killed blocks others no longer than its lease.
 */
export interface RankingStore {
  /** Takes the lease of a kind's next run, unless another run holds it. `token` names the run. */
  begin(
    kind: RankingKind,
    token: string,
    leaseMs: number,
  ): Promise<{ readonly begun: boolean; readonly startedAt: number }>;
  /** Extends the lease to `leaseMs` from now; returns false if another run has taken over. */
  renew(kind: RankingKind, token: string, leaseMs: number): Promise<boolean>;
  /**
   * Replaces the earlier ranking and ends the run, in one transaction. If the lease was lost, changes nothing and
   * returns null.
   */
  finish<Kind extends RankingKind>(
    kind: Kind,
    token: string,
    ranking: NewRanking<Kind>,
  ): Promise<StoredRanking | null>;
  /** Ends a run without a ranking. */
  abandon(kind: RankingKind, token: string): Promise<void>;

  /**
   * Returns the first `limit` lines, and all companies that are named without a line; null before the first
   * run.
   */
  read<Kind extends RankingKind>(kind: Kind, limit: number): Promise<RankingRead<Kind> | null>;
}
