import type { RateLimiter } from '@common/kit/rate-limit';
import type { AccessStore } from './access.store.ts';
import type { IdentifyCaller } from './identify-caller.ts';
import type { Tier, TierTerms } from './tiers.ts';

/** What decides who may ask what, and how often. */
export interface Access {
  readonly identify: IdentifyCaller;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  /** By tier; null where its terms have no limit. */
  readonly limiters: Readonly<Record<Tier, RateLimiter | null>>;
  /** Of wrong keys by network address, so that guessing meets an end. */
  readonly wrongKeys: RateLimiter;
  /** Sign-ups by network address. */
  readonly signUps: RateLimiter;
  readonly accessStore: AccessStore;
  /** What keys are hashed with. */
  readonly keySecret: string;
}
