import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { freePorts } from '@common/kit/testing/free-ports';
import { startPostgres } from '@common/kit/testing/postgres';
import { startRoundRobin } from '@common/kit/testing/round-robin';
import {
  awaitEnd,
  manySymbols,
  prepare,
  type Screener,
  signUp,
  sleep,
  startScreener,
  stop,
  submit,
  TOTAL,
} from './support/bulk-client.ts';
import { openLedger } from './support/ledger.ts';

const LIMIT_MS = 600_000;
const CALLERS = 3;
const PAUSE_MS = 20;
const JUST_WEB = { BULK_WORKERS: '0', REFRESH_EVERY_MINUTES: '0', ALERTS_EVERY_MINUTES: '0' };

test('PostgreSQL: two web processes at one address and a worker, each restarted in turn under load', {
  timeout: LIMIT_MS,
}, async (t) => {
  await withTempDir(async (folder) => {
    const deployment = { databaseUrl: (await startPostgres()).url, folder };
    await prepare(deployment);
    const [front = 0, ...ports] = await freePorts(3);
    const variables = [...ports.map((port) => ({ ...JUST_WEB, SCREENER_PORT: String(port) })), {}];
    const processes = await Promise.all(variables.map((more) => startScreener(deployment, more)));
    const balancer = await startRoundRobin(front, ports);
    t.after(() => balancer.close());
    const site: Pick<Screener, 'url'> = { url: `http://127.0.0.1:${front}` };
    const key = await signUp(site);
    await using ledger = await openLedger(deployment.databaseUrl);
    const callers = startCallers(site.url, key);
    const symbols = manySymbols();
    for (const [at, one] of processes.entries()) {
      const watch = await submit(site, key, symbols, `job ${at}`);
      await stop(one);
      processes[at] = await startScreener(deployment, variables[at]);
      await awaitEnd(watch, site, symbols);
      await ledger.assertOnce(watch.jobId, TOTAL);
    }
    const { answered, repeated } = await callers.stop();
    await Promise.all(processes.map(stop));
    t.diagnostic(`${answered} requests answered, ${repeated} of them at the second attempt`);
    assert.ok(answered > 0);
  });
});

/** Callers as a proxy before the processes: a GET whose connection broke is sent once more. */
function startCallers(url: string, key: string) {
  let [stopped, answered, repeated] = [false, 0, 0];
  const ask = () => fetch(`${url}/v1/screen/AAPL`, { headers: { 'x-api-key': key } });
  const call = async () => {
    while (!stopped) {
      const answer = await ask().catch(() => {
        repeated += 1;
        return ask();
      });
      assert.equal(answer.status, 200, await answer.text());
      answered += 1;
      await sleep(PAUSE_MS);
    }
  };
  const running = Promise.all(Array.from({ length: CALLERS }, call));
  // Seen at the end, and no unhandled rejection before.
  running.catch(() => {});
  return {
    async stop() {
      stopped = true;
      await running;
      return { answered, repeated };
    },
  };
}
