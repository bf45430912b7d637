import { setImmediate } from 'node:timers/promises';
import type { Crypto } from '@common/evidence/crypto';
import { rawLeaf } from '@platform/core/exports/scitt';
import {
  appendLeaf,
  type Coordinate,
  foldProof,
  inclusionCoordinates,
  type MerkleNode,
  rootCoordinates,
  rootOf,
} from '@platform/core/log/merkle/tree';
import { TILE_HEIGHT, TILE_WIDTH } from '@platform/core/log/note/tiles';
import type { AuthorityStore } from '../store/store.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly store: Pick<AuthorityStore, 'logEntries'>;
}

interface RawProof {
  readonly root: string;
  readonly proof: readonly string[];
}

/**
 * The second tree over the log's entries (ADR 0033), which nothing stores: it follows from the entries. In memory are
 * its nodes from the height of a tile on, about a hundredth of all; those below are made of the entries of two tiles at
 * each question. The log is read once, when it is first asked, and then as far as it has grown.
 */
export function createRawTree({ crypto, store }: Deps) {
  const upper = new Map<string, string>();
  let whole: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  let growing: Promise<void> = Promise.resolve();

  const tileNodes = async (tile: number, width: number): Promise<readonly MerkleNode[]> => {
    const first = tile * TILE_WIDTH;
    const entries = await store.logEntries(first, width);
    if (entries.length !== width) throw new Error('the log lacks entries: run sanad authority fsck');
    const nodes: MerkleNode[] = [];
    let tree: Parameters<typeof appendLeaf>[1] = { size: 0, frontier: [] };
    for (const entry of entries) {
      const grown = appendLeaf(crypto, tree, rawLeaf(crypto, entry));
      for (const { level, index, hash } of grown.nodes) {
        nodes.push({ level, index: first / 2 ** level + index, hash });
      }
      tree = grown;
    }
    return nodes;
  };
  const grow = async (tiles: number): Promise<void> => {
    while (whole.size < tiles) {
      const top = (await tileNodes(whole.size, TILE_WIDTH)).at(-1);
      if (top === undefined) throw new Error('a tile has a top');
      const grown = appendLeaf(crypto, whole, top.hash);
      for (const { level, index, hash } of grown.nodes) upper.set(`${TILE_HEIGHT + level}:${index}`, hash);
      whole = grown;
      // A long log takes seconds, and others are answered meanwhile.
      await setImmediate();
    }
  };

  /** The root of the first `size` entries, and the proof of one of them. */
  return async (index: number, size: number): Promise<RawProof> => {
    const tiles = Math.floor(size / TILE_WIDTH);
    // One after the other: two that grow at once would append a tile twice.
    growing = growing.catch(() => {}).then(() => grow(tiles));
    await growing;
    const lower = new Map<string, string>();
    for (const tile of new Set([Math.floor(index / TILE_WIDTH), tiles])) {
      const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH);
      if (width === 0) continue;
      for (const node of await tileNodes(tile, width)) lower.set(keyOf(node), node.hash);
    }
    const read = (node: Coordinate): string => {
      const hash = lower.get(keyOf(node)) ?? upper.get(keyOf(node));
      if (hash === undefined) throw new Error(`the second tree has no node ${keyOf(node)}`);
      return hash;
    };
    return {
      root: rootOf(crypto, rootCoordinates(size).map(read)),
      proof: foldProof(crypto, inclusionCoordinates(index, size), read),
    };
  };
}

function keyOf({ level, index }: Coordinate): string {
  return `${level}:${index}`;
}
