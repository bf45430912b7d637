import assert from 'node:assert/strict';
import type { DisputeAnswer } from '../../src/dispute/judge-dispute.ts';
import type { Dispute } from '../../src/objects/dispute.ts';
import type { KeySet } from '../../src/objects/key-entry.ts';
import { HOSTILE_STATEMENTS, honestStatements } from '../../src/testing/hostile-statements.ts';
import { CHECKED_KEYS, paid, world } from '../verify/checked-payees.ts';
import { type Draft, draftOf, resign } from '../verify/hostile/resign.ts';
import { CAST, type Plot, tell } from '../verify/story.ts';
import { changed, fileAbout, listOf, PINNED, settled } from './made-files.ts';

/**
 * Claims about receipts of other formats, as disputes over ours: the same thing is wrong, and the answer is theirs. Their
 * `check` by a party of its own is our statement of an attester.
 */

/** The keys of all that are made here. */
export const CLAIMED_KEYS: KeySet = { ...PINNED, ...CHECKED_KEYS };

export type Answer = DisputeAnswer | 'unusable';

/** The text of the file, with a change of the text. */
function textOf(file: Dispute, spoil: (text: string) => string = (text) => text): string {
  return spoil(JSON.stringify(file));
}

const about = (receipt: unknown) => textOf(fileAbout(receipt, { ground: 'performance' }));
const aboutPlot = (plot: Partial<Plot>) => about(tell(plot));

/** A payee’s check that is wrong in one of the ways in which statements may be. */
function checked(name: string): string {
  const hostile = HOSTILE_STATEMENTS[name];
  assert.ok(hostile !== undefined, name);
  return about(paid(hostile.make(world)));
}

/** With these changes, sealed again by whom the operator’s service is. */
function resealed(
  change: (draft: Draft) => void,
  held: readonly (keyof typeof CAST)[] = ['service'],
): string {
  const draft = draftOf(tell());
  change(draft);
  return about(resign(draft, { held, forgery: 'leave', careful: true }));
}

const TAMPERED = (draft: Draft) => {
  Object.assign(draft.how.counterparty_ack ?? {}, { transfer_id: 'txn_of_another' });
};

/** By their reason’s code; `accept` and the two controls by the name of the case. */
export const CLAIMS: Readonly<Record<string, () => string>> = {
  OCCURRENCE_EVIDENCE_MISSING: () => aboutPlot({ acknowledged: false }),
  CHECK_EVIDENCE_TAMPERED: () => resealed(TAMPERED),
  CHECK_TRANSCRIPT_STALE: () => checked('replayed after its end'),
  CHECK_TOOLSET_DIGEST_MISMATCH: () => checked('about another payee'),
  AUTHORIZATION_PARAMS_MISMATCH: () =>
    aboutPlot({
      cast: {
        ...CAST,
        approver: {
          ...CAST.approver,
          signer: { ...CAST.approver.signer, sign: () => CAST.approver.signer.sign('ab'.repeat(32)) },
        },
      },
    }),
  OCCURRENCE_ACTION_LINKAGE_MISMATCH: () => aboutPlot({ ack: { action_hash: 'ab'.repeat(32) } }),
  CHECK_ATTESTOR_NOT_INDEPENDENT: () => checked('by the authority'),
  CHECK_OUTPUT_FAIL: () => checked('with the opposite claim'),
  ACCEPT_ALL_PROPERTIES_SUPPORTED: () => about(paid(honestStatements(world))),
};

const spoiled = (spoil: (text: string) => string) => textOf(fileAbout(tell()), spoil);
const CHAINED = tell({ previous: tell(), approved: false });

/**
 * Cases of AIR that have a counterpart here. Of the others, some are about the same thing in an earlier version of its
 * format, and one is about the order of names in canonical JSON, which other tests have.
 */
export const AIR: Readonly<Record<string, readonly [answer: Answer, make: () => string]>> = {
  'valid/02-paid-call-seq0.json': ['inside', () => about(tell())],
  'valid/03-paid-call-seq1-chained.json': ['inside', () => textOf(fileAbout(CHAINED, { others: [tell()] }))],
  'valid/05-v02-receipt-pending.json': ['undecided', () => about(settled('count_as_done'))],
  'valid/06-v02-attachment-settled.json': [
    'inside',
    () => textOf(fileAbout(tell(), { ground: 'performance', movements: [listOf(tell(), ['250'])] })),
  ],
  'valid/08-v02-attachment-failed-2814.json': ['outside', () => aboutPlot({ outcome: 'refused' })],
  'invalid/10-tampered-amount.json': ['failed', () => spoiled((text) => text.replace('"250"', '"2500"'))],
  'invalid/11-valid-sig-wrong-prev.json': [
    'failed',
    () => textOf(fileAbout(CHAINED, { others: [tell({ approved: false })] })),
  ],
  'invalid/12-float-amount.json': ['failed', () => spoiled((text) => text.replace('"250"', '250.5'))],
  'invalid/13-v02-rederivation-mismatch.json': [
    'outside',
    () => textOf(fileAbout(tell(), { ground: 'performance', movements: [listOf(tell(), ['25'])] })),
  ],
  'invalid/14-v02-attachment-dangling.json': [
    'outside',
    () => aboutPlot({ ack: { grant_id: 'gr_fedcba9876543210fedcba98' } }),
  ],
  'invalid/15-v02-missing-settlement-status.json': ['failed', () => aboutPlot({ acknowledged: false })],
  'invalid/16-v02-duplicate-key-entry.json': [
    'unusable',
    () => spoiled((text) => text.replace('"tenant":', '"tenant":"tn_other","tenant":')),
  ],
  'invalid/17-v02-integer-overflow.json': [
    'unusable',
    () => spoiled((text) => text.replace('"sequence":0', '"sequence":9007199254740993')),
  ],
  'invalid/18-v02-attachment-settled-null-tx.json': ['undecided', () => about(settled('count_as_not_done'))],
  'invalid/19-v02-small-order-key.json': [
    'failed',
    () =>
      about(
        changed(tell(), ({ bundle }) => {
          const bank = bundle.keys.bank;
          if (bank !== undefined) bank.public_key = `01${'00'.repeat(31)}`;
        }),
      ),
  ],
  'invalid/20-v02-wrong-version-field.json': [
    'failed',
    () => spoiled((text) => text.replace('previous_receipt_hash', 'prev_receipt_hash')),
  ],
  'invalid/21-v02-verify-leg-as-settlement.json': [
    'outside',
    () => aboutPlot({ ack: { operation: 'verify' } }),
  ],
  'invalid/22-v02-lone-surrogate-signature.json': [
    'unusable',
    () => spoiled((text) => text.replace('Invoice INV-7', '\\ud800')),
  ],
};
