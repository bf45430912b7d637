import { fail, ok, type Result } from '@common/base/result';
import { boundedGet, type Fetch, realSetTimer, type SetTimer } from '@common/kit/http/bounded-get';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { ECB_HISTORY_URL, readEcbZip } from './ecb-rates.ts';

/** What the server said of the version that is at hand. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchRates {
  readonly url?: string;
  readonly fetch?: Fetch;
  readonly setTimer?: SetTimer;
  /** Null if no version is at hand. */
  readonly known: Validators | null;
}

type FetchedRates =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'rates'; readonly series: readonly RateSeries[]; readonly validators: Validators };

const OVERALL_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 7_000;
/** The zip has about 630 kB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Asks the ECB for its history of daily rates, unless it is the version at hand. It needs no key. */
export async function fetchEcbRates(options: FetchRates): Promise<Result<FetchedRates, 'rates_unavailable'>> {
  const { url = ECB_HISTORY_URL, known } = options;
  const reply = await boundedGet({
    url,
    headers: {
      accept: 'application/zip',
      'user-agent': 'sanad-screener',
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    },
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    setTimer: options.setTimer ?? realSetTimer,
    overallTimeoutMs: OVERALL_TIMEOUT_MS,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (!reply.ok) return unavailable(`did not answer (${reply.error.code})`);
  const { status, headers, bytes } = reply.value;
  if (status === 304) return ok({ kind: 'unchanged' });
  if (status !== 200) return unavailable(`answered ${status}`);
  const read = await readEcbZip(bytes, 'the ECB’s file of exchange rates');
  if (!read.ok) return fail('rates_unavailable', read.error.message);
  const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
  return ok({ kind: 'rates', series: read.value, validators });
}

function unavailable(what: string): Result<never, 'rates_unavailable'> {
  return fail('rates_unavailable', `The European Central Bank’s exchange rates: the server ${what}.`);
}
