import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { AUTHORITY } from '@common/kit/testing/certificates';
import { startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { acceptWebhookUrl, parseHosts } from '@common/kit/webhooks/address';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { WAITS_MS, waitAfter } from '@common/kit/webhooks/waits';

const LOCAL = { allowPrivate: true };
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = Date.parse('2026-03-02T09:00:00Z');
const MESSAGE = { secret: SECRET, id: 'msg_1', sentAt: NOW, body: '{"type":"test"}' };

function trustTestAuthority(t: TestContext): void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, AUTHORITY]);
  t.after(() => tls.setDefaultCACertificates(before));
}

describe('a webhook', () => {
  test('by https is accepted by the published library, with a new signature in each attempt', async (t) => {
    trustTestAuthority(t);
    const receiver = await startReceiver(t, { secure: true });
    const send = createWebhookSender(LOCAL);
    const later = NOW + 3_600_000;
    for (const sentAt of [NOW, later]) {
      assert.deepEqual(await send({ ...MESSAGE, sentAt, url: receiver.url }), { ok: true, value: undefined });
    }
    const [first, second] = receiver.received;
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(verified(t, SECRET, first, NOW), { type: 'test' });
    assert.deepEqual(verified(t, SECRET, second, later), { type: 'test' });
    // More than five minutes old: somebody sends it again who heard it.
    assert.throws(() => verified(t, SECRET, first, later), /too old/);
    assert.deepEqual([first.id, second.id], ['msg_1', 'msg_1']);
    assert.notEqual(first.headers['webhook-signature'], second.headers['webhook-signature']);
    assert.doesNotMatch(JSON.stringify(receiver.received), new RegExp(SECRET.slice(6, 30)));
  });

  test('to a receiver that accepts it and says nothing fails after the limit', async (t) => {
    const receiver = await startReceiver(t);
    receiver.fallSilent();
    const sent = await createWebhookSender(LOCAL, { timeoutMs: 1_000 })({ ...MESSAGE, url: receiver.url });
    assert.equal(sent.ok ? null : sent.error.message, 'The receiver did not answer within 1 s.');
    assert.equal(receiver.received.length, 1);
  });

  test('is done with the head of the answer, however long its body is', async (t) => {
    const receiver = await startReceiver(t);
    const send = createWebhookSender(LOCAL);
    receiver.answerEndlessly(200);
    assert.ok((await send({ ...MESSAGE, url: receiver.url })).ok);
    receiver.answerEndlessly(500);
    const sent = await send({ ...MESSAGE, url: receiver.url });
    assert.equal(sent.ok ? null : sent.error.message, 'The receiver answered 500.');
  });

  test('goes only to the hosts of a list, where there is one', async (t) => {
    const receiver = await startReceiver(t);
    const listed = (names: string[]) => ({ ...LOCAL, hosts: { setting: 'THE_HOSTS', names } });
    const refused = await createWebhookSender(listed(['app.example']))({ ...MESSAGE, url: receiver.url });
    assert.equal(
      refused.ok ? null : refused.error.message,
      '127.0.0.1 is not one of the hosts that THE_HOSTS lists: add it.',
    );
    assert.equal(receiver.received.length, 0);
    assert.ok((await createWebhookSender(listed(['127.0.0.1']))({ ...MESSAGE, url: receiver.url })).ok);
    for (const url of ['https://app.example.evil.example/', 'https://evil.example/app.example']) {
      assert.ok(!acceptWebhookUrl(url, listed(['app.example'])).ok, url);
    }
    assert.deepEqual(parseHosts(' App.example, [::1],bücher.example ,'), [
      'app.example',
      '::1',
      'xn--bcher-kva.example',
    ]);
    for (const wrong of ['https://app.example', 'app.example/x', 'a@b.example', 'app.example:8443', 'a b']) {
      assert.equal(parseHosts(wrong), null, wrong);
    }
  });
});

describe('the pause after a failed attempt', () => {
  test('follows the schedule, with a tenth of jitter, and ends with it', () => {
    const failed = { code: 'not_delivered', message: '' } as const;
    for (const [index, wait] of WAITS_MS.entries()) {
      assert.equal(waitAfter(index + 1, failed, 0), wait);
      assert.equal(waitAfter(index + 1, failed, 1), Math.round(wait * 0.9));
    }
    assert.equal(waitAfter(WAITS_MS.length + 1, failed), null);
    assert.equal(waitAfter(1, { code: 'gone', message: '' }), null);
  });

  test('is as long as a receiver asks, up to an hour', async (t) => {
    const receiver = await startReceiver(t);
    const send = createWebhookSender(LOCAL);
    const pauseAfter = async (status: number, headers = {}) => {
      receiver.answer(status, headers);
      const sent = await send({ ...MESSAGE, url: receiver.url });
      return sent.ok ? null : waitAfter(1, sent.error, 0);
    };
    assert.equal(await pauseAfter(503, { 'retry-after': '120' }), 120_000);
    assert.equal(await pauseAfter(503, { 'retry-after': '99999999' }), 3_600_000);
    assert.equal(await pauseAfter(503, { 'retry-after': 'soon' }), 5_000);
    assert.equal(await pauseAfter(503), 5_000);
    for (const status of [429, 502, 504]) assert.equal(await pauseAfter(status), 60_000);
    assert.equal(await pauseAfter(410, { 'retry-after': '1' }), null);
  });
});
