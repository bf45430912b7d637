import { PassThrough } from 'node:stream';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { currentReader, forReader, type Reader } from '../access/reader.ts';
import type { ReadInbox } from './asked-people.ts';
import type { ShowWaiting } from './show-waiting.ts';
import { createWaitingFeed } from './waiting-feed.ts';

interface WaitingDeps {
  readonly readInbox: ReadInbox;
  readonly showWaiting: ShowWaiting;
  readonly live: LiveLimits;
}

export interface LiveLimits {
  /** How many pages may be kept up to date at once. */
  readonly streams: number;
  /** How many of them may come from one address. A browser opens no more connections to one host. */
  readonly ofOneAddress: number;
  readonly askEveryMs: number;
  readonly heartbeatMs: number;
  /**
   * Milliseconds after which a stream ends and the browser reconnects; less than the framework allows an
   * answer.
   */
  readonly lastsMs: number;
}

export const LIVE: LiveLimits = {
  streams: 100,
  ofOneAddress: 6,
  askEveryMs: 2_000,
  heartbeatMs: 10_000,
  lastsMs: 100_000,
};

const RECONNECT_MS = 2_000;
/** A client with this much unread is not reading, and everything else that waits for it would cost memory. */
const MOST_UNREAD_BYTES = 1_048_576;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // The connection carries no other request, so it closes as soon as the stream ends.
  connection: 'close',
};

const ROUTE = { compress: false, config: { endless: true }, schema: { hide: true } } as const;

interface Feed {
  reader: Reader | null;
  readonly feed: ReturnType<typeof createWaitingFeed>;
}

/**
 * Adds the stream of requests that wait for a person, sent as they change (server-sent events). It ends at
 * once with the service.
 */
export function addWaitingEvents(app: HttpApp, { readInbox, showWaiting, live }: WaitingDeps): void {
  const feeds = new Map<string, Feed>();
  const read = async () => {
    const found = await readInbox();
    return found.ok ? { ok: true as const, value: await showWaiting(found.value.requests) } : found;
  };
  /** One for all pages of a reader, which asks in the session that they opened last. */
  const feedFor = (reader: Reader | null) => {
    const name = reader?.kid ?? '';
    const known = feeds.get(name);
    if (known !== undefined) {
      known.reader = reader;
      return known.feed;
    }
    const made: Feed = {
      reader,
      feed: createWaitingFeed({ everyMs: live.askEveryMs, read: () => readAs(made.reader) }),
    };
    feeds.set(name, made);
    return made.feed;
  };
  const readAs = (reader: Reader | null) => (reader === null ? read() : forReader(reader, read));
  /** The function that ends each stream, with the client’s address. */
  const open = new Map<() => void, string>();
  app.addHook('preClose', async () => {
    for (const { feed } of feeds.values()) feed.close();
    for (const end of open.keys()) end();
  });
  app.get('/approvals/waiting.events', ROUTE, (request, reply) => {
    const address = request.ip;
    const own = [...open.values()].filter((each) => each === address).length;
    if (open.size >= live.streams || own >= live.ofOneAddress) {
      const message = 'Too many pages are kept up to date at once. Load this one again to see what is new.';
      const headers = { 'retry-after': '30' };
      return refuse(reply, { status: 503, code: 'streams_too_many', message, headers });
    }
    const stream = new PassThrough();
    const tell = (event: Uint8Array | string) => {
      if (stream.writableLength + stream.readableLength <= MOST_UNREAD_BYTES) stream.write(event);
      else {
        request.log.info('ended a live page whose reader takes nothing');
        reply.raw.destroy();
      }
    };
    const beat = setInterval(() => tell(': still here\n\n'), live.heartbeatMs).unref();
    const unfollow = feedFor(currentReader()).follow(tell);
    const end = () => {
      if (!open.delete(end)) return;
      clearInterval(beat);
      clearTimeout(last);
      unfollow();
      stream.end();
    };
    const last = setTimeout(end, live.lastsMs).unref();
    open.set(end, address);
    reply.raw.once('close', end);
    stream.write(`retry: ${RECONNECT_MS}\n\n`);
    return reply.headers(HEADERS).send(stream);
  });
}
