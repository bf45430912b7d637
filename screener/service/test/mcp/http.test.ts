import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { openTestAccess } from '../access/access-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { modernRequest, request, startMcp } from './mcp-under-test.ts';

const snapshot = useSnapshotStore(() => Date.parse('2026-11-01'));
const INITIALIZE = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1' },
});

/** Posts with exactly these headers, which `fetch` would add to. */
function postBare(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<[number, string, string]> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        resolve([response.statusCode ?? 0, response.headers['content-type'] ?? '', text]),
      );
    });
    sent.end(body);
  });
}

describe('POST /mcp', () => {
  const accepts: readonly Readonly<Record<string, string>>[] = [
    {},
    { accept: '' },
    { accept: '*/*' },
    { accept: 'application/json' },
    { accept: 'text/event-stream' },
    { accept: 'text/event-stream, application/json' },
    { accept: 'application/json, text/event-stream' },
    { accept: 'application/json;q=0.5, text/*;q=0.1' },
  ];
  test('answers in JSON, whatever Accept says', async (t) => {
    const { url } = await startMcp(t, snapshot.shared());
    const modern = modernRequest('tools/list');
    for (const headers of accepts) {
      const answers = [
        await postBare(url, JSON.stringify(INITIALIZE), headers),
        await postBare(url, JSON.stringify(request('tools/list')), headers),
        await postBare(url, JSON.stringify(modern.body), { ...modern.headers, ...headers }),
      ];
      for (const [status, type, text] of answers) {
        assert.equal(status, 200, `Accept: ${headers.accept ?? '(none)'}: ${text}`);
        assert.equal(type, 'application/json');
        assert.equal(JSON.parse(text).id, 7);
      }
    }
  });

  test('keeps no session: it gives no id, and answers a call without a handshake', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const answer = await mcp.post(INITIALIZE);
    assert.equal(answer.headers.get('mcp-session-id'), null);
    assert.equal((await mcp.call('screen_ticker', { ticker: 'MSFT' })).isError, undefined);
  });

  test('accepts a notification with 202 and an empty body', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const answer = await mcp.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([answer.status, answer.text], [202, '']);
  });

  test('carries the request id, even in a refusal', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const good = await mcp.post(INITIALIZE);
    assert.match(good.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{24}$/);
    const bad = await mcp.post(INITIALIZE, { 'x-api-key': 'wrong' });
    assert.deepEqual([bad.status, bad.json().id], [401, null]);
    assert.deepEqual(bad.json().error?.data, {
      code: 'invalid_api_key',
      request_id: bad.headers.get('x-request-id'),
    });
  });

  test('refuses anything that is not a message, as a JSON-RPC error', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const cases = [
      ['{', 400, -32_700],
      ['', 400, -32_700],
      ['null', 400, -32_700],
      ['[]', 400, -32_600],
      [JSON.stringify([request('tools/list'), request('tools/list')]), 400, -32_600],
      ['{"jsonrpc":"2.0","id":1}', 400, -32_600],
      [`{"pad":"${'x'.repeat(70_000)}"}`, 413, -32_000],
    ] as const;
    for (const [body, status, code] of cases) {
      const answer = await mcp.post(body);
      assert.equal(answer.status, status, `${body.slice(0, 40)}: ${answer.text}`);
      assert.equal(answer.json().error?.code, code, answer.text);
    }
    const text = await mcp.post('x', { 'content-type': 'text/plain' });
    assert.deepEqual([text.status, text.json().error?.code], [415, -32_000]);
  });

  test('has no other methods: GET and DELETE are 405', async (t) => {
    const { url } = await startMcp(t, snapshot.shared());
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(url, { method, headers: { accept: 'text/event-stream' } });
      assert.equal(answer.status, 405);
      assert.match(answer.headers.get('allow') ?? '', /\bPOST\b/);
      await answer.text();
    }
  });

  test('a subscription has nothing to report and ends at once', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const { body, headers } = modernRequest('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const answer = await mcp.post(body, headers);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
    assert.match(answer.text, /notifications\/subscriptions\/acknowledged/);
  });
});

describe('the limits of /mcp', () => {
  test('are those of the tier, with the headers and a message for an agent', async (t) => {
    const access = await openTestAccess(t, { demo: 2, free: 30, partner: 300 });
    const mcp = await startMcp(t, snapshot.shared(), access);
    assert.equal((await mcp.post(INITIALIZE)).status, 200);
    assert.equal((await mcp.post(request('tools/list'))).status, 200);
    const refused = await mcp.post(request('tools/list'));
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /"demo";q=2;w=60/);
    const wait = Number(refused.headers.get('retry-after'));
    const { error } = refused.json();
    assert.match(
      error?.message ?? '',
      /^The demo tier allows 2 requests a minute\. Try again in \d+ s\. A free key/,
    );
    assert.deepEqual(error?.data, {
      code: 'rate_limit_exceeded',
      request_id: refused.headers.get('x-request-id'),
      retry_after_s: wait,
    });
    // One limit for both interfaces.
    assert.equal((await mcp.get('/v1/screen/AAPL')).status, 429);
  });
});

describe('who may call /mcp', () => {
  const app = 'https://app.example';
  const origins = (onlyLoopback: boolean) => ({
    ...snapshot.shared(),
    mcpOrigins: { allowed: new Set([app]), onlyLoopback },
  });

  test('pages of the service itself and of allowed origins, and callers that are not pages', async (t) => {
    const mcp = await startMcp(t, origins(false));
    for (const origin of [mcp.url.origin, app]) {
      assert.equal((await mcp.post(INITIALIZE, { origin })).status, 200, origin);
    }
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:1',
      `${mcp.url.origin}.evil.example`,
      `${app}:8443`,
    ]) {
      const answer = await mcp.post(INITIALIZE, { origin });
      assert.equal(answer.status, 403, origin);
      assert.deepEqual(answer.json().error?.data, {
        code: 'origin_not_allowed',
        request_id: answer.headers.get('x-request-id'),
      });
    }
  });

  test('on a loopback address, only by a name of this machine, so that no page can rebind its own name', async (t) => {
    const { url } = await startMcp(t, origins(true));
    const body = JSON.stringify(INITIALIZE);
    for (const host of [`localhost:${url.port}`, `127.0.0.1:${url.port}`, `[::1]:${url.port}`, 'localhost']) {
      assert.equal((await postBare(url, body, { host }))[0], 200, host);
    }
    const evil = `evil.example:${url.port}`;
    const [status, , text] = await postBare(url, body, { host: evil, origin: `http://${evil}` });
    assert.equal(status, 403);
    assert.equal(JSON.parse(text).error.data.code, 'host_not_allowed');
  });

  test('a browser learns this beforehand, and lets an allowed page read the answer', async (t) => {
    const mcp = await startMcp(t, origins(false));
    const ask = (origin: string) => fetch(mcp.url, { method: 'OPTIONS', headers: { origin } });
    const yes = await ask(app);
    assert.equal(yes.status, 204);
    assert.equal(yes.headers.get('access-control-allow-origin'), app);
    assert.match(yes.headers.get('access-control-allow-headers') ?? '', /x-api-key/);
    const no = await ask('https://evil.example');
    assert.equal(no.headers.get('access-control-allow-origin'), null);
    const refused = await mcp.post(INITIALIZE, { origin: app, 'x-api-key': 'wrong' });
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, app]);
  });
});
