import type { Result } from '@common/base/result';
import { equalBytes, fromHex } from '@common/evidence/bytes';
import {
  type AnchorSignature,
  openRekorEntry,
  rekorBody,
  rekorRequest,
} from '@platform/core/log/anchor/rekor-entry';
import type { PublicLog } from '@platform/core/log/anchor/trusted-root';
import { toBase64 } from '@platform/core/log/note/base64';
import { openCheckpointByAny } from '@platform/core/log/note/checkpoint';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import type { NamedEntry, RekorEntry } from '@platform/core/objects/anchor';
import type { StoredCheckpoint } from '../store/store.ts';
import { newestCheckpoint, pastLogKeysOf } from '../use-cases/checkpoints.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import type { AnchorStore, KeptAnchor } from './anchors.store.ts';
import { type ReadPublic, rebuildEntry } from './rebuild-entry.ts';

/** The public log's answer to a request. */
export type PublicLogAnswer =
  | { readonly kind: 'added'; readonly entry: RekorEntry }
  /** The log already has the entry, and its answer contains only the index. */
  | { readonly kind: 'known'; readonly index: number }
  /** The log accepts no more entries: another shard has replaced it. */
  | { readonly kind: 'frozen' }
  /** The log will never accept this request. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string };

/** The key that signs only for the public log. Its signature alone proves nothing about a receipt. */
interface AnchorKey {
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string;
  /** Returns a DER signature over the SHA-256 of the text, in base64. */
  readonly sign: (text: string) => string;
}

export interface AnchorDeps extends Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner' | 'clock'> {
  readonly anchors: AnchorStore;
  readonly key: AnchorKey;
  /** The public log as the trusted root describes it now. */
  readonly publicLog: () => Promise<Result<PublicLog, 'public_log_unknown'>>;
  readonly post: (request: string) => Promise<PublicLogAnswer>;
  readonly read: ReadPublic;
  /** The least time between two posted heads. */
  readonly intervalMs: number;
}

export type AnchorRound =
  | { readonly kind: 'idle' }
  | { readonly kind: 'anchored'; readonly treeSize: number; readonly index: string }
  | { readonly kind: 'failed' | 'frozen' | 'refused'; readonly message: string };

/**
 * Posts the waiting head, or else the newest one if it is due. At most one head waits; newer ones follow it.
 */
export async function anchorNewestHead(deps: AnchorDeps): Promise<AnchorRound> {
  const checkpoint = await newestCheckpoint(deps);
  if (!checkpoint.ok) return { kind: 'idle' };
  const { origin } = checkpoint.value;
  const waiting = await deps.anchors.waiting(origin);
  if (waiting === null && !(await isDue(deps, checkpoint.value))) return { kind: 'idle' };
  const log = await deps.publicLog();
  if (!log.ok) return { kind: 'failed', message: log.error.message };
  const anchor = waiting ?? (await prepare(deps, checkpoint.value));
  return anchor === null ? { kind: 'idle' } : postAnchor(deps, anchor, log.value);
}

/** The newest posted entry, in the form in which receipts name it; null if there is none. */
export async function newestEntry(
  { anchors }: Pick<AnchorDeps, 'anchors'>,
  origin: string,
): Promise<NamedEntry | null> {
  const anchor = await anchors.newestPosted(origin);
  if (anchor === null || anchor.posted === null) return null;
  const { entry } = anchor.posted;
  const log = entry.inclusionProof.checkpoint.envelope.split('\n')[0] ?? '';
  return { log, log_index: Number(entry.logIndex), tree_size: anchor.treeSize };
}

/**
 * Whether a head is due. The time of the last one is stored, so restarts do not post extra heads. After the
 * clock is set back, a head is due at once.
 */
async function isDue(
  { anchors, clock, intervalMs }: AnchorDeps,
  { origin, treeSize }: StoredCheckpoint,
): Promise<boolean> {
  const last = await anchors.newest(origin);
  if (last === null) return true;
  const passedMs = clock() - last.preparedMs;
  return treeSize > last.treeSize && (passedMs >= intervalMs || passedMs < 0);
}

async function prepare(
  deps: AnchorDeps,
  { origin, treeSize, note }: StoredCheckpoint,
): Promise<KeptAnchor | null> {
  const head = await deps.store.treeHead(treeSize);
  if (head === null) throw new Error(`the checkpoint of size ${treeSize} is none of ours`);
  const opened = openCheckpointByAny(deps.crypto, note, pastLogKeysOf(deps, head.tree_head.log_id));
  // A key was taken out of use: the head will be signed again shortly.
  if (!opened.ok) return null;
  const {
    note: { text },
    signedBy: [signedBy],
  } = opened.value;
  if (signedBy === undefined) return null;
  const signature: AnchorSignature = {
    digest: toBase64(fromHex(deps.crypto.sha256(text)) ?? new Uint8Array()),
    signature: deps.key.sign(text),
    publicKey: deps.key.publicKey,
  };
  const logKey = formatNoteKey(signedBy);
  await deps.anchors.prepare({ origin, treeSize, note, logKey, signature, preparedMs: deps.clock() });
  // Another process may have prepared this head first; then its version is posted.
  return deps.anchors.waiting(origin);
}

async function postAnchor(deps: AnchorDeps, anchor: KeptAnchor, log: PublicLog): Promise<AnchorRound> {
  const { signature } = anchor;
  const posted = await deps.post(rekorRequest(signature));
  switch (posted.kind) {
    case 'unavailable':
      return { kind: 'failed', message: posted.message };
    case 'frozen':
      return {
        kind: 'frozen',
        message: `${log.baseUrl} takes no more entries: set REKOR_URL to the log that took its place.`,
      };
    case 'refused':
      await deps.anchors.settle(anchor, null);
      return { kind: 'refused', message: posted.message };
    case 'known': {
      const rebuilt = await rebuildEntry(deps.crypto, deps.read, { log, signature, index: posted.index });
      if (!rebuilt.ok) return { kind: 'failed', message: rebuilt.error.message };
      return settle(deps, anchor, log, rebuilt.value);
    }
    case 'added': {
      const opened = openRekorEntry(deps.crypto, posted.entry, log);
      if (!opened.ok) return { kind: 'failed', message: opened.error.message };
      if (!equalBytes(opened.value.body, rekorBody(signature)))
        return { kind: 'failed', message: 'the log answered with an entry that is not ours' };
      return settle(deps, anchor, log, posted.entry);
    }
  }
}

async function settle(
  deps: AnchorDeps,
  anchor: KeptAnchor,
  { trusted }: PublicLog,
  entry: RekorEntry,
): Promise<AnchorRound> {
  await deps.anchors.settle(anchor, { entry, trustedLog: trusted });
  return { kind: 'anchored', treeSize: anchor.treeSize, index: entry.logIndex };
}
