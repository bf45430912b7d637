/**
 * Filed reports whose figures contradict each other, as read by hand. Taking one side of a contradiction away hides
 * it, so the removal property cannot hold there (ADR 0004). Each names the figures, in millions.
 */
const CONTRADICTORY: readonly (readonly [cik: string, periodEnd: string, why: string])[] = [];

export function whyContradictory(cik: string, periodEnd: string): string | null {
  const found = CONTRADICTORY.find(([ofCik, ofPeriod]) => ofCik === cik && ofPeriod === periodEnd);
  return found?.[2] ?? null;
}
