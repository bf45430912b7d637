import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail } from '@common/base/result';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';
import { FX_QUOTE, grantRecord, MANDATE_ID, mandate, STATEMENT, sha256, TRANSFER } from './parts.ts';

describe('GET /v1/tools', () => {
  test('is open, and lists all plugins or the one named', async (t) => {
    const { get } = await startGateway(t);
    const names = (json: { tools: { spec: { type: string; function: { name: string } } }[] }) =>
      json.tools.map(({ spec }) => spec.function.name);
    assert.deepEqual(names((await get('/v1/tools')).json), [
      'read_balance',
      'fetch_fx',
      'propose_transfer',
      'release_record',
    ]);
    assert.deepEqual(names((await get('/v1/tools?plugin=records')).json), ['release_record']);
    const unknown = await get('/v1/tools?plugin=nothing');
    assert.deepEqual([unknown.status, unknown.json.detail.error], [404, 'plugin_not_found']);
  });

  test('gives JSON Schema: what is required, and grant_id if a grant can be presented', async (t) => {
    const { get } = await startGateway(t);
    const { tools } = (await get('/v1/tools?plugin=treasury')).json;
    const [balance, , transfer] = tools;
    assert.equal(balance.spec.type, 'function');
    assert.deepEqual(balance.spec.function.parameters.required, ['account_id']);
    assert.equal(balance.spec.function.parameters.properties.grant_id, undefined);
    // A grant may be given by itself, so no input is in every call; each one says when it is needed.
    assert.deepEqual(transfer.spec.function.parameters.required, []);
    assert.match(
      transfer.spec.function.parameters.properties.amount.description,
      /required unless grant_id/i,
    );
    assert.equal(transfer.spec.function.parameters.properties.grant_id.type, 'string');
  });

  test('takes the plugin from the mandate of the caller', async (t) => {
    const { get, token, world } = await startGateway(t);
    world.mandates.set(MANDATE_ID, mandate({ profile: 'records.v1' }));
    const headers = { authorization: `Bearer ${await token()}`, 'x-service-contract': MANDATE_ID };
    const { json } = await get('/v1/tools', headers);
    assert.deepEqual(
      json.tools.map(({ plugin }: { plugin: string }) => plugin),
      ['records'],
    );
    const wrong = await get('/v1/tools', { ...headers, authorization: 'Bearer x.y.z' });
    assert.deepEqual([wrong.status, wrong.json.detail.error], [401, 'unauthorized']);
  });
});

test('a body with a field twice is refused before anything reads it, at every entrance', async (t) => {
  const { post, world } = await startGateway(t);
  const twice = `{"amount":"250","amount":"9000",${JSON.stringify(TRANSFER).slice(1)}`;
  for (const path of ['/v1/tools/propose_transfer', '/v1/chat/completions', '/mcp']) {
    const { status, json, text } = await post(path, twice);
    assert.equal(status, 400, path);
    assert.match(text, /the field \\"amount\\" twice in one object/);
    assert.equal(
      path === '/mcp' ? json.error.code : json.detail.error,
      path === '/mcp' ? -32_700 : 'duplicate_key',
    );
  }
  assert.deepEqual(
    world.seen.filter(({ path }) => path === '/grants'),
    [],
  );
});

