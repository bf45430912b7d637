import { isDatabaseAway } from '@common/kit/database-failures';
import { changesBetween } from '@screener/engine/history/changes';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import type { ScreenerStore } from '../store/store.ts';
import {
  fingerprintHash,
  loadSubject,
  type ScreeningSubject,
  screenSubject,
  toStored,
} from './compute-screening.ts';

interface KeepDeps {
  readonly store: ScreenerStore;
  /** Where `store` may be behind: the store that is not. */
  readonly primary?: ScreenerStore;
  readonly options: ScreeningOptions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Keeps the screening of an answer.
 * INVARIANT: what is kept is screened from the primary. From a replica that is behind, yesterday's facts would be kept as
 * a change, and watchers told of one that never was. While the primary is away nothing is kept, and the answer goes out.
 */
export async function keepAnswer(
  { store, primary, options, clock }: KeepDeps,
  subject: ScreeningSubject,
  screening: DecidedScreening,
): Promise<void> {
  if (primary === undefined) {
    await keepScreening(store, subject, screening, options, clock());
    return;
  }
  const { symbol, rules, as_of: asOf } = screening;
  try {
    const latest = await store.latestScreening(symbol, rules, asOf);
    if (latest?.fingerprint === fingerprintHash(screening)) return;
    const listing = await primary.findListing(symbol);
    if (listing === null) return;
    const current = await loadSubject(primary, listing);
    // None stored: why is known to the answer alone.
    const known = current.facts === null ? subject : current;
    const again = screenSubject(known, asOf, rules, options);
    await keepScreening(primary, known, again, options, clock());
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}

/**
 * Stores today's screening in the ticker's history if it differs from the last one stored. The earlier one is screened
 * again at its own date to find which check flipped and which fact caused it, because history stores no evidence.
 * Returns whether it was stored.
 */
async function keepScreening(
  store: Pick<ScreenerStore, 'latestScreening' | 'saveScreenings'>,
  subject: ScreeningSubject,
  screening: DecidedScreening,
  options: ScreeningOptions,
  now: number,
): Promise<boolean> {
  const { symbol, rules, as_of: asOf } = screening;
  const latest = await store.latestScreening(symbol, rules, asOf);
  if (latest?.fingerprint === fingerprintHash(screening)) return false;
  const changes =
    latest === null
      ? null
      : changesBetween(screenSubject(subject, latest.asOf, rules, options), screening, latest.screening);
  return (
    (await store.saveScreenings([toStored(screening, changes, { origin: 'live', recordedAt: now })])) > 0
  );
}
