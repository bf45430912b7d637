import assert from 'node:assert/strict';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { applyKeptCancellations } from '@platform/authority/use-cases/cancel-grant';
import { applyKeptRevocations } from '@platform/authority/use-cases/continuity';
import { untilLeasesEnd } from '@platform/authority/use-cases/end-of-leases';
import { keepRecordedEnds, keepWaitingEnds } from '@platform/authority/use-cases/keep-ends';
import { revokeMandate } from '@platform/authority/use-cases/revoke-mandate';
import { answerTo } from '@platform/core/decide/answer-to';
import type { EnforcementDecision } from '@platform/core/objects/event';
import type { GrantRecord, RedeemResponse } from '@platform/core/objects/grant';
import type { Compromise, Enrolment } from '@platform/core/objects/key-entry';
import type { RevokedMandate, SignedRevocation } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import type {
  Settlement,
  SettlementChoice,
  SignedDoubt,
  SignedSettlement,
} from '@platform/core/objects/settlement';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { report } from '@platform/core/verify/report';
import { verify } from '@platform/core/verify/verify';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { enforcement, transfer } from './support/actions.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Answer, Deployment } from './support/types.ts';

const FIRST = 'red_000000000000000000000001';
const REASON = 'the invoice was wrong';
const KID = 'principal_amina';
const NO_HASH = 'ab'.repeat(32);

const codeOf = ({ status, body }: Answer): [number, unknown] => [
  status,
  (body.detail as { readonly error?: string } | undefined)?.error ?? 'ok',
];

async function signRevocation(d: Deployment, mandateId: string): Promise<SignedRevocation> {
  const { body } = await d.get<RevokedMandate>(`/contracts/${mandateId}`);
  const revocation = {
    type: 'sanad/revocation/1',
    deployment: DEPLOYMENT,
    contract_id: mandateId,
    contract_hash: body.contract_hash,
    revoked_at: d.now(),
    reason: REASON,
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer(KID), revocation);
  return { revocation, revocation_hash: hash, signature };
}

async function revoke(d: Deployment, mandateId: string): Promise<Answer<RevokedMandate>> {
  return d.post(`/contracts/${mandateId}/revoke`, await signRevocation(d, mandateId));
}

function cancel(d: Deployment, { grant, action_hash }: GrantRecord, signer = d.signer(KID)): Promise<Answer> {
  const { grant_id } = grant;
  const cancellation = {
    type: 'sanad/cancellation/1',
    deployment: DEPLOYMENT,
    grant_id,
    action_hash,
    reason: REASON,
    cancelled_at: d.now(),
  } as const;
  const { hash, signature } = signObject(nodeCrypto, signer, cancellation);
  return d.post(`/grants/${grant_id}/cancel`, { cancellation, cancellation_hash: hash, signature });
}

/** A settlement of the doubt that is open; without one, of a doubt that there is not. */
async function settlementOf(
  d: Deployment,
  { grant, action_hash }: GrantRecord,
  choice: SettlementChoice,
  { signer = d.signer(KID), ...other }: Partial<Settlement> & { readonly signer?: Signer } = {},
): Promise<SignedSettlement> {
  const { body: record } = await d.get<GrantRecord>(`/grants/${grant.grant_id}`);
  const settlement: Settlement = {
    type: 'sanad/settlement/1',
    deployment: DEPLOYMENT,
    grant_id: grant.grant_id,
    action_hash,
    ...(answerTo(record) ?? { doubt_hash: NO_HASH, replaces_hash: null }),
    choice,
    reason: REASON,
    settled_at: d.now(),
    ...other,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, settlement);
  return { settlement, settlement_hash: hash, signature };
}

/** The spent grants whose end was not reported. */
async function unreported(d: Deployment): Promise<readonly string[]> {
  const { body } = await d.get<GrantRecord[]>('/grants?unreported=true');
  return body.map(({ grant }) => grant.grant_id);
}

function reportDoubt(d: Deployment, { grant, action_hash }: GrantRecord): Promise<Answer> {
  const doubt = {
    type: 'sanad/doubt/1',
    deployment: DEPLOYMENT,
    grant_id: grant.grant_id,
    action_hash,
    reason: 'no_answer',
    detail: 'bank gave no answer',
    sent_at: d.now(),
    declared_at: d.now(),
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer('pep'), doubt);
  return d.post('/events', { kind: 'in_doubt', body: { doubt, doubt_hash: hash, signature } });
}

