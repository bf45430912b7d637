import { formatInstant, instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { boundedGet, type Fetch, realSetTimer, type SetTimer } from '@common/kit/http/bounded-get';
import type { MarketFailureCode } from '../market-data.ts';
import { isRecord } from '../provider-http.ts';
import { DATING_NAMES, type DatingPrices } from './date-listing.ts';
import { type ListingRow, parseListing } from './parse-listing.ts';

/** The source that closes from a listing name, once the next listing has confirmed them. */
export const LISTING_SOURCE = 'Daily listing of US stocks';
/** The source before that. */
export const PROVISIONAL_LISTING_SOURCE = `${LISTING_SOURCE}, not yet confirmed by the next one`;

export const LISTING_URLS = {
  files: 'https://raw.githubusercontent.com/rreichel3/US-Stock-Symbols',
  commits: 'https://api.github.com/repos/rreichel3/US-Stock-Symbols/commits',
} as const;

const EXCHANGES = ['nasdaq', 'nyse', 'amex'] as const;
type Exchange = (typeof EXCHANGES)[number];
/** The exchange that lists the dating names. */
const DATING_EXCHANGE: Exchange = 'nasdaq';

interface ListingLimits {
  readonly overallTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** The size of one exchange's file, decompressed; the largest is under 3 MB. */
  readonly fileBytes: number;
  readonly commitsBytes: number;
  /** Pages of a hundred commits: three years of trading days. */
  readonly commitPages: number;
}

const LISTING_LIMITS: ListingLimits = {
  overallTimeoutMs: 60_000,
  // This is less than a call waits, so that a command that then ends still remembers the silence.
  idleTimeoutMs: 7_000,
  fileBytes: 16 * 1024 * 1024,
  commitsBytes: 4 * 1024 * 1024,
  commitPages: 8,
};
const COMMITS_PER_PAGE = 100;

interface ListingOptions {
  readonly filesUrl?: string;
  readonly commitsUrl?: string;
  readonly fetch?: Fetch;
  readonly setTimer?: SetTimer;
  readonly limits?: Partial<ListingLimits>;
}

/** One version of the listing. */
export interface ListingCommit {
  readonly sha: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
}

/** Versions of the listing, which need no key. A version never changes, so it need not be read twice. */
export interface DailyListing {
  /** The versions made after an instant, oldest first. */
  commitsAfter(epochMs: number): Promise<Result<readonly ListingCommit[], MarketFailureCode>>;
  /** The part of one version that dates it. */
  datingPrices(commit: ListingCommit): Promise<Result<DatingPrices, MarketFailureCode>>;
  /** Every ticker of one version. */
  rows(commit: ListingCommit): Promise<Result<readonly ListingRow[], MarketFailureCode>>;
}

/**
 * The daily listing of all US tickers that `rreichel3/US-Stock-Symbols` keeps:
 * `<exchange>/<exchange>_full_tickers.json` for three exchanges, a copy of Nasdaq's stock screener that is
 * committed on most evenings after a session. Only the list of commits says when a version was made.
 */
export function createDailyListing(options: ListingOptions = {}): DailyListing {
  const limits = { ...LISTING_LIMITS, ...options.limits };
  const filesUrl = options.filesUrl ?? LISTING_URLS.files;
  const commitsUrl = options.commitsUrl ?? LISTING_URLS.commits;
  const file = async (commit: ListingCommit, exchange: Exchange) => {
    const name = fileOf(exchange);
    const got = await getText(`${filesUrl}/${commit.sha}/${name}`, limits.fileBytes, options, limits);
    return got.ok ? parseListing(got.value, `the daily listing ${name}`) : got;
  };
  return {
    commitsAfter: (epochMs) => readCommits(commitsUrl, epochMs, options, limits),
    async datingPrices(commit) {
      const rows = await file(commit, DATING_EXCHANGE);
      return rows.ok ? ok(datingPricesOf(rows.value)) : rows;
    },
    async rows(commit) {
      const all: ListingRow[] = [];
      for (const exchange of EXCHANGES) {
        const rows = await file(commit, exchange);
        if (!rows.ok) return rows;
        all.push(...rows.value);
      }
      return ok(withoutContradictions(all));
    },
  };
}

export function datingPricesOf(rows: Iterable<ListingRow>): DatingPrices {
  const names = new Set(DATING_NAMES);
  const last: Record<string, number> = {};
  const previous: Record<string, number> = {};
  for (const row of rows) {
    if (!names.has(row.symbol)) continue;
    last[row.symbol] = row.close;
    if (row.previous !== null) previous[row.symbol] = row.previous;
  }
  return { last, previous };
}

function fileOf(exchange: Exchange): string {
  return `${exchange}/${exchange}_full_tickers.json`;
}

/** A symbol on two exchanges with two prices has none. */
function withoutContradictions(rows: readonly ListingRow[]): readonly ListingRow[] {
  const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol);
  return [...bySymbol.values()].flatMap((same) => {
    const [first] = same;
    return first !== undefined && same.every(({ close }) => close === first.close) ? [first] : [];
  });
}

