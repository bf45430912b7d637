import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { HttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { withTempDir } from '@common/kit/testing';
import { seededPlace } from '../../../cli/test/run.ts';
import { createFirstRankings } from '../../src/rankings/first-rankings.job.ts';
import { readRanking } from '../../src/rankings/read-ranking.ts';
import type { ScreenDeps } from '../../src/use-cases/screen-ticker.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { snapshotDate, useSnapshotStore } from '../snapshot-store.ts';
import { ADMIN_TOKEN, openTestTasks } from './tasks-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('the first rankings', () => {
  const log = createLog({ level: 'silent' });
  const start = async (tasks: Awaited<ReturnType<typeof openTestTasks>>) => {
    const randomBytes = (size: number) => new Uint8Array(size).fill(7);
    const job = createFirstRankings({
      ...snapshot.shared(),
      rankings: tasks.rankings,
      randomBytes,
      log,
    });
    job.start();
    return job;
  };

  test('are built once where there are none', async (t) => {
    const tasks = await openTestTasks(t);
    const both = () => Promise.all([tasks.rankings.read('leaders', 0), tasks.rankings.read('value', 0)]);
    await start(tasks);
    let built = await both();
    while (built.includes(null)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      built = await both();
    }
    await (await start(tasks)).stop();
    assert.deepEqual(await both(), built, 'nothing is built twice');
  });

  test('stop with the service, and leave nothing behind', async (t) => {
    const tasks = await openTestTasks(t);
    await (await start(tasks)).stop();
    assert.equal(await tasks.rankings.read('leaders', 0), null);
    assert.equal((await tasks.rankings.begin('leaders', 'next', 1)).begun, true);
  });

  test('a ranking of another version counts as none', async (t) => {
    const { rankings } = await openTestTasks(t);
    const other = {
      version: 1,
      asOf: '2026-02-25',
      rules: 'current' as const,
      engineVersion: '1',
      dataSource: 'snapshot' as const,
      screened: 0,
      ranked: 0,
      leftOut: {},
      lines: [],
      named: [],
    };
    await rankings.begin('value', 'run', 60_000);
    await rankings.finish('value', 'run', other);
    assert.equal(await readRanking(rankings, 'value', 1), null);
  });
});

