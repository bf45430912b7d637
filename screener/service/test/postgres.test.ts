import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, dateOfInstant } from '@common/base/calendar';
import { startPostgres } from '@common/kit/testing/postgres';
import { startFakeSec } from '@screener/edgar/testing/fake-sec';
import {
  annual,
  companyFacts,
  companyTickers,
  LITTLE_DEBT,
  NORTHWIND,
  submissions,
} from '@screener/edgar/testing/synthetic-filer';
import { FACTS, makeLiveApp, SUBMISSIONS, TICKERS } from './live/live-app.ts';
import { startScreener } from './service-process.ts';
import { PLACES } from './store/open-store.ts';

const { symbol } = NORTHWIND;

describe('the service on PostgreSQL', () => {
  test('fifty requests at once for one new ticker', async (t) => {
    const app = await makeLiveApp(t, await PLACES.postgres(t));
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.get(`/v1/screen/${symbol}`)));
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS]);
    assert.equal((await app.history(symbol)).snapshots.length, 1);
  });

  test('two processes that start at once on an empty database serve the same data', async (t) => {
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
      DATABASE_URL: (await startPostgres()).url,
      SEC_DATA_URL: sec.baseUrls.data,
      SEC_WWW_URL: sec.baseUrls.www,
      SEC_USER_AGENT: 'Sanad Tests tests@example.com',
    };
    const processes = await Promise.all([startScreener(env), startScreener(env)]);
    const bodies = async (path: string) => {
      const answers = await Promise.all(processes.flatMap(({ get }) => [get(path), get(path), get(path)]));
      for (const answer of answers) assert.equal(answer.status, 200, answer.body);
      return [...new Set(answers.map((answer) => answer.body))];
    };
    assert.equal((await bodies('/health')).length, 1);
    assert.equal((await bodies('/v1/screen/AAPL?as_of=2021-05-01')).length, 1);
    const history = JSON.parse((await bodies('/v1/history/AAPL?limit=500'))[0] ?? '').data.snapshots;
    const dates = history.map((entry: { as_of: string }) => entry.as_of);
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
    for (const { service } of processes) assert.deepEqual(await service.stop(), { code: 0, signal: null });
  });
});
