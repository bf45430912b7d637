import type { SealedParts } from './answer-file.ts';
import { Audit, type Disagreement } from './audit.ts';
import { canonical, memberOf } from './canonical.ts';

/**
 * Where a receipt does not carry the statement of a sealed screening, to the letter. It may stand anywhere in the receipt:
 * which of its objects are signed, the receipt’s own verifier says.
 */
export function auditReceipt(sealed: SealedParts | null, receipt: object): readonly Disagreement[] {
  const audit = new Audit();
  const statement = memberOf(sealed, 'sealed');
  const rule = `a statement that ${String(memberOf(receipt, 'receipt_id'))} carries`;
  const hash = String(memberOf(statement, 'statement_hash'));
  audit.holds('sealed', statement === undefined ? 'no seal' : hash, isPart(statement, receipt), rule);
  return audit.found;
}

function isPart(wanted: unknown, whole: unknown): boolean {
  if (typeof wanted !== 'object' || typeof whole !== 'object' || whole === null) return false;
  const isSame = Object.hasOwn(whole, 'statement_hash') && canonical(whole) === canonical(wanted);
  return isSame || Object.values(whole).some((member) => isPart(wanted, member));
}
