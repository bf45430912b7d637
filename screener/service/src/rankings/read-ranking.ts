import { formatInstant } from '@common/base/instant';
import { Rules } from '@screener/engine/methodologies/methodology';
import { RANKING_KINDS, RANKING_VERSION, type RankingKind } from '@screener/engine/rankings/formulas';
import type { LeftOut } from '@screener/engine/rankings/ranking-line';
import { type AnswerOf, choice, count, object, Text, text } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import { DataSource } from '../store/store.ts';
import type { RankingLines, RankingStore, StoredRanking } from './rankings.store.ts';

/** What a ranking covers, in the field names of answers. */
export const RankingReport = object(
  {
    ranking: choice(RANKING_KINDS, 'Which ranking was rebuilt'),
    as_of: Type.String({
      format: 'date',
      description:
        'The date of the screenings, YYYY-MM-DD. From the embedded snapshot alone, each company is screened as of the last day for which its facts are known, at the latest this',
    }),
    rules: Rules,
    engine_version: text('Version of the rules and formulas'),
    data_source: DataSource,
    screened: count('Listings with stored facts'),
    ranked: count('Lines in the ranking'),
    left_out: Type.Record(Text, Type.Integer({ minimum: 1 }), {
      description: 'Listings left out, by reason',
    }),
    started_at: Type.String({ format: 'date-time', description: 'In UTC' }),
    finished_at: Type.String({ format: 'date-time', description: 'In UTC' }),
    duration_ms: count('Milliseconds'),
  },
  { description: 'What the run did' },
);
export type RankingReport = AnswerOf<typeof RankingReport>;

export interface RankingAnswer<Kind extends RankingKind> extends RankingReport {
  readonly lines: readonly RankingLines[Kind][];
  /** What stands behind the ranks, as far as `limit` reaches: companies that only some methodologies pass. */
  readonly behind: readonly RankingLines[Kind][];
  /** Compliant companies without a rank, each with the figure that is unknown. */
  readonly without_figures: readonly LeftOut[];
}

/** Returns the first `limit` lines of a ranking; null if this version has not made one. */
export async function readRanking<Kind extends RankingKind>(
  store: Pick<RankingStore, 'read'>,
  kind: Kind,
  limit: number,
): Promise<RankingAnswer<Kind> | null> {
  const stored = await store.read(kind, limit);
  if (stored === null || stored.version !== RANKING_VERSION) return null;
  const { lines, ranked, named } = stored;
  const report = rankingReport(kind, stored);
  return { ...report, lines: lines.slice(0, ranked), behind: lines.slice(ranked), without_figures: named };
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
