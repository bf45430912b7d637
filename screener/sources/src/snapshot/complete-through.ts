import { addDays, type CalendarDate } from '@common/base/calendar';
import { isPeriodicForm } from '../companyfacts/periodic-forms.ts';
import type { Submissions } from '../submissions.ts';

const FILED = /"filed"\s*:\s*"(\d{4}-\d{2}-\d{2})"/g;

/** The newest filing date that a `companyfacts` file names, whatever the form; null if it names none. */
export function newestFilingIn(companyFacts: Uint8Array): CalendarDate | null {
  let newest = '';
  for (const [, filed = ''] of Buffer.from(companyFacts).toString('latin1').matchAll(FILED)) {
    if (filed > newest) newest = filed;
  }
  return newest === '' ? null : newest;
}

/**
 * The day through which a filer's facts are known to be complete: at least `taken`, the day its file was taken (or the
 * newest filing in it: on that day it was taken at the earliest). If the filer's list of filings reaches back to that
 * day, they are complete until its next periodic report there, or until the newest filing there if none follows.
 */
export function completeThrough(taken: CalendarDate, submissions: Submissions | undefined): CalendarDate {
  const filings = submissions?.filings ?? [];
  const dates = filings.map(({ filed }) => filed).sort();
  const [oldest] = dates;
  const newest = dates.at(-1);
  if (oldest === undefined || newest === undefined || oldest > taken) return taken;
  const following = filings
    .filter(({ form, filed }) => isPeriodicForm(form) && filed > taken)
    .map(({ filed }) => filed)
    .sort()[0];
  const known = following === undefined ? newest : addDays(following, -1);
  return known > taken ? known : taken;
}
