import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '@sanad/kit/sql/url';
import { withTempDir } from '@sanad/kit/testing';
import { startPostgres } from '@sanad/kit/testing/postgres';
import { live, liveThroughKills, type ProgramRun, program } from './programs.ts';
import { openStore } from './programs/open-store.ts';
import { storedRows } from './stored-rows.ts';
import { fileName, syntheticCompany, writeArchive } from './synthetic-archive.ts';

const COMPANIES = 600;
/** Every so many files one is broken, so that refusals are counted too. */
const BROKEN_EVERY = 100;
const KILLS = 20;
/** Kills in one round at most: then the import is let through, and another round begins in an empty database. */
const KILLS_PER_ROUND = 16;
/** An import of this size commits about ten times: a life of a fifth of it at most ends near a commit. */
const LIFE_SHARE = 0.2;
const TABLES = ['company', 'import_entry', 'setting'] as const;
const SOURCE = 'crash test';

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  test(`an import killed at random moments ends as one that was not, on ${engine}`, async (t) => {
    await withTempDir(async (folder) => {
      let databases = 0;
      const freshUrl = async () => {
        databases += 1;
        return engine === 'postgres' ? (await startPostgres()).url : `sqlite:${join(folder, `${databases}.sqlite`)}`;
      };
      const archive = join(folder, 'companyfacts.zip');
      await writeArchive(archive, companies());
      const importInto = (url: string): ProgramRun => ({
        entry: program('import-archive'),
        args: [url, archive],
        countFrom: 'first output',
      });

      const calmUrl = await freshUrl();
      const calm = await live(importInto(calmUrl), null);
      const expected = await storedRows(calmUrl, TABLES);
      assert.deepEqual(await countsOf(calmUrl), {
        imported: COMPANIES - COMPANIES / BROKEN_EVERY,
        unchanged: 0,
        superseded: 0,
        refused: COMPANIES / BROKEN_EVERY,
      });

      let kills = 0;
      let amidst = 0;
      while (kills < KILLS) {
        const url = await freshUrl();
        kills += await liveThroughKills(importInto(url), {
          kills: KILLS_PER_ROUND,
          spanMs: [0, calm.ms * LIFE_SHARE],
          afterKill: async () => {
            const done = await assertConsistent(url);
            if (done > 0 && done < COMPANIES) amidst += 1;
          },
        });
        assert.deepEqual(await storedRows(url, TABLES), expected);
        assert.deepEqual(await countsOf(url), await countsOf(calmUrl));
        // Once more with the same command: all is there already.
        await live(importInto(url), null);
        assert.deepEqual(await storedRows(url, TABLES), expected);
      }
      t.diagnostic(`${kills} kills, ${amidst} of them with a part imported`);
      assert.ok(amidst > 0, 'no kill fell into the middle of an import');
    });
  });
}

function* companies() {
  for (let cik = 1; cik <= COMPANIES; cik += 1) {
    const { name, text } = syntheticCompany(cik);
    yield { name, text: cik % BROKEN_EVERY === 0 ? text.slice(0, text.length / 2) : text };
  }
}

/** What is recorded as imported is there, and nothing else. Returns how many entries are recorded. */
async function assertConsistent(url: string): Promise<number> {
  const { database } = await openStore(url);
  try {
    const companies = await database.db.selectFrom('company').select('cik').execute();
    const entries = await database.db.selectFrom('import_entry').select(['name', 'outcome']).execute();
    const imported = entries.filter(({ outcome }) => outcome === 'imported').map(({ name }) => name);
    assert.deepEqual(imported.sort(), companies.map(({ cik }) => fileName(Number(cik))).sort());
    assert.deepEqual([...new Set(entries.map(({ outcome }) => outcome))].filter(isUnexpected), []);
    return entries.length;
  } finally {
    await database.close();
  }
}

/** No company was there before, so nothing is `unchanged` or `superseded`: those would be entries taken twice. */
function isUnexpected(outcome: string): boolean {
  return outcome !== 'imported' && outcome !== 'refused';
}

async function countsOf(url: string) {
  const { database, store } = await openStore(url);
  try {
    return await store.importCounts(SOURCE);
  } finally {
    await database.close();
  }
}
