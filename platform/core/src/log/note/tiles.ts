import { concatBytes, utf8 } from '@common/evidence/bytes';
import type { Coordinate } from '../merkle/tree.ts';

/** Leaves, or hashes of a level, that one file holds (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;

/** A file of hashes, or of entries: items `index * 256` to `index * 256 + width - 1`. */
export interface Tile {
  /** In steps of eight levels of the tree. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256; below 256 it is partial. */
  readonly width: number;
}

/**
 * Below the log's prefix, without a leading slash.
 * @example tilePath({ level: 'entries', index: 1_234, width: 256 }) // 'tile/entries/x001/234'
 */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/**
 * Null for any other spelling, so that a file has one address.
 * @example parseTilePath('tile/0/x001/234.p/5') // { level: 0, index: 1_234, width: 5 }
 * @example parseTilePath('tile/00/000') // null
 */
export function parseTilePath(path: string): Tile | null {
  const [, level = '', index = '', width] =
    /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ?? [];
  if (level === '') return null;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  if (tile.level !== 'entries' && tile.level > MAX_LEVEL) return null;
  if (!Number.isSafeInteger(tile.index) || (width !== undefined && !isPartialWidth(tile.width))) return null;
  return tilePath(tile) === path ? tile : null;
}

/**
 * Whether a log of this many leaves has everything in this file.
 * @example isTileCovered({ level: 0, index: 0, width: 256 }, 255) // false
 */
export function isTileCovered({ level, index, width }: Tile, size: number): boolean {
  const leaves = level === 'entries' ? 1 : 2 ** (TILE_HEIGHT * level);
  return index * TILE_WIDTH + width <= Math.floor(size / leaves);
}

/**
 * The tree's nodes whose hashes a file of a level consists of.
 * @example tileCoordinates(1, { index: 0, width: 2 }) // [{ level: 8, index: 0 }, { level: 8, index: 1 }]
 */
export function tileCoordinates(
  level: number,
  { index, width }: Pick<Tile, 'index' | 'width'>,
): Coordinate[] {
  return Array.from({ length: width }, (_, at) => ({
    level: TILE_HEIGHT * level,
    index: index * TILE_WIDTH + at,
  }));
}

/**
 * Writes a file of entries, each after its length in two bytes.
 * @example entryBundle(['ab', '']) // Uint8Array.of(0, 2, 0x61, 0x62, 0, 0)
 */
export function entryBundle(entries: readonly string[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      const bytes = utf8(entry);
      if (bytes.length > 0xffff) throw new RangeError('an entry has at most 65,535 bytes');
      return [Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes];
    }),
  );
}

function isPartialWidth(width: number): boolean {
  return width >= 1 && width < TILE_WIDTH;
}
