import { addMonths, type CalendarDate, dateOfInstant } from '@common/base/calendar';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import { ANCHOR_AGE_LIMIT_MONTHS } from '@screener/engine/selection/anchor';
import type { DataSource, Listing, ScreenerStore } from '../store/store.ts';
import { factsReach, type ScreeningSubject, screenSubject } from './compute-screening.ts';

export const SNAPSHOT_AS_OF = 'snapshot_as_of';

interface PresentDeps {
  readonly store: Pick<ScreenerStore, 'setting'>;
  readonly clock: () => number;
}

/**
 * Returns the date of a screening without `as_of`: today, unless the snapshot is the only source. Then it is
 * the last day through which that company's facts are known to be complete, and no later than the snapshot's
 * own date. A company whose day is too long ago, and one without facts, is screened as of the snapshot's
 * date, when it has no report.
 */
export async function presentDate(
  deps: PresentDeps,
  source: DataSource,
  listing?: Pick<Listing, 'completeThrough' | 'factsThrough'>,
): Promise<CalendarDate> {
  const today = dateOfInstant(deps.clock());
  if (source !== 'snapshot') return today;
  const snapshot = (await deps.store.setting(SNAPSHOT_AS_OF)) ?? today;
  const own = listing?.completeThrough ?? listing?.factsThrough ?? null;
  if (own === null || own > snapshot) return snapshot;
  return isLongAgo(own, snapshot) ? snapshot : own;
}

interface When {
  readonly asOf: CalendarDate;
  /** No day was named. */
  readonly isPresent: boolean;
  readonly today: CalendarDate;
  readonly rules: RuleSetId;
  readonly options: ScreeningOptions;
  readonly isLive?: boolean;
  /** Only these methodologies; null for all. */
  readonly chosen?: readonly string[] | null;
}

/**
 * Screens a subject as of a day. If no day was named, and a report that is due by today is not here, the answer is of
 * the last day that the stored filings reach: what was known then is true, and what is due since makes it stale.
 */
export function screenWhen(
  subject: ScreeningSubject,
  { asOf, isPresent, today, rules, options, isLive = false, chosen = null }: When,
): DecidedScreening {
  const at = (day: CalendarDate) => screenSubject(subject, day, rules, options, { isLive, today, chosen });
  const screening = at(asOf);
  const reach = factsReach(subject.listing);
  const isBehind = screening.missing.some(({ code }) => code === 'reports_not_here');
  if (!isPresent || !isBehind || reach === null || isLongAgo(reach, asOf)) return screening;
  return at(reach);
}

/** Whether a verdict of a day is too old to be given to somebody who named no date. */
function isLongAgo(day: CalendarDate, present: CalendarDate): boolean {
  return addMonths(day, ANCHOR_AGE_LIMIT_MONTHS) < present;
}
