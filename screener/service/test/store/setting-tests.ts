import assert from 'node:assert/strict';
import type { StoreTests } from './open-store.ts';

/** Settings, and when the SEC was last asked. */
export const SETTING_TESTS: StoreTests = {
  'a setting stays until it is written again': async ({ store }) => {
    assert.equal(await store.setting('data_source'), null);
    await store.saveSetting('data_source', 'snapshot');
    await store.saveSetting('snapshot_as_of', '2026-02-25');
    await store.saveSetting('data_source', 'sec_bulk');
    assert.equal(await store.setting('data_source'), 'sec_bulk');
    assert.equal(await store.setting('snapshot_as_of'), '2026-02-25');
    await store.saveSetting('empty', '');
    assert.equal(await store.setting('empty'), '');
  },

  'work is continued only with the inputs that it was begun with, and no answer depends on it': async ({
    store,
  }) => {
    const generation = await store.generation();
    assert.equal(await store.unfinished('history', 'a'), null);
    await store.saveUnfinished('history', 'a', '1');
    await store.saveUnfinished('history', 'a', '2');
    await store.saveUnfinished('ranking', 'a', '3');
    assert.equal(await store.unfinished('history', 'a'), '2');
    assert.equal(await store.unfinished('history', 'b'), null);
    await store.forgetUnfinished('history');
    assert.equal(await store.unfinished('history', 'a'), null);
    assert.equal(await store.unfinished('ranking', 'a'), '3');
    assert.equal(await store.generation(), generation);
  },

  'the time of the last request to the SEC is stored to the millisecond, per filer': async ({ store }) => {
    assert.equal(await store.factsCheckedAt('0000320193'), null);
    await store.saveFactsCheckedAt('0000320193', 1_772_452_800_123);
    await store.saveFactsCheckedAt('0000789019', 0);
    assert.equal(await store.factsCheckedAt('0000320193'), 1_772_452_800_123);
    assert.equal(await store.factsCheckedAt('0000789019'), 0);
    await store.saveFactsCheckedAt('0000320193', 1_772_539_200_000);
    assert.equal(await store.factsCheckedAt('0000320193'), 1_772_539_200_000);
  },
};
