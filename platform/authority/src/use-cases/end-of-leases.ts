import { KEYS_LOOK_MS } from '@platform/keys/key-files/keys';
import type { AuthorityDeps } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'pause' | 'sendWithinMs'>;

/** How often it is looked whether the last open call was reported. */
const LOOK_EVERY_MS = 25;

/**
 * The time after which no call begins under a lease that was asked for before now: the lease, the age of the keys that
 * a process may have read, and a margin for clocks that run at different speeds. INVARIANT: an enforcement point
 * counts its lease from before it asked, and the authority that gave it read keys, profile and mandate after that. So
 * a lease that missed the end of one of them was asked for before that end was recorded, whichever process gave it,
 * and whatever its clock shows.
 */
function longestMs(sendWithinMs: number): number {
  return sendWithinMs + KEYS_LOOK_MS + Math.max(50, sendWithinMs / 20);
}

/** Waits until no call can begin that does not know what was recorded before. */
export function untilLeasesEnd({ pause, sendWithinMs }: Deps): Promise<void> {
  return pause(longestMs(sendWithinMs));
}

/**
 * The same for what was ended under its tenant's lock, which a redemption needs too: no longer than until every spent
 * grant that it concerns is reported. `unreported` finds those that are not.
 */
export async function untilQuiet(
  { pause, sendWithinMs }: Deps,
  unreported: () => Promise<readonly unknown[]>,
): Promise<void> {
  for (let left = longestMs(sendWithinMs); left > 0; left -= LOOK_EVERY_MS) {
    if ((await unreported()).length === 0) return;
    await pause(Math.min(LOOK_EVERY_MS, left));
  }
}
