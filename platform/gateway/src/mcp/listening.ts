import type { Failure, Result } from '@common/base/result';
import { httpFailure } from '../http/errors.ts';
import { grantOf, type ReadGrantDeps } from '../use-cases/grant-state.ts';
import type { Agent } from '../use-cases/upstreams.ts';
import type { WaitRefusal } from '../use-cases/watch-grants.ts';
import { grantIdOf, grantUri } from './grant-resource.ts';

/** How long one stream of notifications lasts, less than any answer may take. Then the client listens anew. */
export const LISTEN_MS = 100_000;
/** How many grants one stream may be about. */
const MOST_GRANTS = 16;

/** The uris in a message that asks to listen; null if it is another one. */
export function listenedTo(body: object): readonly string[] | null {
  if (!('method' in body) || body.method !== 'subscriptions/listen') return null;
  const { notifications } = Object(Object(body).params);
  const { resourceSubscriptions: uris } = Object(notifications);
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

interface Told {
  readonly updated: (uri: string) => void;
  /** The agent's token has ended, or nobody says that it has not: its stream ends. */
  readonly refused: () => void;
}

/**
 * Begins to wait for grants of the caller's mandate. INVARIANT: it refuses before anything is told of another's grant.
 * `updated` is called with each one's uri once it no longer waits, or the stream's time is over; after `signal`, none is.
 */
export async function watchFor(
  deps: ReadGrantDeps,
  agent: Agent,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<
  | { readonly ok: true; readonly begin: (told: Told) => void }
  | { readonly ok: false; readonly error: Pick<Failure<string>, 'code' | 'message'> }
> {
  const ids = [...new Set(uris.map(grantIdOf))];
  if (ids.length > MOST_GRANTS) {
    return refusal('invalid_request', `Listen to at most ${MOST_GRANTS} resources at once.`);
  }
  const waits: (readonly [string, Promise<Result<void, WaitRefusal>>])[] = [];
  for (const id of ids) {
    if (id === null)
      return refusal('invalid_request', 'A resource to listen to is sanad://grants/<grant_id>.');
    const grant = await grantOf(deps, agent, id);
    if (!grant.ok) return { ok: false, error: httpFailure(grant.error) };
  }
  for (const id of ids) {
    if (id === null) continue;
    const waiting = deps.watch.settled(id, agent, { waitMs: LISTEN_MS, signal });
    if (!waiting.ok) return waiting;
    waits.push([id, waiting.value]);
  }
  const begin = ({ updated, refused }: Told): void => {
    for (const [id, done] of waits) {
      void done.then(async (ended) => {
        const good = ended.ok ? await deps.tokens.check(agent.tokenId) : ended;
        if (!good.ok) refused();
        else if (!signal.aborted) updated(grantUri(id));
      });
    }
  };
  return { ok: true, begin };
}

function refusal(code: string, message: string) {
  return { ok: false, error: { code, message } } as const;
}