async function doubtOf(d: Deployment, { grant }: GrantRecord): Promise<SignedDoubt> {
  const { in_doubt } = (await d.get<GrantRecord>(`/grants/${grant.grant_id}`)).body;
  assert.ok(in_doubt !== undefined);
  return in_doubt;
}

/** The enforcement point ends a grant by what the principal decided. */
function reportSettled(
  d: Deployment,
  grant: GrantRecord,
  settlement: SignedSettlement,
  outcome: EnforcementDecision['outcome'],
  doubt: SignedDoubt,
): Promise<Answer> {
  const patch = {
    outcome,
    reason: 'settled_by_principal',
    counterparty_ack_hash: null,
    executed_at: outcome === 'executed' ? d.now() : null,
    settlement_hash: settlement.settlement_hash,
  } as const;
  const { kind, body } = enforcement(d, grant, patch, true, {});
  return d.post('/events', { kind, body: { ...body, settlement, doubt } });
}

function markKey(d: Deployment, kid: string): Promise<Answer> {
  const compromise: Compromise = {
    type: 'sanad/compromise/1',
    deployment: DEPLOYMENT,
    kid,
    fingerprint: d.rawKeys.get(kid)?.fingerprint ?? '',
    compromised_at: d.now(),
    said_at: d.now(),
    reason: REASON,
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer(KID), compromise);
  return d.post(`/keys/${kid}/compromise`, { compromise, compromise_hash: hash, signature });
}

