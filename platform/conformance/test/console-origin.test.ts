import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { type Deployment, openDeployment } from '../deployment.ts';

const browser = useBrowser();
const SERVICES = ['authority', 'pep', 'gateway'] as const;
type Service = (typeof SERVICES)[number];

/** A site with one empty page. */
async function openSite(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => void server.close() };
}

let sites: Readonly<Record<'console' | 'other', Awaited<ReturnType<typeof openSite>>>>;
let deployment: Deployment;

before(async () => {
  sites = { console: await openSite(), other: await openSite() };
  const env = { CONSOLE_ORIGIN: `${sites.console.origin}/` };
  deployment = await openDeployment({ env: { authority: env, pep: env, gateway: env } });
});
after(async () => {
  await deployment?.close();
  for (const { close } of Object.values(sites ?? {})) close();
});

interface Operation {
  readonly path: string;
  readonly method: string;
}

/** All that a service documents, but what agents' programs alone may ask. */
async function operationsOf(service: Service): Promise<readonly Operation[]> {
  const answer = await fetch(`${deployment.urls[service]}/openapi.json`);
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
  fetch(`${deployment.urls[service]}${path}`, { method, headers });
const preflight = (service: Service, { path, method }: Operation, origin: string) =>
  ask(service, path, { origin, 'access-control-request-method': method }, 'OPTIONS');
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

describe('the console’s pages alone may ask the services in a browser', () => {
  for (const service of SERVICES) {
    test(`${service}: any operation, answers and refusals, without cookies`, async () => {
      const { origin } = sites.console;
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
      const others = [sites.other.origin, `${sites.console.origin}0`, 'http://localhost', 'null', '*'];
      for (const operation of await operationsOf(service)) {
        for (const origin of [...others, sites.console.origin.toUpperCase()]) {
          const what = `${operation.method} ${operation.path} of ${origin}`;
          const before = await preflight(service, operation, origin);
          assert.equal(allowed(before), null, what);
          assert.equal(before.headers.get('access-control-allow-methods'), null, what);
          assert.equal(before.headers.get('vary'), 'origin', what);
        }
        const answer = await ask(service, operation.path, { origin: sites.other.origin }, operation.method);
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
    const { origin } = sites.console;
    const before = await preflight('gateway', { path: '/mcp', method: 'POST' }, origin);
    assert.equal(allowed(before), null);
    assert.equal(allowed(await ask('gateway', '/mcp', { origin }, 'POST')), null);
  });

  test('in a browser, a page at the console’s origin reads receipts, and another site’s page does not', async (t) => {
    const { authority } = deployment.urls;
    assert.equal(await askInBrowser(t, sites.console.origin, `${authority}/receipts`), '200 true');
    assert.match(await askInBrowser(t, sites.other.origin, `${authority}/receipts`), /^TypeError/);
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const refused = '422 true';
    assert.equal(await askInBrowser(t, sites.console.origin, `${authority}/contracts`, posted), refused);
    assert.match(await askInBrowser(t, sites.other.origin, `${authority}/contracts`, posted), /^TypeError/);
  });
});

/** What a page of that origin gets: the status and whether it is JSON, or why it may not read it. */
async function askInBrowser(t: TestContext, origin: string, url: string, init: object = {}): Promise<string> {
  const context = await browser().newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(origin);
  return await page.evaluate(
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
