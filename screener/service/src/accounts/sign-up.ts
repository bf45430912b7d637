import { fail, ok, type Result } from '@common/base/result';
import type { AccessStore, Attribution, KeyRecord, LivingKey } from './access.store.ts';
import type { AccountDataStore } from './account-data.store.ts';
import { apiKeyLabel, hashApiKey, isApiKeyShaped, makeApiKey } from './api-key.ts';
import { normaliseEmail } from './mailbox.ts';
import type { KeyTier } from './tiers.ts';

export interface SignUpDeps {
  readonly store: Pick<AccessStore, 'signUp' | 'issueKey' | 'livingKey'>;
  readonly keySecret: string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface SignUpRequest {
  readonly email: string;
  readonly useCase: string;
  readonly attribution: Attribution | null;
  /** A key sent with the request, which ends at once if it belongs to the address. */
  readonly earlierKey?: string | undefined;
}

interface IssuedKey {
  /** The key itself, which is shown only once because only its hash is stored. */
  readonly key: string;
  readonly tier: KeyTier;
  readonly label: string;
}

/** How long a free key goes on after another key of its account becomes current. */
export const EARLIER_KEY_HOURS = 72;

/** Returns when a key ends that stops being current at this instant. */
export function earlierKeyEndsAt(now: number): number {
  return now + EARLIER_KEY_HOURS * 3_600_000;
}

/**
 * Issues a new free key to an e-mail address, which is the address's newest from then on. INVARIANT: anyone can write
 * somebody's address. So without an earlier key in the request the new key opens an account of its own, and no other
 * key, allowance, watchlist or tier changes. A partner key is neither ended, shown nor carried over.
 */
export async function signUp(
  deps: SignUpDeps,
  { earlierKey, ...request }: SignUpRequest,
): Promise<Result<IssuedKey, 'invalid_api_key' | 'key_of_another_address'>> {
  const email = normaliseEmail(request.email);
  const at = deps.clock();
  const earlier = await readEarlier(deps, earlierKey, email, at);
  if (!earlier.ok) return earlier;
  const { issued, record } = newKey(deps, {
    email,
    account: earlier.value?.account ?? newAccount(deps),
    tier: 'free',
    at,
  });
  const earlierEndsAt = earlierKeyEndsAt(at);
  await deps.store.signUp({ ...request, email, at }, record, {
    earlierEndsAt,
    endNow: earlier.value?.hash ?? null,
  });
  return ok(issued);
}

/**
 * Returns the key sent with the request after checking that this sign-up may end it; null if none was sent.
 */
async function readEarlier(
  { store, keySecret }: SignUpDeps,
  key: string | undefined,
  email: string,
  now: number,
): Promise<Result<LivingKey | null, 'invalid_api_key' | 'key_of_another_address'>> {
  if (key === undefined) return ok(null);
  const hash = hashApiKey(keySecret, key);
  const known = isApiKeyShaped(key) ? await store.livingKey(hash, now) : null;
  if (known === null) {
    return fail('invalid_api_key', 'The key sent is not valid, so it cannot end. Leave it out.');
  }
  return known.email === email
    ? ok(known)
    : fail(
        'key_of_another_address',
        'The key sent belongs to another address. Leave it out, or sign up with that address.',
      );
}

/** Issues a partner key, for an operator or a subscription. The address's current keys stay current. */
export async function issuePartnerKey(deps: SignUpDeps, email: string): Promise<IssuedKey> {
  const { issued, record } = newKey(deps, {
    email: normaliseEmail(email),
    account: newAccount(deps),
    tier: 'partner',
    at: deps.clock(),
  });
  await deps.store.issueKey(record);
  return issued;
}

/**
 * Returns the record with which a person opens an account on a page, without a key to store. Sessions name an account by
 * a key's hash, so the account has one that nobody knows and that has ended.
 */
export function keylessAccount(
  deps: Pick<SignUpDeps, 'keySecret' | 'randomBytes'>,
  email: string,
  at: number,
): KeyRecord {
  return newKey(deps, { email, account: newAccount(deps), tier: 'free', at }).record;
}

const ACCOUNT_BYTES = 12;

function newAccount({ randomBytes }: Pick<SignUpDeps, 'randomBytes'>): string {
  return `acc_${Buffer.from(randomBytes(ACCOUNT_BYTES)).toString('hex')}`;
}

interface NewKey {
  readonly email: string;
  readonly account: string;
  readonly tier: KeyTier;
  readonly at: number;
}

/** How many keys of one account work at once. Several programs need a few; a runaway script stops here. */
const MOST_KEYS = 20;

/**
 * Issues a new key for an account, which becomes its current one. Unlike a sign-up, this is for the signed-in
 * owner, so the key has the account's tier.
 */
export async function issueOwnKey(
  deps: Pick<SignUpDeps, 'keySecret' | 'randomBytes' | 'clock'> & {
    readonly accountData: Pick<AccountDataStore, 'issueKey'>;
  },
  { id: account, email, tier }: { readonly id: string; readonly email: string; readonly tier: KeyTier },
): Promise<Result<IssuedKey, 'too_many_keys'>> {
  const at = deps.clock();
  const { issued, record } = newKey(deps, { email, account, tier, at });
  const isIssued = await deps.accountData.issueKey(record, earlierKeyEndsAt(at), MOST_KEYS);
  return isIssued
    ? ok(issued)
    : fail('too_many_keys', `${MOST_KEYS} keys of this account work. End one that you do not need first.`);
}

function newKey(
  deps: Pick<SignUpDeps, 'keySecret' | 'randomBytes'>,
  { at: createdAt, ...owner }: NewKey,
): { issued: IssuedKey; record: KeyRecord } {
  const key = makeApiKey(deps.randomBytes);
  const label = apiKeyLabel(key);
  const hash = hashApiKey(deps.keySecret, key);
  return { issued: { key, tier: owner.tier, label }, record: { hash, label, ...owner, createdAt } };
}
