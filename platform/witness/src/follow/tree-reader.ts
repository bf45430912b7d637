import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { type Coordinate, nodeHash } from '@platform/core/log/merkle/tree';
import { TILE_HEIGHT, TILE_WIDTH } from '@platform/core/log/note/tiles';
import { type LogSource, type ReadFailure, readHashes } from './log-source.ts';

/**
 * Reads the hashes of nodes of a log of `size` leaves from its tiles, each tile once. Callers must compare
 * them with a signed root before they count.
 */
export async function readNodes(
  crypto: Crypto,
  source: LogSource,
  size: number,
  nodes: readonly Coordinate[],
): Promise<Result<(node: Coordinate) => string, ReadFailure>> {
  const tiles = new Map<string, readonly string[]>();
  const found = new Map<string, string>();
  for (const { level, index } of nodes) {
    const at = Math.floor(level / TILE_HEIGHT);
    const span = 2 ** (level % TILE_HEIGHT);
    const tile = Math.floor((index * span) / TILE_WIDTH);
    const name = `${at}:${tile}`;
    const width = Math.min(TILE_WIDTH, Math.floor(size / 2 ** (TILE_HEIGHT * at)) - tile * TILE_WIDTH);
    const known = tiles.get(name);
    const read =
      known === undefined ? await readHashes(source, { level: at, index: tile, width }) : ok(known);
    if (!read.ok) return read;
    tiles.set(name, read.value);
    const first = index * span - tile * TILE_WIDTH;
    const row = read.value.slice(first, first + span);
    if (row.length !== span) return fail('log_garbled', `The log has no node ${level}:${index}.`);
    found.set(`${level}:${index}`, fold(crypto, row));
  }
  return ok(({ level, index }) => found.get(`${level}:${index}`) ?? '');
}

/** The root of a perfect tree over these hashes, whose number is a power of two. */
export function fold(crypto: Crypto, row: readonly string[]): string {
  let hashes = row;
  while (hashes.length > 1) {
    const above: string[] = [];
    for (let index = 0; index < hashes.length; index += 2) {
      above.push(nodeHash(crypto, hashes[index] ?? '', hashes[index + 1] ?? ''));
    }
    hashes = above;
  }
  return hashes[0] ?? '';
}
