import type { AccessStore, WaitlistRecord } from './access.store.ts';
import { normaliseEmail } from './mailbox.ts';

/** The most characters of the intended use (interface document, 2.5). */
export const LONGEST_WAITLIST_USE = 300;

export interface WaitlistDeps {
  readonly store: Pick<AccessStore, 'joinWaitlist'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Adds an address to the waiting list; joining again changes only the interest. */
export async function joinWaitlist(
  { store, clock }: WaitlistDeps,
  request: Omit<WaitlistRecord, 'at'>,
): Promise<void> {
  await store.joinWaitlist({ ...request, email: normaliseEmail(request.email), at: clock() });
}
