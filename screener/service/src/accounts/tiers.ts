import type { RatePolicy } from '@common/kit/rate-limit';

/** Interface document, part 8. */
export const KEY_TIERS = ['free', 'partner'] as const;
export type KeyTier = (typeof KEY_TIERS)[number];
/** `demo` is the tier of callers without a key. */
export type Tier = 'demo' | KeyTier;

/** Operations that only some tiers include (interface document, 4.1). */
const GATED = ['batch', 'bulk', 'overlays', 'portfolio', 'purification', 'zakat'] as const;
export type GatedOperation = (typeof GATED)[number];

export interface TierTerms {
  /** Null for a tier without a limit. */
  readonly policy: RatePolicy | null;
  readonly may: ReadonlySet<GatedOperation>;
}

const WINDOW_S = 60;
const ALL: ReadonlySet<GatedOperation> = new Set(GATED);

/** Requests per minute by tier; 0 means no limit. The interface document has 10, 30 and 300. */
export type TierLimits = Readonly<Record<Tier, number>>;

/** How many lists of holdings pages answer for each request that the API grants without a key. */
const LISTS_A_REQUEST = 2;

/**
 * Limits lists of holdings that pages screen for one network without an account. They have an allowance of their own:
 * a person sends one list to several pages, and as CSV, right after looking up what is in it.
 */
export function listsPolicy({ policy }: TierTerms): RatePolicy | null {
  return policy === null ? null : { ...policy, name: 'lists', requests: policy.requests * LISTS_A_REQUEST };
}

export function tierTerms(limits: TierLimits): Readonly<Record<Tier, TierTerms>> {
  const policy = (name: Tier): RatePolicy | null =>
    limits[name] === 0 ? null : { name, requests: limits[name], windowS: WINDOW_S };
  return {
    demo: { policy: policy('demo'), may: new Set() },
    free: { policy: policy('free'), may: ALL },
    partner: { policy: policy('partner'), may: ALL },
  };
}
