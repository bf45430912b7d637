import assert from 'node:assert/strict';
import { nodeCrypto } from '@platform/proof/node';
import { type Signer, signObject } from '@platform/proof/signed';
import { createPasskey } from '@platform/proof/testing/passkey';
import { verify } from '@platform/proof/verify';
import type { EventRecord } from '@platform/protocol/event';
import type { GrantRecord, Rejection, SignedRejection } from '@platform/protocol/grant';
import type { Receipt } from '@platform/protocol/receipt';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import type { Answer, Deployment } from './support/types.ts';

async function hold(d: Deployment, approval = {}): Promise<GrantRecord> {
  return d.propose(await d.register(approval), transfer({ amount: '2000' }));
}

function rejection({ grant }: GrantRecord, signer: Signer, change: Partial<Rejection> = {}): SignedRejection {
  const { grant_id, deployment } = grant;
  const said = {
    type: 'sanad/rejection/1',
    deployment,
    grant_id,
    reason: 'Wrong amount',
    ...change,
  } as const;
  const { hash, signature } = signObject(nodeCrypto, signer, said);
  return { rejection: said, rejection_hash: hash, signature };
}

function reject(
  d: Deployment,
  held: GrantRecord,
  signed = rejection(held, d.signer('approver_cfo')),
): Promise<Answer<GrantRecord>> {
  return d.post(`/grants/${held.grant.grant_id}/reject`, signed);
}

const outcome = ({ status, body }: Answer<object>): readonly unknown[] => [
  status,
  'detail' in body ? (body.detail as { readonly error?: unknown }).error : 'ok',
];

const words = ({ body }: Answer<object>) =>
  'detail' in body ? String((body.detail as { readonly message?: unknown }).message) : '';

async function statusOf(d: Deployment, { grant }: GrantRecord): Promise<string> {
  return (await d.get<GrantRecord>(`/grants/${grant.grant_id}`)).body.status;
}

