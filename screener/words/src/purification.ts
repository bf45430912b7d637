import type { PurificationAnswer } from '@screener/engine/screening';
import { type Face, PAGE } from './face.ts';
import { percentRange } from './numbers.ts';
import { WORDS, wordsOf } from './words.ts';

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
  return { rate: percent(rate), coverage: wordsOf(face).giving.coverage(percent(coverage)) };
}

/** The methods for programs; pages ask `methodsInWords`. */
export const METHODS_IN_WORDS = WORDS.en.giving.methods;

/** Says which method counts what, and who asks for it. */
export function methodsInWords(face: Face = PAGE): string {
  return wordsOf(face).giving.methods;
}
