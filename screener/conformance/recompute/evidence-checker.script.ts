/**
 * Runs in a reader’s browser, in a page that shows who said what: computes again, from a sealed screening, what a statement
 * claims of a ticker. It reaches nobody, and adds itself to the page’s `sanadEvidenceCheckers`.
 */
import { answerIn, countsOf, verdictWords } from './answer-file.ts';
import { Audit, type Disagreement } from './audit.ts';
import { auditClaims, sealedStatement } from './audit-claims.ts';
import { auditReceipt } from './audit-receipt.ts';
import { canonical, memberOf } from './canonical.ts';
import { recompute } from './recompute.ts';
import { UnusableInput } from './unusable.ts';

interface Given {
  /** What the reader’s document carries: statement, hash and signature, which the page itself has judged. */
  readonly signed: unknown;
  /** The text of the file that the reader gave. */
  readonly evidence: string;
  /** SHA-256 of a text in UTF-8, in lowercase hex. */
  readonly sha256: (text: string) => string;
}

interface Checked {
  readonly agrees: boolean;
  /** What was computed, or why it was not. */
  readonly words: string;
  readonly differences: readonly Disagreement[];
}

declare const window: { sanadEvidenceCheckers?: readonly ((given: Given) => Checked | null)[] };

/** Null if it is another kind of statement than this program knows. */
function check({ signed, evidence, sha256 }: Given): Checked | null {
  if (!String(memberOf(memberOf(signed, 'statement'), 'method')).startsWith('screener/')) return null;
  try {
    const { answer, sealed } = answerIn(evidence);
    const differences = [
      ...(sealed === null ? [] : auditReceipt(sealed, { receipt_id: 'the receipt', signed })),
      ...auditStatement(memberOf(signed, 'statement'), answer, sha256),
      ...recompute(answer),
    ];
    const agrees = differences.length === 0;
    const title = agrees ? verdictWords(answer) : `${answer.symbol}, ${answer.as_of}`;
    return { agrees, words: `${title}: computed again here from ${countsOf(answer)}`, differences };
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    return { agrees: false, words: `Not computed: ${error.message}`, differences: [] };
  }
}

function auditStatement(
  statement: unknown,
  screening: unknown,
  sha256: Given['sha256'],
): readonly Disagreement[] {
  const audit = new Audit();
  const read = sealedStatement(statement, 'statement', audit);
  if (audit.found.length > 0) return audit.found;
  auditClaims(read, screening, audit);
  audit.same('sealed.statement.evidence_hash', read.evidence_hash, sha256(canonical(screening)));
  return audit.found;
}

window.sanadEvidenceCheckers = [...(window.sanadEvidenceCheckers ?? []), check];
