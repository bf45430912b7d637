import type { SignedStatement } from '@common/evidence/statement';
import { webCrypto } from '@common/evidence/web';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { saidOf } from '@platform/core/verify/said';
import type { Recomputed } from '../proof-view/said.ts';

/**
 * What an issuer’s program finds (`EVIDENCE_CHECKER`). It computes, and knows the trade; this page knows neither, and judges
 * the statement itself.
 */
type EvidenceChecker = (given: {
  readonly signed: SignedStatement;
  /** The text of the reader’s file. */
  readonly evidence: string;
  readonly sha256: (text: string) => string;
}) => Recomputed | null;

declare const window: { readonly sanadEvidenceCheckers?: readonly EvidenceChecker[] };

/** What the page’s programs compute of each statement of a receipt, by the statement’s hash. */
export function recomputed(receipt: OpenReceipt, evidence: string): ReadonlyMap<string, Recomputed> {
  const { sanadEvidenceCheckers: checkers = [] } = window;
  const found = saidOf(receipt).flatMap(({ signed }) => {
    const given = { signed, evidence, sha256: (text: string) => webCrypto.sha256(text) };
    return checkers.flatMap((check) => {
      const one = checked(check, given);
      return one === null ? [] : [[signed.statement_hash, one] as const];
    });
  });
  return new Map(found);
}

/** INVARIANT: a program that fails agrees with nothing. */
function checked(check: EvidenceChecker, given: Parameters<EvidenceChecker>[0]): Recomputed | null {
  try {
    return check(given);
  } catch (error) {
    return { agrees: false, words: `Not computed: ${String(error)}`, differences: [] };
  }
}
