import { ok } from '@common/base/result';
import type { DecidedScreening } from '@screener/engine/screened';
import type { LiveRates } from './live-rates.ts';

/** Asks for exchange rates if the screening lacks one. */
export async function refreshRates(
  live: LiveRates | null,
  { market_data: market }: DecidedScreening,
): ReturnType<LiveRates['keepCurrent']> {
  return market.reason?.code === 'no_exchange_rate' && live !== null ? live.keepCurrent() : ok('fresh');
}
