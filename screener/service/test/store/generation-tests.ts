import assert from 'node:assert/strict';
import type { ScreenerStore } from '../../src/store/store.ts';
import type { StoreTests } from './open-store.ts';
import { company, entry, quote, refusal, screening, ticker } from './records.ts';

const CIK = '0000320193';
const DETAILS = { cik: CIK, name: 'Apple Inc.', sic: '3571', sicDescription: null, sicSource: 'submissions' };

/** Writes that can change an answer, each given a word that makes it new. */
const ANSWER_WRITES: Readonly<Record<string, (store: ScreenerStore, word: string) => Promise<unknown>>> = {
  saveCompanies: (store, word) => store.saveCompanies([company(CIK, word)]),
  saveDetails: (store, word) => store.saveDetails([{ ...DETAILS, sicDescription: word }]),
  saveTickers: (store, word) => store.saveTickers([{ ...ticker('AAPL', CIK), name: word }]),
  saveQuotes: (store, word) =>
    store.saveQuotes(new Map([['AAPL', [quote('AAPL', '2025-01-31', { source: word })]]])),
  saveImportBatch: (store, word) => store.saveImportBatch('zip', [entry('CIK.json', company(CIK, word))]),
  saveSetting: (store, word) => store.saveSetting('data_source', word),
};

/** Writes that no answer depends on. */
const OTHER_WRITES: Readonly<Record<string, (store: ScreenerStore) => Promise<unknown>>> = {
  saveScreenings: (store) => store.saveScreenings([screening('AAPL', '2025-01-31', 'x')]),
  replaceBackfills: (store) =>
    store.replaceBackfills([
      { symbol: 'AAPL', rules: 'current', screenings: [screening('AAPL', '2025-01-31', 'x')] },
    ]),
  saveFactsCheckedAt: (store) => store.saveFactsCheckedAt(CIK, 1_772_452_800_000),
  'saveImportBatch of what is superseded or refused': (store) =>
    store.saveImportBatch('old zip', [
      entry('CIK.json', company(CIK, 'older', '2001-01-01')),
      refusal('CIK2.json', 'cut short'),
    ]),
};

/** The number that tells processes that their cached answers are out of date. */
export const GENERATION_TESTS: StoreTests = {
  'the generation rises with every write that can change an answer': async ({ store }) => {
    for (const word of ['first', 'second']) {
      for (const [name, write] of Object.entries(ANSWER_WRITES)) {
        const before = await store.generation();
        await write(store, `${word} ${name}`);
        assert.ok((await store.generation()) > before, `${name}, ${word}`);
      }
    }
  },

  'it stays if a write changes no stored data': async ({ store }) => {
    for (const [name, write] of Object.entries(ANSWER_WRITES)) {
      await write(store, name);
      const before = await store.generation();
      await write(store, name);
      assert.equal(await store.generation(), before, name);
    }
  },

  'it stays if facts and details name the filer differently, however often both are written': async ({
    store,
  }) => {
    const write = async () => {
      await store.saveCompanies([{ ...company(CIK, 'facts'), name: 'APPLE INC' }]);
      await store.saveDetails([DETAILS]);
    };
    await write();
    const before = await store.generation();
    await write();
    assert.equal(await store.generation(), before);
    await store.saveTickers([ticker('AAPL', CIK)]);
    assert.equal((await store.findListing('AAPL'))?.name, DETAILS.name);
  },

  'it stays if no answer depends on what is written': async ({ store }) => {
    await store.saveCompanies([company(CIK, 'facts')]);
    for (const [name, write] of Object.entries(OTHER_WRITES)) {
      const before = await store.generation();
      await write(store);
      assert.equal(await store.generation(), before, name);
    }
  },

  'one changed filer among unchanged ones is enough': async ({ store }) => {
    const many = Array.from({ length: 2_500 }, (_, n) => ticker(`T${n}`, String(n).padStart(10, '0')));
    await store.saveTickers(many);
    const before = await store.generation();
    await store.saveTickers(many);
    assert.equal(await store.generation(), before);
    await store.saveTickers(
      many.map((row) => (row.symbol === 'T1999' ? { ...row, exchange: 'Nasdaq' } : row)),
    );
    assert.equal(await store.generation(), before + 1);
    assert.equal((await store.findListing('T1999'))?.exchange, 'Nasdaq');
  },
};
