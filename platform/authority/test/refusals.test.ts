import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { approveGrant } from '@platform/authority/use-cases/approve-grant';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import { type Plugin, pluginHash } from '@platform/core/signed/plugin';
import { signHash, signObject } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { SignJWT } from 'jose';
import { JWT_SECRET, SOFTWARE, token, transfer } from './support/actions.ts';
import { deploymentTest, outcome } from './support/deployment-test.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Deployment } from './support/types.ts';

const RECORDS: Partial<Mandate> = {
  profile: 'records.v1',
  scope: ['records.lookup', 'records.release'],
  policy_version: 'records.v1@1.0.0',
  rules: { max_sensitivity: 'confidential', purposes: ['treatment'] },
};
const RELEASE = {
  record_id: 'rec_1',
  recipient_id: 'clinic',
  purpose: 'treatment',
  sensitivity: 'internal',
  reference: 'request 1',
};

describe('reasons of the policy, through HTTP', () => {
  const cases: readonly (readonly [
    reason: string,
    mandate: Partial<Mandate>,
    params: Record<string, unknown>,
    facade?: string,
  ])[] = [
    ['ok', {}, transfer()],
    ['approval_required', {}, transfer({ amount: '1000.01' })],
    ['beneficiary_not_approved', {}, transfer({ beneficiary_id: 'mallory' })],
    ['beneficiary_not_approved', {}, transfer({ to_account: 'acct_mallory' })],
    ['amount_over_limit', {}, transfer({ amount: '5000.01' })],
    [
      'daily_limit_exceeded',
      { rules: { amount_max: '5000', daily_max: '100', threshold: '1000' } },
      transfer(),
    ],
    ['facade_not_in_scope', { scope: ['bank.readBalance'] }, transfer()],
    ['facade_not_in_scope', {}, { beneficiary_id: 'mallory' }, 'bank.addBeneficiary'],
    ['use_count_exceeded', { limits: { runtime_max_s: 60, use_count_max: 0 } }, transfer()],
    ['ok', RECORDS, RELEASE, 'records.release'],
    ['recipient_not_approved', RECORDS, { ...RELEASE, recipient_id: 'press' }, 'records.release'],
    ['purpose_not_allowed', RECORDS, { ...RELEASE, purpose: 'marketing' }, 'records.release'],
    ['release_limit_exceeded', RECORDS, { ...RELEASE, sensitivity: 'restricted' }, 'records.release'],
  ];
  for (const [reason, mandate, params, facade] of cases) {
    deploymentTest(`${reason}: ${facade ?? 'transfer'} ${JSON.stringify(params)}`, async (d) => {
      const grant = await d.propose(await d.register(mandate), params, facade);
      assert.equal(grant.decision.reason, reason, grant.decision.detail);
      assert.equal(
        grant.status,
        reason === 'ok' ? 'active' : reason === 'approval_required' ? 'pending' : 'denied',
      );
    });
  }

  deploymentTest('duplicate_action: the same invoice, however it is written', async (d) => {
    const mandate = await d.register();
    await d.propose(mandate, transfer({ memo: 'Invoice INV-7' }));
    for (const patch of [{ memo: 'invoice  inv 7.' }, { memo: 'Invoice INV-7', amount: '250.00' }]) {
      assert.equal((await d.propose(mandate, transfer(patch))).decision.reason, 'duplicate_action');
    }
    assert.equal(
      (await d.propose(await d.register(), transfer({ memo: 'Invoice INV-7' }))).decision.reason,
      'duplicate_action',
    );
  });

  deploymentTest('contract_expired: by time, and by a newer version of the profile', async (d) => {
    const mandate = await d.register({ valid_to: '2026-03-02T10:00:00.000Z' });
    const lasting = await d.register();
    d.advance(3_601);
    assert.equal((await d.propose(mandate, transfer())).decision.reason, 'contract_expired');
    const active = await d.propose(lasting, transfer());
    assert.equal(active.decision.reason, 'ok');
    d.publish('treasury.v1', { version: '1.1.0' });
    assert.equal((await d.propose(lasting, transfer())).decision.reason, 'contract_expired');
    assert.deepEqual(outcome(await d.redeem(active)), [409, 'contract_expired']);
  });
});