describe('tasks', () => {
  const LEADERS = '/tasks/rebuild-leaderboard';
  const VALUE = '/tasks/rebuild-value-screen';
  const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

  async function open(
    t: TestContext,
    deps: ScreenDeps = snapshot.shared(),
    adminToken: string | null = ADMIN_TOKEN,
  ) {
    const tasks = await openTestTasks(t, adminToken);
    const { app, screen } = await makeApp(t, { ...deps, tasks });
    return { app, screen, tasks, run: (path: string, headers = ADMIN) => call(app, path, headers) };
  }

  async function call(
    app: HttpApp,
    url: string,
    headers: Record<string, string>,
    remoteAddress = '203.0.113.7',
  ) {
    const answer = await app.inject({ method: 'POST', url, headers, remoteAddress });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  describe('who may rebuild a ranking', () => {
    test('only the admin token; a wrong or missing one gets 401', async (t) => {
      const { app } = await open(t);
      const wrong = [
        '',
        'Bearer',
        `Bearer ${ADMIN_TOKEN}x`,
        `Bearer ${ADMIN_TOKEN.slice(1)}`,
        `Basic ${ADMIN_TOKEN}`,
        ADMIN_TOKEN,
      ];
      for (const authorization of wrong) {
        for (const path of [LEADERS, VALUE]) {
          const refused = await call(app, path, authorization === '' ? {} : { authorization });
          assert.equal(refused.status, 401, authorization);
          assert.equal(refused.body.error.code, 'invalid_admin_token');
          assert.equal(refused.headers['www-authenticate'], 'Bearer realm="sanad"');
        }
      }
      const keyed = await call(app, LEADERS, { 'x-api-key': ADMIN_TOKEN });
      assert.equal(keyed.status, 401);
      assert.equal((await call(app, LEADERS, ADMIN)).status, 200);
    });

    test('an address that tried many tokens gets 429, which reveals nothing about the next one', async (t) => {
      const { app } = await open(t);
      const guess = (address: string) => call(app, LEADERS, { authorization: 'Bearer guess' }, address);
      const statuses = [];
      for (let n = 0; n < 25; n += 1) statuses.push((await guess('198.51.100.1')).status);
      assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(5).fill(429)]);
      assert.ok(Number((await guess('198.51.100.1')).headers['retry-after']) > 0);
      assert.equal((await guess('198.51.100.2')).status, 401);
      assert.equal((await call(app, LEADERS, ADMIN, '198.51.100.1')).status, 429);
      assert.equal((await call(app, LEADERS, ADMIN, '198.51.100.3')).status, 200);
    });

    test('nobody if no ADMIN_TOKEN is set, and the answer says so', async (t) => {
      const { run } = await open(t, snapshot.shared(), null);
      const refused = await run(LEADERS, { authorization: 'Bearer null' });
      assert.equal(refused.status, 403);
      assert.equal(refused.body.error.code, 'admin_token_not_set');
      assert.match(refused.body.error.message, /ADMIN_TOKEN/);
    });
  });

  describe('rebuilding a ranking', () => {
    test('the leaderboard holds the compliant companies of the snapshot, each with the figures of its screening', async (t) => {
      const { run, screen, tasks } = await open(t);
      const { status, body } = await run(LEADERS);
      assert.equal(status, 200);
      const report = body.data;
      assert.equal(report.as_of, await snapshotDate());
      assert.equal(report.screened, total(report.left_out) + report.ranked);
      const ranking = await readRanking(tasks.rankings, 'leaders', 1_000);
      assert.ok(ranking !== null && ranking.ranked >= 5);
      const { lines, behind, without_figures: without, ...rest } = ranking;
      assert.deepEqual(rest, report);
      assert.deepEqual(without, []);
      assert.ok(behind.length > 0);
      for (const { symbol, compliance } of behind) {
        const screening = await screen(symbol);
        assert.equal(compliance, screening.compliance);
        assert.notEqual(compliance, 'compliant');
        assert.ok(screening.methodologies.some(({ status }: { status: string }) => status === 'pass'));
      }
      for (const line of lines) {
        const screening = await screen(line.symbol);
        assert.equal(screening.compliance, 'compliant');
        assert.deepEqual([line.score, line.components], [screening.score, screening.components]);
        const cited = new Set(screening.evidence.map(({ accession }) => accession));
        assert.deepEqual(new Set(line.filings.map(({ accession }) => accession)), cited);
      }
      const google = lines.filter(({ cik }) => cik === '0001652044');
      assert.deepEqual(
        google.map(({ symbol, other_symbols }) => [symbol, other_symbols]),
        [['GOOG', ['GOOGL']]],
      );
      const scores = lines.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    });

    test('the value screen uses figures from the screening’s own amounts', async (t) => {
      const { run, screen, tasks } = await open(t);
      assert.equal((await run(VALUE)).body.data.ranking, 'value');
      const ranking = await readRanking(tasks.rankings, 'value', 1_000);
      assert.ok(ranking !== null && ranking.lines.length >= 5);
      for (const { symbol, figures, measures, evidence } of ranking.lines) {
        const { amounts } = await screen(symbol);
        assert.equal(figures.market_cap.value, amounts.market_cap?.high, symbol);
        assert.equal(figures.revenue.value, amounts.revenue?.low, symbol);
        assert.equal(measures.book_yield, figures.equity.value / figures.market_cap.value);
        assert.ok(evidence.every(({ source_url: url }) => url?.startsWith('https://www.sec.gov/')));
      }
      // From the 10-K of fiscal 2025, read by hand: stockholders' equity of 62,999 million.
      const amd = ranking.lines.find(({ symbol }) => symbol === 'AMD');
      assert.equal(amd?.figures.equity.value, 62_999_000_000);
      assert.equal(await readRanking(tasks.rankings, 'leaders', 1), null, 'the other kind is not touched');
    });

    test('a second call during a run gets 409 with the start time of the first', async (t) => {
      const gate = gated(snapshot.shared());
      const { run } = await open(t, gate.deps);
      const first = run(LEADERS);
      await gate.reached;
      const second = await run(LEADERS);
      assert.equal(second.status, 409);
      assert.equal(second.body.error.code, 'ranking_running');
      gate.open();
      const { status, body } = await first;
      assert.equal(status, 200);
      assert.equal(second.body.error.detail.started_at, body.data.started_at);
      assert.equal((await run(LEADERS)).status, 200, 'the next one begins at once');
    });

    test('a failed run leaves the earlier ranking, and the next one begins at once', async (t) => {
      const { store, ...deps } = snapshot.shared();
      let broken = false;
      const listingsWithFacts: typeof store.listingsWithFacts = (...page) => {
        if (broken) throw new Error('the database is unreachable');
        return store.listingsWithFacts(...page);
      };
      const { run, tasks } = await open(t, { ...deps, store: { ...store, listingsWithFacts } });
      const before = (await run(LEADERS)).body.data;
      broken = true;
      assert.equal((await run(LEADERS)).status, 500);
      assert.equal((await readRanking(tasks.rankings, 'leaders', 1))?.finished_at, before.finished_at);
      broken = false;
      assert.equal((await run(LEADERS)).status, 200);
    });

    test('a closing service stops its run, which leaves the earlier ranking', async (t) => {
      const gate = gated(snapshot.shared());
      const { app, run, tasks } = await open(t, gate.deps);
      const running = run(LEADERS);
      await gate.reached;
      const closed = app.close();
      gate.open();
      const { status, body, headers } = await running;
      assert.equal(status, 503);
      assert.equal(body.error.code, 'ranking_stopped');
      assert.ok(Number(headers['retry-after']) > 0);
      await closed;
      assert.equal(await tasks.rankings.read('leaders', 1), null);
      assert.equal((await tasks.rankings.begin('leaders', 'next', 0)).begun, true);
    });
  });

  /** A store that hands out its listings only after `open`. */
  function gated(deps: ScreenDeps) {
    const reached = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const { store } = deps;
    const listingsWithFacts: typeof store.listingsWithFacts = async (...page) => {
      reached.resolve();
      await opened.promise;
      return store.listingsWithFacts(...page);
    };
    return {
      deps: { ...deps, store: { ...store, listingsWithFacts } },
      reached: reached.promise,
      open: opened.resolve,
    };
  }

  function total(counts: Readonly<Record<string, number>>): number {
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }
});

