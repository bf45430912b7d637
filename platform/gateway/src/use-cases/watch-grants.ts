import { fail, ok, type Result } from '@common/base/result';
import { MOST_WAITED_FOR } from '@platform/api/authority-standings';
import type { Authority } from './upstreams.ts';

/** How often the authority is asked, while anybody waits: the longest that an answer is late. */
const LOOK_EVERY_MS = 200;
/** How many requests may wait at once, of one mandate and in all. */
const LIMITS = { ofMandate: 16, all: 1_024 } as const;

export type WaitRefusal = 'too_many_wait';

export interface GrantWatch {
  /**
   * Its value resolves once the grant no longer waits, the time is over, or the service closes; or nobody is there any
   * more to be told (`signal`), whose place is then free for another.
   */
  settled(
    grantId: string,
    mandateId: string,
    limits: { readonly waitMs: number; readonly signal: AbortSignal },
  ): Result<Promise<void>, WaitRefusal>;
  /** Ends every wait, and each that begins after it. */
  close(): void;
}

interface Waiting {
  readonly grantId: string;
  readonly mandateId: string;
  readonly until: number;
  readonly done: () => void;
}

interface WatchDeps {
  readonly authority: Pick<Authority, 'settled'>;
  /** Milliseconds, of a clock that never goes back. */
  readonly monotonicMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** One question to the authority serves all who wait, so that waiting costs the same for one and for many. */
export function createGrantWatch({ authority, monotonicMs, pause }: WatchDeps): GrantWatch {
  const waiting = new Set<Waiting>();
  let looking = false;
  let closed = false;

  function end(which: (one: Waiting) => boolean): void {
    for (const one of [...waiting].filter(which)) {
      waiting.delete(one);
      one.done();
    }
  }

  async function look(): Promise<void> {
    looking = true;
    while (waiting.size > 0) {
      await pause(LOOK_EVERY_MS);
      const ids = [...new Set([...waiting].map(({ grantId }) => grantId))];
      for (let from = 0; from < ids.length; from += MOST_WAITED_FOR) {
        const settled = await authority.settled(ids.slice(from, from + MOST_WAITED_FOR));
        // An authority that does not answer now is asked again: who waits is answered in their time.
        if (settled.ok) end(({ grantId }) => settled.value.includes(grantId));
      }
      const now = monotonicMs();
      end(({ until }) => until <= now);
    }
    looking = false;
  }

  return {
    settled(grantId, mandateId, { waitMs, signal }) {
      if (closed || signal.aborted) return ok(Promise.resolve());
      const ofMandate = [...waiting].filter((one) => one.mandateId === mandateId).length;
      if (ofMandate >= LIMITS.ofMandate || waiting.size >= LIMITS.all) {
        return fail(
          'too_many_wait',
          `At most ${LIMITS.ofMandate} requests of one mandate, and ${LIMITS.all} in all, may wait at once. Ask without wait, or later.`,
        );
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const own = { grantId, mandateId, until: monotonicMs() + waitMs, done: resolve };
      waiting.add(own);
      signal.addEventListener('abort', () => end((one) => one === own), { once: true });
      if (!looking) void look();
      return ok(promise);
    },
    close() {
      closed = true;
      end(() => true);
    },
  };
}
