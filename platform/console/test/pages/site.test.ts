import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { makeConsole, serveConsole } from './console-app.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const PASSWORD = 'a password of some length';

const basic = (password: string) => ({
  ...HTML,
  authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`,
});

describe('the console’s frame', () => {
  test('a path that nobody serves gets a page', async (t) => {
    const url = await serveConsole(t);
    await checkPage(browser(), { name: 'console-404', url: `${url}/nowhere`, status: 404 });
  });

  test('is open without a password', async (t) => {
    const app = await makeConsole(t);
    assert.equal((await app.inject({ url: '/', headers: HTML })).statusCode, 200);
  });

  test('with a password, shows nothing to who does not know it, but says that it lives', async (t) => {
    const app = await makeConsole(t, { password: PASSWORD });
    for (const url of ['/', '/docs/schema/mandate.json', '/openapi.json', '/docs', '/healthz?x=1']) {
      const refused = await app.inject({ url, headers: HTML });
      assert.equal(refused.statusCode, 401, url);
      assert.match(refused.headers['www-authenticate'] as string, /^Basic /);
    }
    for (const url of ['/healthz', '/readyz', '/metrics']) {
      assert.equal((await app.inject(url)).statusCode, 200);
    }
    assert.equal((await app.inject({ url: '/', headers: basic(PASSWORD) })).statusCode, 200);
    assert.equal((await app.inject({ url: '/', headers: basic('another password') })).statusCode, 401);
    assert.equal((await app.inject({ url: '/', headers: { authorization: 'Basic ???' } })).statusCode, 401);
  });

  test('after ten wrong passwords in a minute, not even the right one counts', async (t) => {
    const app = await makeConsole(t, { password: PASSWORD });
    for (let count = 0; count < 10; count += 1)
      await app.inject({ url: '/', headers: basic(`wrong ${count}`) });
    const refused = await app.inject({ url: '/', headers: basic(PASSWORD) });
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
  });

  test('no page may be framed, run inline script or load from elsewhere', async (t) => {
    const app = await makeConsole(t);
    const policy = (await app.inject({ url: '/', headers: HTML })).headers[
      'content-security-policy'
    ] as string;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  });
});
