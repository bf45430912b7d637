import type { CalendarDate } from '@common/base/calendar';
import { type Content, html, type Safe } from '@common/web/html';
import type { ReadCurrentState } from '@screener/service/refresh/current-state';
import { SNAPSHOT_AS_OF } from '@screener/service/use-cases/present';
import { DATA_SOURCE, type ScreenDeps } from '@screener/service/use-cases/screen-ticker';
import type { FastifyBaseLogger, onRequestHookHandler } from 'fastify';
import { dateInWords } from './words.page.ts';

interface DataLineDeps extends Pick<ScreenDeps, 'store' | 'live' | 'clock'> {
  readonly readCurrent?: ReadCurrentState | null;
}

/** Data take far longer than this to change. */
const READ_EVERY_MS = 60_000;

/**
 * Says where this server's data come from and how recent they are, at the foot of every page. It is read at
 * most once a minute, when pages are requested, and is the same for all readers.
 */
export function createDataLine(deps: DataLineDeps): {
  readonly line: () => Safe;
  /** A hook for all requests. */
  readonly read: onRequestHookHandler;
} {
  let line = html``;
  let readAt = Number.NEGATIVE_INFINITY;
  const readNow = async (now: number, log: FastifyBaseLogger): Promise<void> => {
    try {
      line = html`<p>Data: ${await dataInWords(deps)}</p>`;
      readAt = now;
    } catch (error) {
      // The page itself says that the store is unavailable. Without this line it loses nothing else.
      log.warn({ err: error }, 'the age of the data could not be read');
    }
  };
  const read: onRequestHookHandler = (request, _reply, done) => {
    const now = deps.clock();
    const isDue = request.routeOptions.config.page === true && now - readAt >= READ_EVERY_MS;
    if (isDue) readNow(now, request.log).then(() => done(), done);
    else done();
  };
  return { line: () => line, read };
}

async function dataInWords({ store, live, readCurrent }: DataLineDeps): Promise<Content> {
  if (live !== null) return liveInWords((await readCurrent?.()) ?? null);
  if ((await store.setting(DATA_SOURCE)) === 'sec_bulk') return 'filings imported from the SEC’s bulk files.';
  const asOf: CalendarDate | null = await store.setting(SNAPSHOT_AS_OF);
  if (asOf === null) return 'none yet.';
  return html`an embedded snapshot, with closing prices up to ${dateInWords(asOf)}. Filings may end earlier: each answer is dated.`;
}

function liveInWords(current: Awaited<ReturnType<ReadCurrentState>> | null): Content {
  const [filed, closed] = [current?.facts.index_through ?? null, current?.prices?.session ?? null];
  return html`SEC filings${filed !== null && html` to ${dateInWords(filed)}`}, fetched on demand${closed !== null && html`; closing prices of ${dateInWords(closed)}`}.`;
}
