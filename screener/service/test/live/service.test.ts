import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { addDays, dateOfInstant } from '@common/base/calendar';
import { withTempDir } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { type FakeSec, fakeDailyIndex, startFakeSec } from '@screener/sources/testing/fake-sec';
import {
  annual,
  companyFacts,
  companyTickers,
  fundTickers,
  LITTLE_DEBT,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import type { CurrentState } from '../../src/refresh/current-state.ts';
import type { WordedAnswer } from '../../src/use-cases/screen-ticker.ts';
import { openInProcess, tinyPlace } from '../service-in-process.ts';
import { MAIN } from '../service-process.ts';
import { SOUTHWIND } from '../tiny-snapshot.ts';
import { FACTS, FUND_TICKERS, SUBMISSIONS, TICKERS } from './live-app.ts';

const USER_AGENT = 'Sanad Tests tests@example.com';

describe('the running service in live mode', () => {
  test('fetches a new company once, and still has it after a restart without the SEC', async (t) => {
    await withTempDir(async (directory) => {
      const sec = await startSec(t);
      const env = await environment(directory, sec);
      const path = `/v1/screen/${NORTHWIND.symbol}`;
      const before = today();
      const first = await openInProcess(t, env);
      assert.equal(JSON.parse((await first.get('/health')).body).live_mode, true);
      const answer = await first.get(path);
      assert.equal(answer.status, 200, answer.body);
      const screened: WordedAnswer = JSON.parse(answer.body).data;
      assert.equal(screened.data_source, 'sec_live');
      assert.ok(screened.as_of === before || screened.as_of === today());
      assert.equal(screened.business_activity.sic, '3826');
      // There is no price: checks divided by assets are decided, and the rest is reported as missing.
      assert.deepEqual(
        screened.missing.map((entry) => entry.code),
        ['market_cap'],
      );
      assert.deepEqual(
        screened.methodologies.flatMap(({ id, passed }) => (passed ? [id] : [])),
        ['ftse', 'msci'],
      );
      assert.equal((await first.get(path)).body, answer.body);
      assert.deepEqual(askedFor(sec), [TICKERS, FACTS, SUBMISSIONS]);
      for (const { headers } of sec.requests) assert.equal(headers['user-agent'], USER_AGENT);
      assert.equal((await first.get('/v1/screen/ZZZZY')).status, 404);
      await first.stop();

      await sec.close();
      const second = await openInProcess(t, env);
      const again = await second.get(path);
      assert.equal(JSON.parse(again.body).data.data_source, 'sec_live');
      assert.equal(
        JSON.parse((await second.get(`/v1/history/${NORTHWIND.symbol}`)).body).data.snapshots.length,
        1,
      );
      await second.stop();
      assert.deepEqual(askedFor(sec), [TICKERS, FACTS, SUBMISSIONS, FUND_TICKERS]);
    });
  });

  test('keeps what it has current: a company that filed is fetched again, by the SEC’s index', async (t) => {
    await withTempDir(async (directory) => {
      const sec = await startSec(t);
      const env = await environment(directory, sec);
      const first = await openInProcess(t, env);
      assert.equal((await first.get(`/v1/screen/${NORTHWIND.symbol}`)).status, 200);
      await first.stop();
      for (let age = 1; age <= 7; age += 1) {
        sec.put(...fakeDailyIndex(addDays(today(), -age), [[NORTHWIND.cik, '10-Q']]));
      }
      const before = sec.requests.length;
      const second = await openInProcess(t, { ...env, REFRESH_EVERY_MINUTES: '60' });
      let current: CurrentState | null = null;
      while (current === null || current.facts.last_run_at === null) {
        await setTimeout(50);
        current = JSON.parse((await second.get('/health')).body).current as CurrentState;
      }
      assert.deepEqual([current.facts.companies_due, current.facts.problem], [0, null]);
      assert.ok((current.facts.index_through ?? '') < today());
      assert.match(
        (await second.get('/metrics')).body,
        /screener_refreshed_companies_total\{outcome="refreshed",service="screener"\} 1/,
      );
      await second.stop();
      const asked = sec.requests.slice(before).map(({ path }) => path);
      assert.deepEqual(asked.slice(-2), [FACTS, SUBMISSIONS]);
      assert.ok(asked.slice(0, -2).every((path) => path.includes('/daily-index/')));
    });
  });

  test('a process that starts later also leaves a throttling SEC alone', async (t) => {
    await withTempDir(async (directory) => {
      const sec = await startSec(t);
      sec.always('*', { kind: 'throttle_page' });
      const env = await environment(directory, sec);
      for (let run = 0; run < 2; run += 1) {
        const screener = await openInProcess(t, env);
        const refused = await screener.get(`/v1/screen/${NORTHWIND.symbol}`);
        assert.equal(refused.status, 503, refused.body);
        assert.ok(Number(refused.headers.get('retry-after')) > 60);
        // Companies from the snapshot are answered, as of their own day.
        const known = await screener.get(`/v1/screen/${SOUTHWIND.symbol}`);
        const { data_source: source, as_of: asOf }: WordedAnswer = JSON.parse(known.body).data;
        assert.deepEqual([source, asOf], ['snapshot', '2024-02-14']);
        await screener.stop();
      }
      assert.deepEqual(askedFor(sec), [TICKERS]);
    });
  });
});

describe('impossible settings', () => {
  const refused: Readonly<Record<string, { readonly env: Record<string, string>; readonly says: RegExp }>> = {
    'a User-Agent without an address': {
      env: { SEC_USER_AGENT: 'My Private Company' },
      says: /SEC_USER_AGENT.*e-mail/s,
    },
    'two faults at once': {
      env: { SCREENER_PORT: 'x', LOG_LEVEL: 'loud' },
      says: /2 settings are wrong.*SCREENER_PORT.*LOG_LEVEL/s,
    },
    'an unknown kind of database': {
      env: { DATABASE_URL: 'mysql://user:hunter2@host/db' },
      says: /database URL.*use postgres/s,
    },
    'a missing snapshot': {
      env: { SNAPSHOT_DIR: 'no/such/folder' },
      says: /no\/such\/folder.*sanad snapshot build/s,
    },
    'a price provider without its token': {
      env: { MARKET_PROVIDER: 'tiingo' },
      says: /MARKET_API_TOKEN/,
    },
  };
  for (const [what, { env, says }] of Object.entries(refused)) {
    test(`${what}: refused, saying what to do`, (t) =>
      withTempDir(async (directory) => {
        const opening = openInProcess(t, { ...(await tinyPlace(directory)), ...env });
        await assert.rejects(opening, ({ message }: Error) => {
          assert.match(message, says);
          // Nothing that may be secret or personal.
          assert.doesNotMatch(message, /hunter2|My Private Company/);
          return true;
        });
      }));
  }

  test('a refused start ends the process with code 78 and one message', () =>
    withTempDir(async (directory) => {
      const sound = { ...(await tinyPlace(directory)), SCREENER_PORT: '0' };
      const { code, output } = await runMain({ ...sound, MARKET_PROVIDER: 'tiingo' });
      assert.equal(code, 78, output);
      assert.match(output, /^screener: .*MARKET_API_TOKEN/s);
      assert.doesNotMatch(output, /\n\s+at /, 'no stack');
    }));
});

async function environment(directory: string, sec: FakeSec): Promise<Record<string, string>> {
  return {
    ...(await tinyPlace(directory)),
    SEC_DATA_URL: sec.baseUrls.data,
    SEC_WWW_URL: sec.baseUrls.www,
    RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
    SEC_USER_AGENT: USER_AGENT,
  };
}

async function startSec(t: TestContext): Promise<FakeSec> {
  const yearEnd = addDays(today(), -75);
  const reports = [annual(addDays(yearEnd, -365), LITTLE_DEBT), annual(yearEnd, LITTLE_DEBT)];
  const sec = await startFakeSec({
    documents: [
      [TICKERS, companyTickers([NORTHWIND])],
      [FUND_TICKERS, fundTickers('MADE')],
      [FACTS, companyFacts(NORTHWIND, reports)],
      [SUBMISSIONS, submissions(NORTHWIND, reports)],
    ],
  });
  t.after(() => sec.close());
  return sec;
}

function askedFor(sec: FakeSec): readonly string[] {
  return sec.requests.map((request) => request.path);
}

function today(): string {
  return dateOfInstant(Date.now());
}

/** Runs `main.ts` to its end. */
async function runMain(env: Readonly<Record<string, string>>): Promise<{ code: unknown; output: string }> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const base = Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }).filter(
    ([, value]) => value !== undefined,
  );
  const child = spawn(process.execPath, programArgs(MAIN), {
    env: { ...Object.fromEntries(base), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output };
}
