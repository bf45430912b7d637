import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, consoleUrl, used } from './deployment.ts';

const SERVICES = ['authority', 'pep', 'gateway'] as const;
type Service = (typeof SERVICES)[number];

/** Another site of this machine, with one empty page once it is opened. */
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
});
let other = '';
before(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  other = `http://localhost:${(site.address() as AddressInfo).port}`;
});
after(() => site.close());

interface Operation {
  readonly path: string;
  readonly method: string;
}

/** All that a service documents, but what agents' programs alone may ask. */
async function operationsOf(service: Service): Promise<readonly Operation[]> {
  const answer = await fetch(`${used().d.urls[service]}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths)
    .filter(([path]) => path !== '/mcp')
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        path: path.replaceAll(/\{[^}]+\}/g, 'none'),
        method: method.toUpperCase(),
      })),
    );
}

const ask = (service: Service, path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
  fetch(`${used().d.urls[service]}${path}`, { method, headers });
const preflight = (service: Service, { path, method }: Operation, origin: string) =>
  ask(service, path, { origin, 'access-control-request-method': method }, 'OPTIONS');
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

describe('the console’s pages alone may ask the services in a browser', () => {
  for (const service of SERVICES) {
    test(`${service}: any operation, answers and refusals, without cookies`, async () => {
      const origin = consoleUrl();
      const operations = await operationsOf(service);
      assert.ok(operations.length >= 3);
      for (const operation of operations) {
        const what = `${operation.method} ${operation.path}`;
        const before = await preflight(service, operation, origin);
        assert.equal(before.status, 204, what);
        assert.equal(allowed(before), origin, what);
        const methods = before.headers.get('access-control-allow-methods')?.split(', ') ?? [];
        assert.ok(methods.includes(operation.method), what);
        assert.match(before.headers.get('access-control-allow-headers') ?? '', /content-type/);
        assert.equal(before.headers.get('access-control-allow-credentials'), null, what);
        const answer = await ask(service, operation.path, { origin }, operation.method);
        await answer.body?.cancel();
        assert.equal(allowed(answer), origin, what);
        assert.match(answer.headers.get('access-control-expose-headers') ?? '', /\blink\b/);
        assert.equal(answer.headers.get('access-control-allow-credentials'), null, what);
        assert.equal(answer.headers.get('vary'), 'origin', what);
      }
    });

    test(`${service}: no other page may, and caches are told`, async () => {
      const others = [other, `${consoleUrl()}0`, 'http://localhost', 'null', '*'];
      for (const [index, operation] of (await operationsOf(service)).entries()) {
        // What is no origin of ours is told apart in one place for all operations.
        const origins = index === 0 ? [...others, consoleUrl().toUpperCase()] : [other];
        for (const origin of origins) {
          const what = `${operation.method} ${operation.path} of ${origin}`;
          const before = await preflight(service, operation, origin);
          assert.equal(allowed(before), null, what);
          assert.equal(before.headers.get('access-control-allow-methods'), null, what);
          assert.equal(before.headers.get('vary'), 'origin', what);
        }
        const answer = await ask(service, operation.path, { origin: other }, operation.method);
        await answer.body?.cancel();
        assert.equal(allowed(answer), null);
        assert.equal(answer.headers.get('vary'), 'origin');
      }
      const plain = await ask(service, '/healthz', {});
      assert.equal(allowed(plain), null);
      assert.equal(plain.headers.get('vary'), 'origin');
    });
  }

  test('what no page has a token for stays closed: /mcp', async () => {
    const origin = consoleUrl();
    const before = await preflight('gateway', { path: '/mcp', method: 'POST' }, origin);
    assert.equal(allowed(before), null);
    assert.equal(allowed(await ask('gateway', '/mcp', { origin }, 'POST')), null);
  });

  test('in a browser, a page at the console’s origin reads receipts, and another site’s page does not', async (t) => {
    const { authority } = used().d.urls;
    const [own, foreign] = [await openPage(t, consoleUrl()), await openPage(t, other)];
    assert.equal(await askInBrowser(own, `${authority}/receipts`), '200 true');
    assert.match(await askInBrowser(foreign, `${authority}/receipts`), /^TypeError/);
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const refused = '422 true';
    assert.equal(await askInBrowser(own, `${authority}/contracts`, posted), refused);
    assert.match(await askInBrowser(foreign, `${authority}/contracts`, posted), /^TypeError/);
  });
});

async function openPage(t: TestContext, origin: string): Promise<Page> {
  // The console's own pages forbid themselves to ask anybody else.
  const context = await browser().newContext({ bypassCSP: true });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

/** What the page gets: the status and whether it is JSON, or why it may not read it. */
function askInBrowser(page: Page, url: string, init: object = {}): Promise<string> {
  return page.evaluate(
    async ([asked, given]) => {
      try {
        const answer = await fetch(asked, given);
        return `${answer.status} ${typeof (await answer.json()) === 'object'}`;
      } catch (error) {
        return String(error);
      }
    },
    [url, init] as const,
  );
}
