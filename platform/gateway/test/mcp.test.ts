import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail } from '@common/base/result';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';
import { FX_QUOTE, grantRecord, MANDATE_ID, mandate, sha256, TRANSFER } from './parts.ts';

type Mode = 'legacy' | 'auto' | { readonly pin: string };

async function connect(
  t: TestContext,
  { url, token }: GatewayUnderTest,
  mode: Mode = 'auto',
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'sanad-tests', version: '1' }, { versionNegotiation: { mode } });
  const sent = { authorization: `Bearer ${await token()}`, 'x-service-contract': MANDATE_ID, ...headers };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: sent } }),
  );
  t.after(() => client.close());
  return client;
}

function textsOf({ content }: { readonly content?: unknown }): readonly string[] {
  assert.ok(Array.isArray(content));
  return content.map((part: { text?: string }) => part.text ?? '');
}

/** A request of the revision 2025-11-25 and before. */
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });

for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }] as const) {
  describe(`the official MCP client, ${typeof mode === 'string' ? mode : mode.pin}`, () => {
    test('lists the tools of the mandate with the manifest’s inputs, calls them and gets data', async (t) => {
      const gateway = await startGateway(t);
      const client = await connect(t, gateway, mode);
      assert.equal(client.getNegotiatedProtocolVersion(), mode === 'legacy' ? '2025-11-25' : '2026-07-28');
      assert.match(client.getInstructions() ?? '', /mandate/);
      const { tools } = await client.listTools();
      const listed = (await gateway.get('/v1/tools?plugin=treasury')).json.tools;
      assert.deepEqual(
        tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema })),
        listed.map(({ spec }: { spec: { function: object } }) => spec.function),
      );
      assert.deepEqual(
        tools.map(({ annotations }) => annotations?.readOnlyHint),
        [true, true, false],
      );
      // The client itself checks structured content against the output schema.
      const paid = await client.callTool({ name: 'propose_transfer', arguments: TRANSFER });
      assert.deepEqual(
        [paid.isError, Object(paid.structuredContent).status, Object(paid.structuredContent).grant_id],
        [undefined, 'executed', 'gr_0'],
      );
      const [words = '', json = ''] = textsOf(paid);
      assert.match(words, /^Executed, exactly once \(ok\)\..*gr_0.*rcpt_1/);
      assert.deepEqual(JSON.parse(json), paid.structuredContent);
      assert.deepEqual(gateway.world.grants.get('gr_0')?.action.params, TRANSFER);
      const rate = await client.callTool({ name: 'fetch_fx', arguments: { base: 'EUR', quote: 'USD' } });
      assert.deepEqual(Object(rate.structuredContent).data, FX_QUOTE);
    });

    test('a held grant says how to present it again, and is then executed', async (t) => {
      const gateway = await startGateway(t);
      const client = await connect(t, gateway, mode);
      gateway.world.decision = { status: 'pending', outcome: 'hold', reason: 'approval_required' };
      const held = await client.callTool({ name: 'propose_transfer', arguments: TRANSFER });
      assert.equal(held.isError, undefined);
      assert.equal(Object(held.structuredContent).status, 'pending');
      assert.match(
        textsOf(held)[0] ?? '',
        /After the approval, call propose_transfer with only \{"grant_id": "gr_0"\}/,
      );
      gateway.world.grants.set('gr_0', grantRecord('gr_0', 'bank.executeTransfer', TRANSFER));
      const done = await client.callTool({ name: 'propose_transfer', arguments: { grant_id: 'gr_0' } });
      assert.equal(Object(done.structuredContent).status, 'executed');
    });

    test('a refusal is a tool error with code and message, and on record', async (t) => {
      const gateway = await startGateway(t);
      const client = await connect(t, gateway, mode);
      const refusal = async (name: string, given: Record<string, unknown>) => {
        const result = await client.callTool({ name, arguments: given });
        assert.equal(result.isError, true);
        return textsOf(result).join('\n');
      };
      assert.match(
        await refusal('propose_transfer', { amount: '1' }),
        /^invalid_request: .*memo is required/,
      );
      assert.match(await refusal('make_coffee', {}), /^tool_not_found: .*propose_transfer/);
      assert.match(await refusal('propose_transfer', { grant_id: 'gr_9' }), /^grant_not_found: /);
      gateway.world.witness.fault = fail('log_rolled_back', 'The log is shorter.');
      assert.match(await refusal('propose_transfer', TRANSFER), /^log_rolled_back: .*Wait 5 s\.$/);
      assert.deepEqual(
        gateway.world.reports.map(({ kind, body }) => [kind, body.status]),
        [
          ['tool_call', 'invalid_request'],
          ['tool_call', 'tool_not_found'],
          ['tool_call', 'grant_not_found'],
          ['tool_call', 'log_rolled_back'],
        ],
      );
      assert.equal(gateway.world.grants.size, 0);
    });
  });
}

