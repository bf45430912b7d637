import type { AccessStore, WaitlistRecord } from './access.store.ts';
import { normaliseEmail } from './sign-up.ts';

interface WaitlistDeps {
  readonly store: Pick<AccessStore, 'joinWaitlist'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Remembers who wants to be told; joining again changes the interest only. */
export async function joinWaitlist(
  { store, clock }: WaitlistDeps,
  request: Omit<WaitlistRecord, 'at'>,
): Promise<void> {
  await store.joinWaitlist({ ...request, email: normaliseEmail(request.email), at: clock() });
}
