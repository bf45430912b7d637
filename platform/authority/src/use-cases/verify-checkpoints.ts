import { openCheckpointByAny, parseCheckpoint } from '@platform/core/log/note/checkpoint';
import { parseNote } from '@platform/core/log/note/signed-note';
import type { StoredCheckpoint } from '../store/store.ts';
import { noteKeyOf } from './checkpoints.ts';
import type { AuthorityDeps } from './deps.ts';
import type { LogFault } from './verify-log.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

const PAGE = 500;

/**
 * Compares every checkpoint under the log's origin with the head of its size, and verifies its signatures by
 * the keys in use and the retired ones. A checkpoint that only other keys signed is compared, but not
 * verified. `verifyLog` compares the heads with the leaves.
 */
export async function verifyCheckpoints(deps: Deps): Promise<readonly LogFault[]> {
  const newest = (await deps.store.treeHead(null))?.tree_head;
  if (newest === undefined) return [];
  const origin = deps.logSigner.originOf(newest.log_id);
  const faults: LogFault[] = [];
  let from = 0;
  for (;;) {
    const page = await deps.store.checkpoints({ origin, from, limit: PAGE, cosigned: false });
    for (const checkpoint of page) {
      const why = await faultOf(deps, newest.log_id, checkpoint);
      if (why !== null)
        faults.push({ leafIndex: null, message: `checkpoint ${checkpoint.treeSize}: ${why}` });
    }
    if (page.length < PAGE) return faults;
    from = (page.at(-1)?.treeSize ?? from) + 1;
  }
}

async function faultOf(
  deps: Deps,
  logId: string,
  { origin, treeSize, note }: StoredCheckpoint,
): Promise<string | null> {
  const parsed = parseNote(note);
  const said = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed;
  if (!parsed.ok || !said.ok) return 'it cannot be read';
  const head = (await deps.store.treeHead(treeSize))?.tree_head;
  if (head === undefined) return 'there is no head of this size';
  const { origin: of, size, root } = said.value;
  if (of !== origin || size !== treeSize) return 'it is of another log or size';
  if (root !== head.root_hash) return 'it has another root than the head of this size';
  const { signing, retired } = deps.logSigner.keys();
  const keys = [...signing, ...retired].map(({ publicKey }) => noteKeyOf(deps, logId, publicKey));
  const isKnown = parsed.value.signatures.some(({ keyId }) => keys.some(({ id }) => id === keyId));
  const opened = isKnown ? openCheckpointByAny(deps.crypto, note, keys) : null;
  return opened?.ok === false ? opened.error.message : null;
}
