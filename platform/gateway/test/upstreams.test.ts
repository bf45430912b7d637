import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Reply, startGateway } from './gateway-under-test.ts';
import { TRANSFER } from './parts.ts';

const CALL = '/v1/tools/propose_transfer';

describe('services that fail', () => {
  for (const reply of ['silence', 'hang up', 'garble', { status: 500, body: 'oops' }] as const) {
    test(`the enforcement point: ${JSON.stringify(reply)} is unknown or an error, and asked once`, async (t) => {
      const { post, world } = await startGateway(t);
      world.pepReply = reply;
      const { status, json, headers } = await post(CALL, TRANSFER);
      assert.equal(world.seen.filter(({ path }) => path === '/execute').length, 1);
      assert.match(headers.get('x-service-event-id') ?? '', /^evt_/);
      assert.deepEqual([status, json.status, json.grant_id], [200, 'unknown', 'gr_0']);
    });
  }

  test('an unreachable enforcement point: nothing was handed over, and the grant stays valid', async (t) => {
    const { post } = await startGateway(t, { pepDown: true });
    const { json } = await post(CALL, TRANSFER);
    assert.equal(json.status, 'unknown');
    assert.match(json.detail, /nothing was handed over.*gr_0/);
  });

  test('a refusal of the enforcement point is passed on', async (t) => {
    const { post, world } = await startGateway(t);
    world.pepReply = {
      status: 503,
      body: { detail: { error: 'profile_hash_mismatch', message: 'altered' } },
    };
    const refused = await post(CALL, TRANSFER);
    assert.deepEqual([refused.status, refused.json.detail.error], [503, 'profile_hash_mismatch']);
    world.pepReply = { status: 409, body: { detail: { error: 'grant_already_redeemed', message: 'spent' } } };
    assert.equal((await post(CALL, TRANSFER)).json.status, 'duplicate');
  });

  const cases: readonly (readonly [Reply, number, string])[] = [
    [
      { status: 503, body: { detail: { error: 'profile_signature_invalid', message: 'm' } } },
      503,
      'profile_signature_invalid',
    ],
    [{ status: 422, body: { detail: { error: 'invalid_request', message: 'm' } } }, 422, 'invalid_request'],
    [
      { status: 401, body: { detail: { error: 'unauthorized', message: 'm' } } },
      503,
      'authority_refused_gateway',
    ],
    [{ status: 500, body: {} }, 503, 'authority_unavailable'],
    ['silence', 503, 'authority_unavailable'],
    ['hang up', 503, 'authority_unavailable'],
    ['garble', 503, 'authority_unavailable'],
  ];
  for (const [reply, status, error] of cases) {
    test(`the authority: ${JSON.stringify(reply)} gives ${status} ${error}`, async (t) => {
      const { post, world } = await startGateway(t);
      world.authorityReply = reply;
      const answer = await post(CALL, TRANSFER);
      assert.deepEqual([answer.status, answer.json.detail.error], [status, error]);
      assert.ok(!world.seen.some(({ path }) => path === '/execute'));
    });
  }

  test('what was done is reported even if its event cannot be recorded', async (t) => {
    const { post, world } = await startGateway(t);
    world.eventReply = 'hang up';
    const { json, headers } = await post(CALL, TRANSFER);
    assert.equal(json.status, 'executed');
    assert.equal(headers.get('x-service-event-id'), null);
  });
});
