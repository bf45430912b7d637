import { serveThread, type Works } from '@common/kit/threads';
import { openEntryReader } from '../use-cases/read-entry.ts';

/** What further threads of the screener's programs do. */
const WORKS: Works = { entries: openEntryReader };

/** Serves this thread, which is not the main one. */
export function serveScreenerThread(): void {
  serveThread(WORKS);
}
