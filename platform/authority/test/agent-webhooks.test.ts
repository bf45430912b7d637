import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { nodeCrypto } from '@common/evidence/node';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { AGENT_EVENTS, type AgentWebhook, type NewWebhook } from '@platform/core/objects/agent-webhook';
import { signObject } from '@platform/core/signed/signed';
import { token, transfer } from './support/actions.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import { watchedSinks } from './support/sinks.ts';
import type { Answer, Deployment } from './support/types.ts';

const ADDRESS = 'https://agent.example/hook';
const KID = 'principal_amina';
const HELD = { amount: '1500' };

/** What the gateway asks for an agent, with its token for exactly that body. */
async function ask<Body = Record<string, unknown>>(
  d: Deployment,
  path: string,
  body: object,
  sub?: string,
): Promise<Answer<Body>> {
  const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const claims = { scope: 'webhooks', ref, ...(sub === undefined ? {} : { sub }) };
  return d.post<Body>(path, body, await token(claims, d.deps.clock()));
}

async function register(d: Deployment, mandateId: string, patch: object = {}): Promise<NewWebhook> {
  const asked = { contract_id: mandateId, url: ADDRESS, token_id: null, ends_at: null, ...patch };
  const { status, body } = await ask<NewWebhook>(d, '/webhooks', asked);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const codeOf = ({ status, body }: Answer): readonly unknown[] => [
  status,
  (body.detail as { readonly error?: string } | undefined)?.error,
];

onBothEngines('an agent with a webhook', {
  'is told how each of its grants went on, with what it may read of them; one without costs no row': async (
    d,
  ) => {
    const s = watchedSinks(d);
    const [mandateId, silent] = [await d.register(), await d.register()];
    await register(d, mandateId);
    const live = async (of = mandateId, params = {}) => {
      const grant = await d.propose(of, transfer(params));
      if (grant.status === 'pending') assert.equal((await d.approve(grant)).status, 200);
      const active = await d.get<typeof grant>(`/grants/${grant.grant.grant_id}`);
      return active.body;
    };
    const next = async () => {
      await s.work();
      return s.sent.splice(0).map(({ to, body }) => {
        assert.equal(to, 'hook');
        const { type, data } = JSON.parse(body);
        const { grant_id, contract_id, receipt_id, ...rest } = data;
        assert.equal(contract_id, mandateId);
        return [grant_id, type, receipt_id !== undefined, rest];
      });
    };
    const said = (status: string, reason: string, more = {}) => ({
      ...{ tool: 'propose_transfer', status, reason },
      ...more,
    });

    const approved = await live(mandateId, HELD);
    const { grant_id: first, expires_at } = approved.grant;
    assert.deepEqual(await next(), [
      [first, 'grant.approved', false, said('approved', 'ok', { expires_at })],
    ]);
    assert.equal((await d.redeem(approved)).status, 200);
    assert.equal((await d.report(approved)).status, 201);
    assert.deepEqual(await next(), [[first, 'grant.executed', true, said('executed', 'ok')]]);

    const refused = await live();
    await d.redeem(refused);
    const patch = {
      outcome: 'refused',
      reason: 'counterparty_refused',
      executed_at: null,
      counterparty_ack_hash: null,
    } as const;
    assert.equal((await d.report(refused, patch, true)).status, 201);
    const [[, type, , data] = []] = await next();
    assert.deepEqual([type, data], ['grant.denied', said('denied', 'counterparty_refused')]);

    const rejected = await d.propose(mandateId, transfer(HELD));
    const rejection = {
      type: 'sanad/rejection/1',
      deployment: DEPLOYMENT,
      grant_id: rejected.grant.grant_id,
      reason: 'Wrong amount',
    } as const;
    const { hash, signature } = signObject(nodeCrypto, d.signer('approver_cfo'), rejection);
    const signed = { rejection, rejection_hash: hash, signature };
    assert.equal((await d.post(`/grants/${rejected.grant.grant_id}/reject`, signed)).status, 200);
    const [[, rejectedType, , rejectedData] = []] = await next();
    assert.deepEqual([rejectedType, rejectedData], ['grant.rejected', said('denied', 'approver_rejected')]);

    // An approval that was not told before the grant ended says nothing any more.
    await live(mandateId, HELD);
    for (const params of [HELD, {}]) await live(silent, params);
    const paid = await live(silent);
    await d.redeem(paid);
    assert.equal((await d.report(paid)).status, 201);
    d.advance(3_600);
    await sweepGrants(d.deps);
    const events = await d.notices.events(100);
    const ofAgents = events.filter(({ type }) => AGENT_EVENTS.some((event) => event === type));
    assert.equal(ofAgents.length, 2, 'approved and expired, under the one with a webhook');
    const [[, expiredType, , expiredData] = [], ...others] = await next();
    assert.deepEqual([expiredType, expiredData], ['grant.expired', said('refused', 'grant_expired')]);
    assert.deepEqual(others, []);
  },

  'registers it by a token of its principal, on a host that the operator allows, and has one secret at a time':
    async (d) => {
      const s = watchedSinks(d);
      const mandateId = await d.register();
      const own = { contract_id: mandateId };
      const asked = { ...own, url: ADDRESS, token_id: null, ends_at: null };
      assert.deepEqual(codeOf(await d.post('/webhooks', asked)), [401, 'unauthorized']);
      assert.deepEqual(codeOf(await ask(d, '/webhooks', asked, 'zayd')), [403, 'contract_not_yours']);
      assert.deepEqual(codeOf(await ask(d, '/webhooks', { ...asked, contract_id: 'ic_none' })), [
        404,
        'contract_not_found',
      ]);
      for (const url of ['http://agent.example/hook', 'https://other.example/', 'https://127.0.0.1/', 'x'])
        assert.deepEqual(
          codeOf(await ask(d, '/webhooks', { ...asked, url })),
          [422, 'unusable_address'],
          url,
        );
      assert.deepEqual(codeOf(await ask(d, '/webhooks/read', own)), [404, 'webhook_not_found']);
      const first = await register(d, mandateId);
      const second = await register(d, mandateId, { events: ['grant.expired', 'grant.executed'] });
      assert.match(second.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.notEqual(first.secret, second.secret);
      const read = async () => {
        const { body } = await ask<AgentWebhook>(d, '/webhooks/read', own);
        const { last_delivery: delivery, last_failure: failure, ...webhook } = body;
        return { webhook, delivery, failure };
      };
      const { secret: _, ...shown } = second;
      assert.deepEqual(shown.events, ['grant.executed', 'grant.expired']);
      assert.deepEqual(await read(), { webhook: shown, delivery: null, failure: null });

      s.state.isDown = true;
      const held = await d.propose(mandateId, transfer(HELD));
      await d.approve(held);
      d.advance(3_600);
      await sweepGrants(d.deps);
      await s.work();
      const about = { type: 'grant.expired', grant_id: held.grant.grant_id };
      const { failure } = await read();
      const { next_attempt_at: next, ...failed } = failure ?? assert.fail();
      assert.deepEqual(failed, { ...about, problem: 'The receiver was not reached.' });
      assert.ok(next !== null && next > d.now());
      s.state.isDown = false;
      d.advance(60);
      assert.deepEqual(await s.work(), ['hook grant.expired'], 'and not that it was approved');
      assert.deepEqual((await read()).delivery, { ...about, delivered_at: d.now() });
      assert.deepEqual((await d.get('/notices')).body.notices, []);
      assert.deepEqual((await d.get(`/grants/${held.grant.grant_id}/notices`)).body, []);

      assert.equal((await ask(d, '/webhooks/remove', own)).status, 200);
      assert.deepEqual(codeOf(await ask(d, '/webhooks/remove', own)), [404, 'webhook_not_found']);
    },

  'is told nothing more once the token that registered it has ended': onSqlite(async (d) => {
    const s = watchedSinks(d);
    const mandateId = await d.register();
    const { tenant, principal, agent } = d.mandate();
    const made = {
      type: 'sanad/agent-token/1',
      ...{ deployment: DEPLOYMENT, token_id: 'at_1', name: 'laptop' },
      ...{ tenant, principal, agent, contracts: [mandateId], made_at: d.now() },
      expires_at: new Date(d.deps.clock() + 7_200_000).toISOString(),
    } as const;
    const { hash, signature } = signObject(nodeCrypto, d.signer(KID), made);
    assert.equal((await d.post('/tokens', { token: made, token_hash: hash, signature })).status, 201);
    const plain = await d.register();
    await register(d, mandateId, { token_id: 'at_1' });
    await register(d, plain, { ends_at: made.expires_at });
    const approve = async () => {
      for (const id of [mandateId, plain]) await d.approve(await d.propose(id, transfer(HELD)));
    };
    await approve();
    assert.deepEqual(await s.work(), ['hook grant.approved', 'hook grant.approved']);
    d.advance(7_200);
    await approve();
    assert.deepEqual(await s.work(), []);
    for (const contract_id of [mandateId, plain]) {
      const read = await ask(d, '/webhooks/read', { contract_id });
      assert.deepEqual(codeOf(read), [404, 'webhook_not_found']);
    }
  }),
});
