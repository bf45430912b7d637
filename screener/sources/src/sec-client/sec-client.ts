import { isCalendarDate } from '@common/base/calendar';
import { formatInstant } from '@common/base/instant';
import { type Failure, fail, ok, type Result } from '@common/base/result';
import {
  boundedGet,
  type Fetch,
  type GetFailureCode,
  type GetReply,
  realSetTimer,
  type SetTimer,
} from '@common/kit/http/bounded-get';
import { isAccession } from '../accession.ts';
import { normaliseCik } from '../cik.ts';
import { dailyIndexPath } from '../daily-index.ts';
import { classifyFailure, classifyReply, type DocumentKind, type SecFailureCode } from './classify-reply.ts';
import { SEC_LIMITS, type SecLimits } from './limits.ts';
import { createRateGate, type RateGate } from './rate-gate.ts';
import { createMemoryRateStore, type SecRateStore } from './rate-store.ts';
import type { SecResponseStore, StoredResponse } from './response-store.ts';
import { realSleep, type Sleep } from './sleep.ts';
import { checkUserAgent } from './user-agent.ts';

/** A document of the SEC, byte for byte after decompression. Callers share `bytes` and must not change it. */
interface FetchedDocument {
  readonly url: string;
  /** `not_modified`: the SEC said that the stored bytes, given here, are still current. */
  readonly status: 'fetched' | 'not_modified';
  readonly bytes: Uint8Array;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When the SEC last answered for these bytes, in milliseconds since the epoch. */
  readonly fetchedAt: number;
}

type SecResult = Result<FetchedDocument, SecFailureCode>;

/** Reads from the SEC's public services. Every method refuses as a value; see {@link SecFailureCode}. */
export interface SecClient {
  /** `api/xbrl/companyfacts`. A company that never filed XBRL is `not_found`. `cik`: 1 to 10 digits. */
  companyFacts(cik: string): Promise<SecResult>;
  /** `submissions`: who the filer is, and its newest filings. `cik`: 1 to 10 digits. */
  submissions(cik: string): Promise<SecResult>;
  /** `company_tickers.json`: ticker, CIK and name of every listed company. */
  companyTickers(): Promise<SecResult>;
  /** `company_tickers_mf.json`: ticker, series and class of every fund. */
  companyTickersMutualFund(): Promise<SecResult>;
  /** The Atom list of a fund's N-PORT filings. `fund`: a series id (`S000067283`) or `CIK##########`. */
  fundFilings(fund: string): Promise<SecResult>;
  /** `primary_doc.xml` of a filing. `cik`: 1 to 10 digits; `accession`: as the SEC prints it. */
  fundReport(cik: string, accession: string): Promise<SecResult>;
  /** The index of the filings of one day, `YYYY-MM-DD`. A day without filings is `not_found`. */
  dailyIndex(day: string): Promise<SecResult>;
}

interface SecBaseUrls {
  readonly data: string;
  readonly www: string;
}

const SEC_BASE_URLS: SecBaseUrls = { data: 'https://data.sec.gov', www: 'https://www.sec.gov' };

export interface SecClientOptions {
  /** Name and e-mail address of the operator, as the SEC asks. */
  readonly userAgent: string;
  /** Validators and bytes of earlier answers; without it no request is conditional. */
  readonly store?: SecResponseStore;
  /** Must be shared by all processes that talk to the SEC; the default is for one process. */
  readonly rateStore?: SecRateStore;
  readonly fetch?: Fetch;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly sleep?: Sleep;
  readonly setTimer?: SetTimer;
  /** Random numbers in [0, 1), for the jitter of retries. */
  readonly random?: () => number;
  readonly baseUrls?: SecBaseUrls;
  readonly limits?: Partial<SecLimits>;
}

interface Engine {
  readonly userAgent: string;
  readonly store: SecResponseStore | null;
  readonly gate: RateGate;
  readonly fetch: Fetch;
  readonly clock: () => number;
  readonly setTimer: SetTimer;
  readonly random: () => number;
  readonly limits: SecLimits;
}

