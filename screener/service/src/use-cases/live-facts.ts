import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import type { CompanyFacts } from '@screener/engine/facts';
import type { WantedTags } from '@screener/engine/stored-tags';
import { parseCompanyTickers } from '@screener/sources/company-tickers';
import { encodeCompanyFacts } from '@screener/sources/companyfacts/encode';
import { pruneToUsable } from '@screener/sources/companyfacts/prune';
import { parseCompanyFacts } from '@screener/sources/companyfacts/read';
import { parseSubmissions } from '@screener/sources/submissions';
import type { CompanyDetails, CompanyRecord, ScreenerStore } from '../store/store.ts';
import { LATE, within } from '../timing/time-limit.ts';
import { toDetails } from './import-submissions.ts';
import {
  type LiveFundDeps,
  type LiveRefusal,
  refreshFundReports,
  refreshFundTickers,
  unavailable,
} from './live-funds.ts';

/** Brings the store up to date with the SEC, on demand. Each method is cheap if the SEC was asked recently. */
export interface LiveFacts {
  refreshFacts(cik: string): Promise<Result<'fresh' | 'updated', LiveRefusal>>;
  refreshTickers(): Promise<Result<'fresh' | 'updated', LiveRefusal>>;
  refreshFundTickers(): Promise<Result<'fresh' | 'updated', LiveRefusal>>;
  /** Fetches the newest report of a fund: its series id, or `CIK##########`. */
  refreshFundReports(fund: string): Promise<Result<'fresh' | 'updated', LiveRefusal>>;
  /** Fetches a filer's facts, however recently they were fetched and however long it takes. */
  refetchFacts(cik: string): Promise<Result<'fresh' | 'updated', LiveRefusal>>;
}

type RefreshResult = Result<'fresh' | 'updated', LiveRefusal>;

interface LiveDeps extends LiveFundDeps {
  readonly store: ScreenerStore;
  readonly wantedTags: WantedTags;
  /** How long one call waits; the work continues after it. */
  readonly waitMs?: number;
  /** Whether the SEC's daily index shows that facts of that instant are still current. */
  readonly isCovered?: (cik: string, checkedAt: number) => Promise<boolean>;
}

const WAIT_MS = 20_000;

/** Facts are requested again after a day, the list of tickers after an hour. */
const FACTS_FRESH_MS = 24 * 3_600_000;
const TICKERS_FRESH_MS = 3_600_000;
/** Set once the SEC's own list of tickers has been fetched. */
export const TICKERS_CHECKED_AT = 'tickers_checked_at';

export function createLiveFacts(deps: LiveDeps): LiveFacts {
  const flights = new Map<string, Promise<RefreshResult>>();
  const limited = async (key: string, run: () => Promise<RefreshResult>): Promise<RefreshResult> => {
    const answer = await within(shared(flights, key, run), deps.waitMs ?? WAIT_MS);
    return answer === LATE ? TOO_SLOW : answer;
  };
  return {
    refreshFacts: (cik) => limited(cik, () => refreshFacts(deps, cik)),
    refreshTickers: () => limited('tickers', () => refreshTickers(deps)),
    refreshFundTickers: () => limited('fund tickers', () => refreshFundTickers(deps)),
    refreshFundReports: (fund) => limited(`fund ${fund}`, () => refreshFundReports(deps, fund)),
    refetchFacts: (cik) => shared(flights, `${cik} again`, () => fetchFacts(deps, cik)),
  };
}

const TOO_SLOW: RefreshResult = fail(
  'sec_unavailable',
  'The SEC’s answer takes too long. It will be used once it is there.',
);

/**
 * Returns the store's record of a filer's facts: of those filed, the ones that a screening or a ranking can
 * read.
 */
