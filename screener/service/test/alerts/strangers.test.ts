import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import { ADMIN_TOKEN } from '../rankings/tasks-under-test.ts';
import { signIn } from '../session/signed-in.ts';
import { onceIn, openWatched } from './watched-app.ts';

const { symbol } = NORTHWIND;

describe('another signed-in reader', () => {
  test('sees nothing of a reader’s watchlist, alerts, webhook and feed, and ends none of them', async (t) => {
    await withTempDir(async (folder) => {
      const { app, reader, flip, deliverAll } = await openWatched(t, folder);
      const receiver = await startReceiver(t);
      const feed = new URL(onceIn((await reader.post('/portal/alerts/feed', {})).body));
      await reader.post('/portal/alerts/webhook', { url: receiver.url });
      receiver.answer(410);
      await flip();
      await deliverAll();
      const before = (await reader.get('/portal/alerts')).body;
      const [, alert = ''] = /name="alert" value="(alr_[0-9a-f]{32})"/.exec(before) ?? [];
      assert.ok(alert !== '' && before.includes(receiver.url), before);

      const stranger = await signIn(app, 'stranger@example.org');
      for (const path of [
        ...['/portal/dashboard', '/portal/watchlist.csv', '/portal/alerts', '/portal/account'],
        '/portal/account/export.json',
      ]) {
        const { status, body } = await stranger.get(path);
        assert.equal(status, 200, path);
        for (const secret of [symbol, receiver.url, alert]) assert.ok(!body.includes(secret), path);
      }
      const called = receiver.received.length;
      for (const [path, form] of [
        ['/portal/watchlist/remove', { ticker: symbol }],
        ['/portal/alerts/retry', { alert, channel: 'webhook' }],
        ['/portal/alerts/webhook/test', {}],
        ['/portal/alerts/webhook/remove', {}],
        ['/portal/alerts/feed/remove', {}],
        ['/portal/alerts/feed', {}],
        ['/portal/alerts/email/remove', {}],
      ] as const) {
        const { status } = await stranger.post(path, form);
        assert.ok(status === 200 || status === 303 || status === 422, `${path}: ${status}`);
      }
      receiver.answer(200);
      await deliverAll();
      assert.equal(receiver.received.length, called, 'nothing was sent to it');
      assert.equal((await reader.get('/portal/alerts')).body, before);
      assert.match((await reader.get('/portal/watchlist.csv')).body, new RegExp(`^${symbol},`, 'm'));
      assert.equal((await app.inject(`${feed.pathname}${feed.search}`)).statusCode, 200);

      await reader.post('/portal/alerts/retry', { alert, channel: 'webhook' });
      await deliverAll();
      assert.equal(receiver.received.length, called + 1, 'its own reader sends it again');
    });
  });
});

describe('a company whose name is markup', () => {
  const NAME = `Northwind <img src=x onerror=alert(1)>"'&</title></script><script>alert(1)</script>`;

  test('stays text on every page and feed that shows it', async (t) => {
    await withTempDir(async (folder) => {
      const { app, reader, store, flip } = await openWatched(t, folder);
      const feed = new URL(onceIn((await reader.post('/portal/alerts/feed', {})).body));
      const cik = String(NORTHWIND.cik).padStart(10, '0');
      const rename = async () => {
        const other = { symbol: `${symbol}P`, cik, name: NAME, exchange: NAME };
        await store.saveTickers([{ symbol, cik, name: NAME, exchange: NAME }, other]);
        const industry = { sic: '3826', sicDescription: NAME, sicSource: NAME };
        await store.saveDetails([{ cik, name: NAME, ...industry }]);
      };
      await rename();
      const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
      for (const url of ['/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen']) {
        assert.equal((await app.inject({ method: 'POST', url, headers: operator })).statusCode, 200);
      }
      const pages = async (paths: readonly string[]) => {
        for (const path of paths) {
          const { status, body } = await reader.get(path);
          assert.equal(status, 200, path);
          assert.ok(body.includes('&lt;img src=x'), `${path} does not show the name`);
          assert.doesNotMatch(body, /<img|<script>|<\/title><\/script>/i, path);
        }
      };
      await pages([`/?q=${symbol}`, `/portal/report/${symbol}`, '/leaders', '/value']);
      await pages(['/portal/dashboard', `/portal/compare?a=${symbol}&b=${symbol}`]);
      await flip();
      await rename();
      await pages([
        '/portal/dashboard',

        `/portal/report/${symbol}`,
        `${feed.pathname}${feed.search}`,
      ]);
    });
  });
});
