import { createHmac } from 'node:crypto';

/** Ages count to the day of the answer, so all examples are of one day. */
export const TODAY = '2026-08-21T20:00:00Z';

const WEBHOOK_SECRET = 'whsec_of_the_examples';

/** The services that answer, by their settings besides the ordinary ones. */
export const SERVICES = {
  /** Its key is an earlier one: its account has made another. */
  generous: {
    RATE_LIMIT_DEMO: '1000',
    RATE_LIMIT_FREE: '1000',
    SIGN_UPS_PER_HOUR: '1000',
    PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  },
  /** Its callers exceed the limit after one request, and nothing answers at the SEC's addresses. */
  strict: {
    RATE_LIMIT_DEMO: '1',
    RATE_LIMIT_FREE: '1',
    SIGN_UPS_PER_HOUR: '1',
    SEC_USER_AGENT: 'Examples examples@example.org',
    SEC_DATA_URL: 'http://127.0.0.1:9',
    SEC_WWW_URL: 'http://127.0.0.1:9',
    RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
    REFRESH_EVERY_MINUTES: '0',
  },
  /** It was started without an admin token. */
  unattended: { ADMIN_TOKEN: '' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One request, and the status that its answer must have. */
export interface Ask extends Case {
  readonly method: 'get' | 'post';
  /** The template of the path. */
  readonly path: string;
  readonly status: number;
}

interface Case {
  /** The service to ask; by default `generous`. */
  readonly service?: keyof typeof SERVICES;
  /** Values for the template; `jobs` are the ids of the bulk jobs so far. */
  readonly params?: (jobs: readonly string[]) => Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Appended to the path unchanged, and not part of the description. */
  readonly suffix?: string;
  /** An object is sent as JSON, text unchanged; some have the caller's key in them. */
  readonly body?: object | string | ((key: string) => object);
  /** The caller; by default nobody, on the demo tier. */
  readonly as?: 'nobody' | 'key' | 'wrong key' | 'reader' | 'admin' | 'wrong admin';
  /** How often the request is sent; the last answer counts. By default once. */
  readonly times?: number;
  /** If true, the request is sent twice at once, and the answer with this status counts. */
  readonly together?: true;
}

type Cases = Readonly<Record<number, Case>>;

const APPLE: Case = { params: () => ({ ticker: 'AAPL' }), as: 'key' };
const SEARCH: Case = { query: { q: 'apple', limit: '2' }, as: 'key' };
/** Matches any answer. */
const KNOWN: Case = { headers: { 'if-none-match': '*' } };
/** An escape that stands for no character. */
const UNDECODABLE: Case = { suffix: '%' };
const MALFORMED: Case = { params: () => ({ ticker: 'A!' }) };
const UNKNOWN: Case = { params: () => ({ ticker: 'NOSUCH' }) };
const LIST: Case = { query: { industry: 'chips' } };
const FUNDS: Case = { query: { compliance: 'non_compliant' } };
const HOLDINGS = { text: 'AAPL 40\nJPM $300\ncash 1204.11' };
const GIVEN = { text: 'AAPL 40 dividends 41.20\nJPM 10', year: 2025, methodology: 'aaoifi' };
const ZAKAT = { text: 'AAPL 40 income\nMSFT 20\ncash 500', held_for: 'trade', gold_price: 115 };
const BATCH = { symbols: ['AAPL', 'MSFT'] };
const IDEMPOTENCY = { 'idempotency-key': 'monday' };
const JOB: Case = { params: (jobs) => ({ job_id: jobs[0] ?? '' }), as: 'key' };
const POST = { slug: 'first-post', title: 'A first post', body_md: 'Why there is a blog.', published: true };
const PASSWORD = 'correct horse battery staple';
const EVENT = JSON.stringify({
  id: 'evt_1',
  type: 'checkout.session.completed',
  created: Date.parse(TODAY) / 1_000,
  data: { object: { id: 'cs_1', object: 'checkout.session', payment_status: 'paid', mode: 'subscription' } },
});
const SIGN_UP = { email: 'dev@example.org', use_case: 'app' };
const WAITLIST = { email: 'dev@example.org', interest: 'both', use_case: 'an app for my community' };
const TOOL = call('tools/call', { name: 'screen_ticker', arguments: { ticker: 'AAPL' } });
const OVER: Pick<Case, 'service' | 'times'> = { service: 'strict', times: 2 };

/** The requests, in the order in which they are sent. The first one of an operation shows how to call it. */
export const ASKS: readonly Ask[] = [
  // The figures are those of a service that has answered nothing else.
  ...asks('get', '/api/admin/stats', { 200: { as: 'admin' } }),
  ...asks('get', '/health', { 200: {}, 400: UNDECODABLE }),
  ...asks('get', '/v1/screen/{ticker}', {
    200: APPLE,
    304: { ...APPLE, ...KNOWN },
    400: MALFORMED,
    401: { ...APPLE, as: 'wrong key' },
    404: UNKNOWN,
    422: { ...APPLE, query: { rules: 'newest' } },
    429: { ...APPLE, ...OVER, as: 'nobody' },
    503: { service: 'strict', params: () => ({ ticker: 'KO' }), as: 'key' },
  }),
  ...asks('get', '/v1/attest/{ticker}', {
    200: APPLE,
    400: MALFORMED,
    401: { ...APPLE, as: 'wrong key' },
    404: UNKNOWN,
    422: { ...APPLE, query: { rules: 'newest' } },
    429: { ...APPLE, ...OVER, as: 'nobody' },
  }),
  ...asks('get', '/v1/attestations', {
    200: {},
    400: UNDECODABLE,
    401: { as: 'wrong key' },
    422: { query: { limit: '0' } },
    429: { ...OVER, as: 'nobody' },
  }),
  ...asks('get', '/.well-known/keys.json', { 200: {}, 400: UNDECODABLE }),
  ...asks('get', '/v1/search', {
    200: SEARCH,
    304: { ...SEARCH, ...KNOWN },
    400: UNDECODABLE,
    401: { ...SEARCH, as: 'wrong key' },
    422: { query: { q: ' ' } },
    429: { ...SEARCH, ...OVER, as: 'nobody' },
  }),
  ...asks('get', '/v1/history/{ticker}', {
    200: { ...APPLE, query: { limit: '2' } },
    304: { ...APPLE, ...KNOWN },
    400: MALFORMED,
    401: { ...APPLE, as: 'wrong key' },
    404: UNKNOWN,
    422: { ...APPLE, query: { limit: '0' } },
    429: { ...APPLE, ...OVER, as: 'nobody' },
  }),
  ...asks('get', '/v1/headroom/{ticker}', {
    200: APPLE,
    304: { ...APPLE, ...KNOWN },
    400: MALFORMED,
    401: { ...APPLE, as: 'wrong key' },
    404: UNKNOWN,
    422: { ...APPLE, query: { rules: 'newest' } },
    429: { ...APPLE, ...OVER, as: 'nobody' },
  }),
  ...asks('post', '/v1/batch', {
    200: { body: BATCH, as: 'key' },
    ...refusals({ body: BATCH }),
    422: { body: { symbols: [] }, as: 'key' },
  }),
  ...asks('post', '/v1/portfolio', {
    200: { body: HOLDINGS, as: 'key' },
    ...refusals({ body: HOLDINGS }),
    422: { body: { text: '!' }, as: 'key' },
  }),
  ...asks('post', '/v1/purification', {
    200: { body: GIVEN, as: 'key' },
    ...refusals({ body: GIVEN }),
    422: { body: { text: 'AAPL 40', methodology: 'mine' }, as: 'key' },
  }),
  ...asks('post', '/v1/zakat', {
    200: { body: ZAKAT, as: 'key' },
    ...refusals({ body: ZAKAT }),
    422: { body: { ...ZAKAT, gold_price: 0 }, as: 'key' },
  }),
  ...asks('post', '/v1/bulk', {
    200: { body: BATCH, as: 'key', headers: IDEMPOTENCY },
    ...refusals({ body: BATCH }),
    409: { body: { symbols: ['KO'] }, as: 'key', headers: IDEMPOTENCY },
    422: { body: { symbols: [] }, as: 'key' },
  }),
  ...asks('get', '/v1/bulk/{job_id}', {
    200: JOB,
    304: { ...JOB, ...KNOWN },
    ...refusals(JOB),
    404: { params: () => ({ job_id: `blk_${'0'.repeat(24)}` }), as: 'key' },
  }),
  ...asks('post', '/mcp', {
    200: { body: TOOL, as: 'key' },
    202: { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
    400: { body: '{"jsonrpc": "2.0",' },
    401: { body: TOOL, as: 'wrong key' },
    403: { body: TOOL, headers: { origin: 'https://elsewhere.example' } },
    413: { body: call('tools/call', { name: 'x'.repeat(2_000_000) }) },
    415: { body: 'tools/list', headers: { 'content-type': 'text/plain' } },
    429: { body: TOOL, ...OVER },
  }),
  ...asks('post', '/api/keys', {
    200: { body: SIGN_UP },
    401: { body: SIGN_UP, as: 'wrong key' },
    409: { body: SIGN_UP, as: 'key' },
    422: { body: { email: 'nobody' } },
    429: { body: SIGN_UP, ...OVER },
  }),
  ...asks('post', '/api/keys/keep', {
    // This follows all other requests with this key, which becomes the current one here.
    200: { as: 'key' },
    401: { as: 'wrong key' },
    429: { ...OVER, as: 'key' },
  }),
  ...asks('post', '/api/waitlist', {
    200: { body: WAITLIST },
    422: { body: { email: 'nobody' } },
    429: { body: WAITLIST, ...OVER },
  }),
  ...asks('post', '/api/admin/posts', { 200: { as: 'admin', body: POST } }),
  ...asks('get', '/api/admin/posts', { 200: { as: 'admin' } }),
  ...asks('post', '/api/stripe/webhook', {
    200: { body: EVENT, headers: { 'stripe-signature': signatureOf(EVENT) } },
    400: { body: EVENT, headers: { 'stripe-signature': 't=1' } },
  }),
  ...asks('get', '/badge/{ticker}.svg', { 200: { params: () => ({ ticker: 'AAPL' }) } }),
  ...asks('post', '/api/session', { 200: { body: (key) => ({ api_key: key }) } }),
  ...asks('post', '/api/account/password', {
    200: { as: 'reader', body: (key) => ({ current_password: key, new_password: PASSWORD }) },
  }),
  ...asks('post', '/portal/logout', { 303: {} }),
  ...['/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen', '/tasks/rebuild-funds'].flatMap((path) =>
    asks('post', path, {
      200: { as: 'admin' },
      401: { as: 'wrong admin' },
      403: { service: 'unattended' },
      409: { as: 'admin', together: true },
      429: { service: 'strict', as: 'wrong admin', times: 101 },
    }),
  ),
  ...asks('get', '/v1/lists', {
    200: LIST,
    304: { ...LIST, ...KNOWN },
    401: { ...LIST, as: 'wrong key' },
    422: { query: { order: 'beauty' } },
    429: { ...LIST, ...OVER, as: 'nobody' },
  }),
  ...asks('get', '/v1/lists/funds', {
    200: FUNDS,
    304: { ...FUNDS, ...KNOWN },
    401: { ...FUNDS, as: 'wrong key' },
    422: { query: { compliance: 'halal' } },
    429: { ...FUNDS, ...OVER, as: 'nobody' },
  }),
];

/** The refusals of an operation that needs a key. */
function refusals(request: Case): Cases {
  return {
    401: { ...request, as: 'wrong key' },
    403: { ...request, as: 'nobody' },
    429: { ...request, ...OVER, as: 'key' },
  };
}

function asks(method: Ask['method'], path: string, cases: Cases): readonly Ask[] {
  return Object.entries(cases).map(([status, one]) => ({ method, path, status: Number(status), ...one }));
}

function signatureOf(body: string): string {
  const time = Date.parse(TODAY) / 1_000;
  return `t=${time},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex')}`;
}

function call(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}
