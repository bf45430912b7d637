import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { addDays, dateOfInstant } from '@common/base/calendar';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { startFakeSec } from '@screener/sources/testing/fake-sec';
import {
  annual,
  companyFacts,
  companyTickers,
  LITTLE_DEBT,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import { FACTS, makeLiveApp, SUBMISSIONS, TICKERS } from './live/live-app.ts';
import { openInProcess, tinyPlace } from './service-in-process.ts';
import { PLACES } from './store/open-store.ts';
import { SOUTHWIND } from './tiny-snapshot.ts';

const { symbol } = NORTHWIND;

describe('the service on PostgreSQL', () => {
  test('fifty requests at once for one new ticker', async (t) => {
    const app = await makeLiveApp(t, await PLACES.postgres());
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.get(`/v1/screen/${symbol}`)));
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS]);
    assert.equal((await app.history(symbol)).snapshots.length, 1);
  });

  test('two processes that open at once on an empty database serve the same data', (t) =>
    withTempDir(async (folder) => {
      const yearEnd = addDays(dateOfInstant(Date.now()), -75);
      const reports = [annual(addDays(yearEnd, -365), LITTLE_DEBT), annual(yearEnd, LITTLE_DEBT)];
      const sec = await startFakeSec({
        documents: [
          [TICKERS, companyTickers([NORTHWIND])],
          [FACTS, companyFacts(NORTHWIND, reports)],
          [SUBMISSIONS, submissions(NORTHWIND, reports)],
        ],
      });
      t.after(() => sec.close());
      const env = {
        ...(await tinyPlace(folder)),
        DATABASE_URL: (await startPostgres()).url,
        SEC_DATA_URL: sec.baseUrls.data,
        SEC_WWW_URL: sec.baseUrls.www,
        RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
        SEC_USER_AGENT: 'Sanad Tests tests@example.com',
      };
      const processes = await Promise.all([openInProcess(t, env), openInProcess(t, env)]);
      const bodies = async (path: string) => {
        const answers = await Promise.all(processes.flatMap(({ get }) => [get(path), get(path), get(path)]));
        for (const answer of answers) assert.equal(answer.status, 200, answer.body);
        return [...new Set(answers.map((answer) => answer.body))];
      };
      assert.equal((await bodies('/health')).length, 1);
      assert.equal((await bodies(`/v1/screen/${SOUTHWIND.symbol}?as_of=2024-03-01`)).length, 1);
      const [known = ''] = await bodies(`/v1/history/${SOUTHWIND.symbol}?limit=500`);
      const dates = JSON.parse(known).data.snapshots.map((entry: { as_of: string }) => entry.as_of);
      assert.ok(dates.length > 1);
      assert.equal(new Set(dates).size, dates.length, 'no date twice');

      assert.equal((await bodies(`/v1/screen/${symbol}`)).length, 1);
      const [kept = ''] = await bodies(`/v1/history/${symbol}`);
      assert.equal(JSON.parse(kept).data.snapshots.length, 1);
      // Each process asks for a document at most once.
      const asked = sec.requests.map((request) => request.path);
      for (const path of [TICKERS, FACTS, SUBMISSIONS]) {
        const times = asked.filter((one) => one === path).length;
        assert.ok(times === 1 || times === 2, `${path}: ${times} times`);
      }
      await Promise.all(processes.map(({ stop }) => stop()));
    }));

  test('while the database is away, every answer is 503, /health included, and afterwards all is as before', (t) =>
    withTempDir(async (folder) => {
      const line = await startLine(new URL((await PLACES.postgres()).url));
      t.after(() => line.cut());
      const screener = await openInProcess(t, { ...(await tinyPlace(folder)), DATABASE_URL: line.url });
      // Each time another date: an answer that is known is sent from memory for a second.
      let day = 10;
      const statuses = async () => [
        (await screener.get('/health')).status,
        (await screener.get(`/v1/screen/${SOUTHWIND.symbol}?as_of=2024-03-${day++}`)).status,
        (await screener.get(`/v1/history/${SOUTHWIND.symbol}`)).status,
      ];
      assert.deepEqual(await statuses(), [200, 200, 200]);
      await line.cut();
      for (let round = 0; round < 2; round += 1) {
        const { status, headers, body } = await screener.get('/health');
        assert.equal(status, 503, body);
        assert.equal(JSON.parse(body).error.code, 'database_unavailable');
        assert.equal(headers.get('retry-after'), '5');
        assert.deepEqual(await statuses(), [503, 503, 503]);
      }
      await line.mend();
      assert.deepEqual(await statuses(), [200, 200, 200]);
      await screener.stop();
    }));
});

/** A way to the database that can be cut: connections end, and new ones are refused. */
async function startLine(database: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    mend: () => listen(port),
    async cut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
