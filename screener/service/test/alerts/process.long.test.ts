import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { WAITS_MS } from '@common/kit/webhooks/waits';
import { DAY, MINUTE } from '../app-under-test.ts';
import { alertingService, checkPages, type Running, until, watch } from './alerting-service.ts';
import { checkEvent } from './arrived.ts';
import { AFTER, BEFORE, DAY_BEFORE, NEWER_FILING, writeNvidiaArchive } from './nvidia.ts';
import { startPostOffice } from './post-office.ts';

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

/** Quoted-printable text as it reads. */
function decodeMail(body: string): string {
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
