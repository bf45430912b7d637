import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';
import { grantRecord, MANDATE_ID, TRANSFER } from './parts.ts';

type Changes = Parameters<typeof grantRecord>[3];

function keep({ grants }: GatewayUnderTest['world'], changes: Changes): void {
  grants.set('gr_1', grantRecord('gr_1', 'bank.executeTransfer', TRANSFER, changes));
}

async function headersOf(token: GatewayUnderTest['token'], claims?: object) {
  return { authorization: `Bearer ${await token({ ...claims })}`, 'x-service-contract': MANDATE_ID };
}

async function withGrant(t: TestContext, changes: Changes) {
  const gateway = await startGateway(t);
  keep(gateway.world, changes);
  const headers = await headersOf(gateway.token);
  return { ...gateway, read: (query = '') => gateway.get(`/v1/grants/gr_1${query}`, headers) };
}

async function connect(t: TestContext, { url, token }: GatewayUnderTest, claims?: object): Promise<Client> {
  const client = new Client(
    { name: 'sanad-tests', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const headers = await headersOf(token, claims);
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  t.after(() => client.close());
  return client;
}

describe('GET /v1/grants/{grant_id}', () => {
  test('that waits is answered when people have, with one event in all', async (t) => {
    const { world, read } = await withGrant(t, { status: 'pending' });
    for (const query of ['', '?wait=1']) {
      const { json, headers } = await read(query);
      assert.deepEqual([json.status, headers.get('x-service-event-id')], ['pending', null]);
    }
    assert.equal(world.reports.length, 0);
    const waiting = read('?wait=30');
    setTimeout(() => keep(world, { status: 'active' }), 300);
    const { json, headers } = await waiting;
    assert.deepEqual([json.status, json.tool, json.grant_id], ['approved', 'propose_transfer', 'gr_1']);
    assert.equal(headers.get('x-service-event-id'), 'evt_0');
    assert.equal(world.reports.length, 1);
    const [report] = world.reports;
    assert.deepEqual(
      [report?.body.grant_id, report?.body.name, report?.body.status],
      ['gr_1', 'propose_transfer', 'approved'],
    );
  });

  test('tells nothing to a token that nobody vouches for when it is over', async (t) => {
    const { world, get, token } = await withGrant(t, { status: 'pending' });
    const headers = await headersOf(token, { token_id: 'at_1' });
    const waiting = get('/v1/grants/gr_1?wait=30', headers);
    setTimeout(() => {
      world.tokensReply = { status: 500, body: {} };
      setTimeout(() => keep(world, { status: 'active' }), 700);
    }, 300);
    const { status, json } = await waiting;
    assert.deepEqual([status, json.status], [503, undefined]);
  });

  const STATES: readonly (readonly [Changes, string, string, string | undefined])[] = [
    [{ status: 'active' }, 'approved', 'ok', undefined],
    [{ status: 'redeemed', receipt_id: null }, 'unknown', 'counterparty_unknown', undefined],
    [{ status: 'redeemed', receipt_id: 'rcpt_1' }, 'executed', 'ok', 'rcpt_1'],
    [{ status: 'expired', receipt_id: 'rcpt_1' }, 'refused', 'grant_expired', 'rcpt_1'],
    [
      { status: 'denied', outcome: 'deny', reason: 'amount_over_limit', receipt_id: 'rcpt_1' },
      'denied',
      'amount_over_limit',
      'rcpt_1',
    ],
  ];
  for (const [changes, status, reason, receiptId] of STATES) {
    test(`says ${status} of one that is ${changes?.status} with receipt ${receiptId}`, async (t) => {
      const { read } = await withGrant(t, changes);
      const { json } = await read();
      assert.deepEqual([json.status, json.reason, json.receipt_id], [status, reason, receiptId]);
    });
  }

  for (const [became, words] of [
    [null, /^Accepted, exactly once; whether it is settled is not known yet/],
    [
      { state: 'settled', at: '2026-06-02T10:00:00.000Z' },
      /^Executed, exactly once, and settled at 2026-06-02/,
    ],
    [{ state: 'returned', at: '2026-06-09T10:00:00.000Z' }, /^Accepted, and returned at .*it had no effect/],
  ] as const) {
    test(`says what became of what was accepted: ${became?.state ?? 'nothing yet'}`, async (t) => {
      const { read } = await withGrant(t, { status: 'redeemed', receipt_id: 'rcpt_1', became });
      const { json } = await read();
      assert.deepEqual([json.status, json.became], ['executed', became]);
      assert.match(json.detail, words);
    });
  }

  test('says that the mandate was revoked, whatever the authority says', async (t) => {
    const { world, read } = await withGrant(t, { status: 'active' });
    world.witness.revocation = { revoked_at: '2026-11-20T12:00:00Z' } as never;
    const { json } = await read();
    assert.deepEqual([json.status, json.reason], ['refused', 'contract_revoked']);
  });

  test('is only for the mandate that it was proposed under', async (t) => {
    const { read, world } = await withGrant(t, { mandateId: 'ic_other' });
    const foreign = await read('?wait=30');
    assert.deepEqual([foreign.status, foreign.json.detail.error], [403, 'contract_not_yours']);
    world.grants.clear();
    const unknown = await read();
    assert.deepEqual([unknown.status, unknown.json.detail.error], [404, 'grant_not_found']);
    assert.equal((await read('?wait=31')).status, 422);
  });
});

describe('a client of the Model Context Protocol', () => {
  test('is told when people have answered, and reading it then makes one event', async (t) => {
    const gateway = await startGateway(t);
    const { world } = gateway;
    const client = await connect(t, gateway);
    world.decision = { status: 'pending', outcome: 'hold', reason: 'approval_required' };
    const held = await client.callTool({ name: 'propose_transfer', arguments: TRANSFER });
    const link = held.content.find((part) => part.type === 'resource_link');
    assert.ok(link);
    const stateOf = async () => {
      const { contents } = await client.readResource({ uri: link.uri });
      const [content] = contents;
      assert.ok(content !== undefined && 'text' in content);
      return JSON.parse(content.text);
    };
    assert.equal((await stateOf()).status, 'pending');
    const { promise: told, resolve } = Promise.withResolvers<string>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    const listening = await client.listen({ resourceSubscriptions: [link.uri] });
    assert.deepEqual(listening.honoredFilter, { resourceSubscriptions: [link.uri] });
    world.grants.set('gr_0', grantRecord('gr_0', 'bank.executeTransfer', TRANSFER));
    assert.equal(await told, link.uri);
    const { status, tool } = await stateOf();
    assert.deepEqual([status, tool], ['approved', 'propose_transfer']);
    await listening.close();
    assert.deepEqual(
      world.reports.map(({ body }) => [body.grant_id, body.status]),
      [
        ['gr_0', 'pending'],
        ['gr_0', 'approved'],
      ],
    );
  });

  test('is told nothing beside another once its token has ended', async (t) => {
    const gateway = await startGateway(t);
    const { world } = gateway;
    keep(world, { status: 'pending' });
    const listening = async (claims?: object) => {
      const client = await connect(t, gateway, claims);
      const told: string[] = [];
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        told.push(params.uri);
      });
      await client.listen({ resourceSubscriptions: ['sanad://grants/gr_1'] });
      return told;
    };
    const ended = await listening({ token_id: 'at_1' });
    const good = await listening();
    world.tokensReply = { status: 200, body: [] };
    setTimeout(() => keep(world, { status: 'active' }), 700);
    const until = Date.now() + 10_000;
    while (good.length === 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual([good, ended], [['sanad://grants/gr_1'], []]);
  });

  test('hears nothing of a grant of another mandate, and of what is no grant', async (t) => {
    const gateway = await startGateway(t);
    keep(gateway.world, { mandateId: 'ic_other', status: 'pending' });
    const client = await connect(t, gateway);
    const foreign = 'sanad://grants/gr_1';
    await assert.rejects(client.readResource({ uri: foreign }), /proposed under another mandate/);
    await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /not found/i);
    for (const uri of [foreign, 'sanad://grants/gr_none', 'file:///etc/passwd']) {
      await assert.rejects(client.listen({ resourceSubscriptions: [uri] }), uri);
    }
    assert.equal(gateway.world.looks, 0);
  });
});

