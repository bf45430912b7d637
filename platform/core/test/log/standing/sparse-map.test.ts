import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import fc from 'fast-check';
import {
  addToMap,
  checkMapProof,
  EMPTY_MAP,
  type MapNode,
  missingNodes,
  proveInMap,
  valueIn,
} from '../../../src/log/standing/sparse-map.ts';

interface Leaf {
  readonly key: string;
  readonly value: string;
}

/** The root as ADR 0031 defines it, from all leaves at once, over bits in text. It shares no code with the map. */
function naiveRoot(leaves: readonly Leaf[], depth = 0): string {
  const [only] = leaves;
  if (only === undefined) return '0'.repeat(64);
  if (leaves.length === 1) return sha256(`00${only.key}${only.value}`);
  const half = (bit: string) => leaves.filter(({ key }) => bitsOf(key)[depth] === bit);
  return sha256(`01${naiveRoot(half('0'), depth + 1)}${naiveRoot(half('1'), depth + 1)}`);
}

function sha256(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

function bitsOf(hex: string): string {
  return BigInt(`0x${hex}`).toString(2).padStart(256, '0');
}

class SparseMap {
  readonly nodes = new Map<string, MapNode>();
  root = EMPTY_MAP;

  add(leaf: Leaf): readonly string[] {
    // Only what the function asks for, as a store gives it.
    const { nodes } = this;
    const asked = new Map<string, MapNode>();
    for (let missing = missingNodes(asked, this.root, [leaf.key]); missing.length > 0; ) {
      for (const hash of missing) asked.set(hash, nodes.get(hash) ?? assert.fail('it asks for a known node'));
      missing = missingNodes(asked, this.root, [leaf.key]);
    }
    const grown = addToMap(nodeCrypto, asked, this.root, leaf);
    for (const [hash, node] of grown.nodes) nodes.set(hash, node);
    this.root = grown.root;
    return grown.replaced;
  }
}

function mapOf(leaves: readonly Leaf[]): SparseMap {
  const map = new SparseMap();
  for (const leaf of leaves) map.add(leaf);
  return map;
}

/** Keys that share long beginnings are where the tree has its difficult shapes. */
const key = fc
  .tuple(fc.constantFrom('', 'a', 'ab', 'abcdef01', 'f'.repeat(60)), fc.stringMatching(/^[0-9a-f]{64}$/))
  .map(([start, rest]) => (start + rest).slice(0, 64));
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const leaves = fc.uniqueArray(fc.record({ key, value: hash }), {
  selector: (leaf) => leaf.key,
  maxLength: 24,
});

function check(map: SparseMap, keys: readonly string[], proof: readonly string[]) {
  return checkMapProof(nodeCrypto, { root: map.root, keys, proof });
}

describe('the map of what ended', () => {
  test('has the root that its definition gives, whatever the order of its leaves', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        assert.equal(mapOf(all).root, naiveRoot(all));
        assert.equal(mapOf(all.toReversed()).root, naiveRoot(all));
      }),
    );
  });

  test('leads to no node that it calls replaced', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        const map = new SparseMap();
        for (const leaf of all) for (const old of map.add(leaf)) map.nodes.delete(old);
        for (const leaf of all) assert.equal(valueIn(map.nodes, map.root, leaf.key), leaf.value);
      }),
    );
  });

  test('proves of any keys at once what each has', () => {
    fc.assert(
      fc.property(leaves, fc.array(key, { maxLength: 6 }), fc.nat(6), (all, others, taken) => {
        const map = mapOf(all);
        const keys = [...all.slice(0, taken).map((leaf) => leaf.key), ...others];
        const checked = check(map, keys, proveInMap(map.nodes, map.root, keys));
        assert.ok(checked.ok);
        const expected = new Map(all.map((leaf) => [leaf.key, leaf.value]));
        for (const asked of keys) assert.equal(checked.value.get(asked), expected.get(asked) ?? null);
        assert.equal(checked.value.size, new Set(keys).size);
      }),
    );
  });

  test('gives each set of keys one proof: any other list of parts is refused', () => {
    fc.assert(
      fc.property(
        leaves,
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.nat(),
        hash,
        (all, others, at, to, part) => {
          const map = mapOf(all);
          const keys = [...others, ...all.slice(0, 2).map((leaf) => leaf.key)];
          const proof = proveInMap(map.nodes, map.root, keys);
          const index = at % proof.length;
          const moved = proof.toSpliced(index, 1).toSpliced(to % proof.length, 0, proof[index] ?? '');
          const forged = [
            proof.slice(0, -1),
            proof.toSpliced(index, 1),
            proof.toSpliced(index, 0, part),
            proof.toSpliced(index, 0, proof[index] ?? ''),
            [...proof, '-'],
            [...proof, part],
            proof.with(index, part),
            proof.with(index, '-'),
            proof.with(index, '/'),
            proof.with(index, EMPTY_MAP),
            proof.with(index, part + part),
            moved,
          ].filter((other) => other.join() !== proof.join());
          for (const other of forged) assert.equal(check(map, keys, other).ok, false, other.join());
        },
      ),
    );
  });

  test('proves nothing for other keys, or at another root', () => {
    const [one, two] = ['1', '2'].map((digit) => ({ key: digit.repeat(64), value: digit.repeat(64) }));
    assert.ok(one && two);
    const map = mapOf([one, two]);
    const absent = '8'.repeat(64);
    const proof = proveInMap(map.nodes, map.root, [absent]);
    assert.equal(check(map, [absent], proof).ok, true);
    // Its way ends elsewhere: the proof shows nothing of it.
    assert.equal(check(map, [one.key], proof).ok, false);
    assert.equal(check(mapOf([one]), [absent], proof).ok, false);
    assert.equal(check(map, ['8'], proof).ok, false);
  });

  test('refuses a leaf that stands where a key would be, and a node above a single leaf', () => {
    const [hidden, other] = [
      { key: '00'.repeat(32), value: 'aa'.repeat(32) },
      { key: 'ff'.repeat(32), value: 'bb'.repeat(32) },
    ];
    // A tree with the two leaves the other way round: neither key's way leads to its leaf.
    const turned = sha256(`01${naiveRoot([other])}${naiveRoot([hidden])}`);
    const proof = ['/', other.key + other.value, naiveRoot([hidden])];
    assert.equal(checkMapProof(nodeCrypto, { root: turned, keys: [hidden.key], proof }).ok, false);
    const above = sha256(`01${EMPTY_MAP}${naiveRoot([other])}`);
    const long = ['/', '-', other.key + other.value];
    assert.equal(
      checkMapProof(nodeCrypto, { root: above, keys: [other.key, hidden.key], proof: long }).ok,
      false,
    );
  });

  test('gives a key one value, for good', () => {
    const leaf = { key: '00'.repeat(32), value: 'aa'.repeat(32) };
    const map = mapOf([leaf, { key: '01'.repeat(32), value: 'aa'.repeat(32) }]);
    assert.throws(() => map.add({ ...leaf, value: 'bb'.repeat(32) }), /already/);
  });
});
