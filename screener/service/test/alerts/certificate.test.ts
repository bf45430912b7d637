import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { AUTHORITY_FILE, LOCALHOST } from '@common/kit/testing/certificates';
import { Webhook } from 'standardwebhooks';
import { alertingService, watch } from './alerting-service.ts';
import { BEFORE, DAY_BEFORE, writeNvidiaArchive } from './nvidia.ts';

test('a receiver by https is called only where somebody vouches for its certificate', async (t) => {
  await withTempDir(async (folder) => {
    const received: { readonly body: string; readonly headers: Record<string, string> }[] = [];
    const receiver = createServer(LOCALHOST, async (request, reply) => {
      received.push({ body: await text(request), headers: request.headers as Record<string, string> });
      reply.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    t.after(() => receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const service = await alertingService(folder, BEFORE);
    await service.sanad('ingest', await writeNvidiaArchive(folder, DAY_BEFORE));

    const first = await service.start();
    const { person, secret } = await watch(first, `https://localhost:${port}/hooks`);
    assert.equal(
      await person.complaint('/portal/alerts/webhook/test'),
      'The certificate of the receiver is not valid.',
    );
    assert.equal(received.length, 0);
    await first.service.stop();

    const second = await service.start({ NODE_EXTRA_CA_CERTS: AUTHORITY_FILE });
    await person.signIn(second.url);
    await person.post('/portal/alerts/webhook/test');
    assert.equal(received.length, 1);
    const [{ body, headers } = { body: '', headers: {} }] = received;
    t.mock.timers.enable({ apis: ['Date'], now: service.now() });
    const event = new Webhook(secret).verify(body, headers);
    t.mock.timers.reset();
    assert.deepEqual(event, { ...(event as object), type: 'test' });
    await second.service.stop();
  });
});
