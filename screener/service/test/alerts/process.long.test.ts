import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { decodeMail, startPostOffice } from '@common/kit/testing/post-office';
import { startPostgres } from '@common/kit/testing/postgres';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { WAITS_MS } from '@common/kit/webhooks/waits';
import { fakeDailyIndex, startFakeSec } from '@screener/sources/testing/fake-sec';
import { submissions } from '@screener/sources/testing/synthetic-filer';
import { DAY, MINUTE } from '../app-under-test.ts';
import { alertingService, checkPages, type Running, until, watch } from './alerting-service.ts';
import { checkEvent } from './arrived.ts';
import {
  AFTER,
  BEFORE,
  DAY_BEFORE,
  NEWER_FILING,
  NVIDIA,
  nvidiaFacts,
  writeNvidiaArchive,
} from './nvidia.ts';

/** Who filed on other days: an index is never empty. */
const OTHERS = [[1_999_001, '10-K']] as const;

async function attemptsOf({ get }: Running): Promise<number> {
  const { body } = await get('/metrics');
  const lines = body.matchAll(/^screener_alert_deliveries_total\{.*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('an alert of the running service', () => {
  test('comes within a minute of an import by command, and outlasts a receiver that is down for a day', async (t) => {
    await withTempDir(async (folder) => {
      const service = await alertingService(folder, BEFORE);
      const receiver = await startReceiver(t);
      const older = await service.sanad('ingest', await writeNvidiaArchive(folder, DAY_BEFORE));
      assert.match(older, /1 /);
      const running = await service.start();
      const { person, secret, feed } = await watch(running, receiver.url);
      await service.wind(AFTER);
      receiver.goDown();
      await service.sanad('ingest', await writeNvidiaArchive(folder, NEWER_FILING.filed));
      assert.equal(await attemptsOf(running), 0);
      await service.wind(service.now() + MINUTE);
      for (const [index, wait] of WAITS_MS.entries()) {
        await until(`attempt ${index + 1}`, async () => (await attemptsOf(running)) === index + 1);
        if (index === WAITS_MS.length - 1) receiver.answer(204);
        await service.wind(service.now() + wait);
      }
      await until('the alert arrives', () => receiver.received.length > 0);
      assert.ok(service.now() > AFTER + DAY);
      checkEvent(t, secret, receiver, service.now());
      // Nothing is left to send, and no later round finds the flip again.
      await service.wind(service.now() + 8 * DAY);
      await person.signIn(running.url);
      await checkPages(person, feed);
      assert.equal(receiver.received.length, 1);
      assert.deepEqual(await running.service.stop(), { code: 0, signal: null });
    });
  });

  test('comes when the service itself reads in the SEC’s index that the company filed', async (t) => {
    await withTempDir(async (folder) => {
      const FACTS = `/api/xbrl/companyfacts/CIK${NVIDIA.cik}.json`;
      const filer = { ...NVIDIA, cik: Number(NVIDIA.cik) };
      const sec = await startFakeSec({
        documents: [
          [FACTS, await nvidiaFacts(DAY_BEFORE)],
          [`/submissions/CIK${NVIDIA.cik}.json`, submissions(filer, [], '3674')],
          ...['2026-02-19', '2026-02-20', '2026-02-23', DAY_BEFORE].map((day) => fakeDailyIndex(day, OTHERS)),
        ],
      });
      t.after(() => sec.close());
      const service = await alertingService(folder, BEFORE);
      const receiver = await startReceiver(t);
      const running = await service.start({
        SEC_DATA_URL: sec.baseUrls.data,
        SEC_WWW_URL: sec.baseUrls.www,
        RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
        SEC_USER_AGENT: 'Sanad Tests tests@example.com',
        REFRESH_EVERY_MINUTES: '60',
      });
      const { person, secret, feed } = await watch(running, receiver.url);
      await until('the index of the day before is read', async () => {
        const { current } = JSON.parse((await running.get('/health')).body);
        return current.facts.index_through === '2026-02-23';
      });
      sec.put(FACTS, await nvidiaFacts(NEWER_FILING.filed));
      sec.put(...fakeDailyIndex(NEWER_FILING.filed, [[filer.cik, '10-K']]));
      await service.wind(AFTER);
      await until('the alert arrives', () => receiver.received.length > 0);
      checkEvent(t, secret, receiver, service.now());
      await person.signIn(running.url);
      await checkPages(person, feed);
      const asked = sec.requests.map(({ path }) => path);
      const index = asked.findIndex((path) => path.endsWith('master.20260225.idx'));
      assert.ok(index > 0 && asked.indexOf(FACTS, index) > index, asked.join('\n'));
      assert.deepEqual(await running.service.stop(), { code: 0, signal: null });
    });
  });

  test('is sent once by two processes on one PostgreSQL, whichever finds the flip', async (t) => {
    await withTempDir(async (folder) => {
      const service = await alertingService(folder, BEFORE, (await startPostgres()).url);
      const receiver = await startReceiver(t);
      await service.sanad('ingest', await writeNvidiaArchive(folder, DAY_BEFORE));
      const office = await startPostOffice(t, { hideSTARTTLS: true });
      const mail = { SMTP_URL: office.at(), MAIL_FROM: 'alerts@sanad.example' };
      const processes = [await service.start(mail), await service.start(mail)] as const;
      const { person, secret, feed } = await watch(processes[0], receiver.url);
      await person.post('/portal/alerts/email');
      const token = /token=([\w-]{43})/.exec(decodeMail(office.posts.pop()?.body ?? ''))?.[1] ?? '';
      await person.post('/portal/alerts/confirm', { token });
      await service.wind(AFTER);
      await service.sanad('ingest', await writeNvidiaArchive(folder, NEWER_FILING.filed));
      await service.wind(service.now() + MINUTE);
      await until('both arrive', () => receiver.received.length > 0 && office.posts.length > 0);
      await person.signIn(processes[1].url);
      await checkPages(person, feed, ['e-mail', 'webhook']);
      // Longer than a lease: had the other process another delivery, it would send it now.
      await service.wind(service.now() + 2 * MINUTE);
      await Promise.all(processes.map(({ service: { stop } }) => stop()));
      checkEvent(t, secret, receiver, service.now());
      const [post] = office.posts;
      assert.deepEqual([office.posts.length, post?.to], [1, ['anna@example.org']]);
      assert.match(post?.head ?? '', /^Subject: NVIDIA CORP \(NVDA\): questionable, now compliant\r$/m);
      assert.ok(decodeMail(post?.body ?? '').includes(`10-K ${NEWER_FILING.accession}`));
    });
  });
});
