import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { Mandate } from '@platform/core/objects/mandate';
import { ENFORCEMENT_REASONS, REASONS } from '@platform/core/objects/reasons';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { type Client, outcome, type Reply, route, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { PATIENCE_MS, until } from '../../wait.ts';
import { used } from './deployment.ts';

const RULES = { amount_max: '5000', daily_max: '50000', threshold: '1000' };
const RECORDS: Partial<Mandate> = {
  profile: 'records.v1',
  scope: ['records.lookup', 'records.release'],
  policy_version: 'records.v1@1.0.0',
  rules: { max_sensitivity: 'internal', purposes: ['treatment'] },
  forbidden: [],
};
/** Codes of part 7 by which a mandate is not registered. */
const TOO_MUCH: readonly (readonly [code: string, patch: Partial<Mandate>])[] = [
  ['amount_max_over_profile', { rules: { ...RULES, amount_max: '10000.01' } }],
  ['daily_max_over_profile', { rules: { ...RULES, daily_max: '50000.01' } }],
  ['threshold_over_profile', { rules: { ...RULES, threshold: '1001' } }],
  ['scope_over_profile', { scope: ['bank.addBeneficiary'], forbidden: [] }],
  ['runtime_max_s_over_profile', { limits: { runtime_max_s: 3_601, use_count_max: 1 } }],
  ['use_count_max_over_profile', { limits: { runtime_max_s: 60, use_count_max: 1_001 } }],
  ['validity_over_profile', { valid_to: new Date(Date.now() + 366 * 86_400_000).toISOString() }],
  ['validity_invalid', { valid_to: '2001-01-01T00:00:00.000Z', valid_from: '2001-01-02T00:00:00.000Z' }],
  ['rule_missing', { rules: { amount_max: '10' } }],
  ['profile_unknown', { profile: 'mail.v1', policy_version: 'mail.v1@1.0.0' }],
  ['purposes_over_profile', { ...RECORDS, rules: { max_sensitivity: 'public', purposes: ['sale'] } }],
  ['max_sensitivity_over_profile', { ...RECORDS, rules: { max_sensitivity: 'restricted', purposes: [] } }],
  ['scope_forbidden', { forbidden: ['bank.executeTransfer'] }],
  ['agent_is_approver', { approval: { routes: [route('agent_local')] } }],
];

const WITHOUT_ACCOUNT = `tn_without_account_${process.pid}`;

let requests = 0;
const release = (patch: object = {}) => {
  requests += 1;
  const reference = `request ${requests}`;
  const record = { record_id: 'rec_1', recipient_id: 'clinic', purpose: 'treatment' };
  return { ...record, sensitivity: 'internal', reference, ...patch };
};

describe('reasons of the policy, as an agent meets them', () => {
  const met = new Set<string>();
  let d: Deployment;
  let client: Client;
  before(() => {
    ({ d, client } = used());
  });

  const meets = (reply: Reply<ToolResult>, status: string, reason: string) => {
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.body.status, reply.body.reason], [status, reason], reply.text);
    assert.notEqual(reply.body.detail, '', 'it says which limit or rule applied');
    met.add(reason);
  };
  const inPast = async (instant: string) =>
    until(`the time is ${instant}`, async () => (new Date().toISOString() > instant ? true : null));
  const soon = () => new Date(Date.now() + 3_000).toISOString();

  const payments: readonly (readonly [
    reason: string,
    patch: Partial<Mandate>,
    inputs: Readonly<Record<string, unknown>>,
  ])[] = [
    ['beneficiary_not_approved', {}, { beneficiary_id: 'mallory' }],
    ['beneficiary_not_approved', {}, { to_account: 'acct_mallory' }],
    ['beneficiary_not_approved', { tenant: 'tn_without_payees' }, {}],
    ['amount_over_limit', {}, { amount: '5000.01' }],
    ['daily_limit_exceeded', { rules: { ...RULES, daily_max: '10' } }, {}],
    ['facade_not_in_scope', { scope: ['bank.readBalance'] }, {}],
    ['use_count_exceeded', { limits: { runtime_max_s: 60, use_count_max: 0 } }, {}],
  ];
  for (const [reason, patch, inputs] of payments) {
    test(`${reason}: ${JSON.stringify({ ...patch, ...inputs })}`, async () => {
      const mandate = await client.register(patch);
      const before = await client.balance('acct_acme');
      const reply = await client.pay(transferInputs(inputs), { mandate });
      meets(reply, 'denied', reason);
      assert.equal(await client.balance('acct_acme'), before);
      const receipts = await until('the receipt of the denial', async () => {
        const found = await client.receipts(String(reply.body.grant_id));
        return found.length > 0 ? found : null;
      });
      assert.equal(receipts[0]?.what.outcome, 'denied');
      assert.equal(receipts[0]?.signatures.pep.kid, 'authority');
    });
  }

  test('ok, and duplicate_action: the same invoice, however it is written', async () => {
    const paid = transferInputs({ memo: `Invoice TWICE-${process.pid}`, amount: '40.00' });
    meets(await client.pay(paid), 'executed', 'ok');
    for (const patch of [{}, { amount: '40.0' }, { memo: `invoice  twice ${process.pid}.` }]) {
      meets(await client.pay({ ...paid, ...patch }), 'denied', 'duplicate_action');
    }
  });

  test('approval_required: held, approved, presented; spent when presented again', async () => {
    const held = await client.pay(transferInputs({ amount: '1000.01' }));
    meets(held, 'pending', 'approval_required');
    const id = String(held.body.grant_id);
    meets(await client.present(id), 'pending', 'approval_required');
    assert.equal((await client.approve(id)).status, 200);
    meets(await client.present(id), 'executed', 'ok');
    meets(await client.present(id), 'duplicate', 'duplicate_action');
  });

  test('contract_revoked', async () => {
    const mandate = await client.register();
    assert.equal((await client.revoke(mandate)).status, 200);
    meets(await client.pay(undefined, { mandate }), 'denied', 'contract_revoked');
  });

  test('contract_revoked between proposal and approval, and between approval and execution', async () => {
    const mandate = await client.register();
    const held = await client.pay(transferInputs({ amount: '1001' }), { mandate });
    const active = await client.pay(transferInputs({ amount: '1002' }), { mandate });
    assert.equal((await client.approve(String(active.body.grant_id))).status, 200);
    await client.revoke(mandate);
    assert.deepEqual(outcome(await client.approve(String(held.body.grant_id))), [409, 'contract_revoked']);
    const presented = await client.present(String(active.body.grant_id), { mandate });
    assert.ok(['denied', 'refused'].includes(presented.body.status), presented.text);
    assert.equal(presented.body.reason, 'contract_revoked');
  });

  test('contract_expired: past valid_to', async () => {
    const end = soon();
    const mandate = await client.register({ valid_to: end });
    await inPast(end);
    meets(await client.pay(undefined, { mandate }), 'denied', 'contract_expired');
  });

  test('records: ok, recipient_not_approved, purpose_not_allowed, release_limit_exceeded', async () => {
    const mandate = await client.register(RECORDS);
    const call = (patch?: object) => client.tool('release_record', release(patch), { mandate });
    meets(await call(), 'executed', 'ok');
    meets(await call({ recipient_id: 'press' }), 'denied', 'recipient_not_approved');
    meets(await call({ purpose: 'audit' }), 'denied', 'purpose_not_allowed');
    meets(await call({ sensitivity: 'confidential' }), 'denied', 'release_limit_exceeded');
  });

  test('counterparty_refused: an account that the bank does not know', async () => {
    meets(await client.tool('read_balance', { account_id: 'acct_none' }), 'refused', 'counterparty_refused');
  });

  test('fetch_failed: a rate that the bank does not have', async () => {
    meets(await client.tool('fetch_fx', { base: 'XXX', quote: 'USD' }), 'refused', 'fetch_failed');
  });

  test('grant_expired: approved, and presented after its runtime', async () => {
    const mandate = await client.register({ limits: { runtime_max_s: 1, use_count_max: 9 } });
    const held = await client.pay(transferInputs({ amount: '1001' }), { mandate });
    const { body } = await client.approve(String(held.body.grant_id));
    await inPast(String(body.grant.expires_at));
    meets(await client.present(String(held.body.grant_id), { mandate }), 'refused', 'grant_expired');
  });

  test('grant_expired: nobody approved it in time', async () => {
    const mandate = await client.register({
      approval: { routes: [{ ...route('cfo'), wait_s: 1 }] },
    });
    const held = await client.pay(transferInputs({ amount: '1001' }), { mandate });
    const id = String(held.body.grant_id);
    await inPast(String((await client.grant(id)).grant.expires_at));
    meets(await client.present(id, { mandate }), 'refused', 'grant_expired');
    assert.deepEqual(outcome(await client.approve(id)), [410, 'grant_expired']);
  });

  test('cancelled_by_principal: the principal stopped it while it waited', async () => {
    const id = String((await client.pay(transferInputs({ amount: '1001' }))).body.grant_id);
    assert.equal((await client.cancel(id, 'Wrong invoice')).status, 200);
    meets(await client.present(id), 'denied', 'cancelled_by_principal');
  });

  test('approver_rejected: the agent is told why, and may propose it again', async () => {
    const invoice = transferInputs({ amount: '1001' });
    const id = String((await client.pay(invoice)).body.grant_id);
    assert.deepEqual(outcome(await client.reject(id, 'Wrong amount', 'principal_local')), [
      403,
      'role_not_allowed',
    ]);
    assert.equal((await client.reject(id, 'Wrong amount')).status, 200);
    const reply = await client.present(id);
    meets(reply, 'denied', 'approver_rejected');
    assert.equal(reply.body.detail, 'Rejected by cfo (approver_cfo): Wrong amount');
    assert.deepEqual(outcome(await client.approve(id)), [409, 'grant_not_pending']);
    const receipt = await until('its receipt', async () => (await client.receipts(id))[0] ?? null);
    assert.equal(unwrap(openReceipt(nodeCrypto, receipt)).how.rejection?.rejection.reason, 'Wrong amount');
    meets(await client.pay(invoice), 'pending', 'approval_required');
  });

  test('url_not_allowed and grant_invalid: what only a wrong gateway could ask for', async () => {
    const elsewhere = { url: `${d.urls.bank}/.well-known/keys.json` };
    const { body: record } = await client.proposeAsGateway('market.fetch', elsewhere);
    const { grant, grant_hash, signature, action, salts } = record;
    const bearer = client.serviceToken('execute', grant.grant_id);
    const request = { body: { grant, grant_hash, signature, action, salts }, bearer };
    meets(await send<ToolResult>(`${d.urls.pep}/fetch`, request), 'refused', 'url_not_allowed');
    const { body: other } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    meets(
      await client.execute(other, { action: { ...other.action, agent: 'other' } }),
      'refused',
      'grant_invalid',
    );
  });

  test('counterparty_unknown: the bank is unreachable; once it is back, the transfer is executed', async () => {
    await d.kill('bank');
    const inputs = transferInputs();
    const reply = await client.pay(inputs);
    meets(reply, 'unknown', 'counterparty_unknown');
    await d.restart('bank');
    const [receipt] = await until(
      'the receipt',
      async () => {
        const found = await client.receipts(String(reply.body.grant_id));
        return found.length > 0 ? found : null;
      },
      PATIENCE_MS,
    );
    assert.equal(receipt?.what.outcome, 'executed');
  });

  for (const [code, patch] of TOO_MUCH) {
    test(`${code}: a mandate is refused, and not registered`, async () => {
      const signed = await client.signMandate(client.mandate(patch));
      assert.deepEqual(outcome(await send(`${d.urls.authority}/contracts`, { body: signed })), [422, code]);
      const { status } = await send(`${d.urls.authority}/contracts/${signed.contract.contract_id}`);
      assert.equal(status, 404);
    });
  }

  test('contract_expired and policy_version_mismatch: a newer version of the profile', async () => {
    const draft = JSON.parse(
      await readFile(join(REPOSITORY, 'platform/plugins/treasury/profile.json'), 'utf8'),
    );
    const file = join(d.folder, 'draft.json');
    await writeFile(file, JSON.stringify({ ...draft, version: '1.1.0' }));
    const held = await client.pay(transferInputs({ amount: '1003' }));
    await d.sanad('profile', 'publish', file, '--reason', 'test', '--yes');
    meets(await client.pay(), 'denied', 'contract_expired');
    await client.approve(String(held.body.grant_id));
    const presented = await client.present(String(held.body.grant_id));
    assert.deepEqual(
      [['denied', 'refused'].includes(presented.body.status), presented.body.reason],
      [true, 'contract_expired'],
      presented.text,
    );
    const old = await client.signMandate(client.mandate());
    assert.deepEqual(outcome(await send(`${d.urls.authority}/contracts`, { body: old })), [
      409,
      'policy_version_mismatch',
    ]);
    const renewed = await client.register({ policy_version: 'treasury.v1@1.1.0' });
    meets(await client.pay(undefined, { mandate: renewed }), 'executed', 'ok');
  });

  // This version has lists in itself, so that only the connector says whose account it is.
  test('no account of the tenant: refused, the grant ends with a receipt, and takes nothing', async () => {
    const limits = { runtime_max_s: 60, use_count_max: 1 };
    const mandate = await client.register({
      tenant: WITHOUT_ACCOUNT,
      limits,
      policy_version: 'treasury.v1@1.1.0',
    });
    const inputs = transferInputs();
    for (const attempt of ['first', 'the same invoice again']) {
      const reply = await client.pay(inputs, { mandate });
      assert.deepEqual([reply.body.status, reply.body.reason], ['refused', 'grant_invalid'], attempt);
      const id = String(reply.body.grant_id);
      const ended = await until('the receipt of the refusal', async () => {
        const record = await client.grant(id);
        return record.receipt_id === null ? null : record;
      });
      assert.deepEqual([ended.status, ended.ending?.reason], ['denied', 'grant_invalid']);
      assert.equal((await client.receipts(id))[0]?.what.outcome, 'refused');
      const presented = await client.present(id, { mandate });
      assert.deepEqual([presented.body.status, presented.body.reason], ['denied', 'grant_invalid']);
    }
  });

  test('one command moves these lists into directories of each tenant, and does nothing the second time', async () => {
    const adopt = () => d.sanad('directory', 'adopt', 'treasury.v1', '--yes');
    const said = await adopt();
    assert.match(said, /in force: treasury\.v1@1\.1\.1\n/);
    assert.match(said, /in force: acme of beneficiaries, by entry 0\n/, 'of the tenant that had none');
    assert.match(said, /nothing to import: everything in the lists has or had an entry of tn_local\n/);
    assert.doesNotMatch(await adopt(), /in force/);
    const policy_version = 'treasury.v1@1.1.1';
    const local = await client.register({ policy_version });
    meets(await client.pay(undefined, { mandate: local }), 'executed', 'ok');
    const other = await client.register({ tenant: WITHOUT_ACCOUNT, policy_version });
    meets(await client.pay(undefined, { mandate: other }), 'denied', 'x_treasury_no_account_in_currency');
  });

  test('every reason of the closed sets was seen', () => {
    assert.deepEqual(
      [...REASONS, ...ENFORCEMENT_REASONS].filter((reason) => !met.has(reason)),
      // Only receipts have it: the agent was told that the outcome is unknown.
      ['settled_by_principal'],
    );
  });
});
