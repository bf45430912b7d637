import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority } from './fake-authority.ts';

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

  async function afterGuesses(t: TestContext, remoteAddress = '192.0.2.1') {
    const app = await makeConsole(t, { password: PASSWORD });
    const ask = async (password: string, cookie = '', from = remoteAddress) => {
      const headers = { ...basic(password), cookie };
      return app.inject({ url: '/', headers, remoteAddress: from });
    };
    const cookieOf = async (from: string) => {
      const set = (await ask(PASSWORD, '', from)).headers['set-cookie'];
      return [set]
        .flat()
        .map((line) => String(line).split(';')[0])
        .join('; ');
    };
    const guess = async (times: number, cookie = '') => {
      const answers = [];
      for (let count = 0; count < times; count += 1)
        answers.push((await ask(`no ${count}`, cookie)).statusCode);
      return answers;
    };
    return { ask, cookieOf, guess };
  }

  test('ten wrong passwords keep out nobody who knows the right one, and make guessing slow', async (t) => {
    const { ask, guess } = await afterGuesses(t);
    assert.deepEqual(await guess(10), Array(10).fill(401));
    assert.equal((await ask(PASSWORD)).statusCode, 200);
    const next = await ask(PASSWORD);
    assert.equal(next.statusCode, 429, 'one in ten seconds');
    const wait = Number(next.headers['retry-after']);
    assert.ok(wait > 0 && wait <= 10, `${wait}`);
  });

  test('a browser that gave the password before is kept out by nobody who guesses at its address', async (t) => {
    const { ask, cookieOf, guess } = await afterGuesses(t);
    const cookie = await cookieOf('192.0.2.1');
    assert.deepEqual((await guess(30)).slice(11), Array(19).fill(429));
    for (let count = 0; count < 5; count += 1) assert.equal((await ask(PASSWORD, cookie)).statusCode, 200);
    assert.equal((await ask('wrong', cookie)).statusCode, 401, 'the cookie opens nothing');
    const forged = cookie.replaceAll(/=known1\.[0-9a-f]{4}/g, '=known1.0000');
    assert.equal((await ask(PASSWORD, forged)).statusCode, 429);
    assert.deepEqual((await guess(12, cookie)).slice(10), [429, 429], 'nor does it guess faster');
  });

  test('behind a proxy that the setting names, each reader has guesses of their own', async (t) => {
    const asked = async (trustProxy: string[] | false) => {
      const app = await makeConsole(t, { password: PASSWORD, trustProxy });
      const ask = (password: string, seen: string) =>
        app.inject({
          ...{ url: '/', remoteAddress: '127.0.0.1' },
          headers: { ...basic(password), 'x-forwarded-for': seen },
        });
      for (let count = 0; count < 11; count += 1) await ask(`no ${count}`, '198.51.100.7, 192.0.2.1');
      return [(await ask(PASSWORD, '192.0.2.1')).statusCode, (await ask(PASSWORD, '192.0.2.2')).statusCode];
    };
    assert.deepEqual(await asked(['127.0.0.1']), [429, 200]);
    assert.deepEqual(await asked(false), [429, 429]);
  });

  test('guesses that are sent at once are counted one by one', async (t) => {
    const { ask } = await afterGuesses(t);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, count) => ask(`no ${count}`)));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 401).length, 11);
    const { statusCode } = await ask(PASSWORD);
    assert.equal(statusCode, 429);
  });

  test('a network has one share of guesses, however many addresses it has', async (t) => {
    const { ask, guess } = await afterGuesses(t, '2001:db8::1');
    await guess(11);
    assert.equal((await ask('no', '', '2001:db8::2')).statusCode, 429);
    assert.equal((await ask('no', '', '2001:db8:1::2')).statusCode, 401);
  });

  test('what the authority does not have is told as missing, not as its refusal', async (t) => {
    const message = 'The authority refused (receipt_not_found): There is no receipt rcpt_none.';
    const authority = fakeAuthority([], {
      receipt: async () => fail('authority_refused', message, { status: 404, error: 'receipt_not_found' }),
    });
    const app = await makeConsole(t, { authority });
    const { statusCode, body } = await app.inject({ url: '/receipts/rcpt_none', headers: HTML });
    assert.equal(statusCode, 404);
    assert.match(
      body,
      /<h1>There is no such thing here<\/h1>\s*<p class="story">There is no receipt rcpt_none\.</,
    );
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
