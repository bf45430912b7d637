import { fail, ok, type Result } from '@common/base/result';
import type { Receipt } from '../objects/receipt.ts';

/**
 * The receipt as an export reads its values: each is there. INVARIANT: exports read values through this function alone,
 * so that none says less than its receipt without saying so. What an export hashes is the receipt as it was given.
 */
export function wholeReceipt(receipt: Receipt): Result<Receipt, 'member_hidden'> {
  const hidden = hiddenIn(receipt, []);
  return hidden === null
    ? ok(receipt)
    : fail(
        'member_hidden',
        `This is a view of a receipt, and ${hidden} is hidden in it: export the whole receipt, or ask its holder for a view that shows it.`,
        { member: hidden },
      );
}

/** The path of the first member of which only the digest is there (ADR 0031). */
function hiddenIn(value: unknown, path: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, '_sd')) return path.join('.');
  for (const [name, member] of Object.entries(value)) {
    const hidden = hiddenIn(member, [...path, name]);
    if (hidden !== null) return hidden;
  }
  return null;
}