describe('commands', () => {
  describe('sanad leaders and sanad value', () => {
    test('a ranking is built, and shown as text and as data', async () => {
      await withTempDir(async (folder) => {
        const { sanad } = await seededPlace(folder);
        for (const [kind, name, ranked] of [
          ['leaders', 'leaderboard', 7],
          ['value', 'value screen', 7],
        ] as const) {
          const none = await sanad(kind);
          assert.deepEqual(
            [none.code, none.err],
            [2, `sanad: no ${name} yet: build one with "npm run sanad -- ${kind} rebuild".\n`],
          );
          const made = await sanad(`${kind} rebuild`);
          assert.equal(made.code, 0, made.err);
          assert.match(
            made.out,
            new RegExp(
              `^${name} of 2026-08-21: \\d+ listings screened, ${ranked} ranked; left out: .*1 another ticker`,
            ),
          );
          const { lines, ...report } = JSON.parse((await sanad(`${kind} --json --limit 3`)).out);
          assert.deepEqual([report.ranking, report.ranked, lines.length], [kind, ranked, 3]);
          assert.deepEqual(
            lines.map(({ rank }: { rank: number }) => rank),
            [1, 2, 3],
          );
        }
        const leaders = (await sanad('leaders --limit 4')).out;
        assert.match(leaders, /The first 4 \(--limit shows more\)/);
        assert.match(
          leaders,
          / 1 {2}AMD +91\.7 +1\.0 %\n {7}ADVANCED MICRO DEVICES INC\n {7}was compliant on 2026-04-24; figures to 2025-12-27, [^;]+ old;\s+no\s+recent\s+report\n {7}10-K 0000002488-26-000018\n/,
        );
        assert.match(leaders, / 4 {2}GOOG .*\n {7}Alphabet Inc\. \(also GOOGL\)\n {7}was compliant on /);
        const value = (await sanad('value')).out;
        assert.match(value, / 1 {2}PG +16\.2 % +23\.3 % +0\.0 % +5\.0 % +4\.5 % +2\+1\+5\+1\+1\n/);
        for (const line of [...leaders.split('\n'), ...value.split('\n')]) assert.ok(line.length <= 80, line);
      });
    });

    test('a stopped run leaves the earlier ranking', async () => {
      await withTempDir(async (folder) => {
        const { sanad } = await seededPlace(folder);
        await sanad('leaders rebuild');
        const before = (await sanad('leaders --json')).out;
        const stop = AbortSignal.abort();
        const stopped = await sanad('leaders rebuild', { interruptible: (work) => work(stop) });
        assert.deepEqual([stopped.code, stopped.out], [130, '']);
        assert.match(stopped.err, /The earlier ranking is unchanged/);
        assert.equal((await sanad('leaders --json')).out, before);
        assert.equal((await sanad('leaders --limit 0')).code, 2);
      });
    });
  });
});
