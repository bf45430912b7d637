import type { CalendarDate } from '@common/base/calendar';
import { openHands, type Threads } from '@common/kit/threads';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { changesBetween } from '@screener/engine/history/changes';
import { RULE_SET_IDS, type RuleSetId } from '@screener/engine/methodologies/methodology';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import type { BackfilledHistory, Listing, ScreenerStore, StoredScreening } from '../store/store.ts';
import {
  fingerprintHash,
  loadSubject,
  type ScreeningSubject,
  screenSubject,
  toStored,
} from './compute-screening.ts';
import { type StoredSubject, storedSubjects, withoutStore, withStore } from './stored-subjects.ts';

interface BackfillProgress {
  readonly symbol: string;
  /** How many tickers are done, and how many screenings they have, those of an earlier run included. */
  readonly done: number;
  readonly kept: number;
}

const WORK = 'history';
/** Tickers per transaction. A crash loses the work on at most these, and on those that are computed ahead. */
const BATCH = 5;

/**
 * Computes past screenings of every listing that has facts: one at each filing's date, from what was filed by
 * then and the price of that day, stored if it differs from the one before. A run that stopped is continued by the
 * next one, unless facts or prices have changed; a second run gives the same rows, with any number of threads.
 */
export async function* backfillHistory(
  store: ScreenerStore,
  options: ScreeningOptions,
  until: CalendarDate,
  threads: Threads | null = null,
): AsyncGenerator<BackfillProgress> {
  const inputs = JSON.stringify([ENGINE_VERSION, options, until, await store.generation()]);
  const known = await store.unfinished(WORK, inputs);
  let state: BackfillProgress | null = known === null ? null : JSON.parse(known);
  if (state !== null) yield state;
  const { companies } = await store.countListings();
  await using hands = openHands({
    threads,
    kind: WORK,
    options: { options, until } satisfies HistoryOptions,
    jobs: companies - (state?.done ?? 0),
    perThread: 3,
    own: withStore(store, historiesOf({ options, until })),
    nameOf: ({ listing }: StoredSubject) => listing.symbol,
  });
  for await (const batch of inBatches(hands.answers(storedSubjects(store, state?.symbol ?? null)))) {
    await store.replaceBackfills(batch.flat());
    const steps: BackfillProgress[] = [];
    for (const histories of batch) {
      const kept = histories.reduce((total, { screenings }) => total + screenings.length, state?.kept ?? 0);
      state = { symbol: histories[0]?.symbol ?? '', done: (state?.done ?? 0) + 1, kept };
      steps.push(state);
    }
    await store.saveUnfinished(WORK, inputs, JSON.stringify(state));
    yield* steps;
  }
  await store.forgetUnfinished(WORK);
}

async function* inBatches<Value>(values: AsyncIterable<Value>): AsyncGenerator<readonly Value[]> {
  let batch: Value[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface HistoryOptions {
  readonly options: ScreeningOptions;
  readonly until: CalendarDate;
}

/** The history of a subject under every rule set. */
function historiesOf({ options, until }: HistoryOptions) {
  return (subject: ScreeningSubject): readonly BackfilledHistory[] =>
    RULE_SET_IDS.map((rules) => ({
      symbol: subject.listing.symbol,
      rules,
      screenings: historyOf(subject, rules, options, until),
    }));
}

/** What a thread does for a backfill. */
export function historyHand(options: HistoryOptions) {
  return withoutStore(historiesOf(options));
}

/** Backfills one listing under every rule set. Returns how many screenings its history has. */
export async function backfillListing(
  store: Pick<ScreenerStore, 'facts' | 'closes' | 'rates' | 'replaceBackfills'>,
  listing: Listing,
  options: ScreeningOptions,
  until: CalendarDate,
): Promise<number> {
  const histories = historiesOf({ options, until })(await loadSubject(store, listing));
  await store.replaceBackfills(histories);
  return histories.reduce((total, { screenings }) => total + screenings.length, 0);
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