describe('/mcp', () => {
  test('leaves one event for each call of a tool, with the hashes of its bytes, and none for a handshake', async (t) => {
    const { post, world } = await startGateway(t);
    await post('/mcp', message('tools/list'));
    await post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.equal(world.reports.length, 0);
    const sent = JSON.stringify(message('tools/call', { name: 'propose_transfer', arguments: TRANSFER }));
    const { status, text, headers } = await post('/mcp', sent);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(headers.get('x-service-event-id'), 'evt_0');
    assert.deepEqual(world.reports, [
      {
        kind: 'tool_call',
        body: {
          ...{ contract_id: MANDATE_ID, grant_id: 'gr_0', name: 'propose_transfer' },
          ...{ status: 'executed', reason: 'ok' },
          ...{ request_hash: sha256(sent), response_hash: sha256(text) },
        },
      },
    ]);
  });

  test('is closed without token and mandate, as a tool call is, before a body is read', async (t) => {
    const gateway = await startGateway(t);
    const { post, url, world } = gateway;
    const list = message('tools/list');
    const refusals: readonly (readonly [Record<string, string>, number, string])[] = [
      [{ authorization: 'Bearer x.y.z' }, 401, 'unauthorized'],
      [{ 'x-service-contract': 'ic_none' }, 404, 'contract_not_found'],
      [{ origin: 'http://evil.example' }, 403, 'origin_not_allowed'],
    ];
    for (const [headers, status, code] of refusals) {
      const { status: answered, json } = await post('/mcp', list, headers);
      assert.deepEqual([answered, json.error.code, json.error.data.code], [status, -32_000, code]);
    }
    const missing = await fetch(`${url}/mcp`, { method: 'POST', body: '{' });
    assert.equal(missing.status, 401);
    assert.equal(missing.headers.get('www-authenticate'), 'Bearer');
    await assert.rejects(connect(t, gateway, 'legacy', { authorization: 'Bearer x.y.z' }), /401|token/);
    assert.equal(world.seen.filter(({ path }) => path === '/grants').length, 0);
  });

  test('takes one message at a time, and no sessions', async (t) => {
    const { post, get, url, world } = await startGateway(t);
    const call = message('tools/call', { name: 'propose_transfer', arguments: TRANSFER });
    const batch = await post('/mcp', [call, call]);
    assert.deepEqual([batch.status, batch.json.error.code], [400, -32_600]);
    for (const body of ['{', '', 'null', '"text"']) {
      const { status, json } = await post('/mcp', body);
      assert.deepEqual([status, json.error.code], [400, -32_700], body);
    }
    assert.equal((await get('/mcp')).status, 405);
    assert.equal((await fetch(`${url}/mcp`, { method: 'DELETE' })).status, 405);
    assert.equal((await post('/mcp', message('tools/call', { name: 'x'.repeat(2_000_000) }))).status, 413);
    assert.equal(world.grants.size, 0);
  });

  test('shows the tools of the mandate’s plugin alone', async (t) => {
    const gateway = await startGateway(t);
    gateway.world.mandates.set(MANDATE_ID, mandate({ profile: 'records.v1' }));
    const { tools } = await (await connect(t, gateway)).listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['release_record'],
    );
  });

  test('a limit of the authority is told with when to come again', async (t) => {
    const gateway = await startGateway(t);
    // The gateway asks for a mandate once.
    await gateway.post('/mcp', message('tools/list'));
    const body = { detail: { error: 'too_many_proposals', message: 'Slow down.' } };
    gateway.world.authorityReply = { status: 429, body };
    const answer = await gateway.post(
      '/mcp',
      message('tools/call', { name: 'propose_transfer', arguments: TRANSFER }),
    );
    const { result } = answer.json;
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /^too_many_proposals: Slow down\. Wait 5 s\.$/);
  });
});
