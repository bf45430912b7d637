import type { BusinessStatus } from '../business/classify.ts';
import type { CheckStatus } from '../methodologies/check.ts';

export type Verdict = 'compliant' | 'questionable' | 'non_compliant' | 'not_screenable';

/**
 * This many methodologies must fail for the whole to be non-compliant: three, as the interface document says for its
 * five. INVARIANT: a count, not a share. With a sixth methodology it is still three, so that one more never turns a
 * non-compliant company into a questionable one (ADR 0026).
 */
export const FAILS_FOR_NON_COMPLIANT = 3;

/**
 * The verdict, by three-valued logic throughout: it is given only when no way of filling in what is unknown would
 * change it.
 */
export function decideVerdict(business: BusinessStatus, methodologies: readonly CheckStatus[]): Verdict {
  const failed = methodologies.filter((status) => status === 'fail').length;
  const open = methodologies.filter((status) => status === 'unknown').length;
  const businesses: readonly KnownBusiness[] =
    business === 'unknown' ? ['pass', 'fail', 'review'] : [business];
  const possible = new Set(
    businesses.flatMap((known) =>
      Array.from({ length: open + 1 }, (_, more) => verdictOfKnown(known, failed + more)),
    ),
  );
  const [only] = possible;
  return possible.size === 1 && only !== undefined ? only : 'not_screenable';
}

type KnownBusiness = Exclude<BusinessStatus, 'unknown'>;

function verdictOfKnown(business: KnownBusiness, failed: number): Verdict {
  if (business === 'fail' || failed >= FAILS_FOR_NON_COMPLIANT) return 'non_compliant';
  return business === 'pass' && failed === 0 ? 'compliant' : 'questionable';
}
