import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { makeConsole, serveConsole } from './console-app.ts';
import { keyBook } from './enrolled.ts';
import { submit } from './forms.ts';
import { signedBooks } from './signed-books.ts';

const browser = useBrowser();
const ASKED = { person: 'cfo', device: 'laptop', role: 'approver', hardware: false };
const PASSWORD = 'a password of some length';
const KNOWN = { authorization: `Basic ${Buffer.from(`anyone:${PASSWORD}`).toString('base64')}` };
const OWN = 'https://console.example';

describe('the address under which the console is asked', () => {
  const cases: readonly (readonly [host: string, origin: string, status: number])[] = [
    ['localhost:8080', 'http://localhost:8080', 200],
    ['LOCALHOST:9999', 'http://localhost:8080', 200],
    ['127.0.0.1:8080', 'http://localhost:8080', 200],
    ['[::1]:8080', 'http://localhost:8080', 200],
    ['127.0.0.1:8080', OWN, 200],
    ['console.example', OWN, 200],
    ['Console.Example:443', OWN, 200],
    ['console.example:80', OWN, 403],
    ['evil.example', OWN, 403],
    ['evil.example', 'http://localhost:8080', 403],
    ['evil.example:8080', 'http://localhost:8080', 403],
    ['10.0.0.5:8080', 'http://localhost:8080', 403],
    ['localhost.evil.example', 'http://localhost:8080', 403],
    ['localhost@evil.example', 'http://localhost:8080', 403],
    ['evil.example/@localhost', 'http://localhost:8080', 403],
  ];
  for (const [host, origin, status] of cases) {
    test(`${host} at ${origin}: ${status}`, async (t) => {
      const app = await makeConsole(t, { authority: keyBook().authority, origin: () => origin });
      for (const url of ['/', '/approvals', '/keys', '/openapi.json']) {
        const { statusCode } = await app.inject({ url, headers: { host } });
        assert.equal(statusCode === 403, status === 403, url);
      }
      const answer = await app.inject({
        method: 'POST',
        url: '/keys/enrol/options',
        payload: ASKED,
        headers: { host },
      });
      assert.equal(answer.statusCode, status);
      for (const open of ['/healthz', '/readyz', '/metrics']) {
        assert.equal((await app.inject({ url: open, headers: { host } })).statusCode, 200);
      }
    });
  }

  test('a password opens it under its own name, and under no other', async (t) => {
    const app = await makeConsole(t, { password: PASSWORD, origin: () => OWN });
    const open = async (host: string) =>
      (await app.inject({ url: '/', headers: { ...KNOWN, host } })).statusCode;
    assert.equal(await open('console.example'), 200);
    assert.equal(await open('evil.example'), 403);
    assert.equal((await app.inject({ url: '/', headers: { host: 'console.example' } })).statusCode, 401);
  });

  test('the refusal says what to do, as a page and as JSON', async (t) => {
    const app = await makeConsole(t, { origin: () => OWN });
    const ask = (url: string) => app.inject({ url, headers: { accept: 'text/html', host: 'evil.example' } });
    const page = await ask('/');
    assert.match(page.body, /<h1>This is not the console’s address<\/h1>/);
    assert.match(page.body, /set CONSOLE_ORIGIN/);
    const { detail } = (await ask('/openapi.json')).json();
    assert.equal(detail.error, 'host_foreign');
    assert.match(detail.message, /answers at https:\/\/console\.example/);
  });
});

describe('what another site’s page sends', () => {
  const own = { host: 'console.example' };
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['our page’s', { ...own, origin: OWN, 'sec-fetch-site': 'same-origin' }, 200],
    ['our page’s in an older browser', { ...own, origin: OWN }, 200],
    ['what no browser sent', own, 200],
    ['our page’s by a proxy that keeps the name to itself', { host: '127.0.0.1:8080', origin: OWN }, 200],
    ['the machine’s own', { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }, 200],
    ['another site’s', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour’s', { ...own, 'sec-fetch-site': 'same-site' }, 403],
    ['another origin’s', { ...own, origin: 'https://evil.example' }, 403],
    [
      'another origin’s, said to be ours',
      { ...own, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    ['our name’s without TLS', { ...own, origin: 'http://console.example' }, 403],
    ['a frame’s without origin', { ...own, origin: 'null' }, 403],
    ['another port’s of the machine', { host: 'localhost:8080', origin: 'http://localhost:9999' }, 403],
  ];
  for (const [whose, headers, status] of cases) {
    test(`${whose}: ${status}`, async (t) => {
      const app = await makeConsole(t, { authority: keyBook().authority, origin: () => OWN });
      const url = '/keys/enrol/options';
      const answer = await app.inject({ method: 'POST', url, payload: ASKED, headers });
      assert.equal(answer.statusCode, status);
      if (status === 403) assert.equal(answer.json().detail.error, 'cross_site_request');
    });
  }

  for (const path of ['/mandates/new', '/policy/treasury.v1/draft']) {
    test(`no form of another site opens ${path}`, async (t) => {
      const url = await serveConsole(t, { authority: signedBooks() });
      const page = await openPage(t, browser());
      // Of another site to the browser, although it is the same server.
      const elsewhere = url.replace('localhost', '127.0.0.1');
      await page.route(`${elsewhere}/evil`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${url}${path}"><input name="step" value="change"></form>`,
        }),
      );
      await page.goto(`${elsewhere}/evil`);
      const answered = page.waitForResponse(`${url}${path}`);
      await page.evaluate('document.forms[0].submit()');
      assert.equal((await answered).status(), 403);
      await page.getByRole('heading', { name: 'This came from another site' }).waitFor();
    });
  }

  test('a form sent by what is no browser is read as ever', async (t) => {
    const app = await makeConsole(t, { authority: signedBooks() });
    const { status } = await submit(app, '/mandates/new', { profile: 'treasury.v1', step: 'change' });
    assert.equal(status, 200);
  });
});
