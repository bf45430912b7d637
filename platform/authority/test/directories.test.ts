import assert from 'node:assert/strict';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { applyEntries, emptyDirectory, nextEntry } from '@platform/core/directory/state';
import type { RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import { type GrantRecord, RedeemResponse } from '@platform/core/objects/grant';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { signHash } from '@platform/core/signed/signed';
import { withValues } from '@platform/core/testing/with-values';
import { verify } from '@platform/core/verify/verify';
import { Check } from 'typebox/value';
import { recordFirstEntries } from '../src/use-cases/record-entry.ts';
import { transfer } from './support/actions.ts';
import { messageOf, outcome } from './support/deployment-test.ts';
import {
  ALONE,
  add,
  DIRECTORY,
  draft,
  entriesOf,
  PATH,
  PROFILE,
  sign,
  TWO,
  withDirectory,
} from './support/directories.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Deployment } from './support/types.ts';

const initrode = { beneficiary_id: 'initrode', to_account: 'acct_initrode' };

async function receiptOf(d: Deployment, { grant }: GrantRecord): Promise<Receipt> {
  await d.sequencer.settled();
  const { body } = await d.get<Receipt[]>(`/receipts?grant_id=${grant.grant_id}`);
  const [receipt] = body;
  assert.ok(receipt);
  return receipt;
}

const DAY_S = 86_400;

async function verdictOf(d: Deployment, receipt: Receipt) {
  const { checks, verdict } = verify(nodeCrypto, receipt, { keys: await d.deps.keys() });
  return { verdict, failed: checks.filter(({ outcome: of }) => of === 'fail').map(({ detail }) => detail) };
}

onBothEngines('a directory of payees', {
  'a payee is added without a new profile version or mandate, and the receipt carries its proof': async (
    d,
  ) => {
    withDirectory(d, ALONE);
    const mandate = await d.register();
    assert.equal((await d.propose(mandate, transfer(initrode))).decision.reason, 'beneficiary_not_approved');
    assert.equal((await add(d, draft(d, 'added', 'acme'))).status, 201);
    assert.equal((await add(d, draft(d, 'added', 'initrode'))).status, 201);
    const grant = await d.propose(mandate, transfer(initrode));
    assert.equal(grant.decision.reason, 'ok');
    assert.equal((await d.redeem(grant)).status, 200);
    assert.equal((await d.report(grant)).status, 201);
    const receipt = await receiptOf(d, grant);
    assert.equal(
      unwrap(openReceipt(nodeCrypto, receipt)).why.directories?.[DIRECTORY]?.entry.entry.name,
      'initrode',
    );
    assert.deepEqual(await verdictOf(d, receipt), { verdict: 'verified', failed: [] });
    const uses = async () =>
      (
        await d.get<{ name: string; times: number; first_at: string; last_at: string }[]>(
          `/directories/${PROFILE}/${DIRECTORY}/uses?tenant=tn_test`,
        )
      ).body;
    const at = receipt.when.decided_at;
    assert.deepEqual(await uses(), [{ name: 'initrode', times: 1, first_at: at, last_at: at }]);
    const again = await d.propose(mandate, transfer({ ...initrode, memo: 'Rent of May', amount: '7' }));
    assert.equal((await d.redeem(again)).status, 200);
    assert.equal((await d.report(again)).status, 201);
    assert.equal((await receiptOf(d, again)).what.outcome, 'executed');
    assert.deepEqual(
      (await uses()).map(({ name, times, first_at }) => [name, times, first_at]),
      [['initrode', 2, at]],
    );
    assert.deepEqual(
      (await d.get<SignedEntry[]>('/directories')).body.map(({ entry }) => [entry.tenant, entry.sequence]),
      [['tn_test', 1]],
    );
  },

  'what was paid to an earlier account of a payee is not counted for the present one': async (d) => {
    withDirectory(d, ALONE);
    const mandate = await d.register();
    await add(d, draft(d, 'added', 'initrode'));
    const grant = await d.propose(mandate, transfer(initrode));
    await d.redeem(grant);
    await d.report(grant);
    await receiptOf(d, grant);
    await add(d, draft(d, 'changed', 'initrode', 'acct_initrode_2'));
    const path = `/directories/${PROFILE}/${DIRECTORY}/uses?tenant=tn_test`;
    assert.deepEqual((await d.get(path)).body, []);
    await add(d, draft(d, 'changed', 'initrode', 'acct_initrode'));
    assert.deepEqual(
      (await d.get<{ times: number }[]>(path)).body.map(({ times }) => times),
      [1],
    );
  },

  'the entries that a directory starts with are recorded whole and once, whatever their age': async (d) => {
    withDirectory(d, ALONE);
    const id = { deployment: DEPLOYMENT, tenant: 'tn_test', profile: PROFILE, directory: DIRECTORY };
    const signed_at = new Date(Date.parse(d.now()) - 7_200_000).toISOString();
    const entries: SignedEntry[] = [];
    for (const name of ['acme', 'initrode']) {
      const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(id), entries));
      const entry = unwrap(nextEntry(nodeCrypto, state, { ...draft(d, 'added', name), signed_at }));
      const hash = hashOf(nodeCrypto, entry);
      entries.push({ entry, entry_hash: hash, signatures: [signHash(d.signer('clerk_lina'), hash)] });
    }
    const [first, second] = entries as [SignedEntry, SignedEntry];
    assert.deepEqual(outcome(await d.post(PATH, first)), [422, 'entry_signed_at_invalid']);
    const byNobody = { ...second, signatures: [signHash(d.signer('clerk_zoe'), second.entry_hash)] };
    for (const [refused, code] of [
      [[second], 'entry_out_of_order'],
      [[first, byNobody], 'signer_not_allowed'],
      [[{ ...first, entry: { ...first.entry, deployment: `dp_${'0'.repeat(24)}` } }], 'deployment_mismatch'],
    ] as const) {
      const answer = await recordFirstEntries(d.deps, refused);
      assert.equal(answer.ok ? answer.value : answer.error.code, code);
    }
    assert.deepEqual(await entriesOf(d), []);
    assert.deepEqual(await recordFirstEntries(d.deps, entries), { ok: true, value: 2 });
    assert.deepEqual(await entriesOf(d), entries);
    assert.equal((await add(d, draft(d, 'ended', 'acme'))).status, 201);
    assert.deepEqual(await recordFirstEntries(d.deps, entries), { ok: true, value: 0 });
    assert.equal((await entriesOf(d)).length, 3);
    const grant = await d.propose(await d.register(), transfer(initrode));
    assert.equal(grant.decision.reason, 'ok');
  },

  'where the profile asks for two people, one signature changes nothing': async (d) => {
    withDirectory(d, TWO);
    const mandate = await d.register();
    // The signer's own date does not spare the second person.
    const earlier = new Date(Date.parse(d.now()) - 60_000).toISOString();
    const first = await add(d, { ...draft(d, 'added', 'initrode'), signed_at: earlier });
    assert.deepEqual([first.status, first.body.missing], [202, 1]);
    assert.equal((await d.propose(mandate, transfer(initrode))).decision.reason, 'beneficiary_not_approved');
    assert.deepEqual(await entriesOf(d), []);
    const [waiting] = await entriesOf(d, 'tn_test', 'drafts');
    assert.ok(waiting);
    assert.deepEqual((await d.get('/directories/drafts')).body, [waiting]);
    const again = { ...waiting, signatures: [signHash(d.signer('clerk_lina'), waiting.entry_hash)] };
    assert.equal((await d.post<RecordedEntry>(PATH, again)).body.missing, 1, 'the same person twice');
    const confirmed = { ...waiting, signatures: [signHash(d.signer('approver_cfo'), waiting.entry_hash)] };
    const second = await d.post<RecordedEntry>(PATH, confirmed);
    assert.deepEqual([second.status, second.body.missing, second.body.signatures.length], [201, 0, 2]);
    assert.equal((await d.propose(mandate, transfer(initrode))).decision.reason, 'ok');
    assert.deepEqual(await entriesOf(d, 'tn_test', 'drafts'), []);
  },

  'several may wait one behind the other, and an end goes before them': onSqlite(async (d) => {
    withDirectory(d, TWO);
    const both = ['clerk_lina', 'approver_cfo'];
    assert.equal((await add(d, draft(d, 'added', 'acme'), both)).status, 201);
    const waiting: SignedEntry[] = [];
    for (const name of ['initrode', 'umbra']) {
      const signed = await sign(d, draft(d, 'added', name), ['clerk_lina']);
      assert.equal((await d.post(PATH, signed)).status, 202);
      waiting.push(signed);
    }
    const [one, two] = waiting;
    assert.ok(one && two);
    const confirm = (signed: SignedEntry) =>
      d.post<RecordedEntry>(PATH, {
        ...signed,
        signatures: [signHash(d.signer('approver_cfo'), signed.entry_hash)],
      });
    const ahead = await confirm(two);
    assert.deepEqual([ahead.status, ahead.body.recorded, ahead.body.missing], [202, false, 0]);
    assert.equal((await entriesOf(d)).length, 1, 'the one ahead of it still waits');
    assert.equal((await confirm(one)).status, 201);
    assert.deepEqual(
      (await entriesOf(d)).map(({ entry }) => entry.name),
      ['acme', 'initrode', 'umbra'],
    );
    const waits = await sign(d, draft(d, 'added', 'globex'), ['clerk_lina']);
    assert.equal((await d.post(PATH, waits)).status, 202);
    const id = { deployment: DEPLOYMENT, tenant: 'tn_test', profile: PROFILE, directory: DIRECTORY };
    const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(id), await entriesOf(d)));
    const end = unwrap(nextEntry(nodeCrypto, state, draft(d, 'ended', 'acme')));
    const hash = hashOf(nodeCrypto, end);
    const ended = { entry: end, entry_hash: hash, signatures: [signHash(d.signer('clerk_lina'), hash)] };
    assert.equal((await d.post(PATH, ended)).status, 201, 'an end takes one person and waits for nothing');
    assert.deepEqual(await entriesOf(d, 'tn_test', 'drafts'), []);
    assert.deepEqual(outcome(await confirm(waits)), [409, 'entry_out_of_order']);
  }),

  'entries by people who are not named, in the wrong place or with other fields are refused': onSqlite(
    async (d) => {
      withDirectory(d, ALONE);
      const of = draft(d, 'added', 'initrode');
      assert.deepEqual(outcome(await add(d, of, ['principal_amina'])), [403, 'signer_not_allowed']);
      assert.deepEqual(outcome(await add(d, of, ['approver_guest'])), [403, 'signer_not_allowed']);
      assert.deepEqual(outcome(await add(d, of, ['clerk_zoe'])), [403, 'signer_not_allowed']);
      const odd = { ...of, values: { beneficiary_id: 'initrode', to_account: 'a', iban: 'x' } };
      assert.deepEqual(outcome(await add(d, odd)), [422, 'entry_malformed']);
      const good = await sign(d, of, ['clerk_lina']);
      const path = `/directories/${PROFILE}/accounts/entries`;
      assert.deepEqual(outcome(await d.post(path, good)), [422, 'entry_of_another_directory']);
      assert.equal((await d.post(PATH, good)).status, 201);
      assert.equal((await d.post(PATH, good)).status, 201, 'a repetition changes nothing');
      assert.equal((await entriesOf(d)).length, 1);
      d.advance(3_700);
      assert.deepEqual(outcome(await d.post(PATH, { ...good, entry_hash: 'a'.repeat(64) })), [
        422,
        'hash_mismatch',
      ]);
      const late = { ...draft(d, 'added', 'umbra'), signed_at: good.entry.signed_at };
      assert.deepEqual(outcome(await add(d, late)), [422, 'entry_signed_at_invalid']);
    },
  ),

  'after the answer to an end nothing is paid by the entry, whatever was allowed or approved before':
    onSqlite(async (d) => {
      withDirectory(d, ALONE);
      const mandate = await d.register();
      await add(d, draft(d, 'added', 'initrode'));
      const allowed = await d.propose(mandate, transfer(initrode));
      const held = await d.propose(mandate, transfer({ ...initrode, amount: '2500', memo: 'INV-2' }));
      const spent = await d.propose(mandate, transfer({ ...initrode, amount: '7', memo: 'INV-3' }));
      const redemptionId = `red_${'1'.repeat(24)}`;
      assert.equal((await d.redeem(spent, redemptionId)).status, 200);
      const paused = d.pauses.total;
      assert.equal((await add(d, draft(d, 'changed', 'initrode', 'acct_mallory'))).status, 201);
      // What may have left is not sent again, and the enforcement point can read that.
      const again = (await d.redeem(spent, redemptionId)).body;
      assert.ok(Check(RedeemResponse, again));
      assert.deepEqual([again.send_within_ms, again.ended?.reason], [0, 'beneficiary_not_approved']);
      assert.ok(d.pauses.total > paused, 'the leases had to end');
      for (const _ of ['ends it', 'finds it ended'])
        assert.deepEqual(outcome(await d.redeem(allowed)), [409, 'beneficiary_not_approved']);
      const changed = await d.approve(held);
      assert.deepEqual(outcome(changed), [409, 'beneficiary_not_approved']);
      assert.match(messageOf(changed), /^The grant is denied: initrode of .+ was changed at 20/);
      const toMallory = { ...initrode, to_account: 'acct_mallory', amount: '2500' };
      const heldAgain = await d.propose(mandate, transfer(toMallory));
      assert.equal((await add(d, draft(d, 'ended', 'initrode'))).status, 201);
      const ended = await d.approve(heldAgain);
      assert.deepEqual(outcome(ended), [409, 'beneficiary_not_approved']);
      assert.match(
        messageOf(ended),
        /initrode of the directory beneficiaries ended at 20.+, after the proposal/,
      );
      const receipt = await receiptOf(d, allowed);
      assert.equal(receipt.what.reason, 'beneficiary_not_approved');
      assert.deepEqual(await verdictOf(d, receipt), { verdict: 'verified', failed: [] });
      assert.equal(
        (await d.propose(mandate, transfer(initrode))).decision.reason,
        'beneficiary_not_approved',
      );
    }),

  'the first payment to a new payee waits until one was approved and spent': onSqlite(async (d) => {
    withDirectory(d, { ...ALONE, first: { until_approved: true } });
    const mandate = await d.register();
    await add(d, draft(d, 'added', 'initrode'));
    const first = await d.propose(mandate, transfer(initrode));
    assert.equal(first.decision.reason, 'approval_required');
    assert.equal((await d.approve(first)).status, 200);
    const second = transfer({ ...initrode, memo: 'INV-2', amount: '7' });
    assert.equal((await d.propose(mandate, second)).decision.reason, 'approval_required');
    const { body } = await d.get<GrantRecord>(`/grants/${first.grant.grant_id}`);
    assert.equal((await d.redeem(body)).status, 200);
    const third = await d.propose(mandate, transfer({ ...initrode, memo: 'INV-3' }));
    assert.equal(third.decision.reason, 'ok');
    assert.equal((await d.redeem(third)).status, 200);
    assert.equal((await d.report(third)).status, 201);
    assert.equal((await verdictOf(d, await receiptOf(d, third))).verdict, 'verified');
    await add(d, draft(d, 'changed', 'initrode', 'acct_new'));
    const changed = transfer({ ...initrode, to_account: 'acct_new', memo: 'INV-4' });
    assert.equal((await d.propose(mandate, changed)).decision.reason, 'approval_required');
  }),

  'the days of a hold count from the second person’s signature, whatever date the first one wrote': async (
    d,
  ) => {
    withDirectory(d, { ...TWO, first: { hold_days: 5 } });
    d.advance(20 * DAY_S);
    const mandate = await d.register();
    const signed_at = new Date(Date.parse(d.now()) - 6.9 * DAY_S * 1_000).toISOString();
    assert.equal((await add(d, { ...draft(d, 'added', 'initrode'), signed_at })).status, 202);
    d.advance(60);
    const [waiting] = await entriesOf(d, 'tn_test', 'drafts');
    assert.ok(waiting);
    const confirmed = { ...waiting, signatures: [signHash(d.signer('approver_cfo'), waiting.entry_hash)] };
    assert.equal((await d.post(PATH, confirmed)).status, 201);
    const recorded_at = d.now();
    const early = await d.propose(mandate, transfer(initrode));
    assert.equal(early.decision.reason, 'approval_required');
    assert.equal(early.directories?.[DIRECTORY]?.recorded_at, recorded_at);
    d.advance(5 * DAY_S - 1);
    const still = await d.propose(mandate, transfer({ ...initrode, memo: 'INV-2' }));
    assert.equal(still.decision.reason, 'approval_required');
    d.advance(1);
    const paid = await d.propose(mandate, transfer({ ...initrode, memo: 'INV-3' }));
    assert.equal(paid.decision.reason, 'ok');
    assert.equal((await d.redeem(paid)).status, 200);
    assert.equal((await d.report(paid)).status, 201);
    const receipt = await receiptOf(d, paid);
    assert.equal((await verdictOf(d, receipt)).verdict, 'verified');
    const proof = unwrap(openReceipt(nodeCrypto, receipt)).why.directories?.[DIRECTORY];
    assert.ok(proof);
    for (const [at, expected] of [
      [paid.action.proposed_at, /needs an approval that is not there/],
      [new Date(Date.parse(d.now()) + DAY_S * 1_000).toISOString(), /recorded after the action was proposed/],
    ] as const) {
      const directories = { [DIRECTORY]: { ...proof, recorded_at: at } };
      const { verdict, failed } = await verdictOf(d, showing(receipt, directories));
      assert.equal(verdict, 'failed');
      assert.match(failed.join(' '), expected);
    }
  },

  'a payee of a thief counts no longer once the key is marked, and another person signs it anew': onSqlite(
    async (d) => {
      withDirectory(d, ALONE);
      const mandate = await d.register();
      await add(d, draft(d, 'added', 'initrode'));
      const allowed = await d.propose(mandate, transfer(initrode));
      const clerk = d.rawKeys.get('clerk_lina');
      assert.ok(clerk);
      d.rawKeys.set('clerk_lina', { ...clerk, compromised_at: d.now() });
      assert.equal((await d.redeem(allowed)).status, 409);
      assert.equal(
        (await d.propose(mandate, transfer(initrode))).decision.reason,
        'beneficiary_not_approved',
      );
      d.advance(1);
      assert.equal((await add(d, draft(d, 'changed', 'initrode'), ['approver_cfo'])).status, 201);
      assert.equal((await d.propose(mandate, transfer(initrode))).decision.reason, 'ok');
    },
  ),
});

