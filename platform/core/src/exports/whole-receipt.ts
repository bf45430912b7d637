import { fail, ok, type Result } from '@common/base/result';
import type { OpenReceipt } from '../objects/receipt.ts';
import { nameOfPlace } from '../receipt/open-receipt.ts';

/**
 * The receipt as an export reads its values: each is there. INVARIANT: exports read values through this function alone,
 * so that none says less than its receipt without saying so. What an export hashes is the receipt as it was given.
 */
export function wholeReceipt(receipt: OpenReceipt): Result<OpenReceipt, 'member_hidden'> {
  const [hidden] = receipt.hidden.map(nameOfPlace);
  return hidden === undefined
    ? ok(receipt)
    : fail(
        'member_hidden',
        `This is a view of a receipt, and ${hidden} is withheld: export the whole receipt, or ask its holder for a view that shows it.`,
        { member: hidden },
      );
}
