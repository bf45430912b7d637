import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { goesOnFrom } from '@platform/core/log/goes-on';
import { parseLogProof } from '@platform/core/log/note/log-proof';
import { checkStanding } from '@platform/core/log/standing/endings';
import type { NewerStanding } from '@platform/core/objects/dispute';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedTreeHead, TreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Endable, Ending } from '@platform/core/objects/standing';
import { placeInLog } from '@platform/core/receipt/assemble';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { reliedOn } from '@platform/core/receipt/relied-on';
import { verifySigned } from '@platform/core/signed/signed';
import type { Authority } from './authority.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly authority: Pick<Authority, 'logStanding' | 'endings' | 'consistency'>;
  /** By which the head is judged: never those that the authority answers with. */
  readonly keys: KeySet;
}

/** How what a receipt stood on stands by now. */
interface ReceiptStanding {
  readonly head: TreeHead;
  /** What had ended at that head, proven. */
  readonly ended: readonly Ending[];
  /** What has ended since, by the authority’s word: no head has it yet. */
  readonly since: readonly Ending[];
  /** The proof itself, for a reader who has only the receipt. */
  readonly newer: NewerStanding;
}

type NotShown = 'not_logged' | 'standing_not_proven';

/**
 * A newer proof of what a receipt stood on, at the newest head. INVARIANT: the head is signed by a key that is trusted
 * here, and its log begins with the one that the receipt is in.
 */
export async function receiptStanding(
  { crypto, authority, keys }: Deps,
  receipt: Receipt,
): Promise<Result<ReceiptStanding, NotShown | string>> {
  const known = receipt.status.log?.tree_head;
  if (known === undefined) return fail('not_logged', 'This receipt has no place in the log.');
  const opened = openReceipt(crypto, receipt);
  if (!opened.ok) return opened;
  // Of a view that withholds the entries, it asks about the rest.
  const things = reliedOn(opened.value);
  const asked = await authority.logStanding(things);
  if (!asked.ok) return asked;
  const { head, standing, recorded } = asked.value;
  const { standing: at, tree_size: size } = head.tree_head;
  if (at === undefined) return notProven('its head does not say what has ended');
  const follows = await headFollows({ crypto, authority, keys }, head, known);
  if (!follows.ok) return follows;
  const ended = checkStanding(crypto, at, things, standing);
  if (!ended.ok) return notProven(`the answer is not what head ${size} says`);
  const listed = recorded > at.size ? await authority.endings(at.size) : ok([]);
  if (!listed.ok) return listed;
  const since = listed.value.filter((ending) => things.some((thing) => isSame(thing, ending)));
  const newer = { head, consistency: [...follows.value], standing };
  return ok({ head: head.tree_head, ended: ended.value, since, newer });
}

/**
 * The receipt with the newer proof in place of its own, for a reader who has only the file: all that proves its place is
 * asked for anew, and nothing that its hash covers changes. What is returned was not verified.
 */
export async function withNewerStanding(
  authority: Pick<Authority, 'logProof'>,
  receipt: Receipt,
  { head: { tree_head: head, signature }, standing }: NewerStanding,
): Promise<Result<Receipt>> {
  const { log } = receipt.status;
  if (log === null) return fail('not_logged', 'This receipt has no place in the log.');
  const prove = async (leaf: number): Promise<Result<string[]>> => {
    const text = await authority.logProof(leaf, head.tree_size);
    if (!text.ok) return text;
    const read = parseLogProof(text.value);
    return read.ok ? ok([...read.value.hashes]) : read;
  };
  const own = await prove(log.leaf_index);
  if (!own.ok) return own;
  const heads: NonNullable<typeof log.heads> = {};
  for (const [name, { leaf_index: leaf }] of Object.entries(log.heads ?? {})) {
    const proof = await prove(leaf);
    if (!proof.ok) return proof;
    heads[name] = { leaf_index: leaf, inclusion_proof: proof.value };
  }
  const renewed = {
    ...log,
    inclusion_proof: own.value,
    tree_head: head,
    standing,
    ...(log.heads === undefined ? {} : { heads }),
  };
  return ok(placeInLog(receipt, renewed, signature));
}

/** The proof that the head’s log begins with the known one. */
async function headFollows(
  { crypto, authority, keys }: Deps,
  { tree_head: head, tree_head_hash: hash, signature }: SignedTreeHead,
  known: TreeHead,
): Promise<Result<readonly string[], NotShown | string>> {
  const signed = verifySigned(crypto, { object: head, hash, signature, keys, at: head.timestamp });
  if (!signed.ok) return notProven(signed.error.message);
  const older = 'its newest head is not of the log that the receipt is in, or is older';
  if (head.tree_size < known.tree_size) return notProven(older);
  const found = await authority.consistency(known.tree_size, head.tree_size);
  if (!found.ok) return found;
  const { proof } = found.value;
  return goesOnFrom(crypto, known, head, proof) ? ok(proof) : notProven(older);
}

function isSame(thing: Endable, { kind, id }: Ending): boolean {
  return thing.kind === kind && thing.id === id;
}

function notProven(why: string): Result<never, 'standing_not_proven'> {
  return fail('standing_not_proven', `What the authority shows proves nothing: ${why}.`);
}
