import { apiKeyLabel, hashApiKey, makeApiKey } from '../access/api-key.ts';
import type { AccessStore, Attribution } from './access.store.ts';

export interface SignUpDeps {
  readonly store: Pick<AccessStore, 'signUp' | 'issueKey'>;
  readonly keySecret: string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface SignUpRequest {
  readonly email: string;
  readonly useCase: string;
  readonly attribution: Attribution | null;
}

interface IssuedKey {
  /** Shown only once: only its hash is stored. */
  readonly key: string;
  readonly tier: 'free' | 'partner';
  readonly label: string;
}

/**
 * Issues a new free key to an e-mail address and ends the earlier free one. INVARIANT: a partner key is neither ended,
 * shown nor carried over (DESIGN 5.8): anyone who knows an address must not take over what its owner pays for.
 */
export async function signUp(deps: SignUpDeps, request: SignUpRequest): Promise<IssuedKey> {
  const email = normaliseEmail(request.email);
  const { issued, record } = newKey(deps, email, 'free');
  await deps.store.signUp({ ...request, email, at: record.createdAt }, record);
  return issued;
}

/** Issues a partner key, for an operator or a subscription. The address's current keys stay current. */
export async function issuePartnerKey(deps: SignUpDeps, email: string): Promise<IssuedKey> {
  const { issued, record } = newKey(deps, normaliseEmail(email), 'partner');
  await deps.store.issueKey(record);
  return issued;
}

/** One address for all common spellings of a mailbox. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

function newKey(deps: SignUpDeps, email: string, tier: 'free' | 'partner') {
  const key = makeApiKey(deps.randomBytes);
  const label = apiKeyLabel(key);
  const hash = hashApiKey(deps.keySecret, key);
  return { issued: { key, tier, label }, record: { hash, label, email, tier, createdAt: deps.clock() } };
}
