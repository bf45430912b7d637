import { type Database, transaction } from '@common/kit/sql/database';
import { upsert } from '@common/kit/sql/portable';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { decodeRates } from '@screener/sources/rates/encode-series';
import type { EncodedRates } from '@screener/sources/snapshot/snapshot';
import type { ScreenerSchema } from './schema.ts';
import { bump } from './sql-companies.ts';
import type { ScreenerStore } from './store.ts';

/** Series that stay decoded: a run over many companies meets the same few currencies. */
const SERIES_KEPT = 64;
const SOURCES = ['ecb', 'fed'] as const;

/** Series of rates are kept as settings, one each: there are about forty, and a screening reads two. */
export function rateOperations(
  database: Database<ScreenerSchema>,
): Pick<ScreenerStore, 'rates' | 'saveRates'> {
  const { db } = database;
  const decoded = new Map<string, { readonly text: string; readonly rates: RateSeries['rates'] }>();
  function ratesOf(name: string, text: string): RateSeries['rates'] {
    const known = decoded.get(name);
    if (known?.text === text) return known.rates;
    const rates = decodeRates(text);
    if (decoded.size >= SERIES_KEPT) decoded.clear();
    decoded.set(name, { text, rates });
    return rates;
  }
  return {
    async rates(currencies) {
      const series = currencies.flatMap((currency) => SOURCES.map((source) => ({ currency, source })));
      const rows = await db
        .selectFrom('setting')
        .selectAll()
        .where('name', 'in', series.map(nameOf))
        .execute();
      const texts = new Map(rows.map(({ name, value }) => [name, value]));
      return series.flatMap((one): readonly RateSeries[] => {
        const text = texts.get(nameOf(one));
        return text === undefined ? [] : [{ ...one, rates: ratesOf(nameOf(one), text) }];
      });
    },
    saveRates: (series) =>
      transaction(database, async (trx) => {
        // PostgreSQL knows no empty list.
        if (series.length === 0) return;
        const rows = await trx
          .selectFrom('setting')
          .selectAll()
          .where('name', 'in', series.map(nameOf))
          .execute();
        const stored = new Map(rows.map(({ name, value }) => [name, value]));
        const newer = series
          .filter((one) => reachesFurther(one.text, stored.get(nameOf(one))))
          .map((one) => ({ name: nameOf(one), value: one.text }));
        if (newer.length === 0) return;
        await upsert(trx, 'setting', newer, ['name']);
        await bump(trx);
      }),
  };
}

function nameOf({ currency, source }: Pick<EncodedRates, 'currency' | 'source'>): string {
  return `rates ${source} ${currency}`;
}

/** Whether a series ends later than the stored one, or begins earlier with the same end. */
function reachesFurther(text: string, stored: string | undefined): boolean {
  if (stored === undefined) return true;
  if (text === stored) return false;
  const [given, kept] = [decodeRates(text), decodeRates(stored)];
  const [end = '', before = ''] = [given.at(-1)?.[0], kept.at(-1)?.[0]];
  return end > before || (end === before && given.length > kept.length);
}
