import type { RankingKind } from '@screener/engine/rankings/formulas';
import type { RankingStore } from './rankings.store.ts';
import { type RankingAnswer, readRanking } from './read-ranking.ts';

/** More lines than there are listings in the US. */
const ALL_LINES = 100_000;

/** Reads whole rankings. The newest stays in memory, because a ranking only changes in a rebuild. */
export interface RankingReader {
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
