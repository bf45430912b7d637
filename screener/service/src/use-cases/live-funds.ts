import { type Failure, fail, ok, type Result } from '@common/base/result';
import { fundKey } from '@screener/engine/funds/fund-report';
import { type FeedFiling, parseFundFeed } from '@screener/sources/nport/fund-feed';
import { readNport } from '@screener/sources/nport/read-file';
import type { SecClient } from '@screener/sources/sec-client/sec-client';
import type { ScreenerStore } from '../store/store.ts';
import { saveFundReport } from './import-fund-report.ts';
import { saveFundTickers } from './import-fund-tickers.ts';

export type LiveRefusal = 'sec_unavailable' | 'sec_answer_unusable';

export interface LiveFundDeps {
  readonly store: Pick<ScreenerStore, 'funds' | 'setting' | 'saveSetting'>;
  readonly sec: SecClient;
  readonly clock: () => number;
}

/** A fund files once a quarter; its list of filings and the list of funds are requested again after a day. */
const FUNDS_FRESH_MS = 24 * 3_600_000;
/** The most documents fetched for one fund per refresh. */
const MOST_FILINGS = 3;
export const FUND_TICKERS_CHECKED_AT = 'fund_tickers_checked_at';

/** Refreshes which ticker belongs to which fund, from the SEC's list of fund classes. */
export async function refreshFundTickers(
  deps: LiveFundDeps,
): Promise<Result<'fresh' | 'updated', LiveRefusal>> {
  if (await isFresh(deps, FUND_TICKERS_CHECKED_AT)) return ok('fresh');
  const fetched = await deps.sec.companyTickersMutualFund();
  if (!fetched.ok) return unavailable(fetched.error);
  const saved = await saveFundTickers(deps.store.funds, fetched.value.bytes, 'company_tickers_mf.json');
  if (!saved.ok) return fail('sec_answer_unusable', saved.error.message);
  await deps.store.saveSetting(FUND_TICKERS_CHECKED_AT, String(deps.clock()));
  return ok('updated');
}

/** Fetches the newest public report of a fund. If the fund never filed one, the store stays as it is. */
export async function refreshFundReports(
  deps: LiveFundDeps,
  fund: string,
): Promise<Result<'fresh' | 'updated', LiveRefusal>> {
  const checked = `fund_checked_at ${fund}`;
  if (await isFresh(deps, checked)) return ok('fresh');
  const feed = await deps.sec.fundFilings(fund);
  if (!feed.ok && feed.error.code !== 'not_found') return unavailable(feed.error);
  const filings = feed.ok ? parseFundFeed(feed.value.bytes) : ok([]);
  if (!filings.ok) return fail('sec_answer_unusable', filings.error.message);
  for (const filing of newestOf(filings.value)) {
    const saved = await fetchReport(deps, fund, filing);
    if (!saved.ok) return saved;
  }
  await deps.store.saveSetting(checked, String(deps.clock()));
  return ok('updated');
}

/** Returns the newest report and any amendments filed since, at most `MOST_FILINGS`. */
function newestOf(filings: readonly FeedFiling[]): readonly FeedFiling[] {
  const original = filings.findIndex(({ form }) => form === 'NPORT-P');
  return filings.slice(0, Math.min(MOST_FILINGS, original === -1 ? MOST_FILINGS : original + 1));
}

async function fetchReport(
  { sec, store }: LiveFundDeps,
  fund: string,
  { cik, accession, filed, sourceUrl }: FeedFiling,
): Promise<Result<'saved', LiveRefusal>> {
  const fetched = await sec.fundReport(cik, accession);
  if (!fetched.ok) return unavailable(fetched.error);
  const report = readNport(fetched.value.bytes, { accession, filed, sourceUrl });
  if (!report.ok) return fail('sec_answer_unusable', `${accession}: ${report.error.message}`);
  // A registrant's list has the reports of all its series. Another fund's holdings must not pass as this
  // one's.
  if (fundKey(report.value) !== fund) {
    return fail(
      'sec_answer_unusable',
      `${accession} is a report of ${fundKey(report.value)}, not of ${fund}`,
    );
  }
  await saveFundReport(store.funds, report.value);
  return ok('saved');
}

async function isFresh({ store, clock }: LiveFundDeps, setting: string): Promise<boolean> {
  const checkedAt = Number((await store.setting(setting)) ?? Number.NEGATIVE_INFINITY);
  return clock() - checkedAt < FUNDS_FRESH_MS;
}

/**
 * Turns a failure into a refusal, and keeps `detail.until`: the instant before which the SEC must not be
 * asked again.
 */
export function unavailable({ message, detail }: Failure): Result<never, LiveRefusal> {
  return fail('sec_unavailable', message, detail);
}
