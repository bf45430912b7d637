import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTokenReader } from '@platform/trust/service-token';
import { SignJWT } from 'jose';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';
import { MANDATE_ID, mandate, NOW, OWN_SECRET, SECRET, TRANSFER } from './parts.ts';

const IAT = Math.floor(NOW / 1_000);
const CALL = '/v1/tools/propose_transfer';
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('agent tokens', () => {
  test('each invalid one gets 401 unauthorized, and nothing happens or is recorded', async (t) => {
    const { post, token, world } = await startGateway(t);
    const claims = { sub: 'local', iat: IAT };
    const withAlg = (alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(SECRET.padEnd(64)));
    const wrong: Readonly<Record<string, string>> = {
      none: `Bearer ${part({ alg: 'none' })}.${part(claims)}.`,
      'none in capitals': `Bearer ${part({ alg: 'NONE' })}.${part(claims)}.`,
      'no signature': `Bearer ${part({ alg: 'HS256' })}.${part(claims)}.`,
      'another algorithm': `Bearer ${await withAlg('HS512')}`,
      'wrong secret': `Bearer ${await token({}, 'another secret, of the same length')}`,
      expired: `Bearer ${await token({ exp: IAT - 60 })}`,
      'not yet valid': `Bearer ${await token({ nbf: IAT + 3_600 })}`,
      'from the future': `Bearer ${await token({ iat: IAT + 3_600 })}`,
      'no iat': `Bearer ${await token({ iat: undefined })}`,
      'no sub': `Bearer ${await token({ sub: undefined })}`,
      'sub that is not a name': `Bearer ${await token({ sub: '../x' })}`,
      'for a service': `Bearer ${await token({ aud: 'authority' })}`,
      'not bearer': `Basic ${await token()}`,
      empty: '',
      'no token': 'Bearer ',
      'altered claims': `Bearer ${(await token()).replace(/\.[^.]+\./, `.${part({ sub: 'other', iat: IAT })}.`)}`,
    };
    for (const [what, authorization] of Object.entries(wrong)) {
      for (const path of [CALL, '/v1/chat/completions']) {
        const { status, json, headers } = await post(path, TRANSFER, { authorization });
        assert.deepEqual([status, json.detail.error], [401, 'unauthorized'], what);
        assert.equal(headers.get('www-authenticate'), 'Bearer');
        assert.equal(typeof json.detail.message, 'string');
      }
    }
    assert.deepEqual([world.grants.size, world.reports.length], [0, 0]);
  });

  test('one that has not expired is accepted', async (t) => {
    const { post, token } = await startGateway(t);
    const authorization = `Bearer ${await token({ exp: IAT + 60 })}`;
    assert.equal((await post(CALL, TRANSFER, { authorization })).status, 200);
  });

  test('a refused caller’s body is not read', async (t) => {
    const { post } = await startGateway(t);
    const { status } = await post(CALL, 'x'.repeat(10_000_000), { authorization: 'Bearer x' }).catch(() => ({
      status: 401,
    }));
    assert.equal(status, 401);
  });
});

