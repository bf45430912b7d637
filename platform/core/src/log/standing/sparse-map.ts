import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { leafHash, nodeHash } from '../merkle/tree.ts';

/**
 * A map from keys to values as a sparse Merkle tree (ADR 0031): a key's bits are its way from the root. A subtree with
 * one leaf is that leaf, so that a way has about as many nodes as the logarithm of the number of leaves. Nodes are stored
 * under their hashes and never change: a leaf is never removed, so no root comes twice.
 *
 * Keys, values and hashes are 64 hex digits in lowercase.
 */
export type MapNode =
  | { readonly key: string; readonly value: string }
  | { readonly left: string; readonly right: string };

type Nodes = Pick<ReadonlyMap<string, MapNode>, 'get'>;

/** The root of the empty map, and of each empty subtree. */
export const EMPTY_MAP: string = '0'.repeat(64);

const BITS = 256;
const GOES_ON = '/';
const NOTHING = '-';

interface GrownMap {
  readonly root: string;
  /** The new nodes, by their hashes. */
  readonly nodes: ReadonlyMap<string, MapNode>;
  /** The hashes of the nodes that the new root no longer leads to. */
  readonly replaced: readonly string[];
}

/** Adds one leaf. `nodes` has those that `missingNodes` asks for. Throws if the key has a value. */
export function addToMap(
  crypto: Crypto,
  nodes: Nodes,
  root: string,
  leaf: { readonly key: string; readonly value: string },
): GrownMap {
  const fresh = new Map<string, MapNode>();
  const replaced: string[] = [];
  const keep = (hash: string, node: MapNode): string => {
    fresh.set(hash, node);
    return hash;
  };
  const join = (left: string, right: string) => keep(nodeHash(crypto, left, right), { left, right });
  const added = keep(hashOfLeaf(crypto, leaf.key, leaf.value), leaf);
  const apart = (other: string, otherKey: string, depth: number): string => {
    const bit = bitOf(leaf.key, depth);
    if (bitOf(otherKey, depth) !== bit) return bit === 0 ? join(added, other) : join(other, added);
    const below = apart(other, otherKey, depth + 1);
    return bit === 0 ? join(below, EMPTY_MAP) : join(EMPTY_MAP, below);
  };
  const put = (at: string, depth: number): string => {
    if (at === EMPTY_MAP) return added;
    const node = nodeAt(nodes, at);
    if ('key' in node) {
      if (node.key === leaf.key) throw new Error(`the map has a value for ${leaf.key} already`);
      return apart(at, node.key, depth);
    }
    replaced.push(at);
    return bitOf(leaf.key, depth) === 0
      ? join(put(node.left, depth + 1), node.right)
      : join(node.left, put(node.right, depth + 1));
  };
  return { root: put(root, 0), nodes: fresh, replaced };
}

/** The hashes of nodes on the ways to these keys that are not in `nodes` yet: read them, and ask again. */
export function missingNodes(nodes: Nodes, root: string, keys: readonly string[]): readonly string[] {
  const missing: string[] = [];
  const walk = (at: string, asked: readonly string[], depth: number): void => {
    if (at === EMPTY_MAP || asked.length === 0) return;
    const node = nodes.get(at);
    if (node === undefined) missing.push(at);
    else if ('left' in node) {
      walk(node.left, withBit(asked, depth, 0), depth + 1);
      walk(node.right, withBit(asked, depth, 1), depth + 1);
    }
  };
  walk(root, keys, 0);
  return missing;
}

/** The value of a key; null if it has none. */
export function valueIn(nodes: Nodes, root: string, key: string): string | null {
  let at = root;
  for (let depth = 0; at !== EMPTY_MAP; depth += 1) {
    const node = nodeAt(nodes, at);
    if ('key' in node) return node.key === key ? node.value : null;
    at = bitOf(key, depth) === 0 ? node.left : node.right;
  }
  return null;
}