onBothEngines('an approver rejects', {
  'and the grant ends as denied by them; receipt and events say so': async (d) => {
    const held = await hold(d);
    const signed = rejection(held, d.signer('approver_cfo'));
    const { status, body } = await reject(d, held, signed);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.status, 'denied');
    const { reason, detail, rejection: given } = body.ending ?? {};
    assert.deepEqual([reason, given?.signature.kid], ['approver_rejected', 'approver_cfo']);
    assert.equal(detail, 'Rejected by cfo (approver_cfo): Wrong amount');
    const shown = await d.get<GrantRecord>(`/grants/${held.grant.grant_id}`);
    assert.deepEqual(shown.body.ending, body.ending);
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>(`/receipts?grant_id=${held.grant.grant_id}`);
    const [receipt] = receipts as [Receipt];
    assert.deepEqual([receipt.what.outcome, receipt.what.reason], ['denied', 'approver_rejected']);
    assert.deepEqual(receipt.how.rejection, given);
    const verified = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
    assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
    const { body: events } = await d.get<EventRecord[]>('/events?kind=grant_rejected');
    assert.deepEqual(
      events.map(({ event }) => event.grant_id),
      [held.grant.grant_id],
    );
    assert.deepEqual(events[0]?.body, signed);
  },

  'and what it had reserved is given back': async (d) => {
    const mandate = await d.register({ limits: { runtime_max_s: 300, use_count_max: 1 } });
    const invoice = transfer({ amount: '2000' });
    const held = await d.propose(mandate, invoice);
    assert.equal((await d.propose(mandate, invoice)).decision.reason, 'use_count_exceeded');
    assert.equal((await reject(d, held)).status, 200);
    assert.equal((await d.propose(mandate, invoice)).decision.reason, 'approval_required');
  },

  'with any key of theirs, though the route asks for hardware, and against who approved': async (d) => {
    const route = { approver_type: 'officer', approvers: ['cfo', 'guest'], wait_s: 3_600, notify: [] };
    const hardware = await hold(d, { approval: { routes: [{ ...route, assurance: 'hardware' }] } });
    assert.deepEqual(outcome(await d.approve(hardware)), [403, 'assurance_not_met']);
    assert.equal((await reject(d, hardware)).status, 200);
    const two = { ...route, assurance: 'signature', approvals_needed: 2 };
    const held = await hold(d, { approval: { routes: [two] } });
    assert.equal((await d.approve(held, 'approver_guest')).body.status, 'pending');
    assert.equal((await reject(d, held)).body.status, 'denied');
  },

  'and nobody else can': async (d) => {
    const held = await hold(d);
    const by = (kid: string) => reject(d, held, rejection(held, d.signer(kid)));
    assert.deepEqual(outcome(await by('approver_guest')), [403, 'approver_not_listed']);
    assert.deepEqual(outcome(await by('principal_amina')), [403, 'role_not_allowed']);
    assert.deepEqual(outcome(await by('authority')), [403, 'role_not_allowed']);
    const cfo = d.signer('approver_cfo');
    assert.deepEqual(outcome(await by('approver_cfo')), [200, 'ok']);
    const other = await hold(d);
    const forged = { ...rejection(other, cfo), signature: rejection(held, cfo).signature };
    assert.deepEqual(outcome(await reject(d, other, forged)), [403, 'signature_invalid']);
    const changed = { ...rejection(other, cfo), rejection: rejection(other, cfo, { reason: 'x' }).rejection };
    assert.deepEqual(outcome(await reject(d, other, changed)), [422, 'hash_mismatch']);
    assert.equal(await statusOf(d, other), 'pending');
  },

  'and the signature ends no other grant, and nothing twice': async (d) => {
    const [held, other] = [await hold(d), await hold(d)];
    const cfo = d.signer('approver_cfo');
    const signed = rejection(held, cfo);
    assert.deepEqual(outcome(await reject(d, other, signed)), [422, 'rejection_of_another_grant']);
    const elsewhere = rejection(other, cfo, { deployment: `dp_${'9'.repeat(24)}` });
    assert.deepEqual(outcome(await reject(d, other, elsewhere)), [422, 'deployment_mismatch']);
    assert.equal((await reject(d, held, signed)).status, 200);
    const again = await reject(d, held, signed);
    assert.deepEqual(outcome(again), [409, 'grant_not_pending']);
    assert.match(words(again), /This grant is denied \(approver_cfo rejected it at /);
    const late = await d.approve(held);
    assert.deepEqual(outcome(late), [409, 'grant_not_pending']);
    assert.match(words(late), /approver_cfo rejected it at .*only a pending grant can be approved/);
    assert.equal(await statusOf(d, other), 'pending');
  },

  'but not what is decided': async (d) => {
    const approved = await hold(d);
    assert.equal((await d.approve(approved)).status, 200);
    const late = await reject(d, approved);
    assert.deepEqual(outcome(late), [409, 'grant_not_pending']);
    assert.match(words(late), /This grant is active \(approver_cfo approved it at /);
    const over = await hold(d);
    d.advance(3_600);
    assert.deepEqual(outcome(await reject(d, over)), [410, 'grant_expired']);
    assert.equal(
      (await d.post('/grants/gr_none/reject', rejection(over, d.signer('approver_cfo')))).status,
      404,
    );
  },

  'without a reason, or one without end: neither': async (d) => {
    const held = await hold(d);
    for (const reason of ['', 'x'.repeat(281)]) {
      const signed = rejection(held, d.signer('approver_cfo'), { reason });
      assert.equal((await reject(d, held, signed)).status, 422);
    }
    assert.equal((await reject(d, held)).status, 200);
  },

  'at once with an approval: exactly one of the two wins': async (d) => {
    const mandate = await d.register();
    const held = await Promise.all(
      Array.from({ length: 5 }, () => d.propose(mandate, transfer({ amount: '1001' }))),
    );
    await Promise.all(
      held.map(async (grant) => {
        const [approved, rejected] = await Promise.all([d.approve(grant), reject(d, grant)]);
        assert.deepEqual([approved.status, rejected.status].sort(), [200, 409]);
        assert.equal(await statusOf(d, grant), approved.status === 200 ? 'active' : 'denied');
      }),
    );
  },

  'with a passkey, whose counter must rise': async (d) => {
    const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
    const cfo = d.rawKeys.get('approver_cfo');
    assert.ok(cfo !== undefined);
    const { enrolment: _, compromised_at: __, ...base } = cfo;
    const entry = { ...base, ...{ kid: 'approver_cfo.key', ...passkey.facts } };
    const amina = d.signer('principal_amina');
    const { hash, signature } = signObject(nodeCrypto, amina, { type: 'sanad/enrolment/1', ...entry });
    const enrolment = { enrolment_hash: hash, signature };
    d.rawKeys.set('approver_cfo.key', { ...entry, compromised_at: null, enrolment });
    const at = (counter: number) => passkey.signer('approver_cfo.key', { counter });
    const [held, next] = [await hold(d), await hold(d)];
    assert.equal((await reject(d, held, rejection(held, at(4)))).status, 200);
    assert.deepEqual(outcome(await reject(d, next, rejection(next, at(4)))), [403, 'counter_not_rising']);
    assert.equal((await reject(d, next, rejection(next, at(5)))).status, 200);
  },
});
