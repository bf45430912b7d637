import { fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';

/**
 * The Merkle tree of RFC 6962 over stored perfect subtrees. A store keeps one row for each perfect node
 * (`level`, `index`, `hash`): level 0 has the leaves, the node (l, i) covers the leaves from i * 2^l to
 * (i + 1) * 2^l - 1. Rows are only ever added. Every root and proof of every past size is computed from them.
 *
 * Hashes are lowercase hex. No function here costs more than the square of the tree's height.
 */
export interface Coordinate {
  readonly level: number;
  readonly index: number;
}

export interface MerkleNode extends Coordinate {
  readonly hash: string;
}

const LEAF = Uint8Array.of(0x00);
const NODE = Uint8Array.of(0x01);

/**
 * RFC 6962, 2.1: over the byte 0 and the leaf's bytes.
 * @example leafHash(crypto, Uint8Array.of())
 *   // '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
 */
export function leafHash(crypto: Crypto, data: Uint8Array): string {
  return crypto.sha256(join(LEAF, data));
}

/**
 * Over the byte 1 and the two children.
 * @example (([a, b]) => nodeHash(crypto, a, b) === rootOf(crypto, [a, b]))(
 *     [1, 2].map((byte) => leafHash(crypto, Uint8Array.of(byte))),
 *   ) // true
 */
export function nodeHash(crypto: Crypto, left: string, right: string): string {
  return crypto.sha256(join(NODE, bytesOf(left), bytesOf(right)));
}

/** Root of the empty tree. */
export function emptyRoot(crypto: Crypto): string {
  return crypto.sha256('');
}

interface TreeGrowth {
  /** The new rows, leaf first; about two for each leaf. */
  readonly nodes: readonly MerkleNode[];
  readonly size: number;
  /** The nodes of `rootCoordinates(size)`: where the next append begins. */
  readonly frontier: readonly string[];
}

/**
 * Appends one leaf to a tree of `size` leaves. `frontier`: hashes of the nodes of `rootCoordinates(size)`, in their
 * order. For a batch, give each answer's `size` and `frontier` to the next call.
 * @example appendLeaf(crypto, { size: 0, frontier: [] }, 'aa')
 *   // { nodes: [{ level: 0, index: 0, hash: 'aa' }], size: 1, frontier: ['aa'] }
 */
export function appendLeaf(
  crypto: Crypto,
  tree: { readonly size: number; readonly frontier: readonly string[] },
  leaf: string,
): TreeGrowth {
  const { size } = tree;
  if (tree.frontier.length !== rootCoordinates(size).length) throw new Error(`no frontier of ${size} leaves`);
  const frontier = [...tree.frontier];
  const nodes: MerkleNode[] = [{ level: 0, index: size, hash: leaf }];
  let hash = leaf;
  let index = size;
  // Each subtree that the leaf completes joins its left neighbour, like the carry of a binary counter.
  for (let level = 1; index % 2 === 1; level += 1) {
    const left = frontier.pop() ?? '';
    hash = nodeHash(crypto, left, hash);
    index = (index - 1) / 2;
    nodes.push({ level, index, hash });
  }
  frontier.push(hash);
  return { nodes, size: size + 1, frontier };
}

/**
 * The perfect nodes that a tree of this size is made of, from left to right.
 * @example rootCoordinates(3) // [{ level: 1, index: 0 }, { level: 0, index: 2 }]
 * @example rootCoordinates(0) // []
 */
export function rootCoordinates(size: number): readonly Coordinate[] {
  return cover(0, checkSize(size));
}

/**
 * The root over the hashes of `rootCoordinates`, in their order.
 * @example rootOf(crypto, []) === crypto.sha256('') // true
 * @example rootOf(crypto, ['aa']) // 'aa'
 */
export function rootOf(crypto: Crypto, frontier: readonly string[]): string {
  if (frontier.length === 0) return emptyRoot(crypto);
  return frontier.reduceRight((right, left) => nodeHash(crypto, left, right));
}

/**
 * The parts of the inclusion proof of leaf `index` in the tree of `size` leaves: for each of its hashes, the
 * perfect nodes to fold. `foldProof` turns them into the proof.
 * @example inclusionCoordinates(2, 3) // [[{ level: 1, index: 0 }]]
 * @example inclusionCoordinates(0, 1) // []
 */
export function inclusionCoordinates(index: number, size: number): readonly (readonly Coordinate[])[] {
  checkSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  }
  const path: (readonly Coordinate[])[] = [];
  let start = 0;
  let leaves = size;
  while (leaves > 1) {
    const left = leftLeaves(leaves);
    if (index < start + left) {
      path.push(cover(start + left, leaves - left));
      leaves = left;
    } else {
      path.push(cover(start, left));
      start += left;
      leaves -= left;
    }
  }
  return path.reverse();
}

/**
 * Like `inclusionCoordinates`, for the proof that the tree of `to` leaves begins with the tree of `from`
 * leaves.
 * @example consistencyCoordinates(2, 3) // [[{ level: 0, index: 2 }]]
 */
export function consistencyCoordinates(from: number, to: number): readonly (readonly Coordinate[])[] {
  if (checkSize(from) > checkSize(to))
    throw new RangeError(`a tree of ${to} cannot grow from one of ${from}`);
  if (from === 0) return [];
  const path: (readonly Coordinate[])[] = [];
  let start = 0;
  let old = from;
  let leaves = to;
  // The verifier has the old root: a node that is that root is not repeated, unless it is only a part of it.
  while (old !== leaves) {
    const left = leftLeaves(leaves);
    if (old <= left) {
      path.push(cover(start + left, leaves - left));
      leaves = left;
    } else {
      path.push(cover(start, left));
      start += left;
      old -= left;
      leaves -= left;
    }
  }
  if (start > 0) path.push(cover(start, old));
  return path.reverse();
}