/** One proof of what these keys have, and of those that have nothing. Each set of keys has one proof. */
export function proveInMap(nodes: Nodes, root: string, keys: readonly string[]): string[] {
  const proof: string[] = [];
  const walk = (at: string, asked: readonly string[], depth: number): void => {
    if (at === EMPTY_MAP) proof.push(NOTHING);
    else if (asked.length === 0) proof.push(at);
    else {
      const node = nodeAt(nodes, at);
      if ('key' in node) proof.push(node.key + node.value);
      else {
        proof.push(GOES_ON);
        walk(node.left, withBit(asked, depth, 0), depth + 1);
        walk(node.right, withBit(asked, depth, 1), depth + 1);
      }
    }
  };
  walk(root, keys, 0);
  return proof;
}

type NotProven = 'standing_not_proven';

interface MapProof {
  readonly root: string;
  readonly keys: readonly string[];
  readonly proof: readonly string[];
}

/** What the map of this root has for these keys, null for nothing. It refuses a proof that is not exactly the one. */
export function checkMapProof(
  crypto: Crypto,
  { root, keys, proof }: MapProof,
): Result<ReadonlyMap<string, string | null>, NotProven> {
  if (!keys.every((key) => /^[0-9a-f]{64}$/.test(key))) return notProven('a key is not 64 hex digits');
  const values = new Map<string, string | null>(keys.map((key) => [key, null]));
  let next = 0;
  /** The hash of the next subtree, and whether it is a leaf or nothing; null if the proof is no such thing. */
  const walk = (asked: readonly string[], depth: number): { hash: string; isOne: boolean } | null => {
    const part = proof[next];
    next += 1;
    if (part === NOTHING) return { hash: EMPTY_MAP, isOne: true };
    if (part === undefined) return null;
    const [first] = asked;
    if (first === undefined) {
      return part.length === 64 && part !== EMPTY_MAP && isHex(part) ? { hash: part, isOne: false } : null;
    }
    if (part === GOES_ON) {
      if (depth >= BITS) return null;
      const left = walk(withBit(asked, depth, 0), depth + 1);
      const right = left && walk(withBit(asked, depth, 1), depth + 1);
      if (left === null || right === null) return null;
      // A subtree with one leaf is that leaf, and an empty one has no node.
      const [isLeft, isRight] = [left.hash === EMPTY_MAP, right.hash === EMPTY_MAP];
      if ((isLeft && right.isOne) || (isRight && left.isOne)) return null;
      return { hash: nodeHash(crypto, left.hash, right.hash), isOne: false };
    }
    if (part.length !== 128 || !isHex(part)) return null;
    const [key, value] = [part.slice(0, 64), part.slice(64)];
    // INVARIANT: a leaf in another place proves nothing about the keys that belong here.
    if (sharedBits(key, first) < depth) return null;
    if (values.has(key)) values.set(key, value);
    return { hash: hashOfLeaf(crypto, key, value), isOne: true };
  };
  const whole = walk(keys, 0);
  if (whole === null || next !== proof.length) return notProven('it does not have the form of the map');
  return whole.hash === root ? ok(values) : notProven('it does not lead to the root');
}

function notProven(why: string): Result<never, NotProven> {
  return fail('standing_not_proven', `This proof of standing proves nothing: ${why}.`);
}

function isHex(text: string): boolean {
  return /^[0-9a-f]+$/.test(text);
}

function hashOfLeaf(crypto: Crypto, key: string, value: string): string {
  return leafHash(crypto, concatBytes(bytesOf(key), bytesOf(value)));
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes?.length !== 32) throw new TypeError('keys and values of the map are 64 hex digits');
  return bytes;
}

function nodeAt(nodes: Nodes, hash: string): MapNode {
  const node = nodes.get(hash);
  if (node === undefined) throw new Error(`the map of endings has no node ${hash}`);
  return node;
}

function withBit(keys: readonly string[], depth: number, bit: 0 | 1): readonly string[] {
  return keys.filter((key) => bitOf(key, depth) === bit);
}

function bitOf(key: string, depth: number): number {
  return (Number.parseInt(key.charAt(depth >> 2), 16) >> (3 - (depth & 3))) & 1;
}

function sharedBits(one: string, other: string): number {
  let shared = 0;
  while (shared < BITS && bitOf(one, shared) === bitOf(other, shared)) shared += 1;
  return shared;
}