describe('mandates that are not registered', () => {
  const rules = { amount_max: '5000', daily_max: '10000', threshold: '1000' };
  const cases: readonly (readonly [code: string, status: number, patch: Partial<Mandate>])[] = [
    ['policy_version_mismatch', 409, { policy_version: 'treasury.v1@0.9.0' }],
    ['amount_max_over_profile', 422, { rules: { ...rules, amount_max: '10000.01' } }],
    ['daily_max_over_profile', 422, { rules: { ...rules, daily_max: '50001' } }],
    ['threshold_over_profile', 422, { rules: { ...rules, threshold: '1001' } }],
    ['scope_over_profile', 422, { scope: ['bank.addBeneficiary'], forbidden: [] }],
    ['runtime_max_s_over_profile', 422, { limits: { runtime_max_s: 3_601, use_count_max: 1 } }],
    ['use_count_max_over_profile', 422, { limits: { runtime_max_s: 60, use_count_max: 1_001 } }],
    ['validity_over_profile', 422, { valid_to: '2028-01-01T00:00:00.000Z' }],
    [
      'validity_invalid',
      422,
      { valid_to: '2025-01-01T00:00:00.000Z', valid_from: '2025-02-01T00:00:00.000Z' },
    ],
    ['rule_missing', 422, { rules: { amount_max: '10' } }],
    ['profile_unknown', 422, { profile: 'mail.v1', policy_version: 'mail.v1@1.0.0' }],
    [
      'purposes_over_profile',
      422,
      { ...RECORDS, rules: { max_sensitivity: 'public', purposes: ['marketing'] } },
    ],
    [
      'max_sensitivity_over_profile',
      422,
      { ...RECORDS, rules: { max_sensitivity: 'restricted', purposes: [] } },
    ],
  ];
  for (const [code, status, patch] of cases) {
    deploymentTest(code, async (d) => {
      assert.deepEqual(outcome(await d.post('/contracts', d.sign(d.mandate(patch)))), [status, code]);
    });
  }

  deploymentTest('agent_is_approver', async (d) => {
    const routes = [
      {
        approver_type: 'officer',
        approvers: ['agent_ap'],
        wait_s: 60,
        notify: [],
        assurance: 'signature' as const,
      },
    ];
    const signed = d.sign(d.mandate({ approval: { routes } }));
    assert.deepEqual(outcome(await d.post('/contracts', signed)), [422, 'agent_is_approver']);
  });

  deploymentTest('approvers_too_few', async (d) => {
    const route = {
      approver_type: 'officer',
      approvers: ['cfo', 'approver_cfo.phone'],
      wait_s: 60,
      notify: [],
      assurance: 'signature' as const,
      approvals_needed: 2,
    };
    const signed = d.sign(d.mandate({ approval: { routes: [route] } }));
    assert.deepEqual(outcome(await d.post('/contracts', signed)), [422, 'approvers_too_few']);
  });

  deploymentTest('a signature that is not the principal’s', async (d) => {
    const mandate = d.mandate();
    assert.deepEqual(outcome(await d.post('/contracts', d.sign(mandate, 'approver_cfo'))), [
      403,
      'role_not_allowed',
    ]);
    assert.deepEqual(outcome(await d.post('/contracts', d.sign(mandate, 'principal_zayd'))), [
      403,
      'signer_is_another_principal',
    ]);
    const signed = d.sign(mandate);
    const changed = { ...signed, contract: { ...mandate, agent: 'mallory' } };
    assert.deepEqual(outcome(await d.post('/contracts', changed)), [422, 'hash_mismatch']);
    const forged = { ...signed, signature: { ...signed.signature, sig: 'ab'.repeat(64) } };
    assert.deepEqual(outcome(await d.post('/contracts', forged)), [403, 'signature_invalid']);
    const unknown = { ...signed, signature: { ...signed.signature, kid: 'principal_nobody' } };
    assert.deepEqual(outcome(await d.post('/contracts', unknown)), [403, 'kid_unknown']);
    assert.deepEqual((await d.get('/contracts')).body, []);
  });

  deploymentTest(
    'a mandate for a tenant that its principal’s key does not name, to block its invoices',
    async (d) => {
      const mandate = d.mandate({ principal: 'zayd', tenant: 'tn_test' });
      const refused = await d.post('/contracts', d.sign(mandate, 'principal_zayd'));
      assert.deepEqual(outcome(refused), [403, 'tenant_not_of_principal']);
      const own = d.sign({ ...mandate, tenant: 'tn_zayd' }, 'principal_zayd');
      assert.equal((await d.post('/contracts', own)).status, 201);
    },
  );

  deploymentTest('another mandate under the same id', async (d) => {
    const first = d.mandate();
    assert.equal((await d.post('/contracts', d.sign(first))).status, 201);
    assert.equal((await d.post('/contracts', d.sign(first))).status, 200, 'exactly the same again');
    const other = d.sign({ ...first, agent: 'other' });
    assert.deepEqual(outcome(await d.post('/contracts', other)), [409, 'contract_exists']);
  });
});

