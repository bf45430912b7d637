import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import fc from 'fast-check';
import {
  appendLeaf,
  consistencyCoordinates,
  emptyRoot,
  foldProof,
  inclusionCoordinates,
  leafHash,
  nodeHash,
  rootCoordinates,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/log/merkle/tree.ts';
import { bytes, jsonFiles, ownVectors, readJson, sharedVectors } from '../../verify/shared-vectors.ts';

interface TreeVectors {
  readonly leaves: readonly string[];
  readonly leaf_hashes: readonly string[];
  readonly roots: readonly string[];
  readonly inclusion: readonly {
    readonly index: number;
    readonly size: number;
    readonly proof: readonly string[];
  }[];
  readonly consistency: readonly {
    readonly from: number;
    readonly to: number;
    readonly proof: readonly string[];
  }[];
}

/** The rows of a log, as a store would keep them. */
class Rows {
  readonly hashes = new Map<string, string>();
  size = 0;

  append(leaves: readonly string[]): void {
    let tree: { size: number; frontier: readonly string[] } = {
      size: this.size,
      frontier: rootCoordinates(this.size).map(this.read),
    };
    for (const leaf of leaves) {
      const appended = appendLeaf(nodeCrypto, tree, leaf);
      for (const { level, index, hash } of appended.nodes) {
        assert.ok(!this.hashes.has(`${level}/${index}`), 'a row is never written twice');
        this.hashes.set(`${level}/${index}`, hash);
      }
      tree = appended;
    }
    this.size = tree.size;
  }

  readonly read = ({ level, index }: { readonly level: number; readonly index: number }): string => {
    const hash = this.hashes.get(`${level}/${index}`);
    assert.ok(hash !== undefined, `no row ${level}/${index}`);
    return hash;
  };

  root(size: number): string {
    return rootOf(nodeCrypto, rootCoordinates(size).map(this.read));
  }

  inclusion(index: number, size: number): string[] {
    return foldProof(nodeCrypto, inclusionCoordinates(index, size), this.read);
  }

  consistency(from: number, to: number): string[] {
    return foldProof(nodeCrypto, consistencyCoordinates(from, to), this.read);
  }
}

describe('own vectors', () => {
  const vectors = ownVectors<TreeVectors>('merkle/tree.json');
  const rows = new Rows();
  rows.append(vectors.leaf_hashes);

  test('leaves and roots', () => {
    for (const crypto of [nodeCrypto, webCrypto]) {
      assert.deepEqual(
        vectors.leaves.map((leaf) => leafHash(crypto, bytes(leaf))),
        vectors.leaf_hashes,
      );
      assert.equal(emptyRoot(crypto), vectors.roots[0]);
    }
    assert.deepEqual(
      vectors.roots.map((_, size) => rows.root(size)),
      vectors.roots,
    );
  });

  test('inclusion', () => {
    for (const { index, size, proof } of vectors.inclusion) {
      assert.deepEqual(rows.inclusion(index, size), proof);
      const claim = {
        index,
        size,
        proof,
        leaf: vectors.leaf_hashes[index] ?? '',
        root: vectors.roots[size] ?? '',
      };
      assert.ok(verifyInclusion(nodeCrypto, claim));
    }
  });

  test('consistency', () => {
    for (const { from, to, proof } of vectors.consistency) {
      assert.deepEqual(rows.consistency(from, to), proof);
      const claim = { from, to, proof, fromRoot: vectors.roots[from] ?? '', toRoot: vectors.roots[to] ?? '' };
      assert.ok(verifyConsistency(nodeCrypto, claim));
    }
  });
});

interface SharedInclusion {
  readonly leafIdx: number;
  readonly treeSize: number;
  readonly root: string;
  readonly leafHash: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

interface SharedConsistency {
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

describe('vectors of transparency-dev/merkle', () => {
  test('inclusion: good ones pass, failing ones fail', (t) => {
    const folder = sharedVectors('merkle-rfc6962/testdata');
    if (folder === null) return t.skip('../shared/vectors/merkle-rfc6962 absent');
    const files = jsonFiles(join(folder, 'inclusion'));
    assert.ok(files.length > 50);
    for (const file of files) {
      const { leafIdx, treeSize, root, leafHash: leaf, proof, wantErr } = readJson<SharedInclusion>(file);
      const claim = {
        index: leafIdx,
        size: treeSize,
        leaf: hex(leaf),
        root: hex(root),
        proof: (proof ?? []).map(hex),
      };
      assert.equal(verifyInclusion(nodeCrypto, claim), !wantErr, file);
    }
  });

  test('consistency: good ones pass, failing ones fail; a proof from the empty tree proves nothing', (t) => {
    const folder = sharedVectors('merkle-rfc6962/testdata');
    if (folder === null) return t.skip('../shared/vectors/merkle-rfc6962 absent');
    const files = jsonFiles(join(folder, 'consistency'));
    assert.ok(files.length > 50);
    for (const file of files) {
      const { size1, size2, root1, root2, proof, wantErr } = readJson<SharedConsistency>(file);
      const claim = {
        from: size1,
        to: size2,
        fromRoot: hex(root1),
        toRoot: hex(root2),
        proof: (proof ?? []).map(hex),
      };
      // One vector has roots of four bytes: those are no hashes here.
      const isGood = !wantErr && size1 > 0 && claim.fromRoot.length === 64;
      assert.equal(verifyConsistency(nodeCrypto, claim), isGood, file);
    }
  });
});

describe('against the recursive definition of RFC 6962', () => {
  const leaves = Array.from({ length: 70 }, (_, index) => leafHash(nodeCrypto, utf8(`leaf ${index}`)));
  const size = fc.integer({ min: 1, max: leaves.length });

  test('roots and inclusion proofs at every size, from appends in any batches', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 9 }),
        size,
        fc.nat(),
        (batches, to, seed) => {
          const rows = new Rows();
          for (const batch of [...batches, leaves.length]) {
            rows.append(leaves.slice(rows.size, Math.min(rows.size + batch, leaves.length)));
          }
          const index = seed % to;
          const proof = rows.inclusion(index, to);
          const root = rows.root(to);
          assert.equal(root, naiveRoot(leaves.slice(0, to)));
          assert.deepEqual(proof, naivePath(index, leaves.slice(0, to)));
          const claim = { index, size: to, leaf: leaves[index] ?? '', proof, root };
          assert.ok(verifyInclusion(nodeCrypto, claim));
          for (const wrong of [
            { ...claim, index: (index + 1) % (to + 1) },
            { ...claim, proof: [...proof, root] },
            {
              ...claim,
              proof: proof.slice(0, -1),
              leaf: proof.length === 0 ? root.replace(/^./, 'g') : claim.leaf,
            },
            { ...claim, root: leafHash(nodeCrypto, utf8(root)) },
          ]) {
            assert.ok(!verifyInclusion(nodeCrypto, wrong));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('consistency proofs between any two sizes', () => {
    const rows = new Rows();
    rows.append(leaves);
    fc.assert(
      fc.property(size, size, (one, other) => {
        const [from = 1, to = 1] = [one, other].sort((a, b) => a - b);
        const proof = rows.consistency(from, to);
        assert.deepEqual(proof, naiveSubproof(from, leaves.slice(0, to), true));
        const claim = { from, to, proof, fromRoot: rows.root(from), toRoot: rows.root(to) };
        assert.ok(verifyConsistency(nodeCrypto, claim));
        assert.ok(!verifyConsistency(nodeCrypto, { ...claim, proof: [...proof, claim.toRoot] }));
        assert.ok(!verifyConsistency(nodeCrypto, { ...claim, fromRoot: leafHash(nodeCrypto, utf8('x')) }));
        assert.ok(!verifyConsistency(nodeCrypto, { ...claim, toRoot: leafHash(nodeCrypto, utf8('x')) }));
        if (from < to) assert.ok(!verifyConsistency(nodeCrypto, { ...claim, from: to, to: from }));
      }),
      { numRuns: 100 },
    );
  });
});

describe('limits', () => {
  test('a tree of 2^53 - 1 leaves costs no more than its height', () => {
    const size = Number.MAX_SAFE_INTEGER;
    assert.equal(rootCoordinates(size).length, 53);
    assert.equal(inclusionCoordinates(0, size).length, 53);
    assert.equal(inclusionCoordinates(size - 1, size).length, 52);
    assert.ok(consistencyCoordinates(2 ** 52 + 1, size).length <= 54);
  });

  test('sizes and indexes that no tree has are a caller’s bugs, and others’ false claims', () => {
    for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) {
      assert.throws(() => rootCoordinates(bad), RangeError);
      assert.throws(() => inclusionCoordinates(bad, 4), RangeError);
      const hash = '00'.repeat(32);
      assert.ok(
        !verifyInclusion(nodeCrypto, { index: bad, size: 4, leaf: hash, proof: [hash, hash], root: hash }),
      );
      assert.ok(!verifyInclusion(nodeCrypto, { index: 0, size: bad, leaf: hash, proof: [], root: hash }));
      assert.ok(
        !verifyConsistency(nodeCrypto, { from: bad, to: bad, proof: [], fromRoot: hash, toRoot: hash }),
      );
    }
    assert.throws(() => inclusionCoordinates(4, 4), RangeError);
    assert.throws(() => consistencyCoordinates(5, 4), RangeError);
    assert.throws(() => appendLeaf(nodeCrypto, { size: 3, frontier: ['00'.repeat(32)] }, '00'.repeat(32)));
  });
});

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function split(leaves: readonly string[]): readonly [readonly string[], readonly string[]] {
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return [leaves.slice(0, left), leaves.slice(left)];
}

function naiveRoot(leaves: readonly string[]): string {
  if (leaves.length === 1) return leaves[0] ?? '';
  const [left, right] = split(leaves);
  return nodeHash(nodeCrypto, naiveRoot(left), naiveRoot(right));
}

function naivePath(index: number, leaves: readonly string[]): string[] {
  if (leaves.length === 1) return [];
  const [left, right] = split(leaves);
  return index < left.length
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - left.length, right), naiveRoot(left)];
}

function naiveSubproof(from: number, leaves: readonly string[], isWhole: boolean): string[] {
  if (from === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const [left, right] = split(leaves);
  return from <= left.length
    ? [...naiveSubproof(from, left, isWhole), naiveRoot(right)]
    : [...naiveSubproof(from - left.length, right, false), naiveRoot(left)];
}
