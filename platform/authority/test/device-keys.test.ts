import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { ApprovalRoute } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import { type Signer, signHash, signObject } from '@platform/core/signed/signed';
import { createAppDevice } from '@platform/core/testing/app-device';
import { type AssertionFault, createPasskey } from '@platform/core/testing/passkey';
import { verify } from '@platform/core/verify/verify';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import type { Answer, Deployment } from './support/types.ts';

const SEEN = { hardware: true, hardware_ground: 'seen' } as const;

function route(patch: Partial<ApprovalRoute> = {}): ApprovalRoute {
  return {
    approver_type: 'officer',
    approvers: ['cfo'],
    wait_s: 3_600,
    notify: [],
    assurance: 'hardware',
    ...patch,
  };
}

/** Amina enrols a person's device as it is described. */
function enrol(d: Deployment, kid: string, person: string, facts: Partial<KeyEntry>): void {
  const cfo = d.rawKeys.get('approver_cfo');
  assert.ok(cfo !== undefined);
  const { enrolment: _, compromised_at: __, ...base } = cfo;
  const entry = { ...base, kid, person, ...facts };
  const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), {
    type: 'sanad/enrolment/1',
    ...entry,
  });
  d.rawKeys.set(kid, {
    ...entry,
    compromised_at: null,
    enrolment: { enrolment_hash: hash, signature },
  });
}

async function hold(d: Deployment, routes: ApprovalRoute[] = [route()]): Promise<GrantRecord> {
  return d.propose(await d.register({ approval: { routes } }), transfer({ amount: '2000' }));
}

function approve(d: Deployment, grant: GrantRecord, signer: Signer): Promise<Answer<GrantRecord>> {
  const body = { action_hash: grant.action_hash, signature: signHash(signer, grant.action_hash) };
  return d.post(`/grants/${grant.grant.grant_id}/approve`, body);
}

function outcome({ status, body }: Answer<object>): readonly unknown[] {
  return [status, 'detail' in body ? (body.detail as { readonly error?: unknown }).error : 'ok'];
}

