import { longestLeaseMs } from '@platform/keys/longest-lease';
import type { AuthorityStore } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'clock' | 'pause' | 'sendWithinMs'>;

/** How often it is looked whether the last open call was reported. */
const LOOK_EVERY_MS = 25;
/** How often an authority that gives leases records their length, and for how long that counts. */
const RECORD_EVERY_MS = 3_600_000;
const COUNTS_FOR_MS = 24 * RECORD_EVERY_MS;

const recorded = new WeakMap<AuthorityStore, { readonly ms: number; readonly at: number }>();

/**
 * Records how long the leases are that this authority gives. INVARIANT: on disk before the first of them, because
 * another authority, or this one after a restart with a shorter time, must wait for them too.
 */
export async function recordLeaseLength({ store, clock, sendWithinMs: ms }: Deps): Promise<void> {
  const now = clock();
  const last = recorded.get(store);
  if (last?.ms === ms && Math.abs(now - last.at) < RECORD_EVERY_MS) return;
  await store.keepLeaseLength(ms, now);
  recorded.set(store, { ms, at: now });
}

/**
 * INVARIANT: an enforcement point counts its lease from before it asked, and the authority that gave it read keys,
 * profile and mandate after that. So a lease that missed the end of one of them was asked for before that end was
 * recorded, whichever process gave it, and whatever its clock shows.
 */
async function longestMs({ store, clock, sendWithinMs }: Deps): Promise<number> {
  const longest = await store.longestLease(clock() - COUNTS_FOR_MS);
  return longestLeaseMs(Math.max(sendWithinMs, longest));
}

/** Waits until no call can begin that does not know what was recorded before. */
export async function untilLeasesEnd(deps: Deps): Promise<void> {
  await deps.pause(await longestMs(deps));
}

/**
 * The same for what was ended under its tenant's lock, which a redemption needs too: no longer than until every spent
 * grant that it concerns is reported. `unreported` finds those that are not.
 */
export async function untilQuiet(deps: Deps, unreported: () => Promise<readonly unknown[]>): Promise<void> {
  for (let left = await longestMs(deps); left > 0; left -= LOOK_EVERY_MS) {
    if ((await unreported()).length === 0) return;
    await deps.pause(Math.min(LOOK_EVERY_MS, left));
  }
}
