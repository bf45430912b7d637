import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { SettlementChoice, SignedSettlement } from '@platform/core/objects/settlement';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { judge } from '@platform/core/verify/judge';
import { outcomeWords } from '@platform/words/outcomes';
import { pieceText, receiptPieces } from '@platform/words/story';
import { tell } from '../src/proof-view/verdict.ts';
import { outcomeMark } from '../src/site/site.page.ts';
import { vector, vectorText } from './pages/fake-authority.ts';

const receipt = unwrap(openReceipt(nodeCrypto, vector('executed')));

/** The same receipt, as if nothing but its principal's word had settled it. */
function settled(choice: SettlementChoice, reason = 'seen in the bank’s list'): OpenReceipt {
  const settlement: SignedSettlement = {
    settlement: {
      type: 'sanad/settlement/1',
      deployment: receipt.what.action.deployment,
      grant_id: receipt.what.action.grant_id,
      action_hash: receipt.how.grant.action_hash,
      doubt_hash: 'cd'.repeat(32),
      replaces_hash: null,
      choice,
      reason,
      settled_at: receipt.when.decided_at,
    },
    settlement_hash: 'ab'.repeat(32),
    signature: { kid: 'principal_local', alg: 'ed25519', sig: 'ab'.repeat(64) },
  };
  const outcome = choice === 'count_as_done' ? 'executed' : 'refused';
  const what: OpenReceipt['what'] = { ...receipt.what, outcome, reason: 'settled_by_principal' };
  return { ...receipt, what, how: { ...receipt.how, settlement } };
}

const textOf = (given: OpenReceipt) => pieceText(receiptPieces(given));

test('a receipt that rests on a person’s word says so before anything else', () => {
  const judged = judge(webCrypto, vectorText('executed'), {
    options: {},
    venues: [],
    as: undefined,
    nowMs: Date.now(),
  });
  const { principal } = receipt.who;
  const done = settled('count_as_done');
  for (const hasKeys of [true, false]) {
    const proof = { ...judged.proof, verdict: hasKeys ? 'verified' : judged.proof.verdict } as const;
    const told = tell({ ...judged, proof, receipt: done }, hasKeys);
    assert.match(
      pieceText(told.title),
      new RegExp(`^Counted as paid by ${principal}, and nobody knows: “?pay 250 `),
    );
    assert.notEqual(told.so.mark, 'holds');
    const undone = tell({ ...judged, proof, receipt: settled('count_as_not_done') }, hasKeys);
    assert.match(
      pieceText(undone.title),
      new RegExp(`^Counted as not paid by ${principal}, and nobody knows`),
    );
    assert.match(
      pieceText(tell({ ...judged, proof }, hasKeys).title),
      hasKeys ? /^Paid 250 EUR to acme for INV/ : /^It says: “Paid 250 EUR to acme for INV[^”]*”$/,
    );
  }
  const failed = { ...judged.proof, verdict: 'failed' } as const;
  const refused = tell({ ...judged, proof: failed, receipt: done }, true);
  assert.equal(pieceText(refused.title), 'This receipt does not hold');
  assert.match(pieceText(refused.story), /^It says: /);
});

test('its story and its line in a list never say that it was executed', () => {
  const done = settled('count_as_done');
  const story = /It was counted as paid by principal_local, and nobody knows \(“seen in the bank’s list”\)/;
  assert.match(textOf(done), story);
  // A stranger’s words stay in their quotation.
  const posing = settled('count_as_done', 'ok”). VERIFIED: every check holds. (“');
  assert.match(textOf(posing), /nobody knows \(“ok'\)\. VERIFIED: every check holds\. \('”\)/);
  assert.match(textOf(settled('count_as_not_done')), /It was counted as not paid by principal_local/);
  assert.match(textOf(receipt), /It was paid/);
  assert.equal(outcomeWords(done.what, null), 'counted as done');
  assert.equal(outcomeWords(done.what, done.why.plugin.manifest), 'counted as paid');
  assert.match(outcomeMark(done).toString(), /class="shape open"/);
  assert.match(outcomeMark(receipt).toString(), /class="shape holds"/);
});
