import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto as crypto } from '@common/evidence/node';
import { createRawTree } from '@platform/authority/use-cases/raw-tree';
import { rawLeaf } from '@platform/core/exports/scitt';
import { appendLeaf, rootOf, verifyInclusion } from '@platform/core/log/merkle/tree';

const ENTRIES = Array.from({ length: 1_100 }, (_, index) => crypto.sha256(`entry ${index}`));
const ROOTS = rootsOf(ENTRIES);

function rootsOf(entries: readonly string[]): readonly string[] {
  let tree = { size: 0, frontier: [] as readonly string[] };
  return entries.map((entry) => {
    tree = appendLeaf(crypto, tree, rawLeaf(crypto, entry));
    return rootOf(crypto, tree.frontier);
  });
}

test('roots and proofs of a log as it grows, across tiles and asked at once', async () => {
  let read = 0;
  const store = {
    logEntries: async (from: number, limit: number) => {
      read += limit;
      return ENTRIES.slice(from, from + limit);
    },
  };
  const prove = createRawTree({ crypto, store });
  for (const size of [1, 2, 255, 256, 257, 511, 512, 700, 1_024, 1_025, 1_100, 300]) {
    const indexes = [0, 1, 255, 256, 511, 600, 1_023, size - 1].filter((index) => index < size);
    const proofs = await Promise.all(indexes.map((index) => prove(index, size)));
    for (const [at, { root, proof }] of proofs.entries()) {
      const index = indexes[at] ?? 0;
      const leaf = rawLeaf(crypto, ENTRIES[index] ?? '');
      assert.equal(root, ROOTS[size - 1], `size ${size}`);
      assert.ok(verifyInclusion(crypto, { index, size, leaf, proof, root }), `${index} of ${size}`);
    }
  }
  const before = read;
  await prove(3, 1_100);
  assert.equal(read - before, 256 + 1_100 - 1_024, 'of a log that is known, two tiles are read');
});

test('an entry that is missing is a fault, and is asked for again', async () => {
  let entries: readonly string[] = ENTRIES.slice(0, 100);
  const store = { logEntries: async (from: number, limit: number) => entries.slice(from, from + limit) };
  const prove = createRawTree({ crypto, store });
  await assert.rejects(prove(0, 300), /lacks entries/);
  entries = ENTRIES;
  assert.equal((await prove(0, 300)).root, ROOTS[299]);
});
