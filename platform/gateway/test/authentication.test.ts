import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { startGateway } from './gateway-under-test.ts';
import { MANDATE_ID, mandate, NOW, SECRET, TRANSFER } from './parts.ts';

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