/** Of an execution, verified against the deployment's keys. */
async function receiptOf(d: Deployment, grant: GrantRecord): Promise<Receipt> {
  assert.equal((await d.redeem(grant)).status, 200);
  const reported = await d.report(grant);
  assert.equal(reported.status, 201, JSON.stringify(reported.body));
  const { body: receipt } = await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`);
  const verified = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
  assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
  return receipt;
}

onBothEngines('a device approves', {
  'and the receipt verifies offline: a passkey, one of RSA, an app': onSqlite(async (d) => {
    const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
    enrol(d, 'approver_cfo.key', 'cfo', { ...SEEN, ...passkey.facts });
    const windows = createPasskey(nodeCrypto, { name: 'cfo', kind: 'rsa' });
    enrol(d, 'approver_cfo.pc', 'cfo', { ...SEEN, ...windows.facts });
    const phone = createAppDevice(nodeCrypto, 'cfo');
    const attested = { hardware: true, hardware_ground: 'attestation' } as const;
    enrol(d, 'approver_cfo.phone', 'cfo', { ...attested, ...phone.facts });
    for (const signer of [
      passkey.signer('approver_cfo.key'),
      windows.signer('approver_cfo.pc'),
      phone.signer('approver_cfo.phone'),
    ]) {
      const approved = await approve(d, await hold(d), signer);
      assert.deepEqual([approved.status, approved.body.status], [200, 'active']);
      assert.equal((await receiptOf(d, approved.body)).signatures.approver?.kid, signer.kid);
    }
  }),

  'whose counter falls or stands is refused, and one that never counts is not': async (d) => {
    const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
    enrol(d, 'approver_cfo.key', 'cfo', { ...SEEN, ...passkey.facts });
    const at = (counter: number) => passkey.signer('approver_cfo.key', { counter });
    assert.equal((await approve(d, await hold(d), at(7))).status, 200);
    for (const counter of [7, 6, 0]) {
      const held = await hold(d);
      assert.deepEqual(outcome(await approve(d, held, at(counter))), [403, 'counter_not_rising']);
      assert.equal((await d.get(`/grants/${held.grant.grant_id}`)).body.status, 'pending');
    }
    assert.equal((await approve(d, await hold(d), at(8))).status, 200);
    const still = createPasskey(nodeCrypto, { name: 'still', counts: false });
    enrol(d, 'approver_cfo.still', 'cfo', { ...SEEN, ...still.facts });
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await approve(d, await hold(d), still.signer('approver_cfo.still'))).status, 200);
    }
    const phone = createAppDevice(nodeCrypto, 'cfo');
    enrol(d, 'approver_cfo.phone', 'cfo', {
      hardware: true,
      hardware_ground: 'attestation',
      ...phone.facts,
    });
    const zero = phone.signer('approver_cfo.phone', { counter: 0 });
    assert.deepEqual(outcome(await approve(d, await hold(d), zero)), [403, 'counter_not_rising']);
  },

  'at once with a counter that both show: one of them is refused': async (d) => {
    const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
    enrol(d, 'approver_cfo.key', 'cfo', { ...SEEN, ...passkey.facts });
    const held = [await hold(d), await hold(d), await hold(d)];
    const signer = passkey.signer('approver_cfo.key', { counter: 5 });
    const statuses: number[] = await Promise.all(
      held.map(async (grant) => (await approve(d, grant, signer)).status),
    );
    assert.deepEqual(statuses.sort(), [200, 403, 403]);
  },

  'and two people are needed: each counts once, whatever devices they have': onSqlite(async (d) => {
    const one = createPasskey(nodeCrypto, { name: 'cfo one' });
    const two = createPasskey(nodeCrypto, { name: 'cfo two', kind: 'ed25519' });
    const other = createPasskey(nodeCrypto, { name: 'cro' });
    enrol(d, 'approver_cfo.one', 'cfo', { ...SEEN, ...one.facts });
    enrol(d, 'approver_cfo.two', 'cfo', { ...SEEN, ...two.facts });
    enrol(d, 'approver_cro', 'cro', { ...SEEN, ...other.facts });
    const held = await hold(d, [route({ approvers: ['cfo', 'cro'], approvals_needed: 2 })]);
    const first = await approve(d, held, one.signer('approver_cfo.one'));
    assert.deepEqual([first.status, first.body.status, first.body.approval], [200, 'pending', null]);
    assert.equal(first.body.earlier_approvals?.length, 1);
    const again = await approve(d, held, two.signer('approver_cfo.two'));
    assert.deepEqual(outcome(again), [409, 'approver_already_approved']);
    assert.equal((await d.redeem(first.body)).status, 409);
    const second = await approve(d, held, other.signer('approver_cro'));
    assert.deepEqual([second.status, second.body.status], [200, 'active']);
    const receipt = await receiptOf(d, second.body);
    assert.equal(receipt.how.earlier_approvals?.[0]?.signature.kid, 'approver_cfo.one');
  }),

  'and an earlier approval whose key was stolen since has to be given again': onSqlite(async (d) => {
    const held = await hold(d, [
      route({ approvers: ['cfo', 'guest'], approvals_needed: 2, assurance: 'signature' }),
    ]);
    assert.equal((await d.approve(held, 'approver_guest')).status, 200);
    const guest = d.rawKeys.get('approver_guest');
    assert.ok(guest !== undefined);
    d.advance(1);
    d.rawKeys.set('approver_guest', { ...guest, compromised_at: d.now() });
    assert.equal((await d.approve(held)).body.status, 'pending');
    assert.equal((await d.approve(held)).status, 409);
  }),
});

/** What is refused, and how it is called. */
const REFUSED: Readonly<Record<string, readonly [fault: AssertionFault, status: number, code: string]>> = {
  'of a page with another origin': [{ origin: 'https://evil.example' }, 403, 'passkey_origin_wrong'],
  'of another relying party': [{ rpId: 'evil.example' }, 403, 'passkey_rp_wrong'],
  'without user verification': [{ flags: 0x01 }, 403, 'passkey_user_unverified'],
  'without a touch': [{ flags: 0x04 }, 403, 'passkey_user_absent'],
  'in a frame': [{ crossOrigin: true }, 403, 'passkey_cross_origin'],
  'below another page': [{ topOrigin: 'https://sanad.example' }, 403, 'passkey_cross_origin'],
  'that says backed up, but not eligible': [{ flags: 0x15 }, 403, 'passkey_backup_state_impossible'],
  'that became eligible': [{ flags: 0x0d }, 403, 'passkey_backup_eligibility_changed'],
  'with bytes at the end': [{ rest: Uint8Array.of(0) }, 422, 'authenticator_data_malformed'],
  'with attested data': [{ flags: 0x45 }, 422, 'authenticator_data_malformed'],
  'of a login': [{ challenge: utf8('log me in') }, 403, 'passkey_challenge_wrong'],
  'of a registration': [{ type: 'webauthn.create' }, 403, 'passkey_type_wrong'],
  'with a name twice': [
    { clientData: (text) => text.replace('{', '{"type":"webauthn.get",') },
    422,
    'client_data_malformed',
  ],
};

describe('a passkey’s signature', () => {
  for (const [title, [fault, status, code]] of Object.entries(REFUSED)) {
    test(`${title} is refused by name`, async () => {
      const d = await openDeployment();
      const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
      enrol(d, 'approver_cfo.key', 'cfo', { ...SEEN, ...passkey.facts });
      const held = await hold(d);
      const answer = await approve(d, held, passkey.signer('approver_cfo.key', fault));
      const unharmed = await approve(d, held, passkey.signer('approver_cfo.key'));
      await d.close();
      assert.deepEqual(outcome(answer), [status, code]);
      assert.equal(unharmed.status, 200);
    });
  }

  test('that was synced is no hardware', async () => {
    const d = await openDeployment();
    const passkey = createPasskey(nodeCrypto, { name: 'cfo', synced: true });
    enrol(d, 'approver_cfo.key', 'cfo', { hardware: false, ...passkey.facts });
    const signer = passkey.signer('approver_cfo.key');
    const strict = await approve(d, await hold(d), signer);
    const lax = await approve(d, await hold(d, [route({ assurance: 'signature' })]), signer);
    enrol(d, 'approver_cfo.key', 'cfo', { ...SEEN, ...passkey.facts });
    const pretended = await approve(d, await hold(d), signer);
    await d.close();
    assert.deepEqual(outcome(strict), [403, 'assurance_not_met']);
    assert.equal(lax.status, 200);
    assert.deepEqual(outcome(pretended), [403, 'kid_unknown']);
  });
});
