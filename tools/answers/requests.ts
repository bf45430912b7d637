import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request to a screener, and its caller. */
export interface RecordedRequest {
  readonly path: string;
  /** Sent by POST as JSON; absent for GET. */
  readonly body?: unknown;
  readonly accept?: string;
}

const DATES = [
  '2021-05-03',
  '2022-02-15',
  '2023-03-01',
  '2023-11-20',
  '2024-05-10',
  '2025-02-20',
  '2026-03-02',
];
const RULES = ['current', 'classic'];
const TICKERS_WITHOUT_FACTS = 850;
const SEARCHES = 120;
const MCP_CALLS = 60;
const BATCH = 40;

/** About 2,000 requests over everything that the snapshot knows, in a fixed order. */
export function recordedRequests(checkout: string): readonly RecordedRequest[] {
  const snapshot = (name: string) =>
    JSON.parse(readFileSync(join(checkout, 'screener/data/snapshot', name), 'utf8'));
  const companies = new Set((snapshot('companies.json') as { cik: string }[]).map(({ cik }) => cik));
  const listed = symbolsIn(snapshot('tickers.json'));
  const known = listed.filter(({ cik }) => companies.has(cik)).map(({ symbol }) => symbol);
  const unknown = everyNth(
    listed.filter(({ cik }) => !companies.has(cik)).map(({ symbol }) => symbol),
    TICKERS_WITHOUT_FACTS,
  );
  const funds = ['SPUS', 'VOO'];
  const get = (path: string): RecordedRequest => ({ path });
  return [
    ...[...known, ...funds].flatMap((symbol) => [
      get(`/v1/screen/${symbol}`),
      ...DATES.flatMap((date) =>
        RULES.map((rules) => get(`/v1/screen/${symbol}?as_of=${date}&rules=${rules}`)),
      ),
      get(`/v1/history/${symbol}`),
      get(`/v1/history/${symbol}?rules=classic`),
    ]),
    ...unknown.map((symbol) => get(`/v1/screen/${symbol}`)),
    ...funds.map((symbol) => get(`/v1/screen/${symbol}?holdings=all`)),
    ...everyNth(listed, SEARCHES).flatMap(({ symbol, name }) => [
      get(`/v1/search?q=${encodeURIComponent(symbol.toLowerCase())}`),
      get(`/v1/search?q=${encodeURIComponent(name.split(' ')[0] ?? '')}`),
    ]),
    ...everyNth([...known, ...unknown], MCP_CALLS).map((ticker) =>
      mcp('tools/call', { name: 'screen_ticker', arguments: { ticker } }),
    ),
    mcp('tools/list', {}),
    ...refusals(),
    get('/openapi.json'),
    get('/v1/screen/AAPL?overlays=all'),
    { path: '/v1/batch', body: { symbols: known.slice(0, BATCH) } },
  ];
}

function refusals(): readonly RecordedRequest[] {
  return [
    ...['A!', 'NOSUCH', '%', 'x'.repeat(2_000)].map((symbol) => ({ path: `/v1/screen/${symbol}` })),
    ...[
      'as_of=2001-06-01',
      'as_of=tomorrow',
      'as_of=2999-01-01',
      'rules=none',
      'overlays=none',
      'unknown=1',
    ].map((query) => ({ path: `/v1/screen/AAPL?${query}` })),
    { path: '/v1/search?q=' },
    { path: '/v1/history/A!' },
    { path: '/v1/nothing' },
    { path: '/v1/batch', body: { symbols: [] } },
    { path: '/v1/batch', body: {} },
    { path: '/v1/bulk', body: { symbols: ['AAPL'] } },
    { path: '/api/keys', body: { email: 'no address' } },
    { path: '/mcp', body: { jsonrpc: '2.0' } },
    { path: '/v1/screen/A!', accept: 'application/problem+json' },
    { path: '/v1/nothing', accept: 'text/html' },
  ];
}

function mcp(method: string, params: unknown): RecordedRequest {
  return {
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method, params },
    accept: 'application/json, text/event-stream',
  };
}

interface ListedSymbol {
  readonly cik: string;
  readonly symbol: string;
  readonly name: string;
}

/** A row of the snapshot's list of tickers: symbol, CIK, name, and members that are not needed here. */
function symbolsIn(rows: readonly (readonly [string, string, string])[]): readonly ListedSymbol[] {
  return rows.map(([symbol, cik, name]) => ({ symbol, cik, name }));
}

/** `count` of them, spread evenly over the list. */
function everyNth<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor(index * step)],
  ).filter((item) => item !== undefined);
}
