import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programArgs } from '@common/kit/testing/programs';
import { type ImportPlan, importBatches } from './import-batches.ts';
import type { StoreTests } from './open-store.ts';
import { company, screening, ticker } from './records.ts';

const WRITERS = 8;
const YEARS = ['2022-02-11', '2023-02-10', '2024-02-09', '2025-02-14'];
const PROGRAM = fileURLToPath(new URL('./programs/import-batches.ts', import.meta.url));

/**
 * Several processes write to one database at once. On PostgreSQL two pools are as good; a SQLite connection would
 * keep the other one of its process from going on.
 */
export const PROCESS_TESTS: StoreTests = {
  'two processes importing at once: each filer once, the newest facts, all entries': async ({
    database,
    store,
    url,
    reopen,
  }) => {
    assert.ok(url !== null);
    const run = async (plan: ImportPlan) =>
      database.engine === 'sqlite' ? runImport(url, plan) : importBatches((await reopen()).store, plan);
    const ciks = Array.from({ length: 40 }, (_, n) => String(n + 1).padStart(10, '0'));
    // In opposite orders, so that locks are taken in opposite orders too.
    await Promise.all([
      run({ source: 'up', ciks, years: YEARS }),
      run({ source: 'down', ciks: [...ciks].reverse(), years: [...YEARS].reverse() }),
    ]);
    for (const cik of ciks) {
      assert.deepEqual(await store.facts(cik), new TextEncoder().encode(`${cik} 2025-02-14`));
    }
    for (const source of ['up', 'down']) assert.equal((await store.importedEntries(source)).size, 160);
    assert.equal((await store.countListings()).companies, 40);
    const { refused, ...rest } = await store.importCounts('down');
    assert.equal(refused, 0);
    assert.ok(rest.superseded > 0, 'the older years came after the newest');
  },
};

/** Several requests of one process write at once. */
export const CONCURRENCY_TESTS: StoreTests = {
  'one screening, stored many times at once, is stored once': async ({ store }) => {
    const rows = ['2025-01-31', '2025-05-02'].map((date) =>
      screening('AAPL', date, date, { origin: 'live' }),
    );
    const added = await Promise.all(Array.from({ length: WRITERS }, () => store.saveScreenings(rows)));
    assert.equal(
      added.reduce((sum, count) => sum + count, 0),
      2,
    );
    assert.equal((await store.screenings('AAPL', 'current', 10)).length, 2);
  },

  'no increase of the generation is lost, and another process sees it': async (place) => {
    await Promise.all(
      Array.from({ length: WRITERS }, (_, n) => place.store.saveTickers([ticker(`T${n}`, '0000320193')])),
    );
    assert.equal(await place.store.generation(), WRITERS);
    const other = place.url === null ? place : await place.reopen();
    assert.equal(await other.store.generation(), WRITERS);
  },

  'the same company from many simultaneous requests is stored once, completely': async ({ store }) => {
    const record = company('0000320193', 'x'.repeat(100_000));
    await Promise.all(Array.from({ length: WRITERS }, () => store.saveCompanies([record])));
    assert.deepEqual(await store.facts('0000320193'), record.facts);
    assert.deepEqual(await store.countListings(), { listings: 0, companies: 1 });
    assert.equal(await store.generation(), 1);
  },
};

async function runImport(url: string, plan: ImportPlan): Promise<void> {
  const child = spawn(process.execPath, [...programArgs(PROGRAM), url], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  assert.equal(code, 0, `the import "${plan.source}" ended with ${code}`);
}
