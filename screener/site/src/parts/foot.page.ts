import type { CalendarDate } from '@common/base/calendar';
import { type Content, html, type Safe } from '@common/web/html';
import type { PostStore } from '@screener/service/blog/posts.store';
import type { ReadCurrentState } from '@screener/service/refresh/current-state';
import { SNAPSHOT_AS_OF } from '@screener/service/use-cases/present';
import { DATA_SOURCE, type ScreenDeps } from '@screener/service/use-cases/screen-ticker';
import type { FastifyBaseLogger, onRequestHookHandler } from 'fastify';
import { dateInWords } from './words.page.ts';

interface FootDeps extends Pick<ScreenDeps, 'store' | 'live' | 'clock'> {
  readonly posts: Pick<PostStore, 'published'>;
  readonly readCurrent?: ReadCurrentState | null;
}

/** Data take far longer than this to change. */
const READ_EVERY_MS = 60_000;

/** What the foot of every page says, the same for all readers. */
export interface Foot {
  /** Where this server's data come from and how recent they are. */
  readonly dataLine: () => Safe;
  /** Whether there is a post to read. */
  readonly hasPosts: () => boolean;
}

/** Reads what the foot of every page says, at most once a minute, when pages are requested. */
export function createFoot(deps: FootDeps): Foot & {
  /** A hook for all requests. */
  readonly read: onRequestHookHandler;
} {
  let line = html``;
  let hasPosts = false;
  let readAt = Number.NEGATIVE_INFINITY;
  const readNow = async (now: number, log: FastifyBaseLogger): Promise<void> => {
    try {
      line = html`<p>Data: ${await dataInWords(deps)}</p>`;
      hasPosts = (await deps.posts.published()).length > 0;
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
  return { dataLine: () => line, hasPosts: () => hasPosts, read };
}

async function dataInWords({ store, live, readCurrent }: FootDeps): Promise<Content> {
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
