import { fail, ok, type Result } from '@common/base/result';
import { toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { type AnchorSignature, makeRekorEntry, openRekorEntry } from '@platform/core/log/anchor/rekor-entry';
import type { PublicLog } from '@platform/core/log/anchor/trusted-root';
import { type Coordinate, foldProof, inclusionCoordinates, nodeHash } from '@platform/core/log/merkle/tree';
import { openCheckpoint } from '@platform/core/log/note/checkpoint';
import { tilePath } from '@platform/core/log/note/tiles';
import type { RekorEntry } from '@platform/core/objects/anchor';

const HASH_BYTES = 32;
const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/** Reads a file of the public log. The path is relative to the log's address. */
export type ReadPublic = (path: string) => Promise<Result<Uint8Array, 'public_log_unreadable'>>;

interface LoggedSignature {
  readonly log: PublicLog;
  readonly signature: AnchorSignature;
  /** The index at which the log claims to have our entry. */
  readonly index: number;
}

/**
 * Rebuilds the log's entry at that index, with a proof from its tiles. This is for when the original answer
 * was lost and the log now says only that it has the entry. INVARIANT: the result is verified as if it had
 * been that answer.
 */
export async function rebuildEntry(
  crypto: Crypto,
  read: ReadPublic,
  { log, signature, index }: LoggedSignature,
): Promise<Result<RekorEntry, 'public_log_unreadable' | 'entry_refused'>> {
  const bytes = await read('checkpoint');
  if (!bytes.ok) return bytes;
  const checkpoint = Buffer.from(bytes.value).toString('utf8');
  const opened = openCheckpoint(crypto, checkpoint, log.key);
  if (!opened.ok) return fail('entry_refused', opened.error.message);
  const { size } = opened.value;
  if (index >= size)
    return fail('public_log_unreadable', `its checkpoint of size ${size} does not cover entry ${index} yet`);
  const paths = inclusionCoordinates(index, size);
  const nodes = new Map<string, string>();
  const rows = new Map<string, readonly string[]>();
  for (const coordinate of paths.flat()) {
    const node = await readNode(crypto, read, { coordinate, size, rows });
    if (!node.ok) return node;
    nodes.set(`${coordinate.level}:${coordinate.index}`, node.value);
  }
  const hashes = foldProof(crypto, paths, (node) => nodes.get(`${node.level}:${node.index}`) ?? '');
  const entry = makeRekorEntry(crypto, log, { signature, index, hashes, checkpoint });
  const checked = openRekorEntry(crypto, entry, log);
  return checked.ok ? ok(entry) : fail('entry_refused', checked.error.message);
}

interface NodePlace {
  readonly coordinate: Coordinate;
  readonly size: number;
  /** Rows of the tiles that were already read, by path. */
  readonly rows: Map<string, readonly string[]>;
}

/** Tiles have only every eighth level, so the levels between are computed. */
async function readNode(
  crypto: Crypto,
  read: ReadPublic,
  { coordinate: { level, index }, size, rows }: NodePlace,
): Promise<Result<string, 'public_log_unreadable'>> {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const width = 2 ** (level - TILE_HEIGHT * tileLevel);
  const first = index * width;
  const tileIndex = Math.floor(first / TILE_WIDTH);
  const there = Math.floor(size / 2 ** (TILE_HEIGHT * tileLevel)) - tileIndex * TILE_WIDTH;
  const path = tilePath({ level: tileLevel, index: tileIndex, width: Math.min(TILE_WIDTH, there) });
  const row = rows.get(path) ?? rowOf(await readTile(read, path));
  if (row === null) return fail('public_log_unreadable', `its ${path} cannot be read`);
  rows.set(path, row);
  let hashes = row.slice(first % TILE_WIDTH, (first % TILE_WIDTH) + width);
  if (hashes.length !== width) return fail('public_log_unreadable', `its ${path} is cut short`);
  while (hashes.length > 1) {
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) =>
      nodeHash(crypto, hashes[2 * at] ?? '', hashes[2 * at + 1] ?? ''),
    );
  }
  return ok(hashes[0] ?? '');
}

/** Reads a tile. Falls back to the full tile, because a log may drop a partial one once it is full. */
async function readTile(read: ReadPublic, path: string): Promise<Uint8Array | null> {
  const partial = await read(path);
  if (partial.ok) return partial.value;
  const full = await read(path.replace(/\.p\/\d+$/, ''));
  return full.ok ? full.value : null;
}

function rowOf(bytes: Uint8Array | null): readonly string[] | null {
  if (bytes === null || bytes.length % HASH_BYTES !== 0) return null;
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    toHex(bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
  );
}
