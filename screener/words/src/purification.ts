import type { PurificationAnswer } from '@screener/engine/screening';
import { type Face, PAGE } from './face.ts';
import { percentRange } from './numbers.ts';

type Covered = Pick<PurificationAnswer, 'covered_rate_pct' | 'coverage_pct'>;

/** A fund's purification: the rate of the holdings whose rate is known, and their weight. */
interface CoveredRate {
  /** `1.12%` */
  readonly rate: string;
  /** `by the 38.51% of net assets whose rate is known` */
  readonly coverage: string;
}

/** Writes a fund's purification rate with its coverage; null for a company, and where no rate is known. */
export function coveredRateInWords(
  { covered_rate_pct: rate, coverage_pct: coverage }: Covered,
  face: Face = PAGE,
): CoveredRate | null {
  if (rate === null || coverage === null) return null;
  const percent = (pct: number) => percentRange(pct / 100, pct / 100, face);
  return { rate: percent(rate), coverage: `by the ${percent(coverage)} of net assets whose rate is known` };
}
