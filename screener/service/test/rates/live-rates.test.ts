import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import yazl from 'yazl';
import { createLiveRates } from '../../src/rates/live-rates.ts';
import { clockAt, HOUR, MINUTE } from '../app-under-test.ts';
import { PLACES } from '../store/open-store.ts';

const DAYS = ['2026-04-10,1.1711,186.43,', '2026-04-13,1.1684,186.75,'];

async function zipOf(rows: readonly string[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(['Date,USD,JPY,', ...rows, ''].join('\n')), 'eurofxref-hist.csv');
  zip.end();
  return buffer(zip.outputStream);
}

/** A server of rates, whose version is how many rows it has. */
async function open(t: TestContext) {
  const requests: IncomingMessage[] = [];
  const serving = { rows: DAYS.slice(0, 1), status: 200 };
  const server = createServer(async (request, response) => {
    requests.push(request);
    const etag = `"${serving.rows.length}"`;
    if (serving.status !== 200) return response.writeHead(serving.status).end();
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(200, { etag }).end(await zipOf(serving.rows));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { store } = await PLACES.sqliteInMemory(t);
  const clock = clockAt('2026-04-13T12:00:00Z');
  const ending = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-hist.zip`;
  const make = () =>
    createLiveRates({
      store,
      clock,
      url,
      fetch: (address, init) => fetch(address, init),
      ending: ending.signal,
    });
  const newest = async () => (await store.rates(['JPY']))[0]?.rates.at(-1);
  return { requests, serving, store, clock, make, rates: make(), newest };
}

describe('exchange rates that come each day', () => {
  test('are read once for all who ask at the same time, and kept for the next process', async (t) => {
    const { rates, make, requests, newest } = await open(t);
    const answers = await Promise.all([rates.keepCurrent(), rates.keepCurrent()]);
    assert.deepEqual(
      answers.map((answer) => answer.ok && answer.value),
      ['updated', 'updated'],
    );
    assert.deepEqual(await newest(), ['2026-04-10', 186.43]);
    assert.deepEqual(await make().keepCurrent(), { ok: true, value: 'fresh' });
    assert.equal(requests.length, 1);
  });

  test('are asked for again after half a day, and read only if they changed', async (t) => {
    const { rates, serving, clock, requests, newest, store } = await open(t);
    await rates.keepCurrent();
    clock.advance(13 * HOUR);
    assert.deepEqual(await rates.keepCurrent(), { ok: true, value: 'fresh' });
    assert.equal(requests.length, 2);
    serving.rows = DAYS;
    clock.advance(13 * HOUR);
    assert.deepEqual(await rates.keepCurrent(), { ok: true, value: 'updated' });
    assert.deepEqual(await newest(), ['2026-04-13', 186.75]);
    await store.saveRates([{ currency: 'JPY', source: 'ecb', text: '2 2026-04-10 0:18643' }]);
    assert.deepEqual(await newest(), ['2026-04-13', 186.75], 'an older series changes nothing');
  });

  test('a server that fails is left alone for a while, and what it says is told', async (t) => {
    const { rates, serving, clock, requests } = await open(t);
    serving.status = 503;
    const failed = await rates.keepCurrent();
    assert.match(failed.ok ? '' : failed.error.message, /European Central Bank.* answered 503/);
    assert.deepEqual(await rates.keepCurrent(), failed);
    assert.equal(requests.length, 1);
    serving.status = 200;
    clock.advance(11 * MINUTE);
    assert.deepEqual(await rates.keepCurrent(), { ok: true, value: 'updated' });
  });
});