/**
 * The proof's hashes, from the stored nodes. `read` returns a node's hash, and throws if it has none.
 * @example foldProof(crypto, inclusionCoordinates(0, 2), ({ level, index }) => `${level}/${index}`)
 *   // ['0/1']
 */
export function foldProof(
  crypto: Crypto,
  groups: readonly (readonly Coordinate[])[],
  read: (node: Coordinate) => string,
): string[] {
  return groups.map((nodes) => rootOf(crypto, nodes.map(read)));
}

/** Perfect nodes over `leaves` leaves from `start` on, which a subtree of the tree begins with. */
function cover(start: number, leaves: number): Coordinate[] {
  const nodes: Coordinate[] = [];
  let from = start;
  let rest = leaves;
  while (rest > 0) {
    const level = floorLog2(rest);
    const width = 2 ** level;
    nodes.push({ level, index: from / width });
    from += width;
    rest -= width;
  }
  return nodes;
}

/** The largest power of two below `leaves`: RFC 6962's k. */
function leftLeaves(leaves: number): number {
  return 2 ** floorLog2(leaves - 1);
}

/** Exact, unlike `Math.log2`, which rounds near powers of two. */
function floorLog2(value: number): number {
  let level = 0;
  for (let width = 2; width <= value; width *= 2) level += 1;
  return level;
}

function checkSize(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`no tree has ${size} leaves`);
  return size;
}

function bytesOf(hash: string): Uint8Array {
  const bytes = fromHex(hash);
  if (bytes?.length !== 32) throw new Error(`not a hash of the tree: ${hash}`);
  return bytes;
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const HASH = /^[0-9a-f]{64}$/;

/** A leaf's place in a tree, as a proof claims it. */
interface ClaimedPlace {
  readonly index: number;
  readonly size: number;
  /** The leaf's hash (`leafHash`) and the proof: lowercase hex. */
  readonly leaf: string;
  readonly proof: readonly string[];
}

interface InclusionClaim extends ClaimedPlace {
  readonly root: string;
}

/**
 * The root that the proof leads to from the leaf (RFC 9162, 2.1.3.2). Null for sizes and indexes that no tree has,
 * malformed hashes, and proofs that are shorter or longer than the tree's height requires.
 * @example (([a, b]) => rootByProof(crypto, { index: 1, size: 2, leaf: b, proof: [a] }) === nodeHash(crypto, a, b))(
 *     [1, 2].map((byte) => leafHash(crypto, Uint8Array.of(byte))),
 *   ) // true
 */
export function rootByProof(crypto: Crypto, { index, size, leaf, proof }: ClaimedPlace): string | null {
  if (!areSizes(index, size) || index >= size || !areHashes([leaf, ...proof])) return null;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(crypto, sibling, hash);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = half(last);
      }
    } else {
      hash = nodeHash(crypto, hash, sibling);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 ? hash : null;
}

/**
 * Whether the proof leads from the leaf to that root, as `rootByProof` says.
 * @example (([a, b]) => verifyInclusion(crypto,
 *     { index: 1, size: 2, leaf: b, proof: [a], root: nodeHash(crypto, a, b) },
 *   ))([1, 2].map((byte) => leafHash(crypto, Uint8Array.of(byte)))) // true
 */
export function verifyInclusion(crypto: Crypto, { root, ...place }: InclusionClaim): boolean {
  return rootByProof(crypto, place) === root;
}

interface ConsistencyClaim {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: string;
  readonly toRoot: string;
  readonly proof: readonly string[];
}

/**
 * RFC 9162, 2.1.4.2. From a tree to itself the proof is empty. Every tree grows from the empty one, so such a claim
 * proves nothing and is refused.
 * @example verifyConsistency(crypto,
 *     { from: 0, to: 1, fromRoot: emptyRoot(crypto), toRoot: leafHash(crypto, Uint8Array.of()), proof: [] },
 *   ) // false
 */
export function verifyConsistency(crypto: Crypto, claim: ConsistencyClaim): boolean {
  const { from, to, fromRoot, toRoot, proof } = claim;
  if (!areSizes(from, to) || from === 0 || from > to || !areHashes([fromRoot, toRoot, ...proof]))
    return false;
  if (from === to) return proof.length === 0 && fromRoot === toRoot;
  // A tree of 2^n leaves is a node of the larger one, and not repeated in the proof.
  const path = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined || rest.length === 0) return false;
  let at = from - 1;
  let last = to - 1;
  while (at % 2 === 1) {
    at = half(at);
    last = half(last);
  }
  let oldHash = first;
  let newHash = first;
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      oldHash = nodeHash(crypto, hash, oldHash);
      newHash = nodeHash(crypto, hash, newHash);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = half(last);
      }
    } else {
      newHash = nodeHash(crypto, newHash, hash);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 && oldHash === fromRoot && newHash === toRoot;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isPowerOfTwo(value: number): boolean {
  let width = 1;
  while (width < value) width *= 2;
  return width === value;
}

function areSizes(...values: readonly number[]): boolean {
  return values.every((value) => Number.isSafeInteger(value) && value >= 0);
}

function areHashes(texts: readonly string[]): boolean {
  return texts.every((text) => HASH.test(text));
}
