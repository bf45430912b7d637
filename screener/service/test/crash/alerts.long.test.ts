import assert from 'node:assert/strict';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { removeDirectory } from '@common/kit/testing';
import { type Receiver, startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import type { AlertEvent } from '../../src/alerts/alert-event.ts';
import { alertingService, checkPages, watch } from '../alerts/alerting-service.ts';
import { AFTER, BEFORE, DAY_BEFORE, NEWER_FILING, writeNvidiaArchive } from '../alerts/nvidia.ts';
import { MINUTE } from '../app-under-test.ts';

/** Where the service is killed, and how often a receiver may then hear of the flip; first the one that would lose or double it. */
const MOMENTS = [
  // It has arrived, but nobody knows: it comes again, under the same id.
  ['send:after', 2],
  ['enter:after', 1],
  // Between the kept flip and its alert, and before both are committed.
  ['enter:before', 1],
  ['screen:before', 1],
  ['screen:after', 1],
  // Four workers look every second: this is their third time.
  ['take:before:9', 1],
  ['take:after', 1],
  ['send:before', 1],
  ['note:before', 2],
  ['note:after', 1],
] as const;
/** Longer than the lease of a delivery that a killed process held. */
const LATER = 2 * MINUTE;

describe('one alert for one flip, wherever the service is killed', () => {
  const endings: (() => unknown)[] = [];
  let base: Awaited<ReturnType<typeof prepare>>;
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sanad-alerts-'));
    endings.push(() => removeDirectory(folder));
    base = await prepare(folder, await startReceiver({ after: (work) => endings.push(work) }));
  });
  after(async () => {
    for (const end of endings) await end();
  });
  for (const [moment, most] of MOMENTS) test(moment, (t) => killAt(t, base, moment, most));
});

/** Watched, told of the older filing, and stopped; the newer filing is imported, but nobody has screened it yet. */
async function prepare(folder: string, receiver: Receiver) {
  const service = await alertingService(folder, BEFORE);
  await service.sanad('ingest', await writeNvidiaArchive(folder, DAY_BEFORE));
  const first = await service.start();
  const watched = await watch(first, receiver.url);
  assert.deepEqual(await first.service.stop(), { code: 0, signal: null });
  await service.sanad('ingest', await writeNvidiaArchive(folder, NEWER_FILING.filed));
  assert.equal(receiver.received.length, 0);
  return { ...watched, service, receiver };
}

async function killAt(
  t: TestContext,
  { service, receiver, person, secret, feed }: Awaited<ReturnType<typeof prepare>>,
  moment: string,
  most: number,
): Promise<void> {
  const file = join(service.folder, `${moment.replaceAll(':', '-')}.sqlite`);
  await copyFile(join(service.folder, 'store.sqlite'), file);
  const store = { DATABASE_URL: `sqlite:${file}` };
  const before = receiver.received.length;
  await service.wind(AFTER);
  const faults = { SANAD_FAULT: moment, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' };
  const killed = await service.start({ ...store, ...faults });
  assert.deepEqual(await killed.service.exit(), { code: null, signal: 'SIGKILL' });
  await service.wind(AFTER + LATER);
  const running = await service.start(store);
  await person.signIn(running.url);
  await checkPages(person, feed);
  const messages = receiver.received.slice(before);
  assert.equal(new Set(messages.map(({ id }) => id)).size, 1, 'one alert');
  assert.equal(new Set(messages.map(({ body }) => body)).size, 1, 'the same words');
  assert.equal(messages.length, most);
  const [message] = messages;
  assert.ok(message !== undefined);
  assert.equal((verified(t, secret, message, service.now()) as AlertEvent).data.after, 'compliant');
  assert.deepEqual(await running.service.stop(), { code: 0, signal: null });
}
