import type { CalendarDate } from '@common/base/calendar';
import { changesBetween } from '@screener/engine/history/changes';
import { RULE_SET_IDS, type RuleSetId } from '@screener/engine/methodologies/methodology';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import type { Listing, ScreenerStore, StoredScreening } from '../store/store.ts';
import {
  fingerprintHash,
  loadSubject,
  type ScreeningSubject,
  screenSubject,
  toStored,
} from './compute-screening.ts';

interface BackfillProgress {
  readonly symbol: string;
  readonly done: number;
  readonly kept: number;
}

const PAGE = 200;

/**
 * Computes past screenings of every listing that has facts: one at each filing's date, from what was filed by
 * then and the price of that day, stored if it differs from the one before. Each ticker is one transaction
 * per rule set, and a second run gives the same rows. So after a crash it is simply started again.
 */
export async function* backfillHistory(
  store: ScreenerStore,
  options: ScreeningOptions,
  until: CalendarDate,
): AsyncGenerator<BackfillProgress> {
  let done = 0;
  for (let after: string | null = null; ; ) {
    const page: readonly Listing[] = await store.listingsWithFacts(after, PAGE);
    for (const listing of page) {
      const kept = await backfillListing(store, listing, options, until);
      done += 1;
      yield { symbol: listing.symbol, done, kept };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.symbol;
  }
}

/** Backfills one listing under every rule set. Returns how many screenings its history has. */
export async function backfillListing(
  store: Pick<ScreenerStore, 'facts' | 'closes' | 'rates' | 'replaceBackfill'>,
  listing: Listing,
  options: ScreeningOptions,
  until: CalendarDate,
): Promise<number> {
  const subject = await loadSubject(store, listing);
  let kept = 0;
  for (const rules of RULE_SET_IDS) {
    const history = historyOf(subject, rules, options, until);
    await store.replaceBackfill(listing.symbol, rules, history);
    kept += history.length;
  }
  return kept;
}

/** Returns the screenings at each filing's date that differ from the one before, oldest first. Pure. */
export function historyOf(
  subject: ScreeningSubject,
  rules: RuleSetId,
  options: ScreeningOptions,
  until: CalendarDate,
): readonly StoredScreening[] {
  const dates = [...new Set(subject.facts?.reports.map((report) => report.filed))]
    .filter((date) => date <= until)
    .sort();
  const history: StoredScreening[] = [];
  let before: DecidedScreening | null = null;
  let beforeHash: string | null = null;
  for (const date of dates) {
    const screening = screenSubject(subject, date, rules, options);
    const hash = fingerprintHash(screening);
    if (hash === beforeHash) continue;
    const changes = before === null ? null : changesBetween(before, screening);
    history.push(toStored(screening, changes, { origin: 'backfill', recordedAt: 0 }));
    before = screening;
    beforeHash = hash;
  }
  return history;
}