/** Builds a client, or refuses a `userAgent` without an e-mail address. Opens nothing until the first request. */
export function createSecClient(options: SecClientOptions): Result<SecClient, 'invalid_user_agent'> {
  const userAgent = checkUserAgent(options.userAgent);
  if (!userAgent.ok) return userAgent;
  const clock = options.clock ?? Date.now;
  const limits = { ...SEC_LIMITS, ...options.limits };
  const gate = createRateGate({
    store: options.rateStore ?? createMemoryRateStore(clock),
    clock,
    sleep: options.sleep ?? realSleep,
    spacingMs: limits.spacingMs,
    latenessMs: limits.latenessMs,
  });
  const engine: Engine = {
    userAgent: userAgent.value,
    store: options.store ?? null,
    gate,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    clock,
    setTimer: options.setTimer ?? realSetTimer,
    random: options.random ?? Math.random,
    limits,
  };
  const { data, www } = options.baseUrls ?? SEC_BASE_URLS;
  const flights = new Map<string, Promise<SecResult>>();
  const get = (url: string, maxBytes: number, kind: DocumentKind = 'json'): Promise<SecResult> => {
    const underway = flights.get(url);
    if (underway !== undefined) return underway;
    const flight = fetchDocument(engine, { url, maxBytes, kind }).finally(() => flights.delete(url));
    flights.set(url, flight);
    return flight;
  };
  const ofCompany = (folder: string, maxBytes: number) => async (cik: string) => {
    if (!/^\d{1,10}$/.test(cik) || /^0+$/.test(cik)) {
      return fail('invalid_cik', 'A CIK is a number of 1 to 10 digits.', { cik: cik.slice(0, 20) });
    }
    return get(`${data}/${folder}/CIK${cik.padStart(10, '0')}.json`, maxBytes);
  };
  return ok({
    companyFacts: ofCompany('api/xbrl/companyfacts', limits.companyFactsBytes),
    submissions: ofCompany('submissions', limits.submissionsBytes),
    companyTickers: () => get(`${www}/files/company_tickers.json`, limits.tickersBytes),
    companyTickersMutualFund: () => get(`${www}/files/company_tickers_mf.json`, limits.tickersBytes),
    ...fundDocuments(www, limits, get),
    async dailyIndex(day) {
      if (!isCalendarDate(day))
        return fail('invalid_cik', 'A day is written YYYY-MM-DD.', { day: day.slice(0, 20) });
      return get(`${www}/Archives/edgar/daily-index/${dailyIndexPath(day)}`, limits.dailyIndexBytes, 'text');
    },
  });
}

function fundDocuments(
  www: string,
  limits: SecLimits,
  get: (url: string, maxBytes: number, kind: DocumentKind) => Promise<SecResult>,
): Pick<SecClient, 'fundFilings' | 'fundReport'> {
  return {
    async fundFilings(fund) {
      const id = /^(?:CIK(\d{10})|(S\d{9}))$/.exec(fund);
      const named = id?.[1] ?? id?.[2];
      if (named === undefined) {
        return fail(
          'invalid_cik',
          'A fund is identified by a series id (S and nine digits) or by CIK and ten digits.',
          {
            fund: fund.slice(0, 20),
          },
        );
      }
      const query = `action=getcompany&CIK=${named}&type=NPORT-P&output=atom`;
      return get(`${www}/cgi-bin/browse-edgar?${query}`, limits.fundFeedBytes, 'xml');
    },
    async fundReport(cik, accession) {
      const number = normaliseCik(cik);
      if (number === null || !isAccession(accession)) {
        return fail('invalid_cik', 'A filing is identified by a CIK and an accession number.', {
          cik: cik.slice(0, 20),
        });
      }
      const folder = `${Number(number)}/${accession.replaceAll('-', '')}`;
      return get(`${www}/Archives/edgar/data/${folder}/primary_doc.xml`, limits.fundReportBytes, 'xml');
    },
  };
}

interface WantedDocument {
  readonly url: string;
  readonly maxBytes: number;
  readonly kind: DocumentKind;
}