describe('a token that names its agent and mandates', () => {
  const outcome = async (post: GatewayUnderTest['post'], authorization: string, headers = {}) => {
    const { status, json } = await post(CALL, TRANSFER, { authorization, ...headers });
    return [status, json.detail?.error ?? json.status, json.detail?.message ?? ''];
  };

  test('uses no other agent’s mandate, and none that it does not name', async (t) => {
    const { post, token, world } = await startGateway(t);
    const { agent } = mandate().contract;
    world.mandates.set('ic_other', mandate({ contract_id: 'ic_other', agent: 'agent_other' }));
    const bearer = async (claims: object) => `Bearer ${await token({ ...claims })}`;
    const good = await bearer({ agent, contracts: [MANDATE_ID] });
    assert.equal((await outcome(post, good))[0], 200);
    const cases: readonly (readonly [claims: object, contract: string, words: RegExp])[] = [
      [
        { agent, contracts: [MANDATE_ID] },
        'ic_other',
        /is for the agent agent_other, but the token was made for/,
      ],
      [{ agent }, 'ic_other', /is for the agent agent_other/],
      [{ agent: 'agent_other' }, MANDATE_ID, /but the token was made for agent_other/],
      [{ agent, contracts: ['ic_other'] }, MANDATE_ID, /not good for mandate/],
      [{ contracts: ['ic_other'] }, MANDATE_ID, /not good for mandate/],
    ];
    const before = world.grants.size;
    for (const [claims, contract, words] of cases) {
      const refused = await outcome(post, await bearer(claims), { 'x-service-contract': contract });
      assert.deepEqual(refused.slice(0, 2), [403, 'contract_not_yours']);
      assert.match(String(refused[2]), words);
    }
    assert.equal(world.grants.size, before);
  });

  test('claims that cannot be understood are not taken as absent', async (t) => {
    const { post, token } = await startGateway(t);
    for (const claims of [
      { agent: null },
      { agent: ['a'] },
      { agent: '' },
      { contracts: [] },
      { contracts: MANDATE_ID },
      { contracts: ['../x'] },
      { contracts: null },
    ]) {
      const refused = await outcome(post, `Bearer ${await token(claims)}`);
      assert.deepEqual(refused.slice(0, 2), [401, 'unauthorized'], JSON.stringify(claims));
    }
  });

  test('is what GATEWAY_REQUIRE_AGENT asks for; a bare token is refused then', async (t) => {
    const { post, token } = await startGateway(t, { agents: { requireAgent: true } });
    const bare = await outcome(post, `Bearer ${await token()}`);
    assert.deepEqual(bare.slice(0, 2), [401, 'unauthorized']);
    assert.match(String(bare[2]), /must name its agent/);
    const named = `Bearer ${await token({ agent: mandate().contract.agent })}`;
    assert.equal((await outcome(post, named))[0], 200);
  });

  test('is passed on, so that the authority holds the caller to it, too', async (t) => {
    const { post, token, world } = await startGateway(t);
    const held = { agent: mandate().contract.agent, contracts: [MANDATE_ID] };
    await outcome(post, `Bearer ${await token(held)}`);
    for (const path of ['/grants', '/execute', '/events']) {
      const claims = world.seen.find((seen) => seen.path === path)?.claims;
      assert.deepEqual([claims?.agent, claims?.contracts], [held.agent, held.contracts], path);
    }
  });

  test('a stolen token without exp ages: a day after its iat it is refused', async (t) => {
    const { post, token } = await startGateway(t);
    const aged = async (seconds: number, claims = {}) =>
      (await outcome(post, `Bearer ${await token({ iat: IAT - seconds, ...claims })}`))[0];
    assert.equal(await aged(86_399), 200);
    assert.equal(await aged(86_400), 401);
    assert.equal(await aged(86_400, { exp: IAT + 60 }), 200);
  });

  test('the secret of agents’ tokens makes no token of the gateway, nor the other way round', async (t) => {
    const { post, world } = await startGateway(t);
    await post(CALL, TRANSFER);
    const readAs = (secret: string) => createTokenReader(secret, () => NOW);
    const proposed = world.seen.find((seen) => seen.path === '/grants')?.token ?? '';
    const question = { scope: 'grants', ref: null } as const;
    assert.equal(readAs(SECRET).read(proposed, question), null);
    assert.equal(readAs(OWN_SECRET).read(proposed, question)?.principal, 'local');
    const asAgent = await post(CALL, TRANSFER, { authorization: `Bearer ${proposed}` });
    assert.equal(asAgent.status, 401);
  });
});

describe('the mandate of a call', () => {
  test('must be the principal’s own', async (t) => {
    const { post, world, token } = await startGateway(t);
    const other = { authorization: `Bearer ${await token({ sub: 'other' })}` };
    const stolen = await post(CALL, TRANSFER, other);
    assert.deepEqual([stolen.status, stolen.json.detail.error], [403, 'contract_not_yours']);
    world.mandates.set('ic_theirs', mandate({ contract_id: 'ic_theirs', principal: 'other' }));
    const theirs = await post(CALL, TRANSFER, { 'x-service-contract': 'ic_theirs' });
    assert.deepEqual([theirs.status, theirs.json.detail.error], [403, 'contract_not_yours']);
    assert.equal(world.grants.size, 0);
  });

  test('must be named, and must exist', async (t) => {
    const { url, token, post } = await startGateway(t);
    const unnamed = await fetch(url + CALL, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}` },
    });
    assert.equal(unnamed.status, 422);
    for (const id of ['ic_nothing', '../grants/gr_0', 'x', MANDATE_ID.toUpperCase()]) {
      const { status, json } = await post(CALL, TRANSFER, { 'x-service-contract': id });
      assert.deepEqual([status, json.detail.error], [404, 'contract_not_found'], id);
    }
  });
});
