import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { PUBLIC_PAGES } from '../../src/parts/public-pages.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('terms and privacy', () => {
  test('say who runs the server, or that nobody says so', async (t) => {
    const shared = snapshot.shared();
    const named = await makeApp(t, shared);
    const silent = await makeApp(t, { ...shared, operator: { contact: null, bulkRetentionDays: 7 } });
    for (const path of ['/terms', '/privacy']) {
      assert.match((await named.get(path)).body, /run by <bdi>Example Ltd, hello@example\.org<\/bdi>/);
      assert.match((await silent.get(path)).body, /has not said here who they are/);
    }
    assert.match((await silent.get('/terms')).body, /It is not a fatwa/);
    assert.match((await silent.get('/privacy')).body, /The symbols and results, for 7 days\./);
  });

  test('hold what they say: reading pages sets no cookie and loads nothing from elsewhere', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    for (const path of [...PUBLIC_PAGES.map((page) => page.path), '/?q=AAPL']) {
      const { headers, body } = await app.inject(path);
      assert.equal(headers['set-cookie'], undefined, path);
      assert.doesNotMatch(body, /(?:src|action)="https?:|<link[^>]+href="https?:/, path);
    }
  });
});

describe('what robots read', () => {
  test('the sitemap has absolute addresses of pages that exist, and robots.txt names it', async (t) => {
    const { app } = await makeApp(t, { ...snapshot.shared(), publicOrigins: ['https://screen.example'] });
    const sitemap = await app.inject('/sitemap.xml');
    assert.equal(sitemap.headers['content-type'], 'application/xml; charset=utf-8');
    const urls = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => new URL(loc));
    assert.deepEqual(
      urls.map(({ pathname }) => pathname),
      PUBLIC_PAGES.map(({ path }) => path).filter(
        (path) => !['/waitlist', '/portal/portfolio', '/portal/purification', '/portal/zakat'].includes(path),
      ),
    );
    for (const { origin, pathname } of urls) {
      assert.equal(origin, 'https://screen.example');
      assert.equal((await app.inject(pathname)).statusCode, 200, pathname);
    }
    const robots = await app.inject({ url: '/robots.txt', headers: { host: 'evil.example' } });
    assert.match(robots.body, /^User-agent: \*\nDisallow: /);
    assert.match(robots.body, /\nSitemap: https:\/\/screen\.example\/sitemap\.xml\n$/);
  });
});