describe('who may propose', () => {
  deploymentTest('only the gateway, with its token for exactly this body', async (d) => {
    const contract_id = await d.register();
    const body = {
      contract_id,
      plugin: 'treasury',
      facade: 'bank.executeTransfer',
      params: transfer(),
      plugin_hash: pluginHashOf(d.plugins),
      software: SOFTWARE,
    };
    const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const nowMs = Date.parse(d.now());
    const good = await token({ scope: 'grants', ref }, nowMs);
    const secret = (text: string) => new TextEncoder().encode(text);
    const claims = () =>
      new SignJWT({ scope: 'grants', ref })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('amina')
        .setIssuedAt(nowMs / 1_000)
        .setExpirationTime(nowMs / 1_000 + 60);
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${good.split('.')[1]}.`;
    const bad: Readonly<Record<string, string | undefined>> = {
      'no token': undefined,
      'alg none': none,
      'another secret': await claims()
        .setIssuer('gateway')
        .setAudience('authority')
        .sign(secret('another secret 123')),
      'an agent’s token': await claims().sign(secret(JWT_SECRET)),
      'for another body': await token({ scope: 'grants', ref: '0'.repeat(64) }, nowMs),
      'for another scope': await token({ scope: 'execute', ref }, nowMs),
      expired: await token({ scope: 'grants', ref }, nowMs - 61_000),
    };
    for (const [name, bearer] of Object.entries(bad)) {
      assert.deepEqual(outcome(await d.post('/grants', body, bearer)), [401, 'unauthorized'], name);
    }
    const foreign = await token({ scope: 'grants', ref, sub: 'zayd' }, nowMs);
    assert.deepEqual(outcome(await d.post('/grants', body, foreign)), [403, 'contract_not_yours']);
    assert.deepEqual((await d.get('/grants')).body, []);
    assert.equal((await d.post('/grants', body, good)).status, 201);
  });

  deploymentTest('params that the plugin does not allow, or that its request cannot carry', async (d) => {
    const treasury = d.plugins.get('treasury');
    assert.ok(treasury);
    const connector = structuredClone(treasury.connector);
    for (const operation of connector.operations.filter(({ ack }) => ack !== null))
      Object.assign(operation, { headers: { 'x-memo': 'memo' } });
    const hash = pluginHash(nodeCrypto, { ...treasury, connector });
    (d.plugins as Map<string, Plugin>).set('treasury', { ...treasury, connector, hash });
    d.publish('treasury.v1');
    const contract_id = await d.register();
    const invalid = [{ amount: '-1' }, { amount: 5 }, { extra: 'x' }, { memo: 'hidden \u{E0041}' }];
    for (const patch of [...invalid, { memo: 'Überweisung' }]) {
      const body = {
        contract_id,
        plugin: 'treasury',
        facade: 'bank.executeTransfer',
        params: transfer(patch),
        plugin_hash: pluginHashOf(d.plugins),
        software: SOFTWARE,
      };
      const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const bearer = await token({ scope: 'grants', ref }, Date.parse(d.now()));
      assert.deepEqual(outcome(await d.post('/grants', body, bearer)), [422, 'params_invalid']);
    }
  });
});

describe('approvals', () => {
  deploymentTest(
    'by a stranger, who makes nobody wait: the signature is checked before the lock',
    async (d) => {
      const held = await d.propose(await d.register(), transfer({ amount: '2000' }));
      const { store } = d.deps;
      const { atomically } = store;
      let transactions = 0;
      store.atomically = (work) => {
        transactions += 1;
        return atomically(work);
      };
      const signature = { ...signHash(d.signer('approver_cfo'), held.action_hash), sig: '0'.repeat(128) };
      const path = `/grants/${held.grant.grant_id}/approve`;
      const forged = await d.post(path, { action_hash: held.action_hash, signature });
      assert.deepEqual([outcome(forged), transactions], [[403, 'signature_invalid'], 0]);
      assert.equal((await d.approve(held)).status, 200);
    },
  );

  deploymentTest('and an approval itself has one instant, although the clock goes on', async (d) => {
    const held = await d.propose(await d.register(), transfer({ amount: '2000' }));
    const start = d.deps.clock();
    let readings = 0;
    const clock = () => {
      readings += 1;
      return start + readings;
    };
    const signature = signHash(d.signer('approver_cfo'), held.action_hash);
    const request = { action_hash: held.action_hash, signature };
    const approved = await approveGrant({ ...d.deps, clock }, held.grant.grant_id, request);
    assert.ok(approved.ok);
    const { grant, approval } = approved.value;
    const instant = new Date(start + 1).toISOString();
    assert.deepEqual(
      [readings, grant.approved_at, grant.issued_at, approval?.approved_at],
      [1, instant, instant, instant],
    );
  });

  deploymentTest('by anyone but the route’s approvers, or of another action', async (d) => {
    const mandate = await d.register();
    const [held, other] = [
      await d.propose(mandate, transfer({ amount: '2000' })),
      await d.propose(mandate, transfer({ amount: '2000' })),
    ];
    const expected = {
      approver_guest: 'approver_not_listed',
      approver_agent_ap: 'approver_is_agent',
      principal_amina: 'role_not_allowed',
      authority: 'role_not_allowed',
      pep: 'role_not_allowed',
    };
    for (const [kid, code] of Object.entries(expected)) {
      assert.deepEqual(outcome(await d.approve(held, kid)), [403, code]);
    }
    const signature = signHash(d.signer('approver_cfo'), held.action_hash);
    const path = `/grants/${other.grant.grant_id}/approve`;
    assert.deepEqual(outcome(await d.post(path, { action_hash: held.action_hash, signature })), [
      422,
      'action_hash_mismatch',
    ]);
    assert.deepEqual(outcome(await d.post(path, { action_hash: other.action_hash, signature })), [
      403,
      'signature_invalid',
    ]);
    assert.equal((await d.get(`/grants/${other.grant.grant_id}`)).body.status, 'pending');
  });

  deploymentTest('with a software key if the route requires hardware', async (d) => {
    const routes = [
      {
        approver_type: 'officer',
        approvers: ['cfo'],
        wait_s: 60,
        notify: [],
        assurance: 'hardware' as const,
      },
    ];
    const held = await d.propose(await d.register({ approval: { routes } }), transfer({ amount: '2000' }));
    assert.deepEqual(outcome(await d.approve(held)), [403, 'assurance_not_met']);
  });

  deploymentTest('with a key that was compromised', async (d) => {
    const held = await d.propose(await d.register(), transfer({ amount: '2000' }));
    const entry = d.rawKeys.get('approver_cfo');
    assert.ok(entry !== undefined);
    d.rawKeys.set('approver_cfo', { ...entry, compromised_at: d.now() });
    assert.deepEqual(outcome(await d.approve(held)), [403, 'key_compromised']);
  });
});

describe('redemptions and reports', () => {
  deploymentTest(
    'redeemed by anyone but the enforcement point, or not presented by the gateway',
    async (d) => {
      const grant = await d.propose(await d.register());
      const { grant_id } = grant.grant;
      const redemption = {
        type: 'sanad/redemption/1',
        redemption_id: 'red_1',
        grant_id,
        grant_hash: grant.grant_hash,
        action_hash: grant.action_hash,
        venue: 'local',
        requested_at: d.now(),
      } as const;
      const path = `/grants/${grant_id}/redeem`;
      const presentation = await token({ scope: 'execute', ref: grant_id }, Date.parse(d.now()));
      const send = (kid: string, patch = {}, presented: string | null = presentation) => {
        const object = { ...redemption, ...patch };
        const { hash, signature } = signObject(nodeCrypto, d.signer(kid), object);
        return d.post(path, {
          redemption: object,
          redemption_hash: hash,
          signature,
          presentation: presented,
        });
      };
      assert.deepEqual(outcome(await send('authority')), [403, 'role_not_allowed']);
      assert.deepEqual(outcome(await send('pep', { venue: 'elsewhere' })), [403, 'venue_unknown']);
      assert.deepEqual(outcome(await send('pep', { grant_id: 'gr_other' })), [
        422,
        'redemption_of_another_grant',
      ]);
      assert.deepEqual(outcome(await send('pep', { grant_hash: '0'.repeat(64) })), [409, 'grant_reissued']);
      assert.deepEqual(outcome(await send('pep', {}, null)), [401, 'presentation_invalid']);
      const ofAnother = await token({ scope: 'execute', ref: grant_id, sub: 'zayd' }, Date.parse(d.now()));
      assert.deepEqual(outcome(await send('pep', {}, ofAnother)), [401, 'presentation_invalid']);
      assert.equal((await send('pep')).status, 200);
      assert.equal((await send('pep', {}, null)).status, 200, 'the same redemption id again');
      assert.deepEqual(outcome(await send('pep', { redemption_id: 'red_2' })), [
        409,
        'grant_already_redeemed',
      ]);
    },
  );

  deploymentTest('by a clock set an hour back redeem nothing: the receipt could never verify', async (d) => {
    const grant = await d.propose(await d.register());
    d.advance(-3_600);
    assert.deepEqual(outcome(await d.redeem(grant)), [409, 'grant_not_yet_issued']);
    d.advance(3_600);
    assert.equal((await d.redeem(grant)).status, 200);
  });

  deploymentTest('reported under a key that is compromised by now, dated back, or as denied', async (d) => {
    const grant = await d.propose(await d.register());
    assert.equal((await d.redeem(grant)).status, 200);
    for (const outcomeOf of ['denied', 'expired'] as const) {
      const report = { outcome: outcomeOf, reason: 'amount_over_limit', executed_at: null } as const;
      const refused = await d.report(grant, { ...report, counterparty_ack_hash: null }, true);
      assert.deepEqual(outcome(refused), [422, 'outcome_not_reportable']);
    }
    const entry = d.rawKeys.get('pep');
    assert.ok(entry !== undefined);
    d.advance(60);
    d.rawKeys.set('pep', { ...entry, compromised_at: d.now() });
    const before = new Date(Date.parse(d.now()) - 30_000).toISOString();
    const backdated = await d.report(grant, { decided_at: before });
    assert.deepEqual(outcome(backdated), [403, 'key_compromised']);
    d.rawKeys.set('pep', entry);
    assert.equal((await d.report(grant, { decided_at: before })).status, 201);
  });

  deploymentTest(
    'reported with an acknowledgment of another amount, payee, operation or counterparty',
    async (d) => {
      const grant = await d.propose(await d.register());
      assert.equal((await d.redeem(grant)).status, 200);
      for (const forged of [
        { fields: { amount: '9' } },
        { fields: { to_account: 'acct_stranger' } },
        { fields: { operation: 'balance' } },
        { fields: { tenant: 'tn_other' } },
        { kid: 'recipient' },
      ]) {
        const refused = await d.report(grant, {}, false, forged);
        assert.deepEqual(outcome(refused), [422, 'ack_mismatch'], JSON.stringify(forged));
      }
      const acknowledgedYetRefused = {
        outcome: 'refused',
        reason: 'counterparty_refused',
        executed_at: null,
      } as const;
      assert.deepEqual(outcome(await d.report(grant, acknowledgedYetRefused)), [422, 'ack_mismatch']);
      const repeated = await d.report(grant, {}, false, {
        fields: { amount: '250', memo: String(grant.action.params.memo) },
      });
      assert.equal(repeated.status, 201);
    },
  );

  deploymentTest('reported before redemption, about another action, twice differently', async (d) => {
    const grant = await d.propose(await d.register());
    assert.deepEqual(outcome(await d.report(grant)), [409, 'grant_not_redeemed']);
    assert.equal((await d.redeem(grant)).status, 200);
    const wrong = { action_hash: '0'.repeat(64) };
    assert.deepEqual(outcome(await d.report(grant, wrong)), [422, 'decision_of_another_grant']);
    assert.deepEqual(outcome(await d.report(grant, { counterparty_ack_hash: null })), [422, 'ack_mismatch']);
    const unacknowledged = { counterparty_ack_hash: null, response_sha256: '0'.repeat(64) };
    assert.deepEqual(outcome(await d.report(grant, unacknowledged, true)), [422, 'ack_mismatch']);
    assert.equal((await d.report(grant)).status, 201);
    assert.deepEqual(outcome(await d.report(grant, { detail: 'another' })), [409, 'decision_differs']);
  });
});

deploymentTest(
  'a refusal ends a spent grant, and gives back its uses, its sum and its invoice',
  async (d) => {
    const id = await d.register({ limits: { runtime_max_s: 300, use_count_max: 1 } });
    const params = transfer();
    const grant = await d.propose(id, params);
    assert.equal((await d.redeem(grant)).status, 200);
    assert.equal((await d.propose(id, params)).decision.reason, 'use_count_exceeded');
    const refusal = {
      outcome: 'refused',
      reason: 'grant_invalid',
      detail: 'The connector names no account.',
      executed_at: null,
      counterparty_ack_hash: null,
    } as const;
    const reported = await d.report(grant, refusal, true);
    assert.equal(reported.status, 201);
    await d.sequencer.settled();
    const { grant_id: grantId } = grant.grant;
    const { body: ended } = await d.get<GrantRecord>(`/grants/${grantId}`);
    const { reason, detail } = refusal;
    assert.deepEqual([ended.status, ended.ending], ['denied', { outcome: 'denied', reason, detail }]);
    const { body: receipt } = await d.get<Receipt>(`/receipts/${ended.receipt_id}`);
    const verified = verify(nodeCrypto, receipt, {
      keys: (await d.get<KeySet>('/.well-known/keys.json')).body,
    });
    assert.deepEqual([verified.verdict, receipt.what.outcome], ['verified', 'refused']);
    // Neither the same report again, nor another, nor a redemption changes anything.
    assert.deepEqual((await d.report(grant, refusal, true)).body, reported.body);
    assert.deepEqual(outcome(await d.report(grant)), [409, 'decision_differs']);
    assert.deepEqual(outcome(await d.redeem(grant)), [409, 'grant_not_active']);
    assert.equal((await d.propose(id, params)).status, 'active');
    assert.equal((await d.propose(id)).decision.reason, 'use_count_exceeded', 'given back once');
  },
);

describe('profiles that cannot be trusted', () => {
  const change = (d: Deployment, patch: (file: { profile: Record<string, unknown> }) => unknown): void => {
    const file = JSON.parse(d.profileFiles.get('treasury.v1') ?? '{}');
    patch(file);
    d.profileFiles.set('treasury.v1', JSON.stringify(file));
  };
  const expect503 = async (d: Deployment, code: string): Promise<void> => {
    assert.deepEqual(outcome(await d.get('/profiles/treasury.v1')), [503, code]);
    assert.deepEqual(outcome(await d.get('/profiles/treasury.v1/publication')), [503, code]);
    assert.deepEqual(outcome(await d.post('/contracts', d.sign(d.mandate()))), [503, code]);
  };

  deploymentTest('altered: profile_hash_mismatch', async (d) => {
    const contract_id = await d.register();
    const grant = await d.propose(contract_id);
    change(d, (file) => Object.assign(file.profile, { reason: 'altered' }));
    await expect503(d, 'profile_hash_mismatch');
    assert.deepEqual(outcome(await d.redeem(grant)), [503, 'profile_hash_mismatch']);
    await assert.rejects(d.propose(contract_id, transfer()), /profile_hash_mismatch/);
  });

  deploymentTest('signed by another key under the principal’s name: profile_signature_invalid', async (d) => {
    change(d, (file) => {
      const { hash, signature } = signObject(nodeCrypto, d.signer('principal_zayd'), file.profile as never);
      Object.assign(file, { profile_hash: hash, signature: { ...signature, kid: 'principal_amina' } });
    });
    await expect503(d, 'profile_signature_invalid');
  });

  deploymentTest('signed by someone who is not a principal: signer_not_principal', async (d) => {
    change(d, (file) => {
      const { hash, signature } = signObject(nodeCrypto, d.signer('authority'), file.profile as never);
      Object.assign(file, { profile_hash: hash, signature });
    });
    await expect503(d, 'signer_not_principal');
  });

  deploymentTest('rolled back to an older version: profile_hash_mismatch', async (d) => {
    const old = d.profileFiles.get('treasury.v1') ?? '';
    d.publish('treasury.v1', { version: '1.1.0' });
    assert.equal((await d.get('/profiles/treasury.v1')).body.version, '1.1.0');
    d.profileFiles.set('treasury.v1', old);
    await expect503(d, 'profile_hash_mismatch');
  });
});

describe('what does not exist or is malformed', () => {
  deploymentTest('404, 422 and 413 in the document’s shape', async (d) => {
    assert.deepEqual(outcome(await d.get('/contracts/ic_none')), [404, 'contract_not_found']);
    assert.deepEqual(outcome(await d.get('/grants/gr_none')), [404, 'grant_not_found']);
    assert.deepEqual(outcome(await d.get('/receipts/rcpt_none')), [404, 'receipt_not_found']);
    assert.deepEqual(outcome(await d.get('/profiles/mail.v1')), [404, 'profile_not_found']);
    assert.deepEqual(outcome(await d.get('/log/head')), [404, 'log_empty']);
    assert.deepEqual(outcome(await d.get('/log/consistency?from=5')), [422, 'sizes_invalid']);
    assert.deepEqual(outcome(await d.get('/grants?status=gone')), [422, 'invalid_request']);
    assert.deepEqual(outcome(await d.get('/receipts/%00')), [400, 'bad_request']);
    for (const path of ['/receipts/..%2f..%2fetc%2fpasswd', '/receipts/rcpt_..']) {
      assert.ok([404, 422].includes((await d.get(path)).status), path);
    }
    assert.deepEqual(outcome(await d.post('/contracts', { contract: {} })), [422, 'invalid_request']);
    const large = await d.post('/contracts', { padding: 'x'.repeat(10_000_000) });
    assert.deepEqual(outcome(large), [413, 'payload_too_large']);
  });

  deploymentTest('plugins, keys and health', async (d) => {
    const { body: plugins } = await d.get<{ name: string; covered_facade: string }[]>('/plugins');
    const covered = new Map(plugins.map(({ name, covered_facade: facade }) => [name, facade]));
    assert.equal(covered.get('records'), 'records.release');
    assert.equal(covered.get('treasury'), 'bank.executeTransfer');
    const { body: keys } = await d.get<Record<string, { fingerprint: string }>>('/.well-known/keys.json');
    assert.match(keys.pep?.fingerprint ?? '', /^sha256:[0-9a-f]{64}$/);
    assert.equal((await d.get('/healthz')).status, 200);
    assert.equal((await d.get('/openapi.json')).status, 200);
    const { body: grants } = await d.get<GrantRecord[]>('/grants?status=pending');
    assert.deepEqual(grants, []);
  });
});
