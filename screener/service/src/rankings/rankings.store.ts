import type { CalendarDate } from '@common/base/calendar';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { RankingKind } from '@screener/engine/rankings/formulas';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import type { LeftOut } from '@screener/engine/rankings/ranking-line';
import type { RankedValue } from '@screener/engine/rankings/value';
import type { DataSource } from '../store/store.ts';

/** The lines of each ranking. */
export interface RankingLines {
  readonly leaders: RankedLeader;
  readonly value: RankedValue;
}

/** What a ranking is of, and how it came about. */
export interface RankingSummary {
  readonly asOf: CalendarDate;
  readonly rules: RuleSetId;
  readonly engineVersion: string;
  readonly dataSource: DataSource;
  /** Listings that were screened, `ranked` and all of `leftOut` together. */
  readonly screened: number;
  readonly ranked: number;
  /** How many listings are in no line, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

export interface NewRanking<Kind extends RankingKind> extends RankingSummary {
  /** In the order of their ranks. */
  readonly lines: readonly RankingLines[Kind][];
  /** Those of the left out that are named: compliant companies of which a figure is not known. */
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
 * One ranking of each kind, and who is making the next one. Several processes may try at once; leases are on the
 * database's clock, so that a run whose process was killed holds nobody up for longer than its lease.
 */
export interface RankingStore {
  /** Takes the lease of a kind's next run, unless another run holds it. `token` names the run. */
  begin(
    kind: RankingKind,
    token: string,
    leaseMs: number,
  ): Promise<{ readonly begun: boolean; readonly startedAt: number }>;
  /** The lease lasts `leaseMs` from now; false where it was lost to another run. */
  renew(kind: RankingKind, token: string, leaseMs: number): Promise<boolean>;
  /**
   * Puts the ranking in the place of the one before and ends the run, in one transaction. Null, and nothing changed,
   * where the lease was lost.
   */
  finish<Kind extends RankingKind>(
    kind: Kind,
    token: string,
    ranking: NewRanking<Kind>,
  ): Promise<StoredRanking | null>;
  /** Ends a run without a ranking. */
  abandon(kind: RankingKind, token: string): Promise<void>;

  /** The first `limit` lines, and all that are named without one; null before the first run. */
  read<Kind extends RankingKind>(kind: Kind, limit: number): Promise<RankingRead<Kind> | null>;
}
