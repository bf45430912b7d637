import type { RateLimiter } from '@common/kit/rate-limit';
import type { AccessStore } from './access.store.ts';
import type { AccountDataStore } from './account-data.store.ts';
import type { AccountStore } from './accounts.store.ts';
import type { UsageCounter } from './count-usage.ts';
import type { IdentifyCaller } from './identify-caller.ts';
import type { Argon2id } from './password.ts';
import type { StatisticsStore } from './statistics.store.ts';
import type { Tier, TierTerms } from './tiers.ts';
import type { UsageStore } from './usage.store.ts';

/** Who may call what, and how often. */
export interface Access {
  readonly identify: IdentifyCaller;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  /** By tier; null for a tier without a limit. */
  readonly limiters: Readonly<Record<Tier, RateLimiter | null>>;
  /** Wrong keys by network address, so that keys cannot be guessed. */
  readonly wrongKeys: RateLimiter;
  /** Sign-ups by network address. */
  readonly signUps: RateLimiter;
  readonly accessStore: AccessStore;
  readonly accounts: AccountStore;
  readonly accountData: AccountDataStore;
  readonly usage: UsageCounter;
  readonly usageStore: UsageStore;
  readonly statistics: StatisticsStore;
  /** Wrong passwords, by network address and by e-mail address. */
  readonly wrongPasswords: { readonly network: RateLimiter; readonly email: RateLimiter };
  /** What passwords are hashed with. */
  readonly argon2id: Argon2id;
  /** What session cookies are signed with. */
  readonly sessionSecret: string;
  /** What keys are hashed with. */
  readonly keySecret: string;
  /** Stores the counts of the limits and of the calls. */
  close(): Promise<void>;
}
