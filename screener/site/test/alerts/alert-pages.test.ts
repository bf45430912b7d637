import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { Webhook } from 'standardwebhooks';
import { onceIn, openWatched } from './watched-app.ts';

describe('the feed of alerts', () => {
  test('opens by its address alone, which is shown once and can be made anew', async (t) => {
    await withTempDir(async (folder) => {
      const { app, reader, flip } = await openWatched(t, folder);
      const made = await reader.post('/portal/alerts/feed', {});
      const address = new URL(onceIn(made.body));
      const path = `${address.pathname}${address.search}`;
      assert.match(address.searchParams.get('token') ?? '', /^[\w-]{43}$/);
      assert.doesNotMatch((await reader.get('/portal/alerts')).body, /alerts\.atom/);
      await flip();
      const feed = await app.inject(path);
      assert.equal(feed.statusCode, 200);
      assert.match(String(feed.headers['content-type']), /^application\/atom\+xml/);
      assert.match(
        feed.body,
        /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom" xml:lang="en">/,
      );
      assert.equal(feed.body.split('<entry>').length, 2);
      assert.match(
        feed.body,
        /<title>Northwind Instruments Inc\. \(NWIQ\): compliant, now questionable<\/title>/,
      );
      assert.ok(!feed.body.includes(address.searchParams.get('token') ?? ''));
      const again = onceIn((await reader.post('/portal/alerts/feed', {})).body);
      assert.notEqual(again, address.href);
      for (const dead of [path, '/portal/alerts.atom?token=x', '/portal/alerts.atom?token=']) {
        assert.equal((await app.inject(dead)).statusCode, 404, dead);
      }
      assert.equal((await app.inject('/portal/alerts.atom')).statusCode, 422);
    });
  });
});

describe('the webhook of alerts', () => {
  test('is saved with a secret that is shown once, tested and turned off', async (t) => {
    await withTempDir(async (folder) => {
      const { reader, flip, deliverAll } = await openWatched(t, folder);
      const receiver = await startReceiver(t);
      const wrong = await reader.post('/portal/alerts/webhook', { url: 'ftp://x"><b>' });
      assert.equal(wrong.status, 422);
      assert.match(wrong.body, /value="ftp:\/\/x&quot;&gt;&lt;b&gt;"[^>]* aria-invalid="true"/);
      const saved = await reader.post('/portal/alerts/webhook', { url: receiver.url });
      const secret = onceIn(saved.body);
      assert.match(secret, /^whsec_/);
      assert.ok(!(await reader.get('/portal/alerts')).body.includes(secret));
      assert.match((await reader.post('/portal/alerts/webhook/test', {})).body, /The test arrived\./);
      const [sent] = receiver.received;
      assert.equal(JSON.parse(sent?.body ?? '').type, 'test');
      const sentAt = new Date(Number(sent?.headers['webhook-timestamp']) * 1_000);
      assert.equal(
        sent?.headers['webhook-signature'],
        new Webhook(secret).sign(sent?.id ?? '', sentAt, sent?.body ?? ''),
      );
      receiver.answer(500);
      const failed = await reader.post('/portal/alerts/webhook/test', {});
      assert.deepEqual([failed.status, /The receiver answered 500\./.test(failed.body)], [422, true]);
      const renewed = onceIn((await reader.post('/portal/alerts/webhook', { url: receiver.url })).body);
      assert.notEqual(renewed, secret);
      receiver.answer(200);
      await flip();
      await deliverAll();
      assert.match((await reader.get('/portal/alerts')).body, /delivered/);
      await reader.post('/portal/alerts/webhook/remove', {});
      assert.match((await reader.get('/portal/alerts')).body, /An https:\/\/ address\./);
      const elsewhere = await reader.post(
        '/portal/alerts/webhook',
        { url: receiver.url },
        { 'sec-fetch-site': 'cross-site' },
      );
      assert.equal(elsewhere.status, 403);
    });
  });
});

describe('alerts by mail', () => {
  test('come only once the link that was mailed is followed and its button pressed', async (t) => {
    await withTempDir(async (folder) => {
      const { app, reader, mails, flip, deliverAll } = await openWatched(t, folder);
      assert.equal((await reader.post('/portal/alerts/email', {})).status, 200);
      assert.equal((await reader.post('/portal/alerts/email', {})).status, 422, 'not one after the other');
      assert.deepEqual(
        mails.map(({ to }) => to),
        ['anna@example.org'],
      );
      const link = new URL(/http:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '');
      const shown = await app.inject(`${link.pathname}${link.search}`);
      assert.equal(shown.statusCode, 200);
      assert.equal(shown.headers['referrer-policy'], 'no-referrer');
      await flip();
      await deliverAll();
      assert.equal(mails.length, 1, 'opening the link confirms nothing');
      const token = link.searchParams.get('token') ?? '';
      assert.equal((await reader.post('/portal/alerts/confirm', { token: 'x' })).status, 404);
      // A link is good for two days.
      assert.equal((await reader.post('/portal/alerts/confirm', { token })).status, 404);
      await reader.post('/portal/alerts/email', {});
      const fresh = /token=(\S+)/.exec(mails[1]?.text ?? '')?.[1] ?? '';
      assert.equal((await reader.post('/portal/alerts/confirm', { token: fresh })).status, 200);
      assert.match((await reader.get('/portal/alerts')).body, /Alerts are mailed to <bdi>anna@example\.org/);
    });
  });
});
