import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { approveGrant } from '@platform/authority/use-cases/approve-grant';
import { redeemGrant } from '@platform/authority/use-cases/redeem-grant';
import type { Profile, SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import { type PluginFiles, pluginHash } from '@platform/core/signed/plugin';
import { signHash, signObject } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { SOFTWARE, token, transfer } from './support/actions.ts';
import { deploymentTest, outcome } from './support/deployment-test.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Answer, Deployment } from './support/types.ts';

const NAME = 'treasury.v1';
const PATH = `/profiles/${NAME}/versions`;

/** The version in force with changes, signed as written over it. */
async function next(
  d: Deployment,
  changes: Partial<Profile>,
  kid = 'principal_amina',
): Promise<SignedProfile> {
  const { profile, profile_hash: replaces } = unwrap(await d.deps.readProfile(NAME));
  const object = { ...profile, published_at: d.now(), replaces, ...changes };
  const { hash, signature } = signObject(nodeCrypto, d.signer(kid), object);
  return { profile: object, profile_hash: hash, signature };
}

const codeOf = ({ status, body }: Answer) => [status, (body.detail as { error?: string } | undefined)?.error];
const versions = async (d: Deployment, query = '') => {
  const { body } = await d.get<SignedProfile[]>(`${PATH}${query}`);
  return body.map(({ profile }) => profile.version);
};

onBothEngines('a profile that is published to the authority', {
  'is in force for the next proposal, and its mandates are over': onSqlite(async (d) => {
    const before = await d.register();
    const held = await d.propose(before, transfer({ amount: '1500' }));
    const signed = await next(d, { version: '1.0.1', rules: { ...(await rules(d)), amount_max: '400' } });
    const { status, body } = await d.post<SignedProfile>(PATH, signed);
    assert.equal(status, 201);
    assert.deepEqual(body, signed);
    assert.deepEqual(JSON.parse(d.profileFiles.get(NAME) ?? ''), signed);
    assert.equal((await d.propose(before)).decision.reason, 'contract_expired');
    assert.equal((await d.get<{ status: string }>(`/grants/${held.grant.grant_id}`)).body.status, 'denied');
    const after = await d.register({
      policy_version: `${NAME}@1.0.1`,
      rules: { ...RULES, amount_max: '400' },
    });
    assert.equal((await d.propose(after, transfer({ amount: '401' }))).decision.reason, 'amount_over_limit');
    assert.equal((await d.propose(after, transfer({ amount: '400' }))).decision.outcome, 'allow');
  }),

  'stays readable with who, when and why, newest first, in pages': onSqlite(async (d) => {
    for (const version of ['1.9.0', '1.10.0', '1.11.0']) {
      const signed = await next(d, { version, reason: `for ${version}` });
      assert.equal((await d.post(PATH, signed)).status, 201);
    }
    assert.deepEqual(await versions(d), ['1.11.0', '1.10.0', '1.9.0', '1.0.0']);
    assert.deepEqual(await versions(d, '?limit=2'), ['1.11.0', '1.10.0']);
    assert.deepEqual(await versions(d, '?limit=2&before=1.10.0'), ['1.9.0', '1.0.0']);
    const { headers } = await d.app.inject({ url: `${PATH}?limit=2` });
    assert.equal(headers.link, `<${PATH}?limit=2&before=1.10.0>; rel="next"`);
    const { body } = await d.get<SignedProfile[]>(PATH);
    assert.deepEqual(
      body.map(({ profile }) => [profile.reason, profile.published_by]),
      [
        ['for 1.11.0', 'amina'],
        ['for 1.10.0', 'amina'],
        ['for 1.9.0', 'amina'],
        ['test', 'amina'],
      ],
    );
    for (const [index, { profile }] of body.entries()) {
      assert.equal(profile.replaces, body[index + 1]?.profile_hash, 'a chain');
    }
    assert.deepEqual(codeOf(await d.get('/profiles/nobody.v1/versions')), [404, 'profile_not_found']);
  }),

  'a major alone names no profile if several have it': onSqlite(async (d) => {
    assert.deepEqual(codeOf(await d.get('/profiles/v1')), [409, 'profile_ambiguous']);
    assert.deepEqual(codeOf(await d.get('/profiles/v2')), [404, 'profile_not_found']);
  }),

  'a version from a file is among them before anything was decided under it': onSqlite(async (d) => {
    d.publish(NAME, { version: '1.0.5' });
    assert.deepEqual(await versions(d), ['1.0.5']);
  }),

  'is refused over a version that was published meanwhile': async (d) => {
    const mine = await next(d, { version: '2.0.0' });
    assert.equal((await d.post(PATH, await next(d, { version: '1.0.1' }))).status, 201);
    const refused = await d.post(PATH, mine);
    assert.deepEqual(codeOf(refused), [409, 'profile_changed']);
    assert.match(JSON.stringify(refused.body), /treasury\.v1 1\.0\.1 is in force/);
    assert.deepEqual(await versions(d), ['1.0.1', '1.0.0']);
    const { replaces: _, ...without } = (await next(d, { version: '3.0.0' })).profile;
    const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), without);
    assert.deepEqual(codeOf(await d.post(PATH, { profile: without, profile_hash: hash, signature })), [
      409,
      'profile_changed',
    ]);
  },

  'of two at the same moment, one is in force and the other refused; a repetition changes nothing': async (
    d,
  ) => {
    const both = [await next(d, { version: '1.0.1' }), await next(d, { version: '1.0.2' })];
    const answers = await Promise.all(both.map((signed) => d.post(PATH, signed)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    const winner = both[answers.findIndex(({ status }) => status === 201)];
    assert.deepEqual(JSON.parse(d.profileFiles.get(NAME) ?? ''), winner);
    assert.equal((await d.post(PATH, winner)).status, 201);
    assert.equal((await versions(d)).length, 2);
  },

  'is refused for every reason that a reader of its file would have, and for its time and signer': onSqlite(
    async (d) => {
      const refused = async (changes: Partial<Profile>, kid?: string) =>
        codeOf(await d.post(PATH, await next(d, { version: '1.0.1', ...changes }, kid)));
      assert.deepEqual(await refused({ version: '1.0.0' }), [409, 'version_must_rise']);
      assert.deepEqual(await refused({}, 'approver_cfo'), [403, 'role_not_allowed']);
      assert.deepEqual(await refused({ published_by: 'zayd' }), [403, 'role_not_allowed']);
      assert.deepEqual(await refused({ published_by: 'zayd' }, 'principal_zayd'), [
        403,
        'tenant_not_of_principal',
      ]);
      assert.deepEqual(await refused({ plugin_hash: '0'.repeat(64) }), [409, 'plugin_changed']);
      assert.deepEqual(await refused({ rules: { amount_max: '1' } }), [422, 'profile_invalid']);
      assert.deepEqual(await refused({ deployment: `dp_${'0'.repeat(24)}` }), [422, 'deployment_mismatch']);
      const ahead = new Date(Date.parse(d.now()) + 61_000).toISOString();
      assert.deepEqual(await refused({ published_at: ahead }), [422, 'published_at_invalid']);
      const signed = await next(d, { version: '1.0.1' });
      const raised = { ...signed, profile: { ...signed.profile, receipt_retention_days: 1 } };
      assert.deepEqual(codeOf(await d.post(PATH, raised)), [422, 'hash_mismatch']);
      assert.deepEqual(codeOf(await d.post('/profiles/records.v1/versions', signed)), [
        404,
        'profile_not_found',
      ]);
      assert.deepEqual(await versions(d), ['1.0.0']);
    },
  ),
});

const RULES = { amount_max: '5000', daily_max: '10000', threshold: '1000' };
const rules = async (d: Deployment) => unwrap(await d.deps.readProfile(NAME)).profile.rules;

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
        plugin: 'treasury',
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
      assert.match(
        shown.body.detail.message,
        /after an upgrade, sign its profile again with sanad profile renew treasury\.v1; otherwise restore its manifest/,
      );
      d.plugins.set('treasury', signed);
      assert.equal((await d.redeem(active)).status, 200);
    });
  }

  deploymentTest('in the gateway: what its tools propose is refused', async (d) => {
    const plugin_hash = '0'.repeat(64);
    const body = {
      contract_id: await d.register(),
      plugin: 'treasury',
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
      type: 'sanad/revocation/1' as const,
      deployment,
      contract_id,
      contract_hash: body.contract_hash,
      revoked_at: d.now(),
      reason: 'test',
    };
    const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
    const revoked = await d.post(`/contracts/${contract_id}/revoke`, {
      revocation,
      revocation_hash: hash,
      signature,
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
      plugin: 'treasury',
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
      type: 'sanad/redemption/1' as const,
      redemption_id: 'red_1',
      grant_id: active.grant.grant_id,
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
