import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, fromHex } from '@common/evidence/bytes';
import { type Coordinate, foldProof, inclusionCoordinates } from '@platform/core/log/merkle/tree';
import { formatLogProof } from '@platform/core/log/note/log-proof';
import { entryBundle, isTileCovered, parseTilePath, tileCoordinates } from '@platform/core/log/note/tiles';
import { newestCheckpoint, noteOf } from './checkpoints.ts';
import type { AuthorityDeps } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'logSigner'>;

/**
 * Returns the file of a path such as `tile/0/000.p/7`: hashes, or entries. Null if the checkpoint lacks it.
 */
export async function readTile(deps: Deps, path: string): Promise<Uint8Array | null> {
  const tile = parseTilePath(path);
  if (tile === null) return null;
  const newest = await newestCheckpoint(deps);
  if (!newest.ok || !isTileCovered(tile, newest.value.treeSize)) return null;
  const { level, width } = tile;
  if (level === 'entries') {
    return entryBundle(whole(await deps.store.logEntries(tile.index * 256, width), width));
  }
  const [first] = tileCoordinates(level, { ...tile, width: 1 });
  const hashes = first === undefined ? [] : await deps.store.logRow(first, width);
  return concatBytes(...whole(hashes, width).map((hash) => fromHex(hash) ?? new Uint8Array()));
}

/** INVARIANT: everything that a checkpoint covers is complete; caches would store half a file for good. */
function whole(items: readonly string[], width: number): readonly string[] {
  if (items.length === width && items.every((item) => item.length === 64)) return items;
  throw new Error('the log lacks nodes or entries: run sanad authority fsck');
}

type ProofRefusal = 'log_empty' | 'sizes_invalid' | 'entry_not_found';

/** Proves that an entry of a directory is in the log, like `proveLeaf`. */
export async function proveEntryLeaf(
  deps: Deps,
  hash: string,
  size: number | null,
): Promise<Result<string, ProofRefusal>> {
  const leaf = (await deps.store.entryLeaves([hash])).get(hash);
  if (leaf === undefined) return fail('entry_not_found', `No directory has an entry ${hash}.`);
  return proveLeaf(deps, leaf, size);
}

/** Proves, as a tlog-proof, that a leaf is in the log of a checkpoint's size (null: of the newest). */
export async function proveLeaf(
  deps: Deps,
  leafIndex: number,
  size: number | null,
): Promise<Result<string, ProofRefusal>> {
  const newest = await newestCheckpoint(deps);
  if (!newest.ok) return newest;
  const { origin, treeSize } = newest.value;
  const checkpoint = size === null ? newest.value : await deps.store.checkpoint(origin, size);
  if (checkpoint === null || leafIndex >= checkpoint.treeSize) {
    return fail(
      'sizes_invalid',
      `tree_size must be that of a checkpoint, at most ${treeSize}, and leaf_index below it.`,
    );
  }
  const groups = inclusionCoordinates(leafIndex, checkpoint.treeSize);
  const nodes = await deps.store.logNodes(groups.flat());
  const read = ({ level, index }: Coordinate): string => {
    const hash = nodes.get(`${level}:${index}`);
    if (hash === undefined) throw new Error(`the log has no node ${level}:${index}`);
    return hash;
  };
  return ok(
    formatLogProof({
      index: leafIndex,
      hashes: foldProof(deps.crypto, groups, read),
      checkpoint: noteOf(checkpoint),
    }),
  );
}
