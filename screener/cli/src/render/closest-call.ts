import type { CheckAnswer } from '@screener/engine/screening';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';

/** Finds the check that decides, or the one nearest to its limit; null if no ratio is known. */
export function closestCheck({ methodologies }: Pick<WordedAnswer, 'methodologies'>): CheckAnswer | null {
  const known = methodologies.flatMap(({ checks }) => checks).filter((check) => check.value !== null);
  return known.reduce<CheckAnswer | null>(
    (best, check) => (best === null || shareOf(check) > shareOf(best) ? check : best),
    null,
  );
}

function shareOf({ value, threshold }: CheckAnswer): number {
  return (value ?? 0) / threshold;
}
