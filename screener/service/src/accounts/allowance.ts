import { type Allowance, createMemoryRateLimiter, type RateLimiter } from '@common/kit/rate-limit';
import { hashApiKey } from './api-key.ts';
import { mailboxOf } from './mailbox.ts';
import type { Tier, TierTerms } from './tiers.ts';

export interface Limits {
  /** One for each tier; null for a tier without a limit. */
  readonly limiters: Readonly<Record<Tier, RateLimiter | null>>;
  /** Limits what all free accounts without a proven address take from one network; null for no limit. */
  readonly unproven: RateLimiter | null;
}

/** Whose allowance a request counts towards. */
export interface Taker {
  readonly tier: Tier;
  /** Identifies the allowance. */
  readonly owner: string;
  /** Whether the address of the account is proven; false without an account. */
  readonly isProven: boolean;
}

/** How many allowances of one account all unproven accounts that call from one network have together. */
const ACCOUNTS_A_NETWORK = 10;

export const UNPROVEN_NAME = 'unproven-of-network';

/** Counted in each process: a coarse limit on allowances that somebody makes up, for a minute. */
export function createUnprovenLimiter({ policy }: TierTerms): RateLimiter | null {
  if (policy === null) return null;
  const { requests, windowS } = policy;
  return createMemoryRateLimiter({
    name: UNPROVEN_NAME,
    requests: requests * ACCOUNTS_A_NETWORK,
    windowS,
  });
}

/**
 * Identifies an account's allowance. All accounts that proved an address of one mailbox share one. INVARIANT: an
 * account that proved nothing has one of its own, so nobody uses up another's by writing the other's address. Hashed
 * like keys, because counters are stored and must not reveal an address.
 */
export function ownerOf(
  keySecret: string,
  {
    account,
    email,
    isProven,
  }: { readonly account: string; readonly email: string; readonly isProven: boolean },
): string {
  return hashApiKey(keySecret, isProven ? mailboxOf(email) : account);
}

interface Taken {
  readonly limiter: RateLimiter;
  readonly allowance: Allowance;
}

/** Counts a request; returns the limit that it used or that refuses it, and null where there is none. */
export async function takeAllowance(
  { limiters, unproven }: Limits,
  { tier, owner, isProven }: Taker,
  network: string,
): Promise<Taken | null> {
  const limiter = limiters[tier];
  if (limiter === null) return null;
  const allowance = await limiter.take(owner);
  if (tier === 'free' && !isProven && unproven !== null && allowance.allowed) {
    const shared = await unproven.take(network);
    if (!shared.allowed) return { limiter: unproven, allowance: shared };
  }
  return { limiter, allowance };
}
