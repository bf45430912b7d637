import type { RateLimiter } from '@common/kit/rate-limit';
import type { AccessStore } from './access.store.ts';
import type { AccountDataStore } from './account-data.store.ts';
import type { AccountStore } from './accounts.store.ts';
import type { Limits } from './allowance.ts';
import type { ChoiceStore } from './choice.store.ts';
import type { UsageCounter } from './count-usage.ts';
import type { IdentifyCaller } from './identify-caller.ts';
import type { LinkStore } from './links.store.ts';
import type { Argon2id } from './password.ts';
import type { StatisticsStore } from './statistics.store.ts';
import type { Tier, TierTerms } from './tiers.ts';
import type { UsageStore } from './usage.store.ts';

/** Who may call what, and how often. */
export interface Access extends Limits {
  readonly identify: IdentifyCaller;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  /** Limits wrong keys per network address, so that keys cannot be guessed. */
  readonly wrongKeys: RateLimiter;
  /** Limits lists of holdings on pages, per network address; null for no limit. */
  readonly lists: RateLimiter | null;
  /** Limits sign-ups per network address. */
  readonly signUps: RateLimiter;
  /** Limits new statements about screenings, as `ownerOf` identifies an allowance. */
  readonly statements: RateLimiter;
  readonly accessStore: AccessStore;
  readonly accounts: AccountStore;
  readonly accountData: AccountDataStore;
  readonly choices: ChoiceStore;
  readonly usage: UsageCounter;
  readonly usageStore: UsageStore;
  readonly statistics: StatisticsStore;
  readonly links: LinkStore;
  /** Limits links by mail: asked for in one network, and mailed to one address. */
  readonly linkAsks: RateLimiter;
  readonly linkMails: RateLimiter;
  /** Limit wrong passwords of a network, or of a browser that signed in before. */
  readonly wrongPasswords: { readonly tries: RateLimiter; readonly slow: RateLimiter };
  /** Hashes passwords. */
  readonly argon2id: Argon2id;
  /** Signs session cookies. */
  readonly sessionSecret: string;
  /** The HMAC secret for stored API keys. */
  readonly keySecret: string;
  /** Stores the counts of limits and calls that are not stored yet. */
  close(): Promise<void>;
}
