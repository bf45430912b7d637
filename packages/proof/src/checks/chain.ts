import { receiptBodyHash } from '../receipt/assemble.ts';
import { conclude, differs, type Finding, notApplicable, type Subject, unless } from './subject.ts';

/** Check 7: the receipt follows the one before it in its tenant's chain. */
export function checkChain({ crypto, receipt, previous }: Subject): Finding {
  const { sequence, previous_receipt_hash } = receipt.bundle;
  const form = unless(
    (sequence === 0) === (previous_receipt_hash === null),
    'the first receipt of a chain, and no other, has no previous one',
  );
  if (form.length > 0) return conclude(form, '');
  if (previous === null) {
    return sequence === 0
      ? conclude([], `The first receipt of the chain of ${receipt.who.tenant}.`)
      : notApplicable(`Number ${sequence} of its chain. To check the link, give the receipt before it.`);
  }
  const hash = receiptBodyHash(crypto, previous);
  return conclude(
    [
      ...differs('the previous receipt’s receipt_body_hash', previous.receipt_body_hash, hash),
      ...differs('bundle.previous_receipt_hash', previous_receipt_hash, hash),
      ...differs('the previous receipt’s tenant', previous.who.tenant, receipt.who.tenant),
      ...differs('bundle.sequence', sequence, previous.bundle.sequence + 1),
    ],
    `Number ${sequence} of its chain, right after ${previous.receipt_id}.`,
  );
}
