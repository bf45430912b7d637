import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { readSnapshot } from '../../src/use-cases/read-snapshot.ts';
import { clockAt } from '../app-under-test.ts';
import { startScreener } from '../service-process.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

/** What the guide plans for a process (docs/operations/run.md). */
const PLANNED_BYTES = 512 * 1_048_576;
const JOBS = 20;
const SYMBOLS = 500;
const MOST_MS = 480_000;
const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** Companies and funds whose facts are in the snapshot: the most memory that a symbol can take. */
const WITH_FACTS = [
  'VOO',
  'SPUS',
  'AAPL',
  'MSFT',
  'JPM',
  'AMZN',
  'NVDA',
  'TSLA',
  'SNOW',
  'KO',
  'PG',
  'MMM',
  'META',
  'GOOGL',
];

for (const [name, symbolsOf] of [
  [
    'of all listed symbols',
    (job: number, listed: readonly string[]) => listed.slice(job * SYMBOLS, (job + 1) * SYMBOLS),
  ],
  [
    'of symbols with facts alone',
    () => Array.from({ length: SYMBOLS }, (_, index) => WITH_FACTS[index % WITH_FACTS.length] ?? ''),
  ],
] as const)
  test(`the bulk jobs that one free key may have at once, ${name}, take no more memory than the guide plans`, async (t) => {
    if (!existsSync('/proc/self/status')) return t.skip('memory is read from /proc');
    const { url } = await snapshot.copy(t);
    const { tickers } = unwrap(await readSnapshot(join(REPOSITORY, 'screener/data/snapshot')));
    const listed = tickers.map(({ symbol }) => symbol);
    const screener = await startScreener({ DATABASE_URL: url, LOG_LEVEL: 'error' });
    await using service = screener.service;
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${screener.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as { data?: { api_key: string } } };
    };
    const { body: issued } = await post('/api/keys', { email: 'attacker@example.com' });
    const headers = { 'x-api-key': issued.data?.api_key ?? '' };
    const before = await memoryOf(service.pid, 'VmRSS');
    for (let job = 0; job < JOBS; job += 1) {
      const symbols = symbolsOf(job, listed);
      assert.equal((await post('/v1/bulk', { symbols }, headers)).status, 200);
    }
    assert.equal(
      (await post('/v1/bulk', { symbols: ['AAPL'] }, headers)).status,
      429,
      'no more are permitted',
    );
    const deadline = Date.now() + MOST_MS;
    for (;;) {
      assert.ok(Date.now() < deadline, 'the jobs end');
      const { body } = await screener.get('/metrics');
      if (/^screener_bulk_queue_depth(?:\{[^}]*\})? 0$/m.test(body)) break;
      await sleep(200);
    }
    const peak = await memoryOf(service.pid, 'VmHWM');
    t.diagnostic(`${mib(before)} MiB before, ${mib(peak)} MiB at the peak`);
    assert.ok(peak < PLANNED_BYTES, `${mib(peak)} MiB`);
  });

async function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return 1_024 * Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
}

function mib(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
