import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '../../src/objects/receipt.ts';
import { receiptBodyHash, receiptLeaf } from '../../src/receipt/assemble.ts';
import { nameOfPlace } from '../../src/receipt/open-receipt.ts';
import type { CheckOutcome } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';
import { CAST, keysOf, opened, tell } from '../verify/story.ts';

/** An approved payment with a reason and documents, so that it has many members that can be withheld. */
export const WHOLE = tell({
  params: { amount: '273.4', memo: 'Parcel PX-93', reference: 'PARCELPX93' },
  action: {
    reason: 'Umbrella asked for it',
    documents: [{ sha256: 'd'.repeat(64), media_type: 'application/pdf', size_bytes: 4_321, name: 'i.pdf' }],
  },
  detail: 'paid as asked',
});

/** Its members by name, as they stand among the disclosures. */
export const NAMES: readonly string[] = [...opened(WHOLE).disclosed.keys()].map(nameOfPlace);
const PARAMS = ['amount', 'beneficiary_id', 'currency', 'memo', 'reference', 'to_account'];
/** Without one of them, nobody can decide again. */
const DECIDING = [...PARAMS, 'what.action.idempotency_key'];
/** What the counterparty said is compared with all of the action. */
const COMPARED = [...DECIDING, 'what.action.reason', 'what.action.documents', 'how.counterparty_ack'];

/** The receipt without the disclosures of these members: no more and no less. */
export function without(names: ReadonlySet<string>): Receipt {
  const { service } = WHOLE.signatures;
  assert.ok(service);
  const kept = service.disclosures.filter((_, index) => !names.has(NAMES[index] ?? ''));
  return { ...WHOLE, signatures: { ...WHOLE.signatures, service: { ...service, disclosures: kept } } };
}

/** Holds a view against what must be seen in it. */
export function checkView(names: ReadonlySet<string>): void {
  const view = without(names);
  const what = [...names].join(', ');
  assert.equal(receiptBodyHash(nodeCrypto, view), WHOLE.receipt_body_hash, what);
  assert.equal(receiptLeaf(nodeCrypto, view), WHOLE.status.log?.leaf_hash, what);
  const { verdict, checks, withheld } = verify(nodeCrypto, view, { keys: keysOf(CAST) });
  const hides = (members: readonly string[]) => members.some((name) => names.has(name));
  const expected: CheckOutcome[] = ['pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass'];
  if (hides(DECIDING)) expected[4] = 'hidden';
  if (hides(COMPARED)) expected[5] = 'hidden';
  assert.deepEqual(
    checks.map(({ outcome }) => outcome),
    expected,
    what,
  );
  assert.equal(verdict, names.size === 0 ? 'verified' : 'partial', what);
  assert.deepEqual(new Set(withheld), names);
  // What is not seen is named.
  for (const { outcome, detail } of checks)
    assert.equal(
      outcome === 'hidden',
      [...names].some((name) => detail.includes(name)),
      detail,
    );
}