export function toCompanyRecord(filed: CompanyFacts): CompanyRecord {
  const facts = pruneToUsable(filed);
  const encoded = encodeCompanyFacts(facts);
  const through = facts.reports.reduce(
    (latest, report) => (report.filed > latest ? report.filed : latest),
    '',
  );
  return {
    cik: facts.cik,
    name: facts.name,
    facts: encoded,
    factsHash: createHash('sha256').update(encoded).digest('hex'),
    factsThrough: through === '' ? null : through,
  };
}

async function refreshFacts(deps: LiveDeps, cik: string): Promise<RefreshResult> {
  const { store, clock } = deps;
  const checkedAt = await store.factsCheckedAt(cik);
  if (checkedAt !== null) {
    if (clock() - checkedAt < FACTS_FRESH_MS) return ok('fresh');
    if ((await deps.isCovered?.(cik, checkedAt)) === true) return ok('fresh');
  }
  return fetchFacts(deps, cik);
}

/**
 * Fetches a filer's facts and details, and stores them only if both were fetched: facts without the filer's
 * industry would be screened as those of an unknown company.
 */
async function fetchFacts(deps: LiveDeps, cik: string): Promise<RefreshResult> {
  const { store, clock } = deps;
  const company = await fetchCompany(deps, cik);
  if (!company.ok) return company;
  const details = await fetchDetails(deps, cik);
  if (!details.ok) return details;
  if (company.value !== null) await store.saveCompanies([company.value]);
  if (details.value !== null) await store.saveDetails([details.value]);
  await store.saveFactsCheckedAt(cik, clock());
  return ok('updated');
}

/** Fetches a filer's facts; null if the SEC has none. */
async function fetchCompany(deps: LiveDeps, cik: string): Promise<Result<CompanyRecord | null, LiveRefusal>> {
  const fetched = await deps.sec.companyFacts(cik);
  if (!fetched.ok) return fetched.error.code === 'not_found' ? ok(null) : unavailable(fetched.error);
  const facts = parseCompanyFacts(fetched.value.bytes, deps.wantedTags);
  if (!facts.ok) return fail('sec_answer_unusable', facts.error.message);
  if (facts.value.cik !== cik) {
    return fail('sec_answer_unusable', `the SEC answered for CIK ${facts.value.cik}`);
  }
  return ok(toCompanyRecord(facts.value));
}

/** Fetches name and SIC code from the filer's submissions; null if the SEC has none. */
async function fetchDetails(
  deps: LiveDeps,
  cik: string,
): Promise<Result<CompanyDetails | null, LiveRefusal>> {
  const fetched = await deps.sec.submissions(cik);
  if (!fetched.ok) return fetched.error.code === 'not_found' ? ok(null) : unavailable(fetched.error);
  const parsed = parseSubmissions(fetched.value.bytes);
  if (!parsed.ok) return fail('sec_answer_unusable', parsed.error.message);
  return ok({ ...toDetails(parsed.value), cik });
}

async function refreshTickers(deps: LiveDeps): Promise<Result<'fresh' | 'updated', LiveRefusal>> {
  const { store, sec, clock } = deps;
  const checkedAt = Number((await store.setting(TICKERS_CHECKED_AT)) ?? Number.NEGATIVE_INFINITY);
  if (clock() - checkedAt < TICKERS_FRESH_MS) return ok('fresh');
  const fetched = await sec.companyTickers();
  if (!fetched.ok) return unavailable(fetched.error);
  const rows = parseCompanyTickers(fetched.value.bytes);
  if (!rows.ok) return fail('sec_answer_unusable', rows.error.message);
  await store.saveTickers(
    rows.value.map(({ symbol, cik, name, exchange }) => ({ symbol, cik, name, exchange: exchange ?? null })),
  );
  await store.saveSetting(TICKERS_CHECKED_AT, String(clock()));
  return ok('updated');
}

/**
 * Makes callers that ask for the same thing while it is in progress share one run, with one request and one
 * write.
 */
function shared<Value>(
  flights: Map<string, Promise<Value>>,
  key: string,
  run: () => Promise<Value>,
): Promise<Value> {
  const underway = flights.get(key);
  if (underway !== undefined) return underway;
  const flight = run().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}
