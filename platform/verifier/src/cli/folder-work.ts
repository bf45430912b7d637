import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { rememberGood } from '@platform/core/log/remembered';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { labelFuture } from '@platform/core/verify/labels';
import type { Level } from '@platform/core/verify/verdict-words';
import type { Verdict, VerifyOptions } from '@platform/core/verify/verification';
import { verifyRead } from '@platform/core/verify/verify';
import { readReceiptText } from './input.ts';

/** A receipt’s place in its chain, and its file. */
export interface Link {
  readonly file: string;
  readonly id: string;
  readonly tenant: string;
  readonly sequence: number;
  readonly level: Level;
}

/** Receipts that follow each other in one chain, and the one before them. */
export interface Stretch {
  readonly before: Link | null;
  readonly links: readonly Link[];
}

/** What one receipt shows by itself and after the one before it. */
export interface FileReport {
  readonly file: string;
  /** Null if the file could not be read again. */
  readonly verdict: Verdict | null;
  readonly unpinned: readonly string[];
  readonly problems: readonly string[];
  /** What is said of it without a change of the verdict. */
  readonly remarks: readonly string[];
  /** The log’s head that the receipt names, if any. */
  readonly head: { readonly log: string; readonly root: string } | null;
  /** Whether it withholds nothing. */
  readonly isWhole: boolean;
}

/** The options for all receipts of a folder. */
export interface FolderOptions extends Omit<VerifyOptions, 'previous'> {
  /** The reader’s clock. */
  readonly nowMs: number;
}

/**
 * The work on a folder’s receipts, in this thread or another. Each function answers in the order of its
 * input. INVARIANT: the answer for a list is the answers for its parts, one after the other.
 */
export function folderWork(options: FolderOptions, crypto: Crypto = nodeCrypto) {
  // Receipts of one mandate share the signatures of people and of their keys. Whose key it is, is asked each time.
  const remembering = rememberGood(crypto);
  return {
    read: (files: readonly string[]): readonly Result<Link>[] => files.map(readLink),
    verify: (stretch: Stretch): readonly FileReport[] => verifyStretch(stretch, options, remembering),
  };
}

export type FolderWork = ReturnType<typeof folderWork>;

export function load(file: string): Result<OpenReceipt> {
  const text = readReceiptText(file);
  if (!text.ok) return text;
  const receipt = readReceipt(nodeCrypto, text.value);
  return receipt.ok ? receipt : fail('not_a_receipt', `${file}: ${receipt.error.message}`);
}

function readLink(file: string): Result<Link> {
  const receipt = load(file);
  if (!receipt.ok) return receipt;
  const { receipt_id: id, who, what, bundle } = receipt.value;
  return ok({ file, id, tenant: who.tenant, sequence: bundle.sequence, level: what.level_achieved });
}

function verifyStretch(
  { before, links }: Stretch,
  options: FolderOptions,
  crypto: Crypto,
): readonly FileReport[] {
  const loaded = before === null ? null : load(before.file);
  let previous = loaded?.ok ? loaded.value : null;
  return links.map(({ file, id, sequence }) => {
    const receipt = load(file);
    if (!receipt.ok)
      return {
        file,
        verdict: null,
        unpinned: [],
        problems: [receipt.error.message],
        remarks: [],
        head: null,
        isWhole: true,
      };
    const follows = previous?.bundle.sequence === sequence - 1;
    const { verdict, checks, unpinned, withheld } = verifyRead(crypto, receipt.value, {
      ...options,
      ...(previous !== null && follows ? { previous: previous.document } : {}),
    });
    previous = receipt.value;
    const failure = checks.find(({ outcome }) => outcome === 'fail');
    const problems =
      failure === undefined
        ? []
        : [`${file} (${id}): check ${failure.number}, ${failure.name}: ${failure.detail}`];
    const future = labelFuture(receipt.value, options.nowMs);
    const remarks = future === null ? [] : [`${file} (${id}) is ${future}`];
    return {
      file,
      verdict,
      unpinned,
      problems,
      remarks,
      head: headOf(receipt.value),
      isWhole: withheld.length === 0,
    };
  });
}

function headOf({ status: { log } }: Receipt): FileReport['head'] {
  if (log === null) return null;
  const { log_id: id, tree_size: size, root_hash: root } = log.tree_head;
  return { log: `${id} ${size}`, root };
}