/** Each iteration is one request; a document, a refusal or one attempt too many ends the loop. */
async function fetchDocument(engine: Engine, wanted: WantedDocument): Promise<SecResult> {
  const { gate, limits } = engine;
  const { url, kind } = wanted;
  const stored = (await engine.store?.get(url)) ?? null;
  const spent = { sec_unavailable: 0, sec_truncated: 0, redirects: 0 };
  let address = url;
  for (;;) {
    const admission = await gate.admit();
    if (!admission.admitted) return throttled(engine, admission.heldForMs);
    const reply = await request(engine, { ...wanted, url: address }, stored);
    const meaning = reply.ok
      ? classifyReply(reply.value, {
          kind,
          limits,
          now: engine.clock(),
          conditional: hasValidators(stored),
        })
      : classifyFailure(reply.error, new URL(address).hostname);
    if (meaning.kind === 'document') return keep(engine, url, meaning.reply);
    if (meaning.kind === 'not_modified' && stored !== null) return stillCurrent(engine, url, stored);
    if (meaning.kind === 'hold') {
      await gate.hold(meaning.forMs);
      return throttled(engine, meaning.forMs);
    }
    if (meaning.kind === 'redirect') {
      const target = sameOrigin(address, meaning.location);
      spent.redirects += 1;
      if (target === null || spent.redirects > limits.maxRedirects) return redirected(url);
      address = target;
    } else if (meaning.kind === 'retry') {
      const { code } = meaning.failure;
      const allowed = code === 'sec_truncated' ? limits.truncationRetries : limits.retries;
      if (spent[code] >= allowed) return about(url, meaning.failure, spent[code] + 1);
      await gate.pause(backoffMs(engine, spent[code]));
      spent[code] += 1;
    } else if (meaning.kind === 'final') {
      return about(url, meaning.failure);
    }
  }
}

const ACCEPTED: Readonly<Record<DocumentKind, string>> = {
  json: 'application/json',
  xml: 'application/xml, text/xml, application/atom+xml',
  text: 'text/plain, application/octet-stream',
};

function request(
  engine: Engine,
  { url, maxBytes, kind }: WantedDocument,
  stored: StoredResponse | null,
): Promise<Result<GetReply, GetFailureCode>> {
  const headers: Record<string, string> = {
    'user-agent': engine.userAgent,
    accept: ACCEPTED[kind],
    // Only the length of an uncompressed answer reveals a text that was cut short.
    'accept-encoding': kind === 'text' ? 'identity' : 'gzip, br',
  };
  if (stored?.etag) headers['if-none-match'] = stored.etag;
  if (stored?.lastModified) headers['if-modified-since'] = stored.lastModified;
  return boundedGet({
    url,
    headers,
    fetch: engine.fetch,
    setTimer: engine.setTimer,
    overallTimeoutMs: engine.limits.overallTimeoutMs,
    idleTimeoutMs: engine.limits.idleTimeoutMs,
    maxBytes,
  });
}

function hasValidators(stored: StoredResponse | null): boolean {
  return stored !== null && (stored.etag !== null || stored.lastModified !== null);
}

async function keep(engine: Engine, url: string, reply: GetReply): Promise<SecResult> {
  const response: StoredResponse = {
    etag: reply.headers.get('etag'),
    lastModified: reply.headers.get('last-modified'),
    fetchedAt: engine.clock(),
    bytes: reply.bytes,
  };
  await engine.store?.put(url, response);
  return ok({ url, status: 'fetched', ...response });
}

async function stillCurrent(engine: Engine, url: string, stored: StoredResponse): Promise<SecResult> {
  const response = { ...stored, fetchedAt: engine.clock() };
  await engine.store?.put(url, response);
  return ok({ url, status: 'not_modified', ...response });
}

function throttled(engine: Engine, heldForMs: number): SecResult {
  const until = formatInstant(engine.clock() + heldForMs);
  return fail('sec_throttled', `The SEC asked us to slow down. No request leaves before ${until}.`, {
    until,
  });
}

function redirected(url: string): SecResult {
  return fail(
    'sec_unexpected_status',
    'The SEC redirected us elsewhere; only redirects on the same host are followed.',
    { url },
  );
}

/** The refusal with its address, and the number of attempts where there were several. */
function about(url: string, failure: Failure<SecFailureCode>, attempts = 1): SecResult {
  return { ok: false, error: { ...failure, detail: { ...failure.detail, url, attempts } } };
}

/** The address of a redirect if it stays on scheme, host and port; null otherwise. */
function sameOrigin(from: string, location: string): string | null {
  const target = URL.parse(location, from);
  return target !== null && target.origin === new URL(from).origin ? target.href : null;
}

/** Doubles with each attempt, with jitter between half and all of the step, so that callers do not retry in step. */
function backoffMs(engine: Engine, attempt: number): number {
  const step = Math.min(engine.limits.backoffMaxMs, engine.limits.backoffBaseMs * 2 ** attempt);
  return step * (0.5 + engine.random() / 2);
}
