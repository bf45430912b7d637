import type { ActionDocument } from '../objects/document.ts';
import type { OpenReceipt } from '../objects/receipt.ts';

/** A file that the reader has, with the hash of its bytes. */
export interface GivenDocument {
  /** The name of the input in answers: `--document invoice.pdf`. */
  readonly label: string;
  readonly sha256: string;
}

/** What the files at hand are to a receipt. */
export interface DocumentsVerdict {
  /** Those that the action names; `isAtHand`: whether a given file is this one, byte for byte. */
  readonly named: readonly (Pick<ActionDocument, 'name' | 'sha256'> & { readonly isAtHand: boolean })[];
  /** The labels of given files that the action does not name. */
  readonly strangers: readonly string[];
  /** Whether the view withholds which documents the action names; then no file is a stranger. */
  readonly withheld: boolean;
}

/**
 * Compares files with the documents that a receipt's action names. Nothing needs them: the hashes are signed.
 * @example judgeDocuments(null, [{ label: 'a.pdf', sha256: '00' }])
 *   // { named: [], strangers: ['a.pdf'], withheld: false }
 */
export function judgeDocuments(
  receipt: OpenReceipt | null,
  given: readonly GivenDocument[],
): DocumentsVerdict {
  const documents = receipt?.what.action.documents ?? [];
  const withheld = receipt?.hidden.includes('what.action.documents') ?? false;
  return {
    named: documents.map(({ name, sha256 }) => ({
      name,
      sha256,
      isAtHand: given.some((file) => file.sha256 === sha256),
    })),
    strangers: given.flatMap(({ label, sha256 }) =>
      withheld || documents.some((document) => document.sha256 === sha256) ? [] : [label],
    ),
    withheld,
  };
}
