import { addDays, type CalendarDate } from '@common/base/calendar';
import type { Report } from '../facts.ts';
import type { Stale } from '../stale.ts';
import { newestReport } from './report-due.ts';
import { type Instants, overdueSince } from './staleness.ts';

/** A time in which the newest report known was overdue. */
export interface StaleSpan extends Stale {
  /** The last day before it that can be answered: from this verdict on, nothing newer was known. */
  readonly last: CalendarDate;
  /** The day on which a newer report was filed; null if none is here. */
  readonly until: CalendarDate | null;
}

/**
 * The times up to today in which a filer's newest report was overdue, oldest first: after each report that was not
 * followed in time by a newer one.
 */
export function staleSpans(
  reports: readonly Report[],
  { today, factsThrough }: Omit<Instants, 'asOf'>,
): readonly StaleSpan[] {
  const days = newPeriodDays(reports);
  return days.flatMap((day, index) => {
    const until = days[index + 1] ?? null;
    const since = overdueSince(reports, day);
    if (since === null || since > today || (until !== null && since >= until)) return [];
    const through = until === null ? (factsThrough ?? day) : until;
    const dayBefore = addDays(since, -1);
    const isHere = through >= (until ?? today);
    return [
      {
        since,
        why: isHere ? ('report_late' as const) : ('report_not_here' as const),
        last: through < dayBefore ? through : dayBefore,
        until,
      },
    ];
  });
}

/** The days on which a report for a newer period than all before was filed. */
function newPeriodDays(reports: readonly Report[]): readonly CalendarDate[] {
  const days = [...new Set(reports.map(({ filed }) => filed))].sort();
  let newest = '';
  return days.filter((day) => {
    const end = newestReport(reports, day)?.periodEnd ?? '';
    const isNewer = end > newest;
    newest = end;
    return isNewer;
  });
}
