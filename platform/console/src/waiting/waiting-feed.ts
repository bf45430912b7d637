import type { Result } from '@common/base/result';
import type { WaitingShown } from './waiting-shown.ts';

/** `silent`: the authority did not answer, so what is shown may be old. */
type News = { readonly kind: 'waiting'; readonly shown: WaitingShown } | { readonly kind: 'silent' };

interface FeedDeps {
  readonly read: () => Promise<Result<WaitingShown>>;
  /** Milliseconds between an answer and the next question. */
  readonly everyMs: number;
}

interface WaitingFeed {
  /** Sends the current state, then each change, as a server-sent event. Returns a function that stops it. */
  readonly follow: (tell: (event: Uint8Array) => void) => () => void;
  readonly close: () => void;
}

/** Asks the authority once for all followers together, and only while there is one. */
export function createWaitingFeed({ read, everyMs }: FeedDeps): WaitingFeed {
  const followers = new Set<(event: Uint8Array) => void>();
  let last: Buffer | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    timer = null;
    const found = await read();
    isAsking = false;
    if (followers.size === 0) {
      last = null;
      return;
    }
    const news: News = found.ok ? { kind: 'waiting', shown: found.value } : { kind: 'silent' };
    // Built once, so that all followers share these bytes.
    const event = Buffer.from(eventOf(news));
    if (last?.equals(event) !== true) for (const tell of followers) tell(event);
    last = event;
    timer = setTimeout(() => void ask(), everyMs);
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    last = null;
  };
  return {
    follow: (tell) => {
      followers.add(tell);
      if (last !== null) tell(last);
      if (timer === null) void ask();
      return () => {
        followers.delete(tell);
        if (followers.size === 0) stop();
      };
    },
    close: () => {
      followers.clear();
      stop();
    },
  };
}

/** INVARIANT: JSON has no line end, so nothing that an agent wrote can begin another event. */
function eventOf(news: News): string {
  return `event: ${news.kind}\ndata: ${JSON.stringify(news.kind === 'waiting' ? news.shown : null)}\n\n`;
}
