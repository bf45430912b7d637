import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { size } from '@common/kit/testing/size';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { toCompanyRecord } from '@screener/service/use-cases/live-facts';
import { DATA_SOURCE } from '@screener/service/use-cases/screen-ticker';
import { readSnapshot } from '../../src/use-cases/read-snapshot.ts';
import { withStore } from './programs/open-store.ts';
import { type Life, live, liveThroughKills, program, randomInteger } from './programs.ts';
import { assertSameRows, type StoredRows, storedRows } from './stored-rows.ts';

const SNAPSHOT = fileURLToPath(new URL('../../../data/snapshot', import.meta.url));
const SYMBOLS = ['AAPL', 'BA', 'GOOG', 'GOOGL', 'SNOW', 'TSM'];
/** Simulated todays over four years, one per quarter. */
const FROM = '2022-02-01';
const UNTIL = '2026-02-01';
const ANSWERS = 17 * SYMBOLS.length * 2;
const KILLS = size({ quick: 2, full: 8 });
const TABLES = ['screening'] as const;

test('history written while the process is being killed ends up as if it had not been', async (t) => {
  await withTempDir(async (folder) => {
    const codeCache = join(folder, 'code');
    const screenings = (url: string) => ({
      entry: program('keep-screenings'),
      args: [url, FROM, UNTIL],
      codeCache,
    });
    const backfill = (url: string) => ({ entry: program('backfill'), args: [url, UNTIL], codeCache });

    const calmUrl = `sqlite:${join(folder, 'calm.sqlite')}`;
    await fill(calmUrl);
    await live(screenings(calmUrl), null);
    const expectedOfToday = await storedRows(calmUrl, TABLES);
    await live(backfill(calmUrl), null);
    const expectedInTheEnd = await storedRows(calmUrl, TABLES);
    assert.ok((expectedOfToday.screening?.length ?? 0) > 100);
    assert.ok((expectedInTheEnd.screening?.length ?? 0) > 400);

    const url = `sqlite:${join(folder, 'killed.sqlite')}`;
    await fill(url);
    let answers = 0;
    const duringScreenings = await liveThroughKills(screenings(url), {
      kills: KILLS,
      death: (progress) => ({
        lines: randomInteger(2, Math.ceil(ANSWERS * progress)),
        ms: Math.random() * 5,
      }),
      afterKill: async (life) => {
        answers += await assertAnswersKept(url, life, calmUrl);
      },
    });
    assertSameRows(await storedRows(url, TABLES), expectedOfToday);

    const duringBackfill = await liveThroughKills(backfill(url), {
      kills: KILLS,
      death: (progress) => ({
        lines: randomInteger(1, Math.ceil(SYMBOLS.length * progress)),
        ms: Math.random() * 200 * progress,
      }),
      afterKill: async () => assertWhole(await storedRows(url, TABLES), expectedOfToday, expectedInTheEnd),
    });
    assertSameRows(await storedRows(url, TABLES), expectedInTheEnd);
    // Once more with the same command: the same rows.
    await live(backfill(url), null);
    assertSameRows(await storedRows(url, TABLES), expectedInTheEnd);
    t.diagnostic(`${duringScreenings} kills after ${answers} answers, ${duringBackfill} during the backfill`);
    assert.ok(duringScreenings > 0 && answers > 0 && duringBackfill > 0, 'no kill hit the work');
  });
});

/** Facts, quotes and tickers of a few real companies, and no history. */
async function fill(url: string): Promise<void> {
  const snapshot = await readSnapshot(SNAPSHOT);
  assert.ok(snapshot.ok);
  const { tickers, companies, quotes } = snapshot.value;
  const listed = tickers.filter(({ symbol }) => SYMBOLS.includes(symbol));
  assert.equal(listed.length, SYMBOLS.length);
  const ciks = new Set(listed.map(({ cik }) => cik));
  const screened = companies.filter(({ cik }) => ciks.has(cik));
  await withStore(url, async ({ store }) => {
    await store.saveTickers(listed);
    await store.saveCompanies(screened.map(({ facts }) => toCompanyRecord(facts)));
    await store.saveDetails(screened.map(({ facts: _facts, ...details }) => details));
    await store.saveQuotes(new Map([...quotes].filter(([symbol]) => SYMBOLS.includes(symbol))));
    // Makes the present the program's clock instead of the snapshot's date.
    await store.saveSetting(DATA_SOURCE, 'sec_bulk');
  });
}

/** Each answer given matches the history of that day. Returns how many there were. */
async function assertAnswersKept(url: string, life: Life, calmUrl: string): Promise<number> {
  const answers = [...life.output.matchAll(/^answered (\S+) (\S+) (\S+) (\S+)$/gm)];
  await withStore(calmUrl, ({ store: calm }) =>
    withStore(url, async ({ store }) => {
      for (const [line, symbol = '', rules, date = '', compliance] of answers) {
        const kept = await store.latestScreening(symbol, rules as RuleSetId, date);
        assert.equal(kept?.screening.compliance, compliance, line);
        assert.deepEqual(kept, await calm.latestScreening(symbol, rules as RuleSetId, date), line);
      }
    }),
  );
  return answers.length;
}

/** The rows of each ticker and rule set are those from before or after the backfill, not a mixture. */
function assertWhole(found: StoredRows, before: StoredRows, after: StoredRows): void {
  const [was, is, willBe] = [before, found, after].map(byTickerAndRules);
  for (const [key, rows] of is ?? []) {
    const expected = rows.length === was?.get(key)?.length ? was.get(key) : willBe?.get(key);
    assert.deepEqual(rows, expected, key);
  }
}

function byTickerAndRules({ screening = [] }: StoredRows): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(screening, (line) => {
    const { symbol, rules } = Object.fromEntries(JSON.parse(line));
    return `${symbol} ${rules}`;
  });
}
