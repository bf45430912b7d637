import type { WaitingStanding } from '@platform/core/objects/grant-standing';
import { currentReader, scopeOf } from '../access/reader.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import type { WaitingRequest } from './asked-people.ts';
import { type WaitingShown, waitingShown } from './waiting-shown.ts';

interface ShowWaitingDeps {
  readonly authority: Pick<Authority, 'standings'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Adds to requests what is unusual about them. */
export type ShowWaiting = (waiting: readonly WaitingRequest[]) => Promise<WaitingShown>;

/** Lists are shown anew every few seconds; what was done for a payee changes less often. */
const KEPT_MS = 30_000;

interface Kept {
  readonly done: ReadonlyMap<string, WaitingStanding['done']>;
  readonly until: number;
}

/** The authority is asked once for all requests of a list, and again when there is a new one. */
export function createShowWaiting({ authority, manifestOf, now, clock }: ShowWaitingDeps): ShowWaiting {
  const known = new Map<string, Kept>();
  const read = async (waiting: readonly WaitingRequest[]): Promise<Kept['done']> => {
    const scope = scopeOf(currentReader());
    const kept = known.get(scope);
    const isKnown = waiting.every(({ record }) => kept?.done.has(record.grant.grant_id));
    if (kept !== undefined && isKnown && clock() < kept.until) return kept.done;
    const found = await authority.standings();
    const done = new Map(found.ok ? found.value.map((each) => [each.grant_id, each.done]) : []);
    known.set(scope, { done, until: clock() + KEPT_MS });
    return done;
  };
  return async (waiting) => {
    const done = waiting.length === 0 ? new Map() : await read(waiting);
    return waitingShown(waiting, { manifestOf, now: now(), done });
  };
}