test('no call about an agent’s webhook leaves an event, not even one that cannot be read', async (t) => {
  const { url, token, world } = await startGateway(t);
  for (const body of ['{}', '{', JSON.stringify({ url: 'https://agent.example/' })]) {
    const headers = { ...(await headersOf(token)), 'content-type': 'application/json' };
    const { status } = await fetch(`${url}/v1/webhook`, { method: 'PUT', headers, body });
    assert.ok(status >= 400, 'this authority keeps none');
  }
  assert.deepEqual(world.reports, []);
});

test('sixteen of a mandate wait at once, asked for together, until their clients hang up', async (t) => {
  // Where time stands still, no wait ends by itself.
  const gateway = await startGateway(t, { monotonicMs: () => 0 });
  const { world, get, url, token } = gateway;
  const ids = Array.from({ length: 16 }, (_, index) => `gr_${index}`);
  const pending = (id: string) => grantRecord(id, 'bank.executeTransfer', TRANSFER, { status: 'pending' });
  for (const id of ids) world.grants.set(id, pending(id));
  const client = await connect(t, gateway);
  const listen = () => client.listen({ resourceSubscriptions: ids.map((id) => `sanad://grants/${id}`) });
  const until = async <Value>(ask: () => Value | Promise<Value>): Promise<NonNullable<Value>> => {
    for (;;) {
      const found = await ask();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const path = '/v1/grants/gr_0?wait=30';
  const headers = await headersOf(token);
  const hangUp = new AbortController();
  const waiting = assert.rejects(fetch(url + path, { headers, signal: hangUp.signal }), /abort/);
  await until(() => world.looks > 0);
  await assert.rejects(listen(), /At most 16/);
  hangUp.abort();
  await waiting;
  const listening = await until(() => listen().catch(() => null));
  const refused = await get(path, headers);
  assert.deepEqual([refused.status, refused.json.detail.error], [503, 'too_many_wait']);
  assert.ok(refused.headers.get('retry-after'));
  const together = `/grants/settled?grant_ids=${ids.join(',')}`;
  await until(() => world.seen.some((one) => decodeURIComponent(one.path) === together));
  await listening.close();
  await (await until(() => listen().catch(() => null))).close();
});
