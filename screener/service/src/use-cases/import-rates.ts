import { ok, type Result } from '@common/base/result';
import { readEcbFile } from '@screener/sources/rates/ecb-rates';
import { encodeRates } from '@screener/sources/rates/encode-series';
import { readFedFile } from '@screener/sources/rates/fed-rates';
import type { ScreenerStore } from '../store/store.ts';

interface RatesReport {
  readonly currencies: number;
  /** The newest day of the daily rates. */
  readonly through: string;
}

/**
 * Imports the ECB's `eurofxref-hist.zip`, and the Federal Reserve's monthly averages for the currencies that the ECB
 * lacks, if a file of them is given. A stored series that reaches further stays.
 */
export async function importRates(
  store: Pick<ScreenerStore, 'saveRates'>,
  daily: string,
  monthly: string | null,
): Promise<Result<RatesReport, 'rates_unreadable'>> {
  const ecb = await readEcbFile(daily);
  if (!ecb.ok) return ecb;
  const fed = monthly === null ? ok([]) : await readFedFile(monthly, ecb.value);
  if (!fed.ok) return fed;
  const series = [...ecb.value, ...fed.value];
  await store.saveRates(series.map(({ rates, ...one }) => ({ ...one, text: encodeRates(rates) })));
  const ends = ecb.value.map(({ rates }) => rates.at(-1)?.[0] ?? '');
  return ok({
    currencies: series.length,
    through: ends.reduce((latest, date) => (date > latest ? date : latest), ''),
  });
}
