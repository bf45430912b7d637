import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { verifyLog } from '@platform/authority/use-cases/verify-log';
import { verifyConsistency } from '@platform/core/log/merkle/tree';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { ConsistencyProof, SignedTreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { signObject } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { transfer } from './support/actions.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Deployment } from './support/types.ts';

/** Verifies a receipt against the deployment's own keys; every check must pass. */
function assertVerified(d: Deployment, receipt: Receipt, previous?: Receipt): void {
  const keys = Object.fromEntries(d.rawKeys);
  const result = verify(nodeCrypto, receipt, { keys, ...(previous === undefined ? {} : { previous }) });
  assert.deepEqual(
    result.checks.filter(({ outcome }) => outcome === 'fail'),
    [],
  );
  assert.equal(result.verdict, 'verified');
}

async function execute(d: Deployment, grant: GrantRecord): Promise<Receipt> {
  assert.equal((await d.redeem(grant)).status, 200);
  const reported = await d.report(grant);
  assert.equal(reported.status, 201, JSON.stringify(reported.body));
  return (await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`)).body;
}

const FIRST_PAGE = { mandateId: null, tenants: null, after: null, limit: 9 };

onBothEngines('the authority', {
  'an allowed transfer is redeemed once, reported, and leaves one receipt that verifies': onSqlite(
    async (d) => {
      const grant = await d.propose(await d.register());
      assert.equal(grant.status, 'active');
      assert.equal(grant.decision.reason, 'ok');
      const receipt = await execute(d, grant);
      assert.equal((await d.redeem(grant)).status, 409);
      assertVerified(d, receipt);
      assert.equal((await d.report(grant)).status, 201, 'the same report again');
      const { body } = await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant.grant_id}`);
      assert.deepEqual(body, [receipt]);
    },
  ),

  'a held transfer waits for its approver': onSqlite(async (d) => {
    const grant = await d.propose(await d.register(), transfer({ amount: '2000' }));
    assert.equal(grant.status, 'pending');
    assert.equal(grant.decision.reason, 'approval_required');
    assert.equal((await d.redeem(grant)).status, 409);
    const approved = await d.approve(grant);
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const active = approved.body as unknown as GrantRecord;
    assert.equal(active.grant.approved_by, 'approver_cfo');
    assert.notEqual(active.grant_hash, grant.grant_hash);
    assert.equal((await d.redeem(grant)).status, 409, 'the grant as it was before the approval');
    assertVerified(d, await execute(d, active));
    assert.equal((await d.approve(grant)).status, 409, 'a second approval');
  }),

  'an approver enrolled by another root of trust approves for any principal': onSqlite(async (d) => {
    const signed = d.sign(d.mandate({ principal: 'zayd', tenant: 'tn_zayd' }), 'principal_zayd');
    assert.equal((await d.post('/contracts', signed)).status, 201);
    const held = await d.propose(
      signed.contract.contract_id,
      transfer({ amount: '2000' }),
      undefined,
      'zayd',
    );
    const active = (await d.approve(held)).body as unknown as GrantRecord;
    assert.equal((await d.redeem(active, undefined, 'zayd')).status, 200);
    const reported = await d.report(active);
    assertVerified(d, (await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`)).body);
  }),

  'each denial has a grant and a receipt, signed by the authority': async (d) => {
    const grant = await d.propose(await d.register(), transfer({ amount: '6000' }));
    assert.equal(grant.status, 'denied');
    assert.equal(grant.decision.reason, 'amount_over_limit');
    await d.sequencer.settled();
    const { body } = await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant.grant_id}`);
    const [receipt] = body;
    assert.ok(receipt !== undefined);
    assert.equal(receipt.signatures.pep.kid, 'authority');
    assert.equal(receipt.what.outcome, 'denied');
    assertVerified(d, receipt);
  },

  'silence is a refusal: what is not approved or not presented in time expires, with a receipt': onSqlite(
    async (d) => {
      const mandate = await d.register();
      const held = await d.propose(mandate, transfer({ amount: '2000' }));
      const active = await d.propose(mandate, transfer());
      d.advance(299);
      assert.equal((await d.get(`/grants/${active.grant.grant_id}`)).body.status, 'active');
      d.advance(1);
      assert.equal((await d.get(`/grants/${active.grant.grant_id}`)).body.status, 'expired');
      assert.equal((await d.redeem(active)).status, 410);
      d.advance(3_600);
      assert.equal((await d.approve(held)).status, 410);
      await d.sequencer.settled();
      const { body: receipts } = await d.get<Receipt[]>('/receipts');
      assert.deepEqual(
        receipts.map(({ what }) => [what.outcome, what.reason]),
        [
          ['expired', 'grant_expired'],
          ['expired', 'grant_expired'],
        ],
      );
      for (const receipt of receipts) assertVerified(d, receipt);
    },
  ),

  'a grant that expires or is denied gives its share of the limits back': async (d) => {
    const mandate = await d.register({ limits: { runtime_max_s: 60, use_count_max: 1 } });
    const payment = transfer();
    const first = await d.propose(mandate, payment);
    assert.equal((await d.propose(mandate, transfer())).decision.reason, 'use_count_exceeded');
    d.advance(61);
    assert.equal((await d.get(`/grants/${first.grant.grant_id}`)).body.status, 'expired');
    assert.equal((await d.propose(mandate, payment)).status, 'active', 'the same payment, once more');
  },

  'a revoked mandate stops what it had allowed': onSqlite(async (d) => {
    const mandate = await d.register();
    const allowed = await d.propose(mandate, transfer());
    const held = await d.propose(mandate, transfer({ amount: '2000' }));
    assert.equal((await revoke(d, mandate)).status, 200);
    assert.equal((await revoke(d, mandate)).status, 200, 'again');
    const redeemed = await d.redeem(allowed);
    assert.deepEqual([redeemed.status, errorOf(redeemed.body)], [409, 'contract_revoked']);
    const approved = await d.approve(held);
    assert.deepEqual([approved.status, errorOf(approved.body)], [409, 'contract_revoked']);
    assert.equal((await d.propose(mandate, transfer())).decision.reason, 'contract_revoked');
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    assert.deepEqual(
      receipts.map(({ what, status }) => [what.outcome, what.reason, status.contract]),
      Array.from({ length: 3 }, () => ['denied', 'contract_revoked', 'revoked']),
    );
  }),

  'a newer profile ends what is pending under the older one: nobody is asked to approve it': async (d) => {
    const mandate = await d.register();
    const held = await d.propose(mandate, transfer({ amount: '2000' }));
    const other = await d.propose(mandate, transfer({ amount: '2000' }));
    d.publish('treasury.v1', { version: '1.1.0' });
    assert.equal((await d.get(`/contracts/${mandate}`)).body.status, 'expired');
    const { body: ended } = await d.get<GrantRecord>(`/grants/${held.grant.grant_id}`);
    assert.deepEqual([ended.status, ended.ending?.reason], ['denied', 'contract_expired']);
    const approved = await d.approve(other);
    assert.deepEqual([approved.status, errorOf(approved.body)], [409, 'contract_expired']);
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    assert.equal(receipts.length, 1, 'reading a grant writes nothing');
    await sweepGrants(d.deps);
    await d.sequencer.settled();
    const { body: swept } = await d.get<Receipt[]>('/receipts');
    assert.equal(swept.length, 2);
    for (const receipt of swept) assertVerified(d, receipt);
  },

  'a list shows each grant’s current status, before and after its end is recorded': onSqlite(async (d) => {
    const [lasting, ending] = [await d.register(), await d.register()];
    const held = await d.propose(lasting, transfer({ amount: '2000' }));
    const late = await d.propose(lasting, transfer());
    const lost = await d.propose(ending, transfer({ amount: '2000' }));
    const spare = await d.propose(ending, transfer());
    assert.equal((await revoke(d, ending)).status, 200);
    d.advance(301);
    const ids = async (status: string) => {
      const { body } = await d.get<GrantRecord[]>(`/grants?status=${status}`);
      return body.map(({ grant }) => grant.grant_id).sort();
    };
    const lists = async () => [
      await ids('pending'),
      await ids('active'),
      await ids('denied'),
      await ids('expired'),
    ];
    const id = ({ grant }: GrantRecord) => grant.grant_id;
    const expected = [[id(held)], [], [id(lost)], [id(late), id(spare)].sort()];
    assert.deepEqual(await lists(), expected);
    assert.equal((await d.deps.store.grants({ ...FIRST_PAGE, statuses: ['active'] })).length, 2);
    await sweepGrants(d.deps);
    assert.deepEqual(await lists(), expected);
    assert.deepEqual(await d.deps.store.grants({ ...FIRST_PAGE, statuses: ['active'] }), []);
    await d.sequencer.settled();
    assert.equal((await d.get<Receipt[]>('/receipts')).body.length, 3);
  }),

  'a revocation stops everything at once, and no clock lets it spoil the proof of earlier actions': async (
    d,
  ) => {
    const mandate = await d.register();
    const grant = await d.propose(mandate);
    assert.equal((await d.redeem(grant)).status, 200);
    assert.equal((await revoke(d, mandate, 30)).status, 200, 'the principal’s clock is behind');
    assert.equal((await d.propose(mandate, transfer())).decision.reason, 'contract_revoked');
    const reported = await d.report(grant);
    assertVerified(d, (await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`)).body);
  },

  'receipts are chained per tenant and entered in one log that verifies from leaf 0': async (d) => {
    const [mine, other] = [await d.register(), await d.register({ tenant: 'tn_other' })];
    for (let round = 0; round < 5; round += 1) {
      for (const mandate of [mine, other]) await execute(d, await d.propose(mandate));
    }
    for (const tenant of ['tn_test', 'tn_other']) {
      const { body: chain } = await d.get<Receipt[]>(`/receipts?tenant=${tenant}`);
      assert.deepEqual(
        chain.map(({ bundle }) => bundle.sequence),
        [0, 1, 2, 3, 4],
      );
      for (const [index, receipt] of chain.entries()) assertVerified(d, receipt, chain[index - 1]);
    }
    assert.deepEqual(await verifyLog(d.deps), []);
    assert.equal(
      new Set(d.writtenReceipts.map(({ receipt_id }) => receipt_id)).size,
      d.writtenReceipts.length,
    );

    const { body: head } = await d.get<SignedTreeHead>('/log/head');
    assert.equal(head.tree_head.tree_size, 10);
    const { body: heads } = await d.get<SignedTreeHead[]>('/log/heads');
    for (const { tree_head: old } of heads) {
      const { body } = await d.get<ConsistencyProof>(`/log/consistency?from=${old.tree_size}`);
      assert.deepEqual([body.from_root, body.to_root], [old.root_hash, head.tree_head.root_hash]);
      assert.ok(
        verifyConsistency(nodeCrypto, {
          from: body.from,
          to: body.to,
          fromRoot: body.from_root,
          toRoot: body.to_root,
          proof: body.proof,
        }),
      );
    }
  },

  'a changed receipt is found in the log': onSqlite(async (d) => {
    const receipt = await execute(d, await d.propose(await d.register()));
    const changed = { ...receipt, what: { ...receipt.what, plugin_version: '9.9.9' } };
    const store = {
      ...d.deps.store,
      leaves: async (from: number) => {
        const [first] = await d.deps.store.leaves(from, 1);
        return first === undefined ? [] : [{ ...first, receipt: changed }];
      },
    };
    const faults = await verifyLog({ ...d.deps, store });
    assert.ok(
      faults.some(({ message }) => /changed/.test(message)),
      JSON.stringify(faults),
    );
  }),

  'the evidence chain links every event to the one before': onSqlite(async (d) => {
    const mandate = await d.register();
    const grant = await d.propose(mandate, transfer({ amount: '2000' }));
    await execute(d, (await d.approve(grant)).body as unknown as GrantRecord);
    await revoke(d, mandate);
    const { body: events } =
      await d.get<{ event: { kind: string; previous_event_hash: string | null }; event_hash: string }[]>(
        '/events',
      );
    assert.deepEqual(
      events.map(({ event }) => event.kind),
      ['mandate_registered', 'grant_approved', 'enforcement', 'mandate_revoked'],
    );
    for (const [index, { event }] of events.entries()) {
      assert.equal(event.previous_event_hash, events[index - 1]?.event_hash ?? null);
    }
    const { body: head } = await d.get('/events/head');
    assert.deepEqual(head, { event_hash: events.at(-1)?.event_hash, length: 4 });
  }),
});

async function revoke(d: Deployment, mandateId: string, secondsAgo = 0) {
  const { body } = await d.get<{ contract_hash: string }>(`/contracts/${mandateId}`);
  const revocation = {
    type: 'sanad/revocation/1',
    deployment: DEPLOYMENT,
    contract_id: mandateId,
    contract_hash: body.contract_hash,
    revoked_at: new Date(Date.parse(d.now()) - secondsAgo * 1_000).toISOString(),
    reason: 'test',
  } as const;
  const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
  return d.post(`/contracts/${mandateId}/revoke`, { revocation, revocation_hash: hash, signature });
}

function errorOf(body: Record<string, unknown>): unknown {
  return (body.detail as { readonly error?: unknown } | undefined)?.error;
}
