import type { RatePolicy } from '@common/kit/rate-limit';

/** Interface document, part 8. */
export const KEY_TIERS = ['free', 'partner'] as const;
export type KeyTier = (typeof KEY_TIERS)[number];
/** `demo` is the tier of callers without a key. */
export type Tier = 'demo' | KeyTier;

/** Operations that only some tiers include (interface document, 4.1). */
export type GatedOperation = 'batch' | 'bulk' | 'overlays' | 'portfolio';

export interface TierTerms {
  /** Null for a tier without a limit. */
  readonly policy: RatePolicy | null;
  readonly may: ReadonlySet<GatedOperation>;
}

const WINDOW_S = 60;
const ALL: ReadonlySet<GatedOperation> = new Set(['batch', 'bulk', 'overlays', 'portfolio']);

/** Requests per minute by tier; 0 means no limit. The interface document has 10, 30 and 300. */
export type TierLimits = Readonly<Record<Tier, number>>;

export function tierTerms(limits: TierLimits): Readonly<Record<Tier, TierTerms>> {
  const policy = (name: Tier): RatePolicy | null =>
    limits[name] === 0 ? null : { name, requests: limits[name], windowS: WINDOW_S };
  return {
    demo: { policy: policy('demo'), may: new Set() },
    free: { policy: policy('free'), may: ALL },
    partner: { policy: policy('partner'), may: ALL },
  };
}
