import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { createHttpClient } from '@common/kit/http/client';
import { createHttpGateway } from '../src/adapters/http-gateway.ts';

interface Reply {
  readonly status?: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A gateway that answers one thing; null hangs up. */
async function gatewayThat(t: TestContext, reply: Reply | null) {
  const http = createHttpClient();
  const server = createServer((request, response) => {
    request.resume();
    if (reply === null) response.destroy();
    else response.writeHead(reply.status ?? 200, reply.headers ?? {}).end(reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return createHttpGateway({ http, baseUrl: `http://127.0.0.1:${address.port}`, chatMs: 10_000 });
}

const ASKED = { token: 'a token', mandateId: 'ic_1', model: 'm', messages: [] };
const said = (message: object, more: object = {}) => JSON.stringify({ choices: [{ message }], ...more });

describe('the gateway over HTTP', () => {
  const cases: readonly (readonly [string, Reply | null, string])[] = [
    ['hangs up', null, 'gateway_silent'],
    ['answers HTML', { text: '<html>' }, 'gateway_garbled'],
    ['answers other JSON', { text: '{"choices":[]}' }, 'gateway_garbled'],
    [
      'makes up a status',
      { text: said({ content: '' }, { tool_results: [{ tool: 'x', result: { status: 'paid' } }] }) },
      'gateway_garbled',
    ],
    ['sends too much', { text: said({ content: 'x'.repeat(4_200_000) }) }, 'gateway_silent'],
    ['redirects', { status: 307, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 'gateway_refused'],
    [
      'refuses',
      { status: 404, text: '{"detail":{"error":"model_not_found","message":"No."}}' },
      'gateway_refused',
    ],
    ['fails', { status: 500, text: 'oops' }, 'gateway_refused'],
  ];
  for (const [what, reply, code] of cases) {
    test(`one that ${what} is ${code}`, async (t) => {
      const answer = await (await gatewayThat(t, reply)).chat(ASKED);
      assert.ok(!answer.ok);
      assert.equal(answer.error.code, code);
      assert.doesNotMatch(answer.error.message, /a token/);
    });
  }

  test('nothing was handed over to one that is not there', async (t) => {
    const http = createHttpClient();
    t.after(() => http.close());
    const answer = await createHttpGateway({ http, baseUrl: 'http://127.0.0.1:1', chatMs: 10_000 }).chat(
      ASKED,
    );
    assert.ok(!answer.ok);
    assert.equal(answer.error.code, 'gateway_unreachable');
  });

  test('no words are no fault if tools have run', async (t) => {
    const result = { status: 'executed', reason: 'ok', detail: '' };
    const gateway = await gatewayThat(t, {
      text: said({ content: null }, { tool_results: [{ tool: 'x', result }] }),
    });
    assert.deepEqual(await gateway.chat(ASKED), {
      ok: true,
      value: { words: '', calls: [{ tool: 'x', result }] },
    });
  });
});