async function receiptOf(d: Deployment, { grant }: GrantRecord): Promise<Receipt> {
  await d.sequencer.settled();
  const [receipt] = (await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant_id}`)).body;
  assert.ok(receipt !== undefined);
  return receipt;
}

function verified(d: Deployment, receipt: Receipt) {
  const result = verify(nodeCrypto, receipt, { keys: Object.fromEntries(d.rawKeys) });
  assert.deepEqual(
    result.checks.filter(({ outcome }) => outcome === 'fail'),
    [],
  );
  return result;
}

const lease = ({ body }: Answer) => {
  const { send_within_ms: ms, ended } = body as unknown as RedeemResponse;
  return [ms, ended?.reason ?? null];
};

onBothEngines('what stops a grant', {
  'a redemption carries a lease; repeated, it gets another until something has ended': onSqlite(async (d) => {
    const mandate = await d.register();
    const grant = await d.propose(mandate);
    assert.deepEqual(lease(await d.redeem(grant, FIRST)), [2_000, null]);
    d.advance(299);
    assert.deepEqual(lease(await d.redeem(grant, FIRST)), [1_000, null], 'no longer than the grant');
    d.advance(1);
    assert.deepEqual(lease(await d.redeem(grant, FIRST)), [0, 'grant_expired']);
    await revoke(d, mandate);
    assert.deepEqual(lease(await d.redeem(grant, FIRST)), [0, 'contract_revoked']);
  }),

  'a revocation is answered when no lease is left, and lists what was on its way': async (d) => {
    const mandate = await d.register();
    const held = await d.propose(mandate, transfer({ amount: '2000' }));
    d.advance(1);
    const [open, lost, done] = [await d.propose(mandate), await d.propose(mandate), await d.propose(mandate)];
    const id = ({ grant }: GrantRecord) => grant.grant_id;
    await d.redeem(lost, FIRST);
    await d.redeem(done);
    d.pauses.meanwhile = async () => {
      if (d.pauses.total > 1_000) await d.report(done);
      assert.deepEqual(lease(await d.redeem(lost, FIRST)), [0, 'contract_revoked'], 'no lease meanwhile');
    };
    const { body } = await revoke(d, mandate);
    assert.deepEqual(body.grants, {
      never_left: [id(held), id(open)],
      perhaps_arrived: [id(lost)],
      acknowledged: [id(done)],
    });
    assert.ok(d.pauses.total >= 2_000, `${d.pauses.total}`);
    const receipt = await receiptOf(d, done);
    assert.match(verified(d, receipt).checks[8]?.detail ?? '', /The call was sent at .*recorded at /);
  },

  'a receipt shows when the authority recorded a cancellation, or a mark on a key that signed what is executed':
    async (d) => {
      const mandate = await d.register();
      const [cancelled, marked] = [
        await d.propose(mandate),
        await d.propose(mandate, transfer({ amount: '2000' })),
      ];
      d.advance(1);
      assert.equal((await d.approve(marked)).status, 200);
      const approved = (await d.get<GrantRecord>(`/grants/${marked.grant.grant_id}`)).body;
      for (const grant of [cancelled, approved]) assert.equal((await d.redeem(grant)).status, 200);
      const lease = { asked_at: d.now(), send_within_ms: 2_000 };
      d.advance(1);
      const recorded = d.now();
      await cancel(d, cancelled);
      assert.equal((await markKey(d, 'approver_cfo')).status, 200);
      const fingerprint = d.rawKeys.get('approver_cfo')?.fingerprint;
      const sent = (after: number) => new Date(Date.parse(lease.asked_at) + after).toISOString();
      for (const grant of [cancelled, approved]) await d.report(grant, { lease, sent_at: sent(1_500) });
      const [stopped, stolen] = [await receiptOf(d, cancelled), await receiptOf(d, approved)];
      assert.equal(stopped.status.cancellation_recorded_at, recorded);
      assert.deepEqual(stolen.status.marks, [{ kid: 'approver_cfo', fingerprint, recorded_at: recorded }]);
      assert.equal(stopped.status.marks, undefined, 'nobody approved it');
      const said = (receipt: Receipt) => verified(d, receipt).checks[8]?.detail ?? '';
      assert.match(said(stopped), /after the cancellation was recorded at .*The lease is from before that/);
      assert.match(said(stolen), /after the mark on the key approver_cfo was recorded at .*from before that/);
    },

  'an end waits for the longest lease that any authority gave': onSqlite(async (d) => {
    const mandate = await d.register();
    await d.redeem(await d.propose(mandate), FIRST);
    const short = { ...d.deps, sendWithinMs: 100 };
    const signed = await signRevocation(d, mandate);
    assert.equal((await revokeMandate(short, mandate, signed)).ok, true);
    assert.ok(d.pauses.total >= 2_000, `${d.pauses.total}`);
    d.pauses.total = 0;
    await untilLeasesEnd(short);
    assert.ok(d.pauses.total >= 2_000, `${d.pauses.total}`);
    d.advance(25 * 3_600);
    d.pauses.total = 0;
    await untilLeasesEnd(short);
    assert.ok(d.pauses.total < 300, 'nobody gives such leases any longer');
  }),

  'what is reported while the answer to a revocation is made is named in it': onSqlite(async (d) => {
    const mandate = await d.register();
    const done = await d.propose(mandate);
    await d.redeem(done);
    const { store } = d.deps;
    const { waitingGrants } = store;
    // The first thing that is read once the revocation is recorded.
    store.waitingGrants = async (...about) => {
      await d.report(done);
      return waitingGrants(...about);
    };
    const { body } = await revoke(d, mandate);
    assert.deepEqual(body.grants, {
      never_left: [],
      perhaps_arrived: [],
      acknowledged: [done.grant.grant_id],
    });
  }),

  'a revocation of a mandate with nothing on its way is answered at once': onSqlite(async (d) => {
    const mandate = await d.register();
    await d.propose(mandate);
    assert.equal((await revoke(d, mandate)).status, 200);
    assert.equal(d.pauses.total, 0);
  }),

  'the principal cancels one grant: it ends with a receipt, and the mandate goes on': onSqlite(async (d) => {
    const mandate = await d.register();
    for (const grant of [await d.propose(mandate), await d.propose(mandate, transfer({ amount: '2000' }))]) {
      assert.deepEqual(codeOf(await cancel(d, grant, d.signer('principal_zayd'))), [
        403,
        'signer_is_another_principal',
      ]);
      const { status, body } = await cancel(d, grant);
      assert.deepEqual([status, body.status, body.stopped], [200, 'denied', 'never_left']);
      assert.deepEqual(codeOf(await cancel(d, grant)), [409, 'grant_is_over']);
      const receipt = await receiptOf(d, grant);
      assert.deepEqual([receipt.what.outcome, receipt.what.reason], ['denied', 'cancelled_by_principal']);
      verified(d, receipt);
    }
    assert.equal((await d.propose(mandate)).status, 'active');
  }),

  'a spent grant is cancelled too: it gets no lease, and the answer says what had become of it': async (
    d,
  ) => {
    const mandate = await d.register();
    const grant = await d.propose(mandate);
    await d.redeem(grant, FIRST);
    d.pauses.meanwhile = async () => {
      assert.deepEqual(lease(await d.redeem(grant, FIRST)), [0, 'cancelled_by_principal']);
    };
    const answer = await cancel(d, grant);
    assert.deepEqual([answer.body.status, answer.body.stopped], ['redeemed', 'perhaps_arrived']);
    d.pauses.meanwhile = async () => {};
    const refused = { outcome: 'refused', reason: 'cancelled_by_principal', executed_at: null } as const;
    await d.report(grant, { ...refused, counterparty_ack_hash: null }, true);
    assert.equal((await cancel(d, grant)).body.stopped, 'never_left');
    const receipt = await receiptOf(d, grant);
    assert.equal(unwrap(openReceipt(nodeCrypto, receipt)).how.cancellation?.cancellation.reason, REASON);
    verified(d, receipt);
  },

  'ends outlive a database that was put back, and the key that signed them': onSqlite(async (d) => {
    const revoked = await d.register();
    await revoke(d, revoked);
    const grant = await d.propose(await d.register());
    await d.redeem(grant, FIRST);
    await cancel(d, grant);
    await d.database.db.updateTable('action_grant').set({ cancellation_json: null }).execute();
    await d.database.db.updateTable('contract').set({ revocation_json: null }).execute();
    const key = d.rawKeys.get(KID) ?? assert.fail();
    d.advance(60);
    d.rawKeys.set(KID, { ...key, not_after: d.now() });
    d.advance(1);
    assert.deepEqual(await applyKeptRevocations(d.deps), [revoked]);
    assert.deepEqual(await applyKeptCancellations(d.deps), [grant.grant.grant_id]);
    d.rawKeys.set(KID, key);
    assert.deepEqual(lease(await d.redeem(grant, FIRST)), [0, 'cancelled_by_principal']);
    assert.equal((await d.get(`/contracts/${revoked}`)).body.status, 'revoked');
    assert.deepEqual(await applyKeptCancellations(d.deps), []);
  }),

  'an end needs no file beside the keys, and its copy is written as soon as it can be': onSqlite(
    async (d) => {
      const [mandate, other] = [await d.register(), await d.register()];
      const [revoked, cancelled] = [await d.propose(mandate), await d.propose(other)];
      await d.redeem(cancelled, FIRST);
      const { kept } = d.deps;
      const { keepRevocation, keepCancellation } = kept;
      const full = async () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'open' });
      };
      Object.assign(kept, { keepRevocation: full, keepCancellation: full });
      assert.equal((await revoke(d, mandate)).status, 200);
      assert.equal((await cancel(d, cancelled)).status, 200);
      assert.deepEqual(codeOf(await d.redeem(revoked)), [409, 'contract_revoked']);
      assert.deepEqual(lease(await d.redeem(cancelled, FIRST)), [0, 'cancelled_by_principal']);
      await assert.rejects(keepWaitingEnds(kept), /no space/);
      const copies = async () => [(await kept.revocations()).length, (await kept.cancellations()).length];
      assert.deepEqual(await copies(), [0, 0]);
      Object.assign(kept, { keepRevocation, keepCancellation });
      // After a restart nobody remembers what is missing.
      await keepRecordedEnds({ store: d.deps.store, kept: { ...kept } });
      assert.deepEqual(await copies(), [1, 1]);
      await keepWaitingEnds(kept);
    },
  ),

  'a key that is bounded to other tenants ends a grant, and settles none': onSqlite(async (d) => {
    const kid = `${KID}.phone`;
    const pair = readPrivateKey(generatePrivateKey('ed25519'), kid);
    const { alg, public_key, fingerprint } = pair;
    const enrolment: Enrolment = {
      type: 'sanad/enrolment/1',
      deployment: DEPLOYMENT,
      kid,
      alg,
      public_key,
      fingerprint,
      role: 'principal',
      person: 'amina',
      tenants: ['tn_other'],
      independent: true,
      hardware: false,
      not_before: d.now(),
      not_after: null,
    };
    const { hash, signature } = signObject(nodeCrypto, d.signer(KID), enrolment);
    assert.equal((await d.post('/keys', { enrolment, enrolment_hash: hash, signature })).status, 201);
    const grant = await d.propose(await d.register());
    await d.redeem(grant, FIRST);
    await reportDoubt(d, grant);
    const phone = { kid, alg, sign: pair.sign };
    const settlement = await settlementOf(d, grant, 'count_as_not_done', { signer: phone });
    const path = `/grants/${grant.grant.grant_id}/settle`;
    assert.deepEqual(codeOf(await d.post(path, settlement)), [403, 'tenant_not_of_principal']);
    assert.deepEqual(codeOf(await cancel(d, grant, phone)), [200, 'ok']);
  }),

  'what nobody knows: the principal decides, and the receipt says no more than that': async (d) => {
    const mandate = await d.register();
    const choices = [
      ['count_as_done', 'executed'],
      ['count_as_not_done', 'refused'],
    ] as const;
    for (const [choice, outcome] of choices) {
      const grant = await d.propose(mandate);
      const path = `/grants/${grant.grant.grant_id}/settle`;
      await d.redeem(grant, FIRST.replace(/.$/, choice === 'count_as_done' ? '1' : '2'));
      assert.deepEqual(await unreported(d), [grant.grant.grant_id]);
      const early = await settlementOf(d, grant, choice);
      assert.deepEqual(codeOf(await d.post(path, early)), [409, 'grant_not_in_doubt']);
      assert.equal((await reportDoubt(d, grant)).status, 201);
      const settlement = await settlementOf(d, grant, choice);
      const doubt = await doubtOf(d, grant);
      const inDoubt = await d.get<GrantRecord[]>('/grants?in_doubt=true');
      assert.deepEqual(
        inDoubt.body.map(({ grant: { grant_id } }) => grant_id),
        [grant.grant.grant_id],
      );
      const ofAnother = await settlementOf(d, grant, choice, { signer: d.signer('principal_zayd') });
      assert.deepEqual(codeOf(await d.post(path, ofAnother)), [403, 'signer_is_another_principal']);
      const unrecorded = await reportSettled(d, grant, settlement, outcome, doubt);
      assert.deepEqual(codeOf(unrecorded), [422, 'settlement_mismatch']);
      assert.equal((await d.post(path, settlement)).status, 200);
      const opposite = outcome === 'executed' ? 'refused' : 'executed';
      assert.deepEqual(codeOf(await reportSettled(d, grant, settlement, opposite, doubt)), [
        422,
        'settlement_mismatch',
      ]);
      const other = { ...doubt, doubt_hash: NO_HASH };
      assert.deepEqual(codeOf(await reportSettled(d, grant, settlement, outcome, other)), [
        422,
        'settlement_mismatch',
      ]);
      assert.deepEqual(codeOf(await reportSettled(d, grant, settlement, outcome, doubt)), [201, 'ok']);
      assert.deepEqual((await d.get('/grants?in_doubt=true')).body, []);
      assert.deepEqual(await unreported(d), []);
      const receipt = await receiptOf(d, grant);
      const weighed = report(verified(d, receipt), unwrap(openReceipt(nodeCrypto, receipt)));
      const effect = weighed.claims.find((claim) => claim.id === 'effect');
      assert.equal(effect?.strength, 1);
      const { settlement: _, ...how } = receipt.how;
      const without = verify(nodeCrypto, { ...receipt, how }, { keys: Object.fromEntries(d.rawKeys) });
      assert.equal(without.checks[4]?.outcome, 'fail', 'the word of a person cannot be left out');
    }
  },

  'a decision counts once: nobody sends an earlier one again, and what was ended by it is recorded': onSqlite(
    async (d) => {
      const grant = await d.propose(await d.register());
      await d.redeem(grant, FIRST);
      await reportDoubt(d, grant);
      const path = `/grants/${grant.grant.grant_id}/settle`;
      const post = async (signed: SignedSettlement) => codeOf(await d.post(path, signed));
      const OLD = [409, 'settlement_is_old'];
      const longAgo = { settled_at: '1999-01-01T00:00:00Z' };
      assert.deepEqual(await post(await settlementOf(d, grant, 'count_as_done', longAgo)), OLD);
      const ofAnother = await settlementOf(d, grant, 'count_as_done', { doubt_hash: NO_HASH });
      assert.deepEqual(await post(ofAnother), OLD, 'it answers another doubt');
      const first = await settlementOf(d, grant, 'count_as_not_done');
      assert.deepEqual(await post(first), [200, 'ok']);
      assert.deepEqual(await post(first), [200, 'ok'], 'the same request again');
      const unaware = await settlementOf(d, grant, 'count_as_done', { replaces_hash: null });
      assert.deepEqual(await post(unaware), OLD, 'it replaces another than the last');
      d.advance(5);
      const second = await settlementOf(d, grant, 'ask_again');
      assert.equal(second.settlement.replaces_hash, first.settlement_hash);
      const answered = await doubtOf(d, grant);
      assert.deepEqual(await post(second), [200, 'ok']);
      await d.post('/events', { kind: 'in_doubt', body: answered });
      assert.deepEqual((await d.get('/grants?in_doubt=true')).body, [], 'it was answered');
      d.advance(5);
      await reportDoubt(d, grant);
      const third = await settlementOf(d, grant, 'count_as_done');
      assert.equal(third.settlement.replaces_hash, null, 'the first of this doubt');
      assert.deepEqual(await post(third), [200, 'ok']);
      for (const old of [first, second]) assert.deepEqual(await post(old), OLD, 'a replay');
      d.advance(5);
      assert.deepEqual(await post(await settlementOf(d, grant, 'count_as_not_done')), [200, 'ok']);
      assert.deepEqual(await post(third), OLD, 'a replay of the one that was replaced');
      const doubt = await doubtOf(d, grant);
      const wrong = await reportSettled(d, grant, third, 'executed', answered);
      assert.deepEqual(codeOf(wrong), [422, 'settlement_mismatch'], 'beside another doubt');
      // The enforcement point had taken up the third before it was replaced.
      assert.deepEqual(codeOf(await reportSettled(d, grant, third, 'executed', doubt)), [201, 'ok']);
      const { body } = await d.get<GrantRecord>(`/grants/${grant.grant.grant_id}`);
      assert.equal(body.settlement?.settlement_hash, third.settlement_hash);
      const receipt = await receiptOf(d, grant);
      verified(d, receipt);
      for (const how of [
        { ...receipt.how, doubt: answered },
        { ...receipt.how, doubt: undefined },
        { ...receipt.how, doubt: { ...doubt, signature: answered.signature } },
      ]) {
        const { checks } = verify(nodeCrypto, JSON.parse(JSON.stringify({ ...receipt, how })), {
          keys: Object.fromEntries(d.rawKeys),
        });
        assert.equal(checks[4]?.outcome, 'fail', 'only with the doubt that it answers');
      }
    },
  ),

  'to ask again takes the doubt back until it is reported once more': onSqlite(async (d) => {
    const grant = await d.propose(await d.register());
    await d.redeem(grant, FIRST);
    await reportDoubt(d, grant);
    const settlement = await settlementOf(d, grant, 'ask_again');
    assert.equal((await d.post(`/grants/${grant.grant.grant_id}/settle`, settlement)).status, 200);
    assert.deepEqual((await d.get('/grants?in_doubt=true')).body, []);
    const { record } = (await d.redeem(grant, FIRST)).body as unknown as RedeemResponse;
    assert.equal(record.settlement?.settlement_hash, settlement.settlement_hash);
    d.advance(1);
    await reportDoubt(d, grant);
    assert.equal((await d.get<GrantRecord[]>('/grants?in_doubt=true')).body.length, 1);
    await d.report(grant);
    assert.equal((await receiptOf(d, grant)).what.outcome, 'executed', 'an acknowledgment after all');
    assert.deepEqual((await d.get('/grants?in_doubt=true')).body, []);
  }),
});
