import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { HttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { createMetrics, type Metrics } from '@common/kit/telemetry/metrics';
import type { Access } from '../src/accounts/access.ts';
import { type AppDeps, createApi } from '../src/app.ts';
import { createPostStore } from '../src/blog/posts.sql.ts';
import type { BulkDeps } from '../src/bulk/submit-bulk.ts';
import { createSavedPortfolioStore } from '../src/portfolio/saved-portfolio.sql.ts';
import { createRankingStore } from '../src/rankings/rankings.sql.ts';
import { reportFile } from '../src/recompute/report-file.adapter.ts';
import { createSearch } from '../src/search/search.ts';
import type { PagedAnswer, PagedLookThrough } from '../src/use-cases/page-holdings.ts';
import type { HistoryAnswer } from '../src/use-cases/read-history.ts';
import type { ScreenDeps } from '../src/use-cases/screen-ticker.ts';
import { createWatchlistStore } from '../src/watchlist/watchlist.sql.ts';
import { type Ends, openTestAccess, openTestDatabase } from './access/access-under-test.ts';
import { attesterOn } from './attest/attester-under-test.ts';
import { bulkOn } from './bulk/bulk-under-test.ts';
import { ADMIN_TOKEN } from './rankings/tasks-under-test.ts';
import { alertsOn } from './watchlist/watchlist-under-test.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The application without a port. */
export interface AppUnderTest {
  readonly app: HttpApp;
  get(path: string): Promise<Answer>;
  /** The data of `GET /v1/screen/<request>`, which must give 200. */
  screen(request: string): Promise<PagedAnswer>;
  /** The same of a fund, with all of its holdings: the pages of `holdings=all` put together. */
  screenFund(request: string): Promise<PagedAnswer & { readonly etf_look_through: PagedLookThrough }>;
  /** The data of `GET /v1/history/<request>`, likewise. */
  history(request: string): Promise<HistoryAnswer>;
}

const unused = (): never => assert.fail('payments are not set up in this test');
const NO_PAYMENTS: AppDeps['billing'] = {
  payments: { take: unused, list: unused, find: unused, assign: unused, unassign: unused },
  webhookSecret: null,
};
const CACHE_BYTES = 16 * 1_048_576;

/** Makes an app under test; the parts that are not given share one database in memory. */
export type MakeApp = (
  t: Ends,
  deps: ScreenDeps & Partial<AppDeps>,
  answerCacheBytes?: number,
  access?: Access,
  bulk?: BulkDeps,
  metrics?: Metrics,
) => Promise<AppUnderTest>;

/** The API, without pages. */
export const makeApp: MakeApp = (...parts) => makeAppBy(createApi, ...parts);

export async function makeAppBy(
  createApp: (deps: AppDeps) => Promise<HttpApp>,
  ...[t, deps, answerCacheBytes = CACHE_BYTES, access, bulk, metrics = createMetrics()]: Parameters<MakeApp>
): Promise<AppUnderTest> {
  const database = await openTestDatabase(t);
  const keys = access ?? (await openTestAccess(t, undefined, undefined, database));
  const app = await createApp({
    attester: await attesterOn(database, keys.statements, deps.clock),
    lists: [],
    search: createSearch(deps.store, deps.clock),
    origins: 'any',
    publicOrigins: ['http://localhost'],
    reportFile,
    operator: { contact: 'Example Ltd, hello@example.org', bulkRetentionDays: 30 },
    paymentLink: null,
    billing: NO_PAYMENTS,
    mcpOrigins: { allowed: new Set(), onlyLoopback: false },
    ...deps,
    access: keys,
    bulk: bulk ?? bulkOn(database),
    posts: deps.posts ?? createPostStore(database),
    tasks: deps.tasks ?? { rankings: createRankingStore(database), adminToken: ADMIN_TOKEN },
    watchlist: deps.watchlist ?? createWatchlistStore(database),
    saved: createSavedPortfolioStore(database),
    alerts: deps.alerts ?? alertsOn(database),
    trustProxy: false,
    metrics,
    log: createLog({ level: 'silent' }),
    randomBytes,
    answerCacheBytes,
  });
  t.after(async () => {
    // An answer that a test did not read to its end would keep its connection, and the close, waiting for a minute.
    app.server.closeAllConnections();
    await app.close();
  });
  const get = async (path: string): Promise<Answer> => {
    const { statusCode, headers, body } = await app.inject(path);
    return { status: statusCode, headers, body };
  };
  const data = async (path: string) => {
    const answer = await get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.body}`);
    return JSON.parse(answer.body).data;
  };
  return {
    app,
    get,
    screen: (request) => data(`/v1/screen/${request}`),
    async screenFund(request) {
      const path = `/v1/screen/${request}${request.includes('?') ? '&' : '?'}holdings=all`;
      const whole = await data(path);
      const fund = whole.etf_look_through;
      for (let cursor = fund.holdings_page.next_cursor; cursor !== null; ) {
        const { etf_look_through: page } = await data(`${path}&cursor=${cursor}`);
        for (const list of ['holdings', 'unresolved', 'anomalies']) fund[list].push(...page[list]);
        cursor = page.holdings_page.next_cursor;
      }
      return whole;
    },
    history: (request) => data(`/v1/history/${request}`),
  };
}

/** A clock that stands still until it is moved. Milliseconds since the epoch. */
export interface TestClock {
  (): number;
  advance(ms: number): void;
}

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export function clockAt(instant: string): TestClock {
  let now = Date.parse(instant);
  return Object.assign(() => now, {
    advance(ms: number) {
      now += ms;
    },
  });
}