onBothEngines('a receipt with an entry of a directory', {
  'fails without its entry, with another one, by whom the profile does not name, or with another proof':
    onSqlite(async (d) => {
      withDirectory(d, ALONE);
      const mandate = await d.register();
      await add(d, draft(d, 'added', 'acme'));
      await add(d, draft(d, 'added', 'initrode'));
      const grant = await d.propose(mandate, transfer(initrode));
      await d.redeem(grant);
      await d.report(grant);
      const receipt = await receiptOf(d, grant);
      const proof = unwrap(openReceipt(nodeCrypto, receipt)).why.directories?.[DIRECTORY];
      assert.ok(proof);
      const { entry, head } = proof;
      const resigned = (patch: Partial<SignedEntry['entry']>, kid = 'clerk_lina'): SignedEntry => {
        const object = { ...entry.entry, ...patch };
        const hash = hashOf(nodeCrypto, object);
        return { entry: object, entry_hash: hash, signatures: [signHash(d.signer(kid), hash)] };
      };
      const forgeries: readonly (readonly [string, OpenReceipt['why']['directories'], RegExp])[] = [
        ['without it', undefined, /beneficiary_not_approved/],
        [
          'ended',
          { [DIRECTORY]: { ...proof, entry: resigned({ change: 'ended' }) } },
          /not in force at the head/,
        ],
        [
          'other values',
          {
            [DIRECTORY]: {
              ...proof,
              entry: resigned({ values: { ...entry.entry.values, to_account: 'x' } }),
            },
          },
          /not in force/,
        ],
        [
          'by a principal',
          {
            [DIRECTORY]: {
              ...proof,
              entry: { ...entry, signatures: [signHash(d.signer('principal_amina'), entry.entry_hash)] },
            },
          },
          /does not name amina/,
        ],
        [
          'head by the bank',
          {
            [DIRECTORY]: {
              ...proof,
              head: { ...head, signatures: [signHash(d.signer('bank'), head.entry_hash)] },
            },
          },
          /bank may not sign an entry/,
        ],
        ['another index', { [DIRECTORY]: { ...proof, index: 0 } }, /not in force at the head/],
        ['under another name', { accounts: proof }, /the profile names no directory accounts/],
      ];
      for (const [name, directories, expected] of forgeries) {
        const { verdict, failed } = await verdictOf(d, showing(receipt, directories));
        assert.equal(verdict, 'failed', name);
        assert.match(failed.join(' '), expected, name);
      }
    }),
});

/** The receipt with other entries, or none, as if it had been made with them. */
function showing(receipt: Receipt, directories: OpenReceipt['why']['directories']): Receipt {
  return withValues(nodeCrypto, receipt, (plain) => {
    const { directories: _, ...why } = plain.why;
    return { ...plain, why: directories === undefined ? why : { ...why, directories } };
  });
}
