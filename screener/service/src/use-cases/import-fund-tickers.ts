import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { fail, ok, type Result } from '@common/base/result';
import { parseFundClasses } from '@screener/sources/company-tickers';
import { fundsByTicker } from '@screener/sources/fund-tickers';
import type { FundStore } from '../store/store.ts';

type FundTickersRefusal = 'fund_tickers_refused';

/** Imports which ticker belongs to which fund, from `company_tickers_mf.json`. Returns the number of tickers. */
export async function importFundTickers(
  funds: FundStore,
  path: string,
): Promise<Result<number, FundTickersRefusal>> {
  let bytes: Uint8Array;
  try {
    const file = await readFile(path);
    bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
  } catch (error) {
    return fail(
      'fund_tickers_refused',
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  return saveFundTickers(funds, bytes, path);
}

/**
 * Parses and stores the list of fund tickers, and returns their number. `name` is what a refusal calls the
 * list.
 */
export async function saveFundTickers(
  funds: FundStore,
  bytes: Uint8Array,
  name: string,
): Promise<Result<number, FundTickersRefusal>> {
  const rows = parseFundClasses(bytes);
  if (!rows.ok) return fail('fund_tickers_refused', `${name}: ${rows.error.message}`);
  const classes = [...fundsByTicker(rows.value).values()].map(({ symbol, seriesId, classId, cik }) => ({
    symbol,
    classId,
    cik,
    fund: seriesId,
  }));
  await funds.saveFundClasses(classes);
  return ok(classes.length);
}