describe('POST /v1/tools/{name}', () => {
  test('proposes, executes, and carries hashes and the id of the event', async (t) => {
    const { post, world } = await startGateway(t);
    const sent = JSON.stringify(TRANSFER);
    const { status, json, text, headers } = await post('/v1/tools/propose_transfer', sent);
    assert.equal(status, 200);
    assert.equal(json.status, 'executed');
    assert.equal(json.grant_id, 'gr_0');
    assert.equal(json.counterparty_ack.transfer_id, 'txn_1');
    assert.equal(headers.get('x-service-event-id'), 'evt_0');
    assert.equal(headers.get('x-service-request-hash'), sha256(sent));
    assert.equal(headers.get('x-service-response-hash'), sha256(text));
    assert.deepEqual(world.reports, [
      {
        kind: 'tool_call',
        body: {
          contract_id: MANDATE_ID,
          grant_id: 'gr_0',
          name: 'propose_transfer',
          status: 'executed',
          reason: 'ok',
          request_hash: sha256(sent),
          response_hash: sha256(text),
        },
      },
    ]);
  });

  test('passes on why the agent asks, in one line, beside the params and not among them', async (t) => {
    const { post, get, world } = await startGateway(t);
    const proposals = () =>
      world.seen.filter(({ path }) => path === '/grants').map(({ body }) => JSON.parse(body));
    const given = { ...TRANSFER, reason: ' Hosting for\n\tNovember.\u2028 ' };
    assert.equal((await post('/v1/tools/propose_transfer', given)).json.status, 'executed');
    assert.equal((await post('/v1/tools/propose_transfer', { ...TRANSFER, reason: '' })).status, 200);
    const [first, second] = proposals();
    assert.equal(first.reason, 'Hosting for November.');
    assert.ok(!('reason' in second));
    for (const { params } of [first, second]) assert.ok(!('reason' in params));
    for (const reason of ['x'.repeat(281), 7, ['why'], '\ud800']) {
      const { status, json } = await post('/v1/tools/propose_transfer', { ...TRANSFER, reason });
      assert.equal(status, 422);
      assert.match(json.detail.message, /reason must be one line of at most 280 characters/);
    }
    const reads = await post('/v1/tools/read_balance', { account_id: 'acct_acme', reason: 'why' });
    assert.match(reads.json.detail.message, /"reason" is not an input/);
    const { tools } = (await get('/v1/tools?plugin=treasury')).json;
    const [balance, , transfer] = tools.map(
      (tool: { spec: { function: { parameters: { properties: object } } } }) =>
        tool.spec.function.parameters.properties,
    );
    assert.deepEqual([transfer.reason.maxLength, balance.reason], [280, undefined]);
  });

  test('passes on the statements that the rules ask for, as their issuers gave them', async (t) => {
    const { get, post, world } = await startGateway(t);
    const [, , transfer] = (await get('/v1/tools?plugin=treasury')).json.tools;
    const { statements: listed } = transfer.spec.function.parameters.properties;
    assert.deepEqual(Object.keys(listed.properties), ['payee_checked']);
    assert.match(listed.properties.payee_checked.description, /statement about the payee in beneficiary_id/);
    const statements = { payee_checked: STATEMENT };
    assert.equal((await post('/v1/tools/propose_transfer', { ...TRANSFER, statements })).status, 200);
    assert.equal((await post('/v1/tools/propose_transfer', { ...TRANSFER, statements: {} })).status, 200);
    const sent = world.seen.filter(({ path }) => path === '/grants').map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      sent.map((body) => body.statements),
      [statements, undefined],
    );
    for (const wrong of [
      ['signed'],
      'AAPL',
      { payee_checked: 'signed' },
      { payee_checked: { ...STATEMENT, more: 1 } },
    ]) {
      const { status, json } = await post('/v1/tools/propose_transfer', { ...TRANSFER, statements: wrong });
      assert.equal(status, 422);
      assert.match(json.detail.message, /statements must be an object with one signed statement/);
    }
    const reads = await post('/v1/tools/read_balance', { account_id: 'acct_acme', statements });
    assert.match(reads.json.detail.message, /"statements" is not an input/);
  });

  test('passes on which uploaded documents belong to a proposal, beside the params', async (t) => {
    const { post, world } = await startGateway(t);
    const documents = [{ sha256: 'a'.repeat(64), name: 'invoice.pdf' }];
    assert.equal((await post('/v1/tools/propose_transfer', { ...TRANSFER, documents })).status, 200);
    assert.equal((await post('/v1/tools/propose_transfer', { ...TRANSFER, documents: [] })).status, 200);
    const sent = world.seen.filter(({ path }) => path === '/grants').map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      [sent[0].documents, sent[1].documents, sent[0].params.documents],
      [documents, undefined, undefined],
    );
    for (const wrong of [
      'invoice.pdf',
      [{ sha256: 'a' }],
      Array(5).fill(documents[0]),
      [{ ...documents[0], name: '../a.pdf' }],
    ]) {
      const { status, json } = await post('/v1/tools/propose_transfer', { ...TRANSFER, documents: wrong });
      assert.equal(status, 422);
      assert.match(json.detail.message, /documents must be a list of at most 4 uploaded documents/);
    }
    const reads = await post('/v1/tools/read_balance', { account_id: 'acct_acme', documents });
    assert.match(reads.json.detail.message, /"documents" is not an input/);
  });

  test('authenticates to the services with short-lived tokens, each bound to its purpose', async (t) => {
    const { post, world } = await startGateway(t);
    await post('/v1/tools/propose_transfer', TRANSFER);
    const claims = (path: string) => world.seen.find((seen) => seen.path === path);
    const proposal = claims('/grants');
    assert.ok(proposal);
    assert.deepEqual(proposal.claims, {
      iss: 'gateway',
      aud: 'authority',
      sub: 'local',
      scope: 'grants',
      ref: sha256(proposal.body),
      iat: proposal.claims.iat,
      exp: Number(proposal.claims.iat) + 60,
    });
    assert.deepEqual([claims('/execute')?.claims.scope, claims('/execute')?.claims.ref], ['execute', 'gr_0']);
    assert.equal(claims('/events')?.claims.scope, 'events');
  });

  test('fills an address by the template, and sends a fetch to /fetch', async (t) => {
    const { post, world } = await startGateway(t);
    const { json } = await post('/v1/tools/fetch_fx', { base: 'EUR', quote: 'USD' });
    assert.deepEqual([json.status, json.data], ['fetched', FX_QUOTE]);
    assert.deepEqual(world.grants.get('gr_0')?.action.params, {
      url: 'http://bank.test:8003/market/fx?base=EUR&quote=USD',
    });
    assert.ok(world.seen.some(({ path }) => path === '/fetch'));
  });

  test('what the policy says is a result, not an error, and nothing is executed', async (t) => {
    const { post, world } = await startGateway(t);
    world.decision = {
      status: 'denied',
      outcome: 'deny',
      reason: 'amount_over_limit',
      detail: 'amount 250 is over rules.amount_max 100',
      values: {
        why: 'over_limit',
        ...{ rule: 'amount_max', field: 'amount', value: '250', limit: '100', currency: 'USD' },
      },
      receipt_id: 'rcpt_9',
    };
    const denied = await post('/v1/tools/propose_transfer', TRANSFER);
    assert.equal(denied.status, 200);
    assert.deepEqual(denied.json, {
      status: 'denied',
      reason: 'amount_over_limit',
      detail: '250 USD is above the mandate’s 100 USD limit.',
      values: {
        why: 'over_limit',
        ...{ rule: 'amount_max', field: 'amount', value: '250', limit: '100', currency: 'USD' },
      },
      grant_id: 'gr_0',
      receipt_id: 'rcpt_9',
    });
    world.decision = { status: 'pending', outcome: 'hold', reason: 'approval_required', detail: 'over 200' };
    const held = await post('/v1/tools/propose_transfer', TRANSFER);
    assert.deepEqual([held.json.status, held.json.grant_id], ['pending', 'gr_1']);
    assert.ok(!world.seen.some(({ path }) => path === '/execute'));
    assert.equal(held.headers.get('x-service-event-id'), 'evt_1');
  });

  test('presents a grant again by only its id: the grant’s status decides', async (t) => {
    const { post, world } = await startGateway(t);
    const put = (id: string, changes: Parameters<typeof grantRecord>[3]) =>
      world.grants.set(id, grantRecord(id, 'bank.executeTransfer', TRANSFER, changes));
    put('gr_held', { status: 'pending', reason: 'approval_required' });
    put('gr_good', {});
    put('gr_old', { status: 'expired' });
    put('gr_spent', { status: 'redeemed', receipt_id: 'rcpt_5' });
    put('gr_no', { status: 'denied', outcome: 'deny', reason: 'daily_limit_exceeded' });
    const present = async (grantId: string) => {
      const { status, json } = await post('/v1/tools/propose_transfer', { grant_id: grantId });
      assert.equal(status, 200);
      return [json.status, json.reason, json.receipt_id];
    };
    assert.deepEqual(await present('gr_held'), ['pending', 'approval_required', undefined]);
    assert.deepEqual(await present('gr_good'), ['executed', 'ok', 'rcpt_1']);
    assert.deepEqual(await present('gr_old'), ['refused', 'grant_expired', undefined]);
    assert.deepEqual(await present('gr_spent'), ['duplicate', 'duplicate_action', 'rcpt_5']);
    assert.deepEqual(await present('gr_no'), ['denied', 'daily_limit_exceeded', undefined]);
  });

  test('presents no grant of another mandate or facade, and none that does not exist', async (t) => {
    const { post, world } = await startGateway(t);
    world.grants.set('gr_1', grantRecord('gr_1', 'bank.executeTransfer', {}, { mandateId: 'ic_other' }));
    world.grants.set('gr_2', grantRecord('gr_2', 'records.release', {}));
    const present = async (body: unknown) => {
      const { status, json } = await post('/v1/tools/propose_transfer', body);
      return [status, json.detail.error];
    };
    assert.deepEqual(await present({ grant_id: 'gr_1' }), [403, 'contract_not_yours']);
    assert.deepEqual(await present({ grant_id: 'gr_2' }), [422, 'invalid_request']);
    assert.deepEqual(await present({ grant_id: 'gr_3' }), [404, 'grant_not_found']);
    assert.deepEqual(await present({ grant_id: 'gr_1', amount: '1' }), [422, 'invalid_request']);
    assert.deepEqual(await present({ grant_id: '../x' }), [422, 'invalid_request']);
    assert.ok(!world.seen.some(({ path }) => path === '/execute'));
  });

  test('refuses by name what is not an input of the tool, and records it', async (t) => {
    const { post, world } = await startGateway(t);
    const { status, json, headers } = await post('/v1/tools/propose_transfer', {
      ...TRANSFER,
      amount: 250,
      currency: 'usd',
      extra: 1,
      memo: undefined,
    });
    assert.deepEqual([status, json.detail.error], [422, 'invalid_request']);
    for (const name of ['amount', 'currency', 'extra', 'memo'])
      assert.match(json.detail.message, new RegExp(name));
    assert.equal(headers.get('x-service-event-id'), 'evt_0');
    assert.equal(world.grants.size, 0);
    for (const body of ['[]', '"text"', 'null', '{"__proto__": 1}', '{']) {
      assert.equal((await post('/v1/tools/read_balance', body)).status, 422, body);
    }
    const unknown = await post('/v1/tools/nothing', {});
    assert.deepEqual([unknown.status, unknown.json.detail.error], [404, 'tool_not_found']);
    assert.match(unknown.headers.get('x-service-event-id') ?? '', /^evt_/);
    assert.equal((await post('/v1/tools/read_balance', { account_id: 'a'.repeat(2_000_000) })).status, 413);
  });
});

