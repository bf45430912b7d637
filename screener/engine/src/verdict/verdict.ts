import type { BusinessStatus } from '../business/classify.ts';
import type { CheckStatus } from '../methodologies/check.ts';
import { choice } from '../schema-parts.ts';

/** The possible verdicts if everything is known, best first. */
export const DECIDED_VERDICTS = ['compliant', 'questionable', 'non_compliant'] as const;
export type DecidedVerdict = (typeof DECIDED_VERDICTS)[number];
export const VERDICTS = [...DECIDED_VERDICTS, 'not_screenable'] as const;
export type Verdict = (typeof VERDICTS)[number];
export const verdict = (description: string) => choice(VERDICTS, description);
export const Compliance = verdict(
  'The verdict. not_screenable: what is known leaves more than one verdict possible',
);

/**
 * This many methodologies must fail for the whole to be non-compliant: three, as the interface document says for its
 * five. INVARIANT: a count, not a share. With a sixth methodology it is still three, so that one more never turns a
 * non-compliant company into a questionable one (ADR 0013).
 */
export const FAILS_FOR_NON_COMPLIANT = 3;

/**
 * How many of some methodologies must fail: more than half of them, and never more than three (ADR 0013).
 * @example failsForNonCompliant(1) // 1
 * @example failsForNonCompliant(2) // 2
 * @example failsForNonCompliant(5) // 3
 */
export function failsForNonCompliant(methodologies: number): number {
  return Math.min(FAILS_FOR_NON_COMPLIANT, Math.floor(methodologies / 2) + 1);
}

/**
 * The verdicts that some way of filling in what is unknown would give, best first: by three-valued logic throughout, so
 * learning more can only take verdicts away. A prohibited business leaves one, with or without figures.
 * @example possibleVerdicts('pass', ['pass', 'unknown']) // ['compliant', 'questionable']
 * @example possibleVerdicts('fail', ['unknown']) // ['non_compliant']
 */
export function possibleVerdicts(
  business: BusinessStatus,
  methodologies: readonly CheckStatus[],
): readonly DecidedVerdict[] {
  const failed = methodologies.filter((status) => status === 'fail').length;
  const open = methodologies.filter((status) => status === 'unknown').length;
  const enough = failsForNonCompliant(methodologies.length);
  const businesses: readonly KnownBusiness[] =
    business === 'unknown' ? ['pass', 'fail', 'review'] : [business];
  const possible = new Set(
    businesses.flatMap((known) =>
      Array.from({ length: open + 1 }, (_, more) => verdictOfKnown(known, failed + more, enough)),
    ),
  );
  return DECIDED_VERDICTS.filter((verdict) => possible.has(verdict));
}

/**
 * The verdict, where only one is possible.
 * @example verdictOf(['compliant', 'questionable']) // 'not_screenable'
 */
export function verdictOf(possible: readonly DecidedVerdict[]): Verdict {
  const [only] = possible;
  return possible.length === 1 && only !== undefined ? only : 'not_screenable';
}

type KnownBusiness = Exclude<BusinessStatus, 'unknown'>;

function verdictOfKnown(business: KnownBusiness, failed: number, enough: number): DecidedVerdict {
  if (business === 'fail' || failed >= enough) return 'non_compliant';
  return business === 'pass' && failed === 0 ? 'compliant' : 'questionable';
}
