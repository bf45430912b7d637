import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { nodeCrypto } from '@platform/proof/node';
import { signObject } from '@platform/proof/signed';
import { verify } from '@platform/proof/verify';
import type { EventRecord } from '@platform/protocol/event';
import type { Receipt } from '@platform/protocol/receipt';
import { transfer } from './support/actions.ts';
import { deploymentTest, outcome } from './support/deployment-test.ts';
import { DEPLOYMENT } from './support/keys.ts';

describe('revocations', () => {
  deploymentTest('by someone else or of another mandate are refused; a wrong clock stops none', async (d) => {
    const contract_id = await d.register();
    const { body } = await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`);
    const send = (kid: string, patch: object = {}) => {
      const revocation = {
        type: 'sanad/revocation/1' as const,
        deployment: DEPLOYMENT,
        ...{ contract_id, contract_hash: body.contract_hash, revoked_at: d.now(), reason: 'test' },
        ...patch,
      };
      const { hash, signature } = signObject(nodeCrypto, d.signer(kid), revocation);
      return d.post(`/contracts/${contract_id}/revoke`, { revocation, revocation_hash: hash, signature });
    };
    assert.deepEqual(outcome(await send('approver_cfo')), [403, 'role_not_allowed']);
    assert.deepEqual(outcome(await send('principal_zayd')), [403, 'signer_is_another_principal']);
    const another = { contract_hash: '0'.repeat(64) };
    assert.deepEqual(outcome(await send('principal_amina', another)), [
      422,
      'revocation_of_another_contract',
    ]);
    const nonsense = outcome(await send('principal_amina', { revoked_at: '2026-99-99T99:99:99Z' }));
    assert.deepEqual(nonsense, [422, 'instant_malformed']);
    assert.equal((await d.get(`/contracts/${contract_id}`)).body.status, 'active');
    assert.equal((await send('principal_amina')).status, 200);
  });

  for (const [what, revoked_at] of [
    ['ahead', '2999-01-01T00:00:00Z'],
    ['behind', '2026-03-01T09:00:00Z'],
    ['before its key', '1970-01-01T00:00:00Z'],
  ] as const) {
    deploymentTest(`from a clock that is ${what} stop a mandate at once, and spoil no receipt`, async (d) => {
      const contract_id = await d.register();
      const spent = await d.propose(contract_id, transfer({ memo: 'INV 1' }));
      const open = await d.propose(contract_id, transfer({ memo: 'INV 2' }));
      assert.equal((await d.redeem(spent)).status, 200);
      d.advance(2);
      const { contract_hash } = (await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`)).body;
      const revocation = {
        type: 'sanad/revocation/1' as const,
        deployment: DEPLOYMENT,
        ...{ contract_id, contract_hash, revoked_at, reason: 'test' },
      };
      const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
      const body = { revocation, revocation_hash: hash, signature };
      assert.equal((await d.post(`/contracts/${contract_id}/revoke`, body)).status, 200);
      const events = (await d.get<EventRecord[]>('/events')).body;
      const event = events.find(({ event: { kind } }) => kind === 'mandate_revoked')?.event;
      assert.equal(event?.at, d.now(), 'the authority’s own instant');
      assert.deepEqual(outcome(await d.redeem(open)), [409, 'contract_revoked']);
      assert.equal((await d.propose(contract_id)).decision.reason, 'contract_revoked');
      assert.equal((await d.report(spent)).status, 201);
      await d.sequencer.settled();
      const receipts = (await d.get<Receipt[]>('/receipts')).body;
      assert.equal(receipts.length, 3);
      for (const receipt of receipts) {
        const { verdict, checks } = verify(nodeCrypto, receipt);
        assert.notEqual(verdict, 'failed', JSON.stringify(checks));
      }
    });
  }
});
