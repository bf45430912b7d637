import type { CheckAnswer } from '@screener/engine/screening';

type PlacedCheck = Pick<CheckAnswer, 'status' | 'low' | 'high' | 'threshold'>;

const URGENCY = { fail: 2, unknown: 1, pass: 0 } as const;

/**
 * Finds a methodology's most telling check: one that fails, else an open one, else the nearest to its limit.
 */
export function nearestCheck<Check extends PlacedCheck>(checks: readonly Check[]): Check | undefined {
  return checks.reduce<Check | undefined>(
    (nearest, check) => (nearest === undefined || isNearer(check, nearest) ? check : nearest),
    undefined,
  );
}

function isNearer(check: PlacedCheck, than: PlacedCheck): boolean {
  const [urgency, other] = [URGENCY[check.status], URGENCY[than.status]];
  if (urgency !== other) return urgency > other;
  // Of two checks left open, one with a known bound says more.
  if (check.status === 'unknown' && isKnown(check) !== isKnown(than)) return isKnown(check);
  return shareOf(check) > shareOf(than);
}

/** Whether anything bounds a ratio. If not, there is nothing to draw. */
export function isKnown({ low, high }: Pick<CheckAnswer, 'low' | 'high'>): boolean {
  return low > 0 || high !== null;
}

/** Returns what share of its limit a ratio reaches. A fail is certain from its low end. */
function shareOf({ status, low, high, threshold }: PlacedCheck): number {
  return (status === 'fail' ? low : (high ?? Number.POSITIVE_INFINITY)) / threshold;
}
