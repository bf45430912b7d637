import type { OpenReceipt, Receipt } from '../../objects/receipt.ts';
import { receiptBodyHash } from '../../receipt/assemble.ts';
import { type Problem, unless } from '../problems.ts';
import { altered, conclude, type Finding, notApplicable, type Subject } from './subject.ts';

/** Check 7: the receipt follows the one before it in its tenant's chain. */
export function checkChain({ crypto, receipt, previous }: Subject): Finding {
  const { sequence, previous_receipt_hash } = receipt.bundle;
  const form = unless(
    (sequence === 0) === (previous_receipt_hash === null),
    'chain_broken',
    'the first receipt of a chain, and only the first, has no previous one',
  );
  if (form.length > 0) return conclude(form, '');
  if (previous === null) {
    return sequence === 0
      ? conclude([], `The first receipt (number 0) of the chain of ${receipt.who.tenant}.`)
      : notApplicable(
          `Number ${sequence} of its chain, counted from 0. To check the link, give the receipt before it.`,
        );
  }
  const hash = receiptBodyHash(crypto, previous);
  return conclude(
    [
      ...altered('the file given', 'its receipt_body_hash', previous.receipt_body_hash, hash),
      ...linkProblems(receipt, previous, hash),
    ],
    `Number ${sequence} of its chain, counted from 0, right after ${previous.receipt_id}.`,
  );
}

function linkProblems({ bundle, who, deployment }: OpenReceipt, previous: Receipt, hash: string): Problem[] {
  const { receipt_id: id, bundle: given } = previous;
  const isNext = given.sequence + 1 === bundle.sequence;
  const other = isNext ? ': this one names another receipt with that number' : '';
  return [
    ...unless(
      isNext && bundle.previous_receipt_hash === hash,
      'chain_broken',
      `the file given (${id}, number ${given.sequence}) is not the receipt before this one (number ${bundle.sequence}, counted from 0)${other}`,
    ),
    ...unless(
      previous.deployment === deployment,
      'deployment_mismatch',
      `${id} belongs to another deployment, ${previous.deployment}`,
    ),
    ...unless(
      previous.who.tenant === who.tenant,
      'contradiction',
      `${id} belongs to another tenant, ${previous.who.tenant}`,
    ),
  ];
}