describe('what the gateway remembers of the authority', () => {
  test('a log that forgot is refused by name, and nothing is proposed', async (t) => {
    const { post, world } = await startGateway(t);
    world.witness.fault = fail('log_rolled_back', 'The log had 3 entries, and now it shows 2.');
    const { status, json } = await post('/v1/tools/propose_transfer', TRANSFER);
    assert.deepEqual([status, json.detail.error], [503, 'log_rolled_back']);
    assert.equal(world.grants.size, 0);
  });

  for (const status of ['active', 'pending'] as const) {
    test(`a grant that is ${status} under a mandate whose revocation is known is not handed over`, async (t) => {
      const { post, world } = await startGateway(t);
      world.decision = { status };
      world.witness.revocation = {
        type: 'sanad/revocation/1',
        deployment: 'dp_000000000000000000000000',
        contract_id: MANDATE_ID,
        contract_hash: 'a'.repeat(64),
        revoked_at: '2026-06-01T00:00:00Z',
        reason: 'over',
      };
      const { json } = await post('/v1/tools/propose_transfer', TRANSFER);
      assert.deepEqual([json.status, json.reason], ['refused', 'contract_revoked']);
      assert.match(json.detail, /revoked at 2026-06-01T00:00:00Z/);
      assert.equal(world.seen.filter(({ path }) => path === '/execute').length, 0);
    });
  }
});

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
          contract_id: MANDATE_ID,
          grant_id: 'gr_0',
          name: 'propose_transfer',
          status: 'executed',
          reason: 'ok',
          request_hash: sha256(sent),
          response_hash: sha256(text),
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
