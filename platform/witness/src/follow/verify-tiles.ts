import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { appendLeaf, leafHash, rootOf } from '@platform/core/log/merkle/tree';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { TILE_WIDTH, tilePath } from '@platform/core/log/note/tiles';
import {
  type CheckpointFailure,
  type LogSource,
  readCheckpoint,
  readEntries,
  readHashes,
} from './log-source.ts';
import { fold } from './tree-reader.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly source: LogSource;
  readonly keys: readonly NoteKey[];
}

/** A checkpoint of the log that somebody else has seen, and who. */
export interface Sighting {
  readonly by: string;
  readonly size: number;
  readonly root: string;
}

interface VerifiedTree {
  readonly size: number;
  readonly root: string;
  /** The faults in sentences; empty if all is well. */
  readonly faults: readonly string[];
}

/** Beyond this, further faults say nothing new. */
const MAX_FAULTS = 20;

/**
 * Rebuilds a log from its entries, and compares every tile, the root that it signed, and the roots that
 * others have seen.
 */
export async function verifyTiles(
  deps: Deps,
  sightings: readonly Sighting[],
): Promise<Result<VerifiedTree, CheckpointFailure>> {
  const { crypto, source } = deps;
  const read = await readCheckpoint(crypto, source, deps.keys);
  if (!read.ok) return read;
  const { size, root } = read.value.checkpoint;
  const faults: string[] = [];
  const rows = new Rows(deps, faults);
  const seen = new Map(sightings.map((sighting) => [sighting.size, rootOf(crypto, [])]));
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  for await (const bundle of readEntries(source, 0, size)) {
    if (!bundle.ok) {
      if (bundle.error.code === 'log_unreachable') return bundle;
      return ok({ size, root, faults: [...faults, bundle.error.message] });
    }
    for (const entry of bundle.value) {
      const leaf = leafHash(crypto, entry);
      tree = appendLeaf(crypto, tree, leaf);
      if (seen.has(tree.size)) seen.set(tree.size, rootOf(crypto, tree.frontier));
      const pushed = await rows.push(0, leaf);
      if (!pushed.ok) return pushed;
    }
    if (faults.length >= MAX_FAULTS) return ok({ size, root, faults: [...faults, 'and more'] });
  }
  const rest = await rows.end();
  if (!rest.ok) return rest;
  if (rootOf(crypto, tree.frontier) !== root) {
    faults.push(`the entries do not give the root that was signed for ${size} entries`);
  }
  return ok({ size, root, faults: [...faults, ...faultsOf(sightings, size, seen)] });
}

function faultsOf(
  sightings: readonly Sighting[],
  size: number,
  roots: ReadonlyMap<number, string>,
): readonly string[] {
  return sightings.flatMap((sighting) => {
    if (sighting.size > size) {
      return [`${sighting.by} has seen ${sighting.size} entries, and the log shows ${size}`];
    }
    if (roots.get(sighting.size) === sighting.root) return [];
    return [`${sighting.by} has seen another root of ${sighting.size} entries: the log has forked`];
  });
}

/** The unfinished row of hashes of each level. Tiles are made of such rows. */
class Rows {
  readonly #deps: Deps;
  readonly #faults: string[];
  readonly #rows: { index: number; hashes: string[] }[] = [];

  constructor(deps: Deps, faults: string[]) {
    this.#deps = deps;
    this.#faults = faults;
  }

  /** A full row is a tile, and its root is a hash of the row above. */
  async push(level: number, hash: string): Promise<Result<void, 'log_unreachable'>> {
    this.#rows[level] ??= { index: 0, hashes: [] };
    const row = this.#rows[level];
    row.hashes.push(hash);
    if (row.hashes.length < TILE_WIDTH) return ok(undefined);
    const compared = await this.#compare(level, row);
    if (!compared.ok) return compared;
    const above = fold(this.#deps.crypto, row.hashes);
    this.#rows[level] = { index: row.index + 1, hashes: [] };
    return this.push(level + 1, above);
  }

  /** Compares the partial tiles at the end. */
  async end(): Promise<Result<void, 'log_unreachable'>> {
    for (const [level, row] of this.#rows.entries()) {
      if (row.hashes.length === 0) continue;
      const compared = await this.#compare(level, row);
      if (!compared.ok) return compared;
    }
    return ok(undefined);
  }

  async #compare(
    level: number,
    { index, hashes }: { readonly index: number; readonly hashes: readonly string[] },
  ): Promise<Result<void, 'log_unreachable'>> {
    const tile = { level, index, width: hashes.length };
    const read = await readHashes(this.#deps.source, tile);
    if (!read.ok) {
      const { code, message } = read.error;
      if (code === 'log_unreachable') return fail(code, message);
      this.#faults.push(message);
      return ok(undefined);
    }
    const wrong = hashes.findIndex((hash, at) => hash !== read.value[at]);
    if (wrong >= 0) this.#faults.push(`/${tilePath(tile)} has another hash at ${wrong} than its entries`);
    return ok(undefined);
  }
}
