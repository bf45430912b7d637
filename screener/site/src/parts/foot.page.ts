import type { CalendarDate } from '@common/base/calendar';
import { type Content, html, type Safe } from '@common/web/html';
import type { PostStore } from '@screener/service/blog/posts.store';
import type { ReadCurrentState } from '@screener/service/refresh/current-state';
import { SNAPSHOT_AS_OF } from '@screener/service/use-cases/present';
import { DATA_SOURCE, type ScreenDeps } from '@screener/service/use-cases/screen-ticker';
import type { FastifyBaseLogger, onRequestHookHandler } from 'fastify';
import { words } from './language.ts';
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
  let data: Data | null = null;
  let hasPosts = false;
  let readAt = Number.NEGATIVE_INFINITY;
  const readNow = async (now: number, log: FastifyBaseLogger): Promise<void> => {
    try {
      data = await readData(deps);
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
  return { dataLine: () => (data === null ? html`` : dataInWords(data)), hasPosts: () => hasPosts, read };
}

type Data =
  | { readonly kind: 'bulk' | 'none' }
  | { readonly kind: 'snapshot'; readonly day: CalendarDate }
  | { readonly kind: 'live'; readonly filed: CalendarDate | null; readonly closed: CalendarDate | null };

async function readData({ store, live, readCurrent }: FootDeps): Promise<Data> {
  if (live !== null) {
    const current = await readCurrent?.();
    return {
      kind: 'live',
      filed: current?.facts.index_through ?? null,
      closed: current?.prices?.session ?? null,
    };
  }
  if ((await store.setting(DATA_SOURCE)) === 'sec_bulk') return { kind: 'bulk' };
  const day: CalendarDate | null = await store.setting(SNAPSHOT_AS_OF);
  return day === null ? { kind: 'none' } : { kind: 'snapshot', day };
}

function dataInWords(read: Data): Safe {
  const { data } = words();
  const day = (date: CalendarDate | null) => (date === null ? null : dateInWords(date));
  switch (read.kind) {
    case 'bulk':
    case 'none':
      return html`<p>${data.line<Content>(data[read.kind])}</p>`;
    case 'snapshot':
      return html`<p>${data.line<Content>(data.snapshot<Content>(dateInWords(read.day)))}</p>`;
    case 'live':
      return html`<p>${data.line<Content>(data.live<Content>(day(read.filed), day(read.closed)))}</p>`;
  }
}