async function readCommits(
  url: string,
  afterMs: number,
  options: ListingOptions,
  limits: ListingLimits,
): Promise<Result<readonly ListingCommit[], MarketFailureCode>> {
  const commits: ListingCommit[] = [];
  for (let page = 1; page <= limits.commitPages; page += 1) {
    const query = new URLSearchParams({
      path: fileOf(DATING_EXCHANGE),
      // As GitHub writes it: without milliseconds.
      since: formatInstant(afterMs).replace(/\.\d{3}Z$/, 'Z'),
      per_page: String(COMMITS_PER_PAGE),
      page: String(page),
    });
    const got = await getText(`${url}?${query}`, limits.commitsBytes, options, limits);
    if (!got.ok) return got;
    const read = parseCommits(got.value);
    if (read === null) return unexpected('its list of versions has another form than expected');
    commits.push(...read);
    if (read.length < COMMITS_PER_PAGE) {
      return ok(commits.filter(({ madeAt }) => madeAt > afterMs).sort((a, b) => a.madeAt - b.madeAt));
    }
  }
  return unexpected(`more than ${limits.commitPages * COMMITS_PER_PAGE} versions since the last known close`);
}

function parseCommits(text: string): readonly ListingCommit[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(json)) return null;
  const commits: ListingCommit[] = [];
  for (const item of json as readonly unknown[]) {
    const commit = isRecord(item) && isRecord(item.commit) ? item.commit : null;
    const committer = commit !== null && isRecord(commit.committer) ? commit.committer : null;
    const sha = isRecord(item) ? item.sha : null;
    const madeAt = typeof committer?.date === 'string' ? instantMs(committer.date) : null;
    if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha) || madeAt === null) return null;
    commits.push({ sha, madeAt });
  }
  return commits;
}

async function getText(
  url: string,
  maxBytes: number,
  options: ListingOptions,
  limits: ListingLimits,
): Promise<Result<string, MarketFailureCode>> {
  const reply = await boundedGet({
    url,
    // The operator's address is only for the SEC.
    headers: { accept: 'application/json, text/plain', 'user-agent': 'sanad-screener' },
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    setTimer: options.setTimer ?? realSetTimer,
    overallTimeoutMs: limits.overallTimeoutMs,
    idleTimeoutMs: limits.idleTimeoutMs,
    maxBytes,
  });
  if (!reply.ok) {
    const { code, message } = reply.error;
    const { hostname } = new URL(url);
    const why = code === 'network' ? 'did not answer.' : `gave no usable answer (${code}). ${message}`;
    return fail('market_unavailable', `The daily listing (${hostname}) ${why}`);
  }
  const { status, headers, bytes } = reply.value;
  if (status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0')) {
    return fail('market_rate_limited', `The daily listing’s host answered ${status}: too many requests.`);
  }
  if (status !== 200)
    return fail('market_unavailable', `The daily listing’s host answered ${status}.`, { status });
  return ok(new TextDecoder().decode(bytes));
}

function unexpected(what: string): Result<never, 'market_unexpected_content'> {
  return fail('market_unexpected_content', `The daily listing: ${what}.`);
}
