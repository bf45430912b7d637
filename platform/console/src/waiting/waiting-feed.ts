import type { Result } from '@common/base/result';
import type { WaitingShown } from './waiting-shown.ts';

/** `silent`: the authority did not answer, so what is shown may be old. */
export type News = { readonly kind: 'waiting'; readonly shown: WaitingShown } | { readonly kind: 'silent' };

interface FeedDeps {
  readonly read: () => Promise<Result<WaitingShown>>;
  /** Between an answer and the next question. */
  readonly everyMs: number;
}

interface WaitingFeed {
  /** Tells now what is known, and then each change; returns how to stop. */
  readonly follow: (tell: (news: News) => void) => () => void;
  readonly close: () => void;
}

/** Asks the authority for all who follow together, and only while somebody does. */
export function createWaitingFeed({ read, everyMs }: FeedDeps): WaitingFeed {
  const followers = new Set<(news: News) => void>();
  let last: News | null = null;
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
    if (JSON.stringify(news) !== JSON.stringify(last)) for (const tell of followers) tell(news);
    last = news;
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
