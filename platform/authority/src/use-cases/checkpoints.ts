import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { formatCheckpoint, openCheckpointByAny } from '@platform/core/log/note/checkpoint';
import { KEY_TYPES, type NoteKey, noteKey } from '@platform/core/log/note/note-key';
import { formatNote } from '@platform/core/log/note/signed-note';
import type { TreeHead } from '@platform/core/objects/log';
import type { CheckpointName, StoredCheckpoint } from '../store/store.ts';
import type { AuthorityDeps, LogSigner, LogSignerKeys } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

/** The log's name in its public formats: `LOG_ORIGIN`, or a name that resolves to no address. */
export function logOrigin(setting: string | undefined, logId: string): string {
  return setting ?? `sanad.invalid/${logId}`;
}

type Keys = Pick<Deps, 'crypto' | 'logSigner'>;

/** What a head says of the log. */
export type LogState = Pick<TreeHead, 'log_id' | 'tree_size' | 'root_hash' | 'standing'>;

/**
 * The keys with which the log of this id signs checkpoints, older ones first. Their name is the log's origin.
 */
export function logKeysOf(deps: Keys, logId: string): readonly NoteKey[] {
  return deps.logSigner.keys().signing.map(({ publicKey }) => noteKeyOf(deps, logId, publicKey));
}

/** Those keys and the retired ones, except stolen ones, whose signatures prove nothing about this log. */
export function pastLogKeysOf(deps: Keys, logId: string): readonly NoteKey[] {
  const past = deps.logSigner.keys().retired.filter(({ stolen }) => !stolen);
  return [...logKeysOf(deps, logId), ...past.map(({ publicKey }) => noteKeyOf(deps, logId, publicKey))];
}

export function noteKeyOf({ crypto, logSigner }: Keys, logId: string, publicKey: Uint8Array): NoteKey {
  return noteKey(crypto, { name: logSigner.originOf(logId), type: KEY_TYPES.log, publicKey });
}

/** Signs a checkpoint: the public form of a tree head, to be stored with the head. */
export function signCheckpoint(
  deps: Keys,
  { log_id: logId, tree_size: size, root_hash: root, standing }: LogState,
): CheckpointName & { readonly note: string } {
  const origin = deps.logSigner.originOf(logId);
  const text = formatCheckpoint({ origin, size, root, standing });
  const signatures = deps.logSigner.keys().signing.map(({ publicKey, sign }) => {
    const { name, id } = noteKeyOf(deps, logId, publicKey);
    return { name, keyId: id, signature: sign(utf8(text)) };
  });
  return { origin, treeSize: size, note: formatNote({ text, signatures }) };
}

/**
 * Signs the newest head's checkpoint, unless it is signed under this origin by exactly these keys. It may not
 * be after an update, a restored log, a new origin or a change of keys. INVARIANT: a checkpoint contains only
 * a root that the authority has signed as a head. Returns whether it signed anything.
 */
export async function publishNewestHead(deps: Deps): Promise<boolean> {
  const head = (await deps.store.treeHead(null))?.tree_head;
  if (head === undefined) return false;
  const { log_id: logId, tree_size: size } = head;
  const stored = await deps.store.checkpoint(deps.logSigner.originOf(logId), size);
  if (stored !== null && isSigned(deps.crypto, stored, logKeysOf(deps, logId))) return false;
  await deps.store.keepCheckpoint(signCheckpoint(deps, head));
  return true;
}

function isSigned(crypto: Crypto, { note }: StoredCheckpoint, keys: readonly NoteKey[]): boolean {
  const opened = openCheckpointByAny(crypto, note, keys);
  if (!opened.ok || opened.value.signedBy.length < keys.length) return false;
  return opened.value.note.signatures.every(({ keyId }) => keys.some(({ id }) => id === keyId));
}

/**
 * Returns a function to call regularly, which publishes the newest head anew when the keys have changed since
 * its last call. Once there has been a second key, it checks the head at every call, because another process
 * may not know the new key yet, or may still use a retired one from an older copy of the folder. `onOther` is
 * called for each head that it signed for that reason.
 */
export function createHeadPublisher(deps: Deps, onOther: () => void): () => Promise<void> {
  let published: LogSignerKeys | null = null;
  return async () => {
    const keys = deps.logSigner.keys();
    const isChanged = keys !== published;
    if (!isChanged && keys.signing.length + keys.retired.length < 2) return;
    const isSignedAnew = await publishNewestHead(deps);
    if (isSignedAnew && !isChanged) onOther();
    published = keys;
  };
}

/** The newest checkpoint, which `/checkpoint` serves and which limits what tiles and entries may cover. */
export async function newestCheckpoint(
  deps: Pick<Deps, 'store'> & { readonly logSigner: Pick<LogSigner, 'originOf'> },
): Promise<Result<StoredCheckpoint, 'log_empty'>> {
  const head = (await deps.store.treeHead(null))?.tree_head;
  const checkpoint =
    head === undefined ? null : await deps.store.checkpoint(deps.logSigner.originOf(head.log_id), null);
  return checkpoint === null
    ? fail('log_empty', 'The log is empty: it has a checkpoint once it has its first entry.')
    : ok(checkpoint);
}

/** The note as it is served: the log's lines, then the lines of witnesses. */
export function noteOf({ note, cosignatures }: Pick<StoredCheckpoint, 'note' | 'cosignatures'>): string {
  return note + cosignatures.map(({ line }) => line).join('');
}
