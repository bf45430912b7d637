import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { HttpApp } from '@common/kit/http/app';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql/database';
import { createLog } from '@common/kit/telemetry/log';
import { assertRaised, readAlertRules, scrape } from '@common/kit/testing/alert-drill';
import { fakeRows, startFakeListing } from '@screener/sources/testing/fake-listing';
import { startFakeSec } from '@screener/sources/testing/fake-sec';
import {
  companyFacts,
  companyTickers,
  fundTickers,
  MARKET_CAP,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import { sql } from 'kysely';
import { createApi } from '../src/app.ts';
import { readScreenerConfig } from '../src/config.ts';
import { openAnswerReads } from '../src/open-replica.ts';
import { openScreener } from '../src/open-screener.ts';
import { openService } from '../src/open-service.ts';
import { NO_FAULTS } from '../src/store/faults.store.ts';
import type { ScreenerSchema } from '../src/store/schema.ts';
import { createSqlStore } from '../src/store/sql-store.ts';
import { clockAt, HOUR, MINUTE } from './app-under-test.ts';
import { keyFor, post } from './bulk/bulk-under-test.ts';
import { anchorQuotes, versionOf } from './listing/listing-app.ts';
import { FACTS, FUND_TICKERS, REPORTS, SUBMISSIONS, TICKERS } from './live/live-app.ts';
import {
  directory,
  endings,
  readsOf,
  replayed,
  screen,
  screener,
  screensFromReplica,
  servers,
  until,
  untilLate,
} from './replicated-service.ts';
import { screening } from './store/records.ts';
import { SOUTHWIND } from './tiny-snapshot.ts';

const clock = clockAt('2026-03-02T12:00:00Z');
const log = createLog({ level: 'silent' });
const NEWEST = REPORTS[1]?.filed;
const sec = await startFakeSec({
  clock,
  documents: [
    [TICKERS, companyTickers([NORTHWIND, SOUTHWIND])],
    [FUND_TICKERS, fundTickers('MADE')],
    [FACTS, companyFacts(NORTHWIND, REPORTS)],
    [SUBMISSIONS, submissions(NORTHWIND, REPORTS)],
    ['/api/xbrl/companyfacts/CIK0001999002.json', companyFacts(SOUTHWIND, REPORTS)],
    ['/submissions/CIK0001999002.json', submissions(SOUTHWIND, REPORTS)],
  ],
});
const closesAt = (close: number) => ({ [NORTHWIND.symbol]: close, [SOUTHWIND.symbol]: close });
const listing = await startFakeListing([
  {
    ...versionOf('2026-02-28T00:20:00Z', '2026-02-27', 51, 50),
    nyse: fakeRows(closesAt(51), closesAt(50), closesAt(MARKET_CAP)),
  },
]);
const settings = readScreenerConfig(
  {
    DATABASE_URL: servers.primary.url,
    DATABASE_READ_URL: servers.replica.url,
    SNAPSHOT_DIR: directory,
    KEY_HASH_SECRET: 'a secret for tests',
    SEC_USER_AGENT: 'Sanad Tests tests@example.com',
    REFRESH_EVERY_MINUTES: '0',
    SEC_DATA_URL: sec.baseUrls.data,
    SEC_WWW_URL: sec.baseUrls.www,
    LISTING_FILES_URL: listing.filesUrl,
    LISTING_COMMITS_URL: listing.commitsUrl,
    RATE_LIMIT_DEMO: '0',
    ALERTS_EVERY_MINUTES: '0',
    BULK_WORKERS: '2',
  },
  REPOSITORY,
);
assert.ok(settings.ok);
const primary = await openDatabase<ScreenerSchema>({ url: servers.primary.url });
const replica = await openDatabase<ScreenerSchema>({ url: servers.replica.url });
endings.push(
  () => primary.close(),
  () => replica.close(),
  () => sec.close(),
  () => listing.close(),
);

/** As a process of its own: it shares nothing with another one but the servers. */
async function openProcess(): Promise<HttpApp> {
  assert.ok(settings.ok);
  const service = await openService(
    settings.value,
    { log, clock, randomBytes, faults: NO_FAULTS, env: {} },
    createApi,
  );
  assert.ok(service.ok, service.ok ? '' : service.error.message);
  const { apps, start } = service.value;
  endings.push(() => apps.screener.close().then(service.value.close));
  start?.();
  return apps.screener;
}

const one = await openProcess();
const other = await openProcess();
await createSqlStore(primary).saveQuotes(anchorQuotes());

/** What is written from here on, the replica does not get before the end of `work`; all of `readings` read it until then. */
async function paused(readings: readonly Reading[], work: () => Promise<void>): Promise<void> {
  try {
    for (;;) {
      await replayed(primary.db, replica.db);
      await sql`select pg_wal_replay_pause()`.execute(replica.db);
      const read = await Promise.all(readings.map(readsReplica));
      if (read.every(Boolean)) break;
      await sql`select pg_wal_replay_resume()`.execute(replica.db);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await work();
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(replica.db);
  }
}

async function readsReplica({ reads, read }: Reading): Promise<boolean> {
  const before = await reads();
  await read();
  const now = await reads();
  return now.replica > before.replica && now.primary === before.primary;
}

interface Reading {
  reads(): Promise<{ readonly replica: number; readonly primary: number }>;
  /** Something that the replica has. */
  read(): Promise<unknown>;
}

function readingOf(app: HttpApp): Reading {
  let day = Date.parse('2023-03-01T00:00:00Z');
  return {
    async reads() {
      const { body } = await app.inject('/metrics');
      const from = (server: string) =>
        Number(new RegExp(`^screener_reads_total\\{[^}]*from="${server}".* (\\d+)$`, 'm').exec(body)?.[1]);
      return { replica: from('replica'), primary: from('primary') };
    },
    read() {
      day += 86_400_000;
      const asOf = new Date(day).toISOString().slice(0, 10);
      return dataOf(app, `/v1/screen/${SOUTHWIND.symbol}?as_of=${asOf}`);
    },
  };
}

async function dataOf(app: HttpApp, path: string) {
  const answer = await app.inject(path);
  assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
  return JSON.parse(answer.body).data;
}

test('answers read from the replica, and what it has not got yet is still found', async () => {
  const health = async () => JSON.parse((await screener.get('/health')).body).replica;
  await screensFromReplica(screener);
  assert.equal(await health(), 'read');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where application_name = 'sanad-screener-answers'`.execute(
    replica.db,
  );
  assert.ok(Number(rows[0]?.count) > 0);

  const whole = await scrape([screener.url]);
  await sql`select pg_wal_replay_pause()`.execute(replica.db);
  await createSqlStore(primary).saveTickers([
    { symbol: 'ZZLATE', cik: '0001999003', name: 'Late Name', exchange: null },
  ]);
  assert.equal(
    (await screener.get('/v1/history/ZZLATE')).status,
    200,
    'the replica lacks it, the primary has it',
  );
  assert.equal(await createSqlStore(replica).findListing('ZZLATE'), null);
  // Well over the bound: a slow machine may call a replica late for a moment that is not.
  await untilLate(screener, 2);
  assert.match(await until(screener, 'replica', 'warn'), /too far behind/);
  assert.equal(await health(), 'behind');
  const rule = (await readAlertRules()).find(({ alert }) => alert === 'ReplicaNotRead');
  assert.ok(rule !== undefined);
  await assertRaised(rule, { before: whole, after: await scrape([screener.url]) });
  const paused = await readsOf(screener);
  assert.equal(await screen(screener), 200);
  const late = await readsOf(screener);
  assert.ok(late.primary > paused.primary);
  assert.equal(late.replica, paused.replica);

  await sql`select pg_wal_replay_resume()`.execute(replica.db);
  await until(screener, 'replica', 'ok');
  await screensFromReplica(screener);
  assert.notEqual(await createSqlStore(replica).findListing('ZZLATE'), null);
});

describe('live mode with a replica that is behind', () => {
  const { symbol } = SOUTHWIND;
  const path = `/v1/screen/${symbol}`;

  test('what a request fetched answers it and the ones after it, whichever process they reach', async () => {
    await paused([readingOf(one), readingOf(other)], async () => {
      for (const [app, asked] of [
        [one, 'as_of=2026-03-01'],
        [one, 'as_of=2026-03-01&rules=classic'],
        [other, 'as_of=2026-03-01'],
        [other, 'as_of=2026-02-28'],
      ] as const) {
        const answer = await dataOf(app, `${path}?${asked}`);
        assert.deepEqual(
          [answer.facts_through, answer.data_source, answer.market_data.close, answer.business_activity.sic],
          [NEWEST, 'sec_live', 51, '3826'],
          asked,
        );
      }
      const old = await createSqlStore(replica).findListing(symbol);
      assert.notEqual(old?.factsThrough, NEWEST, 'the replica has older ones');
    });
  });

  test('what a request kept, the history of the next one has', async () => {
    await paused([readingOf(one)], async () => {
      await dataOf(one, path);
      const { snapshots } = await dataOf(one, `/v1/history/${symbol}`);
      assert.deepEqual(
        snapshots.map((entry: { as_of: string }) => entry.as_of),
        ['2026-03-02', '2024-02-14', '2023-02-14'],
      );
    });
  });

  test('a company that only the primary knows is answered, by the process that fetched it and by another', async () => {
    await paused([readingOf(one), readingOf(other)], async () => {
      for (const app of [one, other, one, other]) {
        const answer = await dataOf(app, `/v1/screen/${NORTHWIND.symbol}`);
        assert.deepEqual([answer.facts_through, answer.market_data.close], [NEWEST, 51]);
        const { snapshots } = await dataOf(app, `/v1/history/${NORTHWIND.symbol}`);
        assert.equal(snapshots.length, 1);
      }
      assert.equal(await createSqlStore(replica).findListing(NORTHWIND.symbol), null);
      assert.equal((await one.inject('/v1/screen/NOPE')).statusCode, 404);
    });
  });

  test('closes that one process has read from the daily listing, the answers of another have', async () => {
    clock.advance(13 * HOUR);
    listing.add({
      ...versionOf('2026-03-03T00:20:00Z', '2026-03-02', 52, 51),
      nyse: fakeRows(closesAt(52), closesAt(51), closesAt(MARKET_CAP)),
    });
    await paused([readingOf(other)], async () => {
      for (const app of [one, other]) assert.equal((await dataOf(app, path)).market_data.close, 52);
    });
  });

  test('what a job of the process wrote, its answers show', async () => {
    assert.ok(settings.ok);
    const opened = await openScreener(settings.value, clock);
    assert.ok(opened.ok);
    const reads = await openAnswerReads(settings.value, opened.value, log);
    assert.ok(reads.ok);
    endings.push(() => reads.value.close().then(opened.value.close));
    const { deps, current } = opened.value;
    const { store } = reads.value.screen;
    const reading = {
      reads: async () => reads.value.replica?.reads() ?? { replica: 0, primary: 0 },
      read: () => store.closes(symbol),
    };
    await paused([reading], async () => {
      const cik = String(SOUTHWIND.cik).padStart(10, '0');
      clock.advance(1);
      assert.ok((await current?.refresh.live.refetchFacts(cik))?.ok);
      assert.equal(await store.factsCheckedAt(cik), clock(), 'refreshing');
      await deps.store.saveScreenings([screening(symbol, '2026-03-01', 'third')]);
      assert.equal((await store.screenings(symbol, 'current', 5)).length, 4, 'alerts');
    });
  });
});

describe('bulk jobs with a replica that is behind', () => {
  test('each symbol is done once, and the results are those of the primary’s facts', async () => {
    const key = await keyFor(one, 'reader');
    // Nothing was fetched just now: what the replica lacks, only the primary's word tells.
    clock.advance(10 * MINUTE);
    await paused([readingOf(one), readingOf(other)], async () => {
      await createSqlStore(primary).saveTickers([
        { symbol: 'ZZNEW', cik: '0001999001', name: 'New Name', exchange: null },
      ]);
      const symbols = ['ZZNEW', 'SWIQ', 'NOPE', 'NWIQ', 'SWIQ', '???'];
      const headers = { ...key, 'idempotency-key': 'once' };
      const submitted = await post(one, '/v1/bulk', { symbols }, headers);
      assert.equal(submitted.status, 200);
      const { job_id: id, poll } = submitted.body.data;
      const job = await complete(other, poll, key);
      assert.deepEqual(
        job.results.map(({ symbol, compliance, error }: Result) => [symbol, compliance ?? error?.code]),
        [
          ['ZZNEW', 'not_screenable'],
          ['SWIQ', 'compliant'],
          ['NOPE', 'ticker_not_found'],
          ['NWIQ', 'compliant'],
          ['SWIQ', 'compliant'],
          ['???', 'malformed_ticker'],
        ],
      );
      const [again, there] = await Promise.all([
        post(other, '/v1/bulk', { symbols }, headers),
        complete(one, poll, key),
      ]);
      assert.deepEqual([again.body.data.job_id, again.body.data.status], [id, 'complete']);
      assert.deepEqual(there, job);
      const { rows } = await sql<{ leases: number }>`
        select leases::int as leases from bulk_symbol where job_id = ${id}`.execute(primary.db);
      assert.deepEqual(rows, Array(symbols.length).fill({ leases: 1 }), 'each was taken once');
      const none = await sql`select 1 from bulk_job`.execute(replica.db);
      assert.equal(none.rows.length, 0, 'the replica knows of no job');
    });
  });
});

interface Result {
  readonly symbol: string;
  readonly compliance?: string;
  readonly error?: { readonly code: string };
}

async function complete(app: HttpApp, poll: string, headers: Record<string, string>) {
  for (;;) {
    const { data } = JSON.parse((await app.inject({ url: poll, headers })).body);
    if (data.status === 'complete') return data;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
