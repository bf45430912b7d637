import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { type AnchorVerdict, judgeAnchor } from '../log/anchor/judge-anchor.ts';
import { judgeLogProof, type LogVerdict, notLogged } from '../log/note/judge-log-proof.ts';
import type { Addendum } from '../objects/log.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { receiptLeaf } from '../receipt/assemble.ts';
import { judgeAddenda } from './addendum.ts';
import type { BesideInputs } from './beside.ts';
import { readReceipt } from './checks/schema.ts';
import { type DocumentsVerdict, type GivenDocument, judgeDocuments } from './documents.ts';
import { type Label, type LabelInputs, labelsOf } from './labels.ts';
import { report, type VisibilityProof } from './report.ts';
import type { VerifyOptions } from './verification.ts';
import { examine, verifyReading } from './verify.ts';

/** The most bytes of one given file. A receipt has about 30,000. */
export const MAX_GIVEN_BYTES = 1_048_576;

/** All that the command and the page answer about one receipt. */
export interface Judgement {
  readonly proof: VisibilityProof;
  /** They change nothing in the proof. */
  readonly labels: readonly Label[];
  /** Null if the input is not a receipt. */
  readonly receipt: OpenReceipt | null;
  /** Null if no proof of the log was given. */
  readonly logged: LogVerdict | null;
  /** Null if no anchor was given. */
  readonly anchored: AnchorVerdict | null;
  readonly documents: DocumentsVerdict;
}

interface Circumstances extends LabelInputs, Partial<Pick<BesideInputs, 'log' | 'anchor'>> {
  readonly options: VerifyOptions;
  /** Files that may be the action's documents. Default: none. */
  readonly documents?: readonly GivenDocument[];
  /** What became later of what the receipt says, in the order in which it was recorded. Default: nothing is known. */
  readonly addenda?: readonly Addendum[];
}

/** INVARIANT: the command and the page judge by this function alone, so that neither can find what the other does not. */
export function judge(
  crypto: Crypto,
  text: string,
  { options, documents: given = [], addenda: later = [], log, anchor, ...shipped }: Circumstances,
): Judgement {
  const reading = readReceipt(crypto, text);
  const receipt = reading.ok ? reading.value : null;
  const { verification, addenda } =
    receipt === null || later.length === 0
      ? { verification: verifyReading(crypto, reading, options), addenda: [] }
      : withAddenda(crypto, receipt, later, options);
  const logged = log === undefined ? null : judgeLogged(crypto, receipt, log);
  const anchored = anchor === undefined ? null : judgeAnchored(crypto, receipt, anchor);
  const documents = judgeDocuments(receipt, given);
  const proof = report(verification, receipt, { logged, anchored, documents, addenda });
  const labels = labelsOf(crypto, receipt, shipped);
  return { proof, labels, receipt, logged, anchored, documents };
}

/**
 * The keys are those of receipt and addenda, because a claim is worth what its weakest key is. INVARIANT: of a receipt that
 * fails, nothing became anything.
 */
function withAddenda(
  crypto: Crypto,
  receipt: OpenReceipt,
  given: readonly Addendum[],
  options: VerifyOptions,
) {
  const { verification, subject } = examine(crypto, receipt, options);
  if (verification.verdict === 'failed') return { verification, addenda: [] };
  const addenda = judgeAddenda(subject, given);
  return { verification: { ...verification, keys: subject.keys.used() }, addenda };
}

/**
 * Judges what an anchor shows about this receipt, whose leaf and date are its own.
 * @example judgeAnchored(crypto, null, {})
 *   // { anchored: 'no', reasons: ['The receipt has no place in a log.'] }
 */
export function judgeAnchored(
  crypto: Crypto,
  receipt: OpenReceipt | null,
  anchor: NonNullable<Circumstances['anchor']>,
): AnchorVerdict {
  const index = receipt?.status.log?.leaf_index;
  if (receipt === null || index === undefined)
    return { anchored: 'no', reasons: ['The receipt has no place in a log.'] };
  const loggedAt = instantMs(receipt.status.log?.tree_head.timestamp ?? '');
  return judgeAnchor(crypto, { ...anchor, leaf: receiptLeaf(crypto, receipt.document), index, loggedAt });
}

/** The leaf is recomputed from the receipt; only its place is read from it, and proven. */
function judgeLogged(
  crypto: Crypto,
  receipt: OpenReceipt | null,
  log: NonNullable<Circumstances['log']>,
): LogVerdict {
  const place = receipt?.status.log;
  if (receipt === null || !place) return notLogged('other_place', 'The receipt has no place in a log.');
  const { leaf_index: index, tree_head: head } = place;
  const leaf = receiptLeaf(crypto, receipt.document);
  const own = { size: head.tree_size, standing: head.standing };
  return judgeLogProof(crypto, { ...log, leaf, index, head: own });
}

/**
 * Whether to judge a file's text. A text that claims to be a receipt is verified, and may fail there; other
 * JSON is a mistaken input.
 * @example checkGivenReceipt('a.json', '{"type": "invoice"}').error.code // 'not_a_receipt'
 * @example checkGivenReceipt('a.json', '{"receipt_body_hash": 1}') // ok('{"receipt_body_hash": 1}')
 */
export function checkGivenReceipt(name: string, text: string): Result<string, 'not_a_receipt' | 'not_json'> {
  const parsed = parseStrict(text);
  if (parsed.ok) {
    if (saysItIsReceipt(parsed.value)) return ok(text);
    return fail(
      'not_a_receipt',
      `${name} is not a receipt: it has no "type" that starts with sanad/receipt/`,
    );
  }
  if (parsed.error.code !== 'json_invalid' && parsed.error.code !== 'json_too_large') return ok(text);
  return fail('not_json', `${name} is not JSON: ${parsed.error.message}`);
}

/** Recognises a receipt by its type, or by the hash that only receipts have; then the type was altered. */
function saysItIsReceipt(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const type = 'type' in value ? value.type : null;
  return (typeof type === 'string' && type.startsWith('sanad/receipt/')) || 'receipt_body_hash' in value;
}

/**
 * The proof for programs.
 * @example reportJson({ proof: { verdict: 'failed' }, labels: [] })
 *   // '{\n  "verdict": "failed",\n  "labels": {}\n}\n'
 */
export function reportJson({ proof, labels }: Pick<Judgement, 'proof' | 'labels'>): string {
  return `${JSON.stringify({ ...proof, labels: Object.fromEntries(labels) }, null, 2)}\n`;
}
