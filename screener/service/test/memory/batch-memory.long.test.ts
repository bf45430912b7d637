import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { saveFundReport } from '../../src/use-cases/import-fund-report.ts';
import { readSnapshot } from '../../src/use-cases/read-snapshot.ts';
import { clockAt } from '../app-under-test.ts';
import { startScreener } from '../service-process.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const MOST_BYTES = 200 * 1_048_576;
/** One network may hold half of the memory for answers: these together hold more than one alone could. */
const NETWORKS = ['127.0.0.2', '127.0.0.3'];
const BATCHES_A_NETWORK = 14;
const BATCHES = NETWORKS.length * BATCHES_A_NETWORK;
const FUNDS = 25;
/** The 541 lines of VOO in the snapshot, this many times: 4,328, as many as a fund of the total market has. */
const TIMES = 8;
/** A batch takes 25 s at most, and a client that reads nothing loses its connection 15 s later. */
const MOST_MS = 60_000;
const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

test('28 batches of 25 large funds, whose callers read nothing, take less than 200 MB and end', async (t) => {
  if (!existsSync('/proc/self/status')) return t.skip('memory is read from /proc');
  const { url, symbols } = await storeOfLargeFunds(t);
  const screener = await startScreener({ DATABASE_URL: url, LOG_LEVEL: 'error' });
  await using service = screener.service;
  const key = await freeKey(screener.url);
  const before = await memoryOf(service.pid, 'VmRSS');
  const sockets = NETWORKS.flatMap((network) =>
    Array.from({ length: BATCHES_A_NETWORK }, () => askWithoutReading(screener.url, network, key, symbols)),
  );
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const deadline = performance.now() + MOST_MS;
  let slowestMs = 0;
  let ended = await batchesEnded(screener);
  while (ended.answered + ended.refused < BATCHES) {
    const start = performance.now();
    assert.ok(start < deadline, `after ${MOST_MS / 1_000} s, of ${BATCHES}: ${JSON.stringify(ended)}`);
    assert.equal((await screener.get('/health')).status, 200);
    slowestMs = Math.max(slowestMs, performance.now() - start);
    await sleep(50);
    ended = await batchesEnded(screener);
  }
  const grown = (await memoryOf(service.pid, 'VmHWM')) - before;
  const figures = [`${mib(before)} MiB before`, `${mib(grown)} MiB more at the peak`];
  t.diagnostic(`${figures.join(', ')}; /health took ${Math.round(slowestMs)} ms at most`);
  assert.deepEqual(ended, { answered: BATCHES, refused: 0 }, 'two networks together have room for all');
  assert.ok(grown < MOST_BYTES, figures.join(', '));
});

async function storeOfLargeFunds(t: TestContext) {
  const { open, url } = await snapshot.copy(t);
  const { funds } = (await open()).store;
  const { fundReports } = unwrap(await readSnapshot(join(REPOSITORY, 'screener/data/snapshot')));
  const voo = fundReports.find(({ seriesId }) => seriesId === 'S000002839');
  assert.ok(voo !== undefined);
  const holdings = Array.from({ length: TIMES }, () => voo.holdings).flat();
  const classes = Array.from({ length: FUNDS }, (_, place) => ({
    symbol: `LARG${String.fromCharCode(65 + place)}`,
    fund: `S0000990${String(place).padStart(2, '0')}`,
    classId: 'C000099001',
    cik: voo.cik,
  }));
  for (const { fund } of classes) await saveFundReport(funds, { ...voo, seriesId: fund, holdings });
  await funds.saveFundClasses(classes);
  return { url, symbols: classes.map(({ symbol }) => symbol) };
}

async function freeKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'attacker@example.com' }),
  });
  const { data } = (await response.json()) as { data: { api_key: string } };
  return data.api_key;
}

function askWithoutReading(url: string, from: string, key: string, symbols: readonly string[]): Socket {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ symbols });
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `POST /v1/batch HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

/** A batch has ended when its answer was sent or its connection was cut. */
async function batchesEnded(screener: Awaited<ReturnType<typeof startScreener>>) {
  const { body } = await screener.get('/metrics');
  const ended = (status: number) => {
    const count = new RegExp(
      `^http_request_duration_seconds_count\\{[^}]*route="/v1/batch"[^}]*status="${status}"[^}]*\\} (\\d+)$`,
      'm',
    );
    return Number(count.exec(body)?.[1] ?? 0);
  };
  return { answered: ended(200), refused: ended(503) };
}

async function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return 1_024 * Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
}

function mib(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
