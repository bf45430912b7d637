import type { BusinessStatus } from '../business/classify.ts';
import type { CheckStatus } from '../methodologies/check.ts';
import type { DecidedScreening } from '../screened.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** The part of a company's screening that a fund needs. */
export interface HoldingScreening {
  readonly symbol: string;
  readonly name: string;
  readonly cik: string;
  readonly compliance: Verdict;
  readonly score: number;
  readonly business: BusinessStatus;
  readonly methodologies: Readonly<Record<string, CheckStatus>>;
  readonly purificationLowPct: number;
  /** Null where nothing bounds it. */
  readonly purificationHighPct: number | null;
  /** The codes of what is missing for a verdict. */
  readonly missing: readonly string[];
}

type Screening = Omit<
  DecidedScreening,
  'summary' | 'methodologies' | 'market_data' | 'missing' | 'approximations'
> & {
  readonly methodologies: readonly { readonly id: string; readonly status: CheckStatus }[];
  readonly missing: readonly { readonly code: string }[];
};

/** Takes from a company's screening what a fund needs. */
export function summarise(screening: Screening): HoldingScreening {
  const { symbol, name, cik, compliance, score, purification } = screening;
  return {
    symbol,
    name,
    cik,
    compliance,
    score,
    business: screening.business_activity.status,
    methodologies: Object.fromEntries(screening.methodologies.map(({ id, status }) => [id, status])),
    purificationLowPct: purification.low_pct,
    purificationHighPct: purification.high_pct,
    missing: screening.missing.map((entry) => entry.code),
  };
}

/** How a holding fares under one methodology: a prohibited business fails every one, whatever its ratios. */
export function standing(screening: HoldingScreening, methodology: string): CheckStatus {
  const ratios = screening.methodologies[methodology] ?? 'unknown';
  if (screening.business === 'fail' || ratios === 'fail') return 'fail';
  return screening.business === 'unknown' ? 'unknown' : ratios;
}
