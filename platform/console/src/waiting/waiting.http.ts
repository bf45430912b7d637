import { PassThrough } from 'node:stream';
import { type HttpApp, refuse } from '@common/kit/http';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { createWaitingFeed, type News } from './waiting-feed.ts';
import { waitingShown } from './waiting-shown.ts';

interface WaitingDeps {
  readonly authority: Pick<Authority, 'waiting'>;
  readonly manifestOf: ManifestOf;
  /** RFC 3339. */
  readonly now: () => string;
  readonly live: LiveLimits;
}

export interface LiveLimits {
  /** Pages that may be kept up to date at once. */
  readonly streams: number;
  readonly askEveryMs: number;
  readonly heartbeatMs: number;
  /** After it the browser connects again: shorter than the frame lets an answer take. */
  readonly lastsMs: number;
}

export const LIVE: LiveLimits = {
  ...{ streams: 100, askEveryMs: 2_000 },
  ...{ heartbeatMs: 10_000, lastsMs: 100_000 },
};

const RECONNECT_MS = 2_000;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // Nothing else is asked on it: so it is gone as soon as it ends.
  connection: 'close',
};

/** What waits for a person, sent as it changes (server-sent events). It ends with the service, at once. */
export function addWaitingEvents(app: HttpApp, { authority, manifestOf, now, live }: WaitingDeps): void {
  const feed = createWaitingFeed({
    everyMs: live.askEveryMs,
    read: async () => {
      const found = await authority.waiting();
      return found.ok ? { ok: true, value: waitingShown(found.value, manifestOf, now()) } : found;
    },
  });
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    feed.close();
    for (const end of open) end();
  });
  app.get('/approvals/waiting.events', { compress: false, schema: { hide: true } }, (_request, reply) => {
    if (open.size >= live.streams) {
      const message = 'Too many pages are kept up to date at once. Load this one again to see what is new.';
      const headers = { 'retry-after': '30' };
      return refuse(reply, { status: 503, code: 'streams_too_many', message, headers });
    }
    const stream = new PassThrough();
    const tell = (news: News) => stream.write(eventOf(news));
    const beat = setInterval(() => stream.write(': still here\n\n'), live.heartbeatMs).unref();
    const unfollow = feed.follow(tell);
    const end = () => {
      if (!open.delete(end)) return;
      clearInterval(beat);
      clearTimeout(last);
      unfollow();
      stream.end();
    };
    const last = setTimeout(end, live.lastsMs).unref();
    open.add(end);
    reply.raw.once('close', end);
    stream.write(`retry: ${RECONNECT_MS}\n\n`);
    return reply.headers(HEADERS).send(stream);
  });
}

/** INVARIANT: JSON has no line end, so nothing that an agent wrote can begin another event. */
function eventOf(news: News): string {
  return `event: ${news.kind}\ndata: ${JSON.stringify(news.kind === 'waiting' ? news.shown : null)}\n\n`;
}
