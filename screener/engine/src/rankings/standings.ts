import type { CheckStatus } from '../methodologies/check.ts';
import type { DecidedScreening } from '../screened.ts';
import type { CheckAnswer } from '../screening.ts';

/** What one methodology says of a company, and how near the company is to one of its limits. */
export interface Standing {
  readonly id: string;
  readonly status: CheckStatus;
  /** The check that uses most of its limit; null unless all checks pass. */
  readonly nearest: NearestCheck | null;
}

export type NearestCheck = Pick<
  CheckAnswer,
  'ratio' | 'low' | 'threshold' | 'comparison' | 'basis' | 'numerator' | 'denominator'
> & { readonly high: number; readonly status: 'pass' };

/**
 * Whether a company is compliant for somebody: its business passes, and at least one methodology.
 * @example passesSome({ business_activity: { status: 'review' }, methodologies: [{ status: 'pass' }] }) // false
 */
export function passesSome({ business_activity: business, methodologies }: DecidedScreening): boolean {
  return business.status === 'pass' && methodologies.some(({ status }) => status === 'pass');
}

export function standingsOf({ methodologies }: DecidedScreening): readonly Standing[] {
  return methodologies.map(({ id, status, checks }) => ({
    id,
    status,
    nearest: status === 'pass' ? nearestOf(checks.flatMap(passed)) : null,
  }));
}

/**
 * The nearest check by the chosen methodologies; null unless the company passes all of them, as a verdict by a choice
 * asks (ADR 0013).
 * @example nearestByChoice([{ id: 'aaoifi', status: 'fail', nearest: null }], ['aaoifi']) // null
 */
export function nearestByChoice(
  standings: readonly Standing[],
  chosen: readonly string[] | null,
): NearestCheck | null {
  const asked = standings.filter(({ id }) => chosen === null || chosen.includes(id));
  if (asked.some(({ status }) => status !== 'pass')) return null;
  return nearestOf(asked.flatMap(({ nearest }) => nearest ?? []));
}

/**
 * The share of its limit that a check uses at its upper end.
 * @example usedOf({ high: 0.15, threshold: 0.3 }) // 0.5
 */
export function usedOf({ high, threshold }: Pick<NearestCheck, 'high' | 'threshold'>): number {
  return high / threshold;
}

function passed(check: CheckAnswer): NearestCheck | readonly [] {
  const { ratio, status, low, high, threshold, comparison, basis, numerator, denominator } = check;
  if (status !== 'pass' || high === null) return [];
  return { ratio, status, low, high, threshold, comparison, basis, numerator, denominator };
}

function nearestOf(checks: readonly NearestCheck[]): NearestCheck | null {
  return checks.reduce<NearestCheck | null>(
    (nearest, check) => (nearest !== null && usedOf(nearest) >= usedOf(check) ? nearest : check),
    null,
  );
}
