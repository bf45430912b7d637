import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '@common/kit/sql/url';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { withStore } from './programs/open-store.ts';
import { live, liveThroughKills, type ProgramRun, program, randomInteger } from './programs.ts';
import { assertSameRows, storedRows } from './stored-rows.ts';
import { fileName, syntheticCompany, writeArchive } from './synthetic-archive.ts';

const COMPANIES = 600;
/** One in this many files is broken, so that refusals are counted too. */
const BROKEN_EVERY = 100;
/** An import that ends before it has been killed this often is followed by another, into an empty database. */
const KILLS = { sqlite: 20, postgres: 10 };
const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
/** Few kills may all miss the middle of an import: then it is killed more often, but not for ever. */
const MOST_KILLS = 20;
const BATCHES = Math.ceil(COMPANIES / 64);
const TABLES = ['company', 'import_entry', 'setting'] as const;
const SOURCE = 'crash test';

for (const engine of ENGINES) {
  test(`an import killed at random moments ends like one that was not, on ${engine}`, async (t) => {
    await withTempDir(async (folder) => {
      let databases = 0;
      const freshUrl = async () => {
        databases += 1;
        return engine === 'postgres'
          ? (await startPostgres()).url
          : `sqlite:${join(folder, `${databases}.sqlite`)}`;
      };
      const archive = join(folder, 'companyfacts.zip');
      await writeArchive(archive, companies());
      const importInto = (url: string): ProgramRun => ({
        entry: program('import-archive'),
        args: [url, archive],
        codeCache: join(folder, 'code'),
      });

      const calmUrl = await freshUrl();
      const calm = await live(importInto(calmUrl), null);
      const batchMs = calm.msSinceFirstLine / BATCHES;
      const expected = await storedRows(calmUrl, TABLES);
      assert.deepEqual(await countsOf(calmUrl), {
        imported: COMPANIES - COMPANIES / BROKEN_EVERY,
        unchanged: 0,
        superseded: 0,
        refused: COMPANIES / BROKEN_EVERY,
      });

      let kills = 0;
      let amidst = 0;
      while (kills < KILLS[engine] || (amidst === 0 && kills < MOST_KILLS)) {
        const url = await freshUrl();
        kills += await liveThroughKills(importInto(url), {
          kills: Math.max(1, KILLS[engine] - kills),
          // Before the first commit of this life, around it, or around the second.
          death: () => ({ lines: randomInteger(1, 2), ms: Math.random() * batchMs }),
          afterKill: async () => {
            const done = await assertConsistent(url);
            if (done > 0 && done < COMPANIES) amidst += 1;
          },
        });
        assertSameRows(await storedRows(url, TABLES), expected);
        assert.deepEqual(await countsOf(url), await countsOf(calmUrl));
        // Once more with the same command: everything is there already.
        await live(importInto(url), null);
        assertSameRows(await storedRows(url, TABLES), expected);
      }
      t.diagnostic(`${kills} kills, ${amidst} of them with a part imported`);
      assert.ok(amidst > 0, 'no kill hit the middle of an import');
    });
  });
}

function* companies() {
  for (let cik = 1; cik <= COMPANIES; cik += 1) {
    const { name, text } = syntheticCompany(cik);
    yield { name, text: cik % BROKEN_EVERY === 0 ? text.slice(0, text.length / 2) : text };
  }
}

/** Exactly what is recorded as imported is there. Returns how many entries are recorded. */
async function assertConsistent(url: string): Promise<number> {
  return withStore(url, async ({ database: { db } }) => {
    const companies = await db.selectFrom('company').select('cik').execute();
    const entries = await db.selectFrom('import_entry').select(['name', 'outcome']).execute();
    const imported = entries.filter(({ outcome }) => outcome === 'imported').map(({ name }) => name);
    assert.deepEqual(imported.sort(), companies.map(({ cik }) => fileName(Number(cik))).sort());
    assert.deepEqual([...new Set(entries.map(({ outcome }) => outcome))].filter(isUnexpected), []);
    return entries.length;
  });
}

/** There were no companies before, so `unchanged` or `superseded` would mean that an entry was imported twice. */
function isUnexpected(outcome: string): boolean {
  return outcome !== 'imported' && outcome !== 'refused';
}

function countsOf(url: string) {
  return withStore(url, ({ store }) => store.importCounts(SOURCE));
}
