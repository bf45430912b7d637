import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ok, type Result } from '@common/base/result';
import { parseCompanyTickers, type TickerRow } from '@screener/sources/company-tickers';
import { readMaybeGzipped } from '@screener/sources/maybe-gzipped';
import { readListingSpans } from '@screener/sources/prices/listing-spans';
import { type BuildRefusal, refused } from '@screener/sources/snapshot/refusal';
import type { Snapshot } from '@screener/sources/snapshot/snapshot';
import type { FormerName, SnapshotSymbols } from '@screener/sources/snapshot/symbols';
import { parseSubmissions } from '@screener/sources/submissions';
import { formerListings } from '../search/former-listings.ts';
import { securityNumbers } from '../search/security-numbers.ts';

interface SymbolInputs {
  readonly submissions: string;
  readonly tickers: readonly string[];
  readonly market: string;
}

/** Distils by what else the snapshot's companies can be found: former tickers and names, ISINs and CUSIPs. */
export async function buildSymbols(
  inputs: SymbolInputs,
  { tickers, fundReports }: Pick<Snapshot, 'tickers' | 'fundReports'>,
): Promise<Result<SnapshotSymbols, BuildRefusal>> {
  const spans = await readListingSpans(inputs.market);
  if (!spans.ok) return refused(spans.error.message);
  const lists: (readonly TickerRow[])[] = [];
  for (const path of inputs.tickers) {
    const list = parseCompanyTickers(await readMaybeGzipped(path));
    if (!list.ok) return refused(`${basename(path)}: ${list.error.message}`);
    lists.push(list.value);
  }
  const names = await readFormerNames(inputs.submissions);
  if (!names.ok) return names;
  const former = formerListings({ spans: spans.value, lists, formerNames: names.value });
  return ok({ former, names: names.value, numbers: securityNumbers(fundReports, tickers) });
}

async function readFormerNames(folder: string): Promise<Result<readonly FormerName[], BuildRefusal>> {
  const names = new Map<string, FormerName>();
  for (const file of (await readdir(folder)).sort()) {
    if (!/^CIK\d{10}/.test(file)) continue;
    const parsed = parseSubmissions(await readMaybeGzipped(join(folder, file)));
    if (!parsed.ok) return refused(`${file}: ${parsed.error.message}`);
    const { cik, tickers, formerNames } = parsed.value;
    if (tickers.length === 0) continue;
    for (const name of formerNames) names.set(`${cik} ${name}`, { name, cik });
  }
  return ok([...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name));
}
