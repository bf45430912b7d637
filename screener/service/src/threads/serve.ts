import { serveThread, type Works } from '@common/kit/threads';
import { RANKING_WORK, rankingHand } from '../rankings/ranking-entries.ts';
import { historyHand } from '../use-cases/backfill-history.ts';
import { openEntryReader } from '../use-cases/read-entry.ts';

/** What further threads of the screener's programs do. */
const WORKS: Works = { entries: openEntryReader, history: historyHand, [RANKING_WORK]: rankingHand };

/** Serves this thread, which is not the main one. */
export function serveScreenerThread(): void {
  serveThread(WORKS);
}
