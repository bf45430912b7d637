import { changesBetween } from '@screener/engine/history/changes';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import type { ScreenerStore } from '../store/store.ts';
import { fingerprintHash, type ScreeningSubject, screenSubject, toStored } from './compute-screening.ts';

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
  const { symbol, rules, as_of: asOf } = screening;
  const latest = await store.latestScreening(symbol, rules, asOf);
  if (latest?.fingerprint === fingerprintHash(screening)) return;
  const changes =
    latest === null
      ? null
      : changesBetween(screenSubject(subject, latest.asOf, rules, options), screening, latest.screening);
  const kept = toStored(screening, changes, { origin: 'live', recordedAt: clock() });
  await store.saveScreenings([kept]);
}
