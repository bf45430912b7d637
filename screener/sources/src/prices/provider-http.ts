import { fail, ok, type Result } from '@common/base/result';
import { boundedGet, type Fetch, realSetTimer, type SetTimer } from '@common/kit/http/bounded-get';
import type { MarketFailureCode } from './market-data.ts';

interface ProviderLimits {
  readonly overallTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Largest answer, decompressed; one day of a whole market is about 2 MB. */
  readonly maxBytes: number;
}

const PROVIDER_LIMITS: ProviderLimits = {
  overallTimeoutMs: 60_000,
  idleTimeoutMs: 15_000,
  maxBytes: 64 * 1024 * 1024,
};

/** The inputs of every HTTP provider. */
export interface ProviderOptions {
  /** The operator's API token. It appears in no refusal. */
  readonly token: string;
  readonly baseUrl?: string;
  readonly fetch?: Fetch;
  readonly setTimer?: SetTimer;
  readonly limits?: Partial<ProviderLimits>;
}

interface ProviderRequest {
  readonly source: string;
  /** The address may contain the token if the provider accepts it nowhere else. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options: ProviderOptions;
}

/** Throws for a token that cannot be sent: that is a configuration mistake, found at startup. */
export function assertToken(source: string, token: string): void {
  if (/^[\x21-\x7e]{1,512}$/.test(token)) return;
  throw new Error(`${source}: the API token is empty or has characters that cannot be sent`);
}

const LIMIT_WORDS = /limit|allocation|exceed|frequency|too many|upgrade|quota|per (?:minute|hour|day)/i;
const TOKEN_WORDS = /(?:not.|un)authori[sz]ed|invalid (?:api )?(?:key|token)/i;

/**
 * Fetches one JSON document from a price provider. `not_found` is its 404.
 *
 * The text of a provider's notes and errors is never passed on: some repeat the token there. Redirects are not
 * followed, so that the token goes nowhere else.
 */
export async function getProviderJson(
  request: ProviderRequest,
): Promise<Result<unknown, MarketFailureCode | 'not_found'>> {
  const { source, options } = request;
  const reply = await boundedGet({
    ...PROVIDER_LIMITS,
    ...options.limits,
    url: request.url,
    headers: { accept: 'application/json', ...request.headers },
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    setTimer: options.setTimer ?? realSetTimer,
  });
  if (!reply.ok) {
    const { code, detail } = reply.error;
    return fail('market_unavailable', `${source} gave no usable answer (${code}). Try again later.`, detail);
  }
  const { status, bytes, headers } = reply.value;
  if (status === 404) return fail('not_found', `${source} does not know what was asked for.`);
  if (status === 401 || status === 403) {
    const advice = 'Check the API token and what its plan includes.';
    return fail('market_unauthorised', `${source} answered ${status}. ${advice}`, { status });
  }
  if (status === 402 || status === 429) return rateLimited(source);
  if (status !== 200) {
    return fail('market_unavailable', `${source} answered ${status}. Try again later.`, { status });
  }
  const text = new TextDecoder().decode(bytes);
  if (/html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text)) {
    return unexpected(source, 'a web page');
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return LIMIT_WORDS.test(text.slice(0, 2000))
      ? rateLimited(source)
      : unexpected(source, 'something other than JSON');
  }
  return isNote(json) ? classifyNote(source, json) : ok(json);
}

function rateLimited(source: string): Result<never, 'market_rate_limited'> {
  return fail(
    'market_rate_limited',
    `${source} says that the plan's request limit is reached. Try again later.`,
  );
}

export function unexpected(source: string, what: string): Result<never, 'market_unexpected_content'> {
  return fail('market_unexpected_content', `${source} sent ${what} instead of prices.`);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Providers send notes with HTTP 200 in place of prices. */
const NOTE_KEYS = ['Note', 'note', 'Information', 'Error Message', 'error', 'errors', 'message', 'detail'];

function isNote(json: unknown): boolean {
  return typeof json === 'string' || (isRecord(json) && NOTE_KEYS.some((key) => key in json));
}

function classifyNote(
  source: string,
  note: unknown,
): Result<never, 'market_unauthorised' | 'market_rate_limited' | 'market_unexpected_content'> {
  const text = JSON.stringify(note);
  if (TOKEN_WORDS.test(text)) {
    return fail('market_unauthorised', `${source} does not accept the API token for this.`);
  }
  return LIMIT_WORDS.test(text) ? rateLimited(source) : unexpected(source, 'a note');
}
