import assert from 'node:assert/strict';
import type { StoreTests } from './open-store.ts';
import { company, entry, refusal, ticker } from './records.ts';

const NONE = { imported: 0, unchanged: 0, superseded: 0, refused: 0 };
const A = '0000000001';
const B = '0000000002';

/** Batches of an import: what each entry becomes. */
export const IMPORT_TESTS: StoreTests = {
  'a batch stores companies and the outcomes of their entries': async ({ store }) => {
    assert.deepEqual(await store.importCounts('zip'), NONE);
    assert.deepEqual([...(await store.importedEntries('zip'))], []);
    const counts = await store.saveImportBatch('zip', [
      entry('CIK1.json', company(A, 'one')),
      refusal('CIK2.json', 'CIK2.json: breaks off at byte 17'),
    ]);
    assert.deepEqual(counts, { ...NONE, imported: 1, refused: 1 });
    assert.deepEqual(await store.importCounts('zip'), counts);
    assert.deepEqual([...(await store.importedEntries('zip'))].sort(), ['CIK1.json', 'CIK2.json']);
    assert.deepEqual(await store.facts(A), new TextEncoder().encode('one'));
    assert.equal(await store.facts(B), null);
  },

  'the same batch again changes nothing and counts nothing twice': async ({ store }) => {
    const batch = [entry('CIK1.json', company(A, 'one')), refusal('CIK2.json', 'cut short')];
    await store.saveImportBatch('zip', batch);
    const again = await store.saveImportBatch('zip', batch);
    assert.deepEqual(again, { ...NONE, unchanged: 1, refused: 1 });
    const total = Object.values(await store.importCounts('zip')).reduce((sum, count) => sum + count, 0);
    assert.equal(total, 2);
  },

  'sources are counted separately': async ({ store }) => {
    await store.saveImportBatch('monday', [entry('CIK1.json', company(A, 'one'))]);
    const counts = await store.saveImportBatch('tuesday', [entry('CIK1.json', company(A, 'one'))]);
    assert.deepEqual(counts, { ...NONE, unchanged: 1 });
    assert.deepEqual(await store.importCounts('monday'), { ...NONE, imported: 1 });
    assert.deepEqual(await store.importCounts('tuesday'), counts);
  },

  'older facts are superseded, equal ones unchanged, newer and corrected ones imported': async ({
    store,
  }) => {
    await store.saveCompanies([company(A, 'at hand', '2025-05-02')]);
    const outcome = async (content: string, through: string | null) => {
      const counts = await store.saveImportBatch(`${content} ${through}`, [
        entry('CIK1.json', company(A, content, through)),
      ]);
      return Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [name]));
    };
    assert.deepEqual(await outcome('older', '2025-02-14'), ['superseded']);
    assert.deepEqual(await outcome('none at all', null), ['superseded']);
    assert.deepEqual(await outcome('at hand', '2025-05-02'), ['unchanged']);
    assert.deepEqual(await store.facts(A), new TextEncoder().encode('at hand'));
    assert.deepEqual(await outcome('corrected', '2025-05-02'), ['imported']);
    assert.deepEqual(await outcome('newer', '2025-08-01'), ['imported']);
    assert.deepEqual(await store.facts(A), new TextEncoder().encode('newer'));
  },

  'a filer known only by its details gets its first facts': async ({ store }) => {
    await store.saveTickers([ticker('ONE', A)]);
    await store.saveDetails([{ cik: A, name: 'One', sic: '3571', sicDescription: null, sicSource: null }]);
    const counts = await store.saveImportBatch('zip', [entry('CIK1.json', company(A, '{}', null))]);
    assert.deepEqual(counts, { ...NONE, imported: 1 });
    assert.equal((await store.findListing('ONE'))?.sic, '3571');
    assert.equal((await store.listingsWithFacts(null, 5)).length, 1);
  },

  'within one batch, later entries of a filer are compared with earlier ones': async ({ store }) => {
    const counts = await store.saveImportBatch('folder', [
      entry('a', company(A, 'middle', '2024-11-01')),
      entry('b', company(A, 'oldest', '2021-04-29')),
      entry('c', company(A, 'middle', '2024-11-01')),
      entry('d', company(A, 'newest', '2026-01-30')),
      entry('e', company(A, 'middle', '2024-11-01')),
      entry('f', company(B, 'other', '2024-11-01')),
    ]);
    assert.deepEqual(counts, { imported: 3, unchanged: 1, superseded: 2, refused: 0 });
    assert.deepEqual(await store.facts(A), new TextEncoder().encode('newest'));
    assert.deepEqual(await store.facts(B), new TextEncoder().encode('other'));
  },

  'a batch that fails leaves neither companies nor entries': async ({ store }) => {
    const broken = { ...company(B, 'two'), name: null as unknown as string };
    await assert.rejects(
      store.saveImportBatch('zip', [entry('1', company(A, 'one')), entry('2', broken)]),
      /null|NOT NULL/i,
    );
    assert.equal(await store.facts(A), null);
    assert.deepEqual(await store.importCounts('zip'), NONE);
    assert.equal(await store.generation(), 0);
  },

  'an empty batch does nothing': async ({ store }) => {
    assert.deepEqual(await store.saveImportBatch('zip', []), NONE);
    assert.equal(await store.generation(), 0);
  },
};
