import { fail, ok, type Result } from '@common/base/result';
import { parseNote } from '@platform/core/log/note/signed-note';
import { noteKeyOf } from './checkpoints.ts';
import type { AuthorityDeps } from './deps.ts';

/**
 * Checks that the keys folder knows the key that signed the newest checkpoint. INVARIANT: an older copy of
 * the folder neither drops a new key that readers already trust, nor restores a retired one. Only checkpoints
 * record the keys of checkpoints (ADR 0027).
 */
export async function checkOwnLogKeys(
  deps: Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>,
): Promise<Result<void, 'keys_rolled_back'>> {
  const logId = (await deps.store.treeHead(null))?.tree_head.log_id;
  if (logId === undefined) return ok(undefined);
  const origin = deps.logSigner.originOf(logId);
  const newest = await deps.store.checkpoint(origin, null);
  const note = newest === null ? null : parseNote(newest.note);
  // A note that cannot be read is left for fsck to report.
  if (newest === null || note?.ok !== true) return ok(undefined);
  const lines = note.value.signatures.filter(({ name }) => name === origin).map(({ keyId }) => keyId);
  const { signing, retired } = deps.logSigner.keys();
  const idOf = ({ publicKey }: { readonly publicKey: Uint8Array }) => noteKeyOf(deps, logId, publicKey).id;
  const known = [...signing, ...retired].map(idOf);
  const lost = lines.find((id) => !known.includes(id));
  const which = `The newest checkpoint of the log, of ${newest.treeSize} entries, is signed with`;
  if (lost !== undefined) {
    return fail(
      'keys_rolled_back',
      `${which} the key ${origin}+${lost}, which SERVICE_KEYS_DIR does not have: the folder is older than the database. Put back its newest copy. If that key is lost for good, run sanad keys retire checkpoint --lost with its verifier key, which readers and witnesses have; they then need the key that is here.`,
    );
  }
  const [first, next] = signing.map(idOf);
  if (first === undefined || next === undefined || lines.includes(first) || !lines.includes(next))
    return ok(undefined);
  return fail(
    'keys_rolled_back',
    `${which} checkpoint.next.pem alone: checkpoint.pem was retired since, and SERVICE_KEYS_DIR is older than the database. Put back its newest copy, or retire that key again: sanad keys retire checkpoint, with --stolen if it was.`,
  );
}
