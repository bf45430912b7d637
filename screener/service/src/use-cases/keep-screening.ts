import { addDays, type CalendarDate } from '@common/base/calendar';
import { changesBetween } from '@screener/engine/history/changes';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import type { ScreenerStore, StoredScreening } from '../store/store.ts';
import { fingerprintHash, type ScreeningSubject, screenSubject, toStored } from './compute-screening.ts';
import { isOfTime, staleEvents } from './timeline.ts';

interface KeepDeps {
  readonly store: ScreenerStore;
  readonly options: ScreeningOptions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Stores the screening of an answer in the ticker's history if it differs from the last one stored. The earlier one
 * is screened again at its own date to find which check flipped and which fact caused it, because history stores no
 * evidence.
 */
export async function keepAnswer(
  { store, options, clock }: KeepDeps,
  subject: ScreeningSubject,
  screening: DecidedScreening,
): Promise<void> {
  const { symbol, rules, as_of: asOf, today } = screening;
  if (screening.stale !== null) {
    await keepStaleEvent({ store, options, clock }, subject, { rules, today, since: screening.stale.since });
  }
  const latest = await latestOfCompany(store, symbol, rules, asOf);
  if (latest?.fingerprint === fingerprintHash(screening)) return;
  const changes =
    latest === null
      ? null
      : changesBetween(screenSubject(subject, latest.asOf, rules, options), screening, latest.screening);
  const kept = toStored(screening, changes, { origin: 'live', recordedAt: clock() });
  if (isOfTime(kept)) return;
  await store.saveScreenings([kept]);
}

interface StaleOf {
  readonly rules: RuleSetId;
  readonly today: CalendarDate;
  readonly since: CalendarDate;
}

/** Stores that a ticker went stale, so that those who watch it are told, once. */
async function keepStaleEvent(
  { store, options, clock }: KeepDeps,
  subject: ScreeningSubject,
  { rules, today, since }: StaleOf,
): Promise<void> {
  const known = await store.latestScreening(subject.listing.symbol, rules, since);
  if (known?.asOf === since && isOfTime(known)) return;
  const [event] = staleEvents(subject, rules, options, { today, from: since });
  if (event === undefined) return;
  await store.saveScreenings([{ ...event, origin: 'live', recordedAt: clock() }]);
}

/** The newest stored screening up to a date that shows something of the company; null without one. */
export async function latestOfCompany(
  store: Pick<ScreenerStore, 'latestScreening'>,
  symbol: string,
  rules: RuleSetId,
  asOf: CalendarDate,
): Promise<StoredScreening | null> {
  for (let day = asOf; ; ) {
    const latest = await store.latestScreening(symbol, rules, day);
    if (latest === null || !isOfTime(latest)) return latest;
    day = addDays(latest.asOf, -1);
  }
}
