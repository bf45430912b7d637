import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@platform/proof/bytes';
import type { Crypto } from '@platform/proof/crypto';
import { formatCheckpoint, openCheckpoint } from '@platform/proof/note/checkpoint';
import { KEY_TYPES, type NoteKey, noteKey } from '@platform/proof/note/note-key';
import { formatNote } from '@platform/proof/note/signed-note';
import type { CheckpointName, StoredCheckpoint } from '../store/store.ts';
import type { AuthorityDeps, LogSigner } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

/** The key under which the log of this id signs checkpoints: its name is the log's origin. */
export function logKeyOf(
  {
    crypto,
    logSigner,
  }: Pick<Deps, 'crypto'> & { readonly logSigner: Pick<LogSigner, 'publicKey' | 'originOf'> },
  logId: string,
): NoteKey {
  const { publicKey, originOf } = logSigner;
  return noteKey(crypto, { name: originOf(logId), type: KEY_TYPES.log, publicKey });
}

/** What the log says to everyone of its tree, to be kept with the head that says it in the protocol's own form. */
export function signCheckpoint(
  deps: Omit<Deps, 'store'>,
  { logId, size, root }: { readonly logId: string; readonly size: number; readonly root: string },
): CheckpointName & { readonly note: string } {
  const key = logKeyOf(deps, logId);
  const text = formatCheckpoint({ origin: key.name, size, root });
  const signature = deps.logSigner.sign(utf8(text));
  const note = formatNote({ text, signatures: [{ name: key.name, keyId: key.id, signature }] });
  return { origin: key.name, treeSize: size, note };
}

/**
 * Signs the newest head's checkpoint if there is none under this origin and key: after an update, a restored log, a new
 * origin or a new key. INVARIANT: only a root that the authority has signed as a head is ever in a checkpoint.
 */
export async function publishNewestHead(deps: Deps): Promise<void> {
  const head = (await deps.store.treeHead(null))?.tree_head;
  if (head === undefined) return;
  const { log_id: logId, tree_size: size, root_hash: root } = head;
  const key = logKeyOf(deps, logId);
  const stored = await deps.store.checkpoint(key.name, size);
  if (stored !== null && isSigned(deps.crypto, stored, key)) return;
  await deps.store.keepCheckpoint(signCheckpoint(deps, { logId, size, root }));
}

function isSigned(crypto: Crypto, { note }: StoredCheckpoint, key: NoteKey): boolean {
  return openCheckpoint(crypto, note, key).ok;
}

/** The newest checkpoint: what `/checkpoint` serves, and all that tiles and entries may cover. */
export async function newestCheckpoint(deps: Deps): Promise<Result<StoredCheckpoint, 'log_empty'>> {
  const head = (await deps.store.treeHead(null))?.tree_head;
  const checkpoint =
    head === undefined ? null : await deps.store.checkpoint(deps.logSigner.originOf(head.log_id), null);
  return checkpoint === null
    ? fail('log_empty', 'The log is empty: it has a checkpoint once it has its first entry.')
    : ok(checkpoint);
}

/** As it is served: the log's line, then those of witnesses. */
export function noteOf({ note, cosignatures }: Pick<StoredCheckpoint, 'note' | 'cosignatures'>): string {
  return note + cosignatures.map(({ line }) => line).join('');
}
