import { fail, ok, type Result } from '@common/base/result';
import { strictUtf8 } from '@common/evidence/bytes';
import { canonicalText } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { judgeTransparentStatement, rawLeaf, type StatementVerdict } from '@platform/core/exports/scitt';
import { appendLeaf, rootOf } from '@platform/core/log/merkle/tree';
import { openCheckpoint } from '@platform/core/log/note/checkpoint';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { TILE_WIDTH } from '@platform/core/log/note/tiles';
import type { Receipt } from '@platform/core/objects/receipt';
import { entryLeaf, withoutPlace } from '@platform/core/receipt/assemble';
import type { Authority } from './authority.ts';
import { ownLogKeys } from './own-log-keys.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly authority: Pick<Authority, 'checkpoints' | 'logStatement' | 'logEntries'>;
}

export interface StatementExport extends StatementVerdict {
  /** The statement with the receipt in it, as the authority made it. */
  readonly transparent: Uint8Array;
  /** What the statement’s payload is the SHA-256 of: the receipt without its place. */
  readonly preimage: string;
  /** That hash: 64 hex digits. */
  readonly entry: string;
  /** The key of checkpoints that signed both. */
  readonly key: NoteKey;
  /** The checkpoint that has the same entries: its note. */
  readonly checkpoint: string;
}

/**
 * The log’s statement about a receipt, with its COSE receipt. INVARIANT: it returns only what holds, and only if all
 * entries of the log, read here, give both the root of the checkpoint and that of the receipt.
 */
export async function exportStatement(deps: Deps, receipt: Receipt): Promise<Result<StatementExport>> {
  const { crypto, authority } = deps;
  const place = receipt.status.log?.leaf_index;
  if (place === undefined) return fail('not_logged', 'This receipt has no place in the log.');
  const preimage = canonicalText(withoutPlace(receipt));
  const entry = crypto.sha256(preimage);
  const keys = await ownLogKeys(deps);
  if (!keys.ok) return keys;
  const answer = await authority.logStatement(place);
  if (!answer.ok) return answer;
  const transparent = new Uint8Array(answer.value);
  // While the log changes its key, the older one signs.
  const [key] = keys.value;
  if (key === undefined) return fail('log_empty', 'The log has no key yet.');
  const judged = judgeTransparentStatement(crypto, transparent, { entry, key });
  if (!judged.ok) return judged;
  const { size, root, index } = judged.value;
  if (index !== place) {
    return fail(
      'statement_invalid',
      `The statement is about leaf ${index}, and the receipt is leaf ${place}.`,
    );
  }
  const listed = await authority.checkpoints({ from: size, cosigned: false, limit: 1 });
  if (!listed.ok) return listed;
  const checkpoint = listed.value.checkpoints[0]?.note ?? '';
  const opened = openCheckpoint(crypto, checkpoint, key);
  if (!opened.ok) return opened;
  if (opened.value.size !== size || opened.value.root !== root) return differs('checkpoint');
  const roots = await readBothRoots(deps, size);
  if (!roots.ok) return roots;
  if (roots.value.own !== root) return differs('checkpoint');
  if (roots.value.raw !== judged.value.rawRoot) return differs('receipt');
  return ok({ ...judged.value, transparent, preimage, entry, key, checkpoint });
}

/** Reads all entries, 66 bytes each, and grows both trees over them. */
async function readBothRoots(
  { crypto, authority }: Deps,
  size: number,
): Promise<Result<{ readonly own: string; readonly raw: string }>> {
  let own = { size: 0, frontier: [] as readonly string[] };
  let raw = own;
  for (let tile = 0; tile * TILE_WIDTH < size; tile += 1) {
    const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH);
    const answer = await authority.logEntries(tile, width);
    if (!answer.ok) return answer;
    const entries = entriesIn(answer.value);
    if (entries?.length !== width) {
      return fail('log_garbled', `The log’s file of entries ${tile} does not have ${width} of them.`);
    }
    for (const entry of entries) {
      own = appendLeaf(crypto, own, entryLeaf(crypto, entry));
      raw = appendLeaf(crypto, raw, rawLeaf(crypto, entry));
    }
  }
  return ok({ own: rootOf(crypto, own.frontier), raw: rootOf(crypto, raw.frontier) });
}

const DIGITS = 64;

/** Each is 64 digits after their number in two bytes. Null if anything is otherwise. */
function entriesIn(bundle: Uint8Array): readonly string[] | null {
  const entries: string[] = [];
  for (let at = 0; at < bundle.length; at += 2 + DIGITS) {
    const entry = strictUtf8(bundle.subarray(at + 2, at + 2 + DIGITS));
    if (bundle[at] !== 0 || bundle[at + 1] !== DIGITS || entry === null || !HASH.test(entry)) return null;
    entries.push(entry);
  }
  return entries;
}

const HASH = /^[0-9a-f]{64}$/;

function differs(what: string) {
  return fail(
    'roots_differ',
    `The entries of the log do not give the root of its ${what}: its two trees are not over the same entries. Keep what it served, and run sanad log fsck on it.`,
  );
}
