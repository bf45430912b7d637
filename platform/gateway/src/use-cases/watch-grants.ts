import { fail, ok, type Result } from '@common/base/result';
import { MOST_WAITED_FOR } from '@platform/api/authority-standings';
import { MOST_TOKENS_ASKED } from '@platform/api/authority-tokens';
import { endedToken } from './check-token.ts';
import type { Agent, Authority } from './upstreams.ts';

/** How often the authority is asked, while anybody waits: the longest that an answer is late. */
const LOOK_EVERY_MS = 200;
/** How many requests may wait at once, of one mandate and in all. */
const LIMITS = { ofMandate: 16, all: 1_024 } as const;

export type WaitRefusal = 'too_many_wait' | 'unauthorized';

export interface GrantWatch {
  /**
   * Its value resolves once the grant no longer waits, the time is over, or the service closes; or nobody is left to be
   * told (`signal`), whose place is then free for another. It refuses once the agent’s token ends.
   */
  settled(
    grantId: string,
    agent: Waiter,
    limits: { readonly waitMs: number; readonly signal: AbortSignal },
  ): Result<Promise<Result<void, WaitRefusal>>, WaitRefusal>;
  /** Ends every wait, and each that begins after it. */
  close(): void;
}

type Waiter = Pick<Agent, 'mandate' | 'tokenId'>;

interface Waiting {
  readonly grantId: string;
  readonly agent: Waiter;
  readonly until: number;
  readonly done: (outcome: Result<void, WaitRefusal>) => void;
}

interface WatchDeps {
  readonly authority: Pick<Authority, 'settled' | 'goodTokens'>;
  /** Milliseconds, of a clock that never goes back. */
  readonly monotonicMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** One question to the authority serves all who wait, so that waiting costs the same for one and for many. */
export function createGrantWatch({ authority, monotonicMs, pause }: WatchDeps): GrantWatch {
  const waiting = new Set<Waiting>();
  let looking = false;
  let closed = false;

  function end(which: (one: Waiting) => boolean, outcome: Result<void, WaitRefusal> = ok(undefined)): void {
    for (const one of [...waiting].filter(which)) {
      waiting.delete(one);
      one.done(outcome);
    }
  }

  /** Answers those at once whose token has ended. False if the authority does not say who they are. */
  async function endByToken(): Promise<boolean> {
    let areKnown = true;
    const ids = [...new Set([...waiting].flatMap(({ agent }) => agent.tokenId ?? []))];
    for (let from = 0; from < ids.length; from += MOST_TOKENS_ASKED) {
      const asked = ids.slice(from, from + MOST_TOKENS_ASKED);
      const good = await authority.goodTokens(asked);
      areKnown &&= good.ok;
      if (!good.ok) continue;
      const over = new Set(asked.filter((id) => !good.value.includes(id)));
      end(({ agent: { tokenId } }) => tokenId !== null && over.has(tokenId), endedToken());
    }
    return areKnown;
  }

  async function look(): Promise<void> {
    looking = true;
    while (waiting.size > 0) {
      await pause(LOOK_EVERY_MS);
      // Nobody is told anything beside one whose token may have ended.
      const isTold = await endByToken();
      const ids = isTold ? [...new Set([...waiting].map(({ grantId }) => grantId))] : [];
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
    settled(grantId, agent, { waitMs, signal }) {
      if (closed || signal.aborted) return ok(Promise.resolve(ok(undefined)));
      const { contract_id: mandateId } = agent.mandate;
      const ofMandate = [...waiting].filter((one) => one.agent.mandate.contract_id === mandateId).length;
      if (ofMandate >= LIMITS.ofMandate || waiting.size >= LIMITS.all) {
        return fail(
          'too_many_wait',
          `At most ${LIMITS.ofMandate} requests of one mandate, and ${LIMITS.all} in all, may wait at once. Ask without wait, or later.`,
        );
      }
      const { promise, resolve } = Promise.withResolvers<Result<void, WaitRefusal>>();
      const own = { grantId, agent, until: monotonicMs() + waitMs, done: resolve };
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
