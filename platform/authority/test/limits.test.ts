import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { proposeAction } from '@platform/authority/use-cases/propose-action';
import type { Receipt } from '@platform/protocol/receipt';
import type { Caller } from '@platform/trust/service-token';
import { SOFTWARE, token, transfer } from './support/actions.ts';
import { openDeployment, proposalLimiter } from './support/deployment.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Deployment } from './support/types.ts';

describe('proposals beyond a limit are not decided', () => {
  const counts = async (d: Deployment) => {
    await d.sequencer.settled();
    const [grants, receipts] = [await d.get<unknown[]>('/grants'), await d.get<unknown[]>('/receipts')];
    return [grants.body.length, receipts.body.length];
  };
  const propose = async (d: Deployment, id: string, memo: string, amount = '10') => {
    const params = transfer({ memo, amount });
    const plugin_hash = pluginHashOf(d.plugins);
    const body = { contract_id: id, facade: 'bank.executeTransfer', params, plugin_hash, software: SOFTWARE };
    const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const bearer = await token({ scope: 'grants', ref }, Date.parse(d.now()));
    return d.app.inject({
      ...{ method: 'POST', url: '/grants', payload: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    });
  };

  test('a flood of proposals leaves nothing behind but what was decided', async () => {
    const d = await openDeployment('sqlite::memory:', { proposals: proposalLimiter(3) });
    try {
      const [id, other] = [await d.register(), await d.register()];
      for (const memo of ['1', '2', '3']) assert.equal((await propose(d, id, memo)).statusCode, 201);
      const before = await counts(d);
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const refused = await propose(d, id, `more ${attempt}`);
        assert.equal(refused.statusCode, 429);
        const { error, message } = refused.json().detail;
        assert.equal(error, 'proposals_too_many');
        assert.match(message, /Not decided, and nothing was kept: .* 3 proposals within 60 s/);
        assert.ok(Number(refused.headers['retry-after']) > 0);
      }
      assert.deepEqual(await counts(d), before);
      assert.equal((await propose(d, other, 'of another mandate')).statusCode, 201);
    } finally {
      await d.close();
    }
  });

  test('denials fill no disk: after so many a day nothing is decided until the next, restarted or not', async () => {
    const d = await openDeployment('sqlite::memory:', { denialsPerDay: 2 });
    try {
      const id = await d.register();
      for (const memo of ['1', '2']) {
        assert.equal((await propose(d, id, memo, '999999')).json().status, 'denied');
      }
      const before = await counts(d);
      for (const amount of ['999999', '10']) {
        const refused = await propose(d, id, 'more', amount);
        assert.deepEqual([refused.statusCode, refused.json().detail.error], [429, 'denials_spent']);
        assert.equal(refused.headers['retry-after'], String(15 * 3_600));
      }
      assert.deepEqual(await counts(d), before);
      // Kept in the database, so another process refuses as well.
      const again = await proposeAction(
        { ...d.deps, limits: { proposals: proposalLimiter(9), denialsPerDay: 2 } },
        {
          contract_id: id,
          facade: 'bank.executeTransfer',
          params: transfer({}),
          plugin_hash: pluginHashOf(d.plugins),
          software: SOFTWARE,
          caller: { principal: 'amina', agent: null, contracts: null },
        },
      );
      assert.equal(again.ok ? 'ok' : again.error.code, 'denials_spent');
      d.advance(15 * 3_600);
      assert.equal((await propose(d, id, 'tomorrow')).json().status, 'active');
    } finally {
      await d.close();
    }
  });
});

test('one token of a principal, made for one agent, proposes nothing under another agent’s mandate', async () => {
  const d = await openDeployment();
  try {
    const id = await d.register();
    const { agent } = d.mandate();
    const proposal = {
      contract_id: id,
      facade: 'bank.executeTransfer',
      params: transfer({}),
      plugin_hash: pluginHashOf(d.plugins),
      software: SOFTWARE,
    };
    const codeOf = async (caller: Caller) => {
      const proposed = await proposeAction(d.deps, { ...proposal, caller });
      return proposed.ok ? 'ok' : proposed.error.code;
    };
    const caller = { principal: 'amina', agent, contracts: [id] };
    for (const other of [
      { ...caller, agent: 'agent_other' },
      { ...caller, contracts: ['ic_other'] },
      { ...caller, principal: 'zayd' },
    ]) {
      assert.equal(await codeOf(other), 'contract_not_yours');
    }
    assert.equal(await codeOf(caller), 'ok');
    // A bare token is accepted, and the grant in the receipt says that the agent was not authenticated.
    for (const [agentOf, memo] of [
      [agent, 'INV-A'],
      [null, 'INV-B'],
    ] as const) {
      const params = transfer({ memo, amount: '999999' });
      const bare = { principal: 'amina', agent: agentOf, contracts: null };
      const proposed = await proposeAction(d.deps, { ...proposal, params, caller: bare });
      assert.ok(proposed.ok);
      await d.sequencer.settled();
      const id = proposed.value.grant.grant_id;
      const [receipt] = (await d.get<Receipt[]>(`/receipts?grant_id=${id}`)).body;
      assert.equal(receipt?.how.grant.agent_authenticated, agentOf !== null);
    }
  } finally {
    await d.close();
  }
});
