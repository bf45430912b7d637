import { combine } from '../methodologies/check.ts';
import { possibleVerdicts, type Verdict, verdictOf } from '../verdict/verdict.ts';
import type { ScreeningChanges } from './changes.ts';
import type { DatedScreening } from './dated-screening.ts';

/** What is needed of a stored screening for the verdict by a choice. */
type Judged = Pick<DatedScreening, 'business_activity'> & {
  readonly methodologies: readonly {
    readonly id: string;
    readonly checks: readonly Pick<DatedScreening['methodologies'][number]['checks'][number], 'status'>[];
  }[];
};

/** The verdict of a stored screening by the chosen methodologies alone, as the engine gave it on that day. */
export function verdictByChoice(screening: Judged, chosen: readonly string[]): Verdict {
  const ratios = screening.methodologies
    .filter(({ id }) => chosen.includes(id))
    .map(({ checks }) => combine(checks.map(({ status }) => status)));
  return verdictOf(possibleVerdicts(screening.business_activity, ratios));
}

/**
 * What changed by the chosen methodologies: their verdict, and their checks. `earlier` is the screening before, null
 * where it is not at hand: then neither a change of the verdict nor that it went stale is claimed.
 */
export function changesByChoice(
  changes: ScreeningChanges,
  { earlier, later }: { readonly earlier: Judged | null; readonly later: Judged },
  chosen: readonly string[],
): ScreeningChanges {
  const to = verdictByChoice(later, chosen);
  const from = earlier === null ? to : verdictByChoice(earlier, chosen);
  const { stale, ...others } = changes;
  // What had no verdict by the choice cannot go stale by it.
  const wentStale = stale !== undefined && earlier !== null && from !== 'not_screenable';
  return {
    ...others,
    verdict: from === to || stale !== undefined ? null : { from, to },
    checks: changes.checks.filter(({ methodology }) => chosen.includes(methodology)),
    ...(wentStale ? { stale: { ...stale, verdict: from } } : {}),
  };
}
