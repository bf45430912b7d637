import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import type { ScreeningChanges, WentStale } from '@screener/engine/history/changes';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import { type StaleSpan, staleSpans } from '@screener/engine/time/stale-spans';
import type { ScreenerStore, ScreeningPlace, StoredScreening } from '../store/store.ts';
import {
  factsReach,
  loadSubject,
  type ScreeningSubject,
  screenSubject,
  toStored,
} from './compute-screening.ts';

export interface TimelineDeps {
  readonly store: Pick<ScreenerStore, 'findListing' | 'screenings' | 'facts' | 'closes' | 'rates'>;
  readonly options: ScreeningOptions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Codes of answers that only say that time went by. */
const TIME_CODES: ReadonlySet<string> = new Set(['stale_report', 'reports_not_here']);

/**
 * Whether a stored screening shows nothing of the company but that time went by. The timeline has an event for that,
 * on the day on which it happened.
 */
export function isOfTime({ screening, changes }: Pick<StoredScreening, 'screening' | 'changes'>): boolean {
  return changes?.stale !== undefined || screening.missing.some(({ code }) => TIME_CODES.has(code));
}

/**
 * Reads the dated screenings of a ticker, newest first, with the days on which it went stale among them.
 *
 * INVARIANT: a change is what two screenings at their dates show. Going stale changes nothing; it is an event of its
 * own, computed from the reports at hand, so that it is right however long ago anybody asked.
 */
export async function readTimeline(
  deps: TimelineDeps,
  symbol: string,
  rules: RuleSetId,
  limit: number,
  after?: ScreeningPlace,
): Promise<readonly StoredScreening[]> {
  const { store, clock } = deps;
  const stored = await store.screenings(symbol, rules, limit, after);
  const kept = stored.filter((row) => !isOfTime(row));
  const listing = kept.length === 0 ? null : await store.findListing(symbol);
  if (listing === null) return kept;
  const subject = await loadSubject(store, listing);
  const events = staleEvents(subject, rules, deps.options, { today: dateOfInstant(clock()) });
  // What is older than the page's last screening belongs to the next page, or is before the history begins.
  const oldest = stored.at(-1)?.asOf ?? '';
  const ofPage = events.filter(({ asOf }) => asOf > oldest && (after === undefined || asOf < after.asOf));
  return [...kept, ...ofPage].toSorted((a, b) => (a.asOf < b.asOf ? 1 : a.asOf > b.asOf ? -1 : 0));
}

/**
 * The events of a subject that went stale, each with the screening of that day, oldest first. `from` leaves out what is
 * older.
 */
export function staleEvents(
  subject: ScreeningSubject,
  rules: RuleSetId,
  options: ScreeningOptions,
  { today, from = '' }: { readonly today: CalendarDate; readonly from?: CalendarDate },
): readonly StoredScreening[] {
  const reports = subject.facts?.reports ?? [];
  const spans = staleSpans(reports, { today, factsThrough: factsReach(subject.listing) });
  return spans
    .filter(({ since }) => since >= from)
    .flatMap((span) => staleEvent(subject, rules, options, span) ?? []);
}

/** Null where there was no verdict that could go stale, or where the business decides it for good. */
function staleEvent(
  subject: ScreeningSubject,
  rules: RuleSetId,
  options: ScreeningOptions,
  { since, why, last }: StaleSpan,
): StoredScreening | null {
  const before = screenSubject(subject, last, rules, options);
  const { compliance, business_activity: business } = before;
  if (compliance === 'not_screenable' || business.status === 'fail') return null;
  const screening = screenSubject(subject, since, rules, options);
  const changes = onlyStale(last, { since, why, verdict: compliance });
  return toStored(screening, changes, { origin: 'backfill', recordedAt: 0 });
}

function onlyStale(since: CalendarDate, stale: WentStale): ScreeningChanges {
  return { since, verdict: null, score: null, checks: [], report: null, engine_changed: false, stale };
}
