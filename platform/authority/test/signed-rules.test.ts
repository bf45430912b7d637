import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe } from 'node:test';
import { approveGrant } from '@platform/authority/use-cases/approve-grant';
import { redeemGrant } from '@platform/authority/use-cases/redeem-grant';
import { nodeCrypto } from '@platform/proof/node';
import { type PluginFiles, pluginHash } from '@platform/proof/plugin';
import { signHash, signObject } from '@platform/proof/signed';
import { verify } from '@platform/proof/verify';
import type { Receipt } from '@platform/protocol/receipt';
import { SOFTWARE, token, transfer } from './support/actions.ts';
import { deploymentTest, outcome } from './support/deployment-test.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Deployment } from './support/types.ts';

describe('a plugin that is not the one that was signed', () => {
  const tamper = (d: Deployment, change: (plugin: PluginFiles) => PluginFiles): void => {
    const plugin = d.plugins.get('treasury');
    assert.ok(plugin);
    const files = change({ manifest: plugin.manifest, connector: plugin.connector });
    d.plugins.set('treasury', { ...files, hash: pluginHash(nodeCrypto, files) });
  };

  const TAMPERED: Readonly<Record<string, (plugin: PluginFiles) => PluginFiles>> = {
    'without rules in its manifest': ({ manifest, connector }) => ({
      connector,
      manifest: { ...manifest, facades: manifest.facades.map((facade) => ({ ...facade, rules: [] })) },
    }),
    'whose connector pays to what the memo says': ({ manifest, connector }) => ({
      manifest,
      connector: {
        ...connector,
        operations: connector.operations.map((operation) => ({
          ...operation,
          body: { ...operation.body, to_account: 'memo' },
        })),
      },
    }),
    'whose acknowledgments another key signs': ({ manifest, connector }) => ({
      manifest,
      connector: { ...connector, kid: 'recipient' },
    }),
  };
  for (const [what, change] of Object.entries(TAMPERED)) {
    deploymentTest(`${what}: nothing is proposed, registered or redeemed until it is restored`, async (d) => {
      const active = await d.propose(await d.register());
      const signed = d.plugins.get('treasury');
      assert.ok(signed);
      tamper(d, change);
      const refused = [503, 'plugin_hash_mismatch'];
      const { contract_id } = active.grant;
      const hash = pluginHashOf(d.plugins);
      const body = {
        contract_id,
        facade: 'bank.executeTransfer',
        params: transfer(),
        plugin_hash: hash,
        software: SOFTWARE,
      };
      const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const bearer = await token({ scope: 'grants', ref }, Date.parse(d.now()));
      assert.deepEqual(outcome(await d.post('/grants', body, bearer)), refused);
      assert.deepEqual(outcome(await d.post('/contracts', d.sign(d.mandate()))), refused);
      assert.deepEqual(outcome(await d.redeem(active)), refused);
      const shown = await d.get<{ detail: { message: string } }>('/profiles/treasury.v1');
      assert.deepEqual(outcome(shown), refused);
      assert.match(shown.body.detail.message, /restore its manifest\.json and connector\.json, or publish/);
      d.plugins.set('treasury', signed);
      assert.equal((await d.redeem(active)).status, 200);
    });
  }

  deploymentTest('in the gateway: what its tools propose is refused', async (d) => {
    const plugin_hash = '0'.repeat(64);
    const body = {
      contract_id: await d.register(),
      facade: 'bank.executeTransfer',
      params: transfer(),
      plugin_hash,
      software: SOFTWARE,
    };
    const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const bearer = await token({ scope: 'grants', ref }, Date.parse(d.now()));
    assert.deepEqual(outcome(await d.post('/grants', body, bearer)), [503, 'plugin_hash_mismatch']);
  });

  deploymentTest('does not change the receipts of what was decided before', async (d) => {
    const grant = await d.propose(await d.register());
    await d.redeem(grant);
    const signed = d.plugins.get('treasury');
    tamper(d, ({ manifest, connector }) => ({ connector, manifest: { ...manifest, version: '9.9.9' } }));
    const reported = await d.report(grant);
    const { body } = await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`);
    assert.equal(body.what.plugin_version, signed?.manifest.version);
    assert.equal(body.why.profile.plugin_hash, pluginHash(nodeCrypto, body.why.plugin));
    assert.equal(verify(nodeCrypto, body, { keys: await d.deps.keys() }).verdict, 'verified');
  });
});

describe('objects that were made for another deployment', () => {
  const deployment = 'dp_ffffffffffffffffffffffff';

  deploymentTest('a mandate and a revocation, signed with the same key, are refused', async (d) => {
    const elsewhere = d.sign(d.mandate({ deployment }));
    assert.deepEqual(outcome(await d.post('/contracts', elsewhere)), [422, 'deployment_mismatch']);
    const contract_id = await d.register();
    const { body } = await d.get<{ contract_hash: string }>(`/contracts/${contract_id}`);
    const revocation = {
      ...{ type: 'sanad/revocation/1' as const, deployment, contract_id, contract_hash: body.contract_hash },
      ...{ revoked_at: d.now(), reason: 'test' },
    };
    const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
    const revoked = await d.post(`/contracts/${contract_id}/revoke`, {
      ...{ revocation, revocation_hash: hash, signature },
    });
    assert.deepEqual(outcome(revoked), [422, 'deployment_mismatch']);
    assert.equal((await d.get(`/contracts/${contract_id}`)).body.status, 'active');
  });

  deploymentTest('a decision is not recorded', async (d) => {
    const grant = await d.propose(await d.register());
    assert.equal((await d.redeem(grant)).status, 200);
    assert.deepEqual(outcome(await d.report(grant, { deployment })), [422, 'deployment_mismatch']);
    assert.equal((await d.report(grant)).status, 201);
  });

  deploymentTest('a profile is not in force: 503', async (d) => {
    const contract_id = await d.register();
    d.publish('treasury.v1', { deployment });
    assert.deepEqual(outcome(await d.get('/profiles/treasury.v1')), [503, 'deployment_mismatch']);
    const body = {
      contract_id,
      facade: 'bank.executeTransfer',
      params: transfer(),
      plugin_hash: pluginHashOf(d.plugins),
      software: SOFTWARE,
    };
    const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const bearer = await token({ scope: 'grants', ref }, Date.parse(d.now()));
    assert.deepEqual(outcome(await d.post('/grants', body, bearer)), [503, 'deployment_mismatch']);
  });

  deploymentTest('a key enrolled elsewhere signs nothing here', async (d) => {
    const known = d.rawKeys.get('principal_zayd');
    assert.ok(known);
    d.rawKeys.set('principal_zayd', { ...known, deployment });
    const mandate = d.sign(d.mandate({ principal: 'zayd' }), 'principal_zayd');
    assert.deepEqual(outcome(await d.post('/contracts', mandate)), [403, 'kid_unknown']);
  });

  deploymentTest('a held grant is not approved, and an active one not spent', async (d) => {
    const held = await d.propose(await d.register(), transfer({ amount: '2000' }));
    const active = await d.propose(held.grant.contract_id);
    const elsewhere = { ...d.deps, deployment };
    const approval = {
      action_hash: held.action_hash,
      signature: signHash(d.signer('approver_cfo'), held.action_hash),
    };
    const approved = await approveGrant(elsewhere, held.grant.grant_id, approval);
    assert.equal(approved.ok ? 'ok' : approved.error.code, 'deployment_mismatch');
    const redemption = {
      ...{ type: 'sanad/redemption/1' as const, redemption_id: 'red_1', grant_id: active.grant.grant_id },
      ...{
        grant_hash: active.grant_hash,
        action_hash: active.action_hash,
        venue: 'local',
        requested_at: d.now(),
      },
    };
    const { hash, signature } = signObject(nodeCrypto, d.signer('pep'), redemption);
    const request = { redemption, redemption_hash: hash, signature, presentation: null };
    const redeemed = await redeemGrant(elsewhere, active.grant.grant_id, request, {
      presentedFor: () => true,
    });
    assert.equal(redeemed.ok ? 'ok' : redeemed.error.code, 'deployment_mismatch');
  });
});
