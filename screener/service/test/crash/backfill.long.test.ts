import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { keepCalmly, SYMBOLS, TABLES, UNTIL } from './kept-history.ts';
import { live, liveThroughKills, program, randomInteger } from './programs.ts';
import { assertSameRows, type StoredRows, storedRows } from './stored-rows.ts';

const KILLS = 8;
/** A history that was filled in before a kill is tried again, up to so often. */
const MOST_TRIES = 10;

test('history filled in while the process is being killed ends up as if it had not been', async (t) => {
  await withTempDir(async (folder) => {
    const backfill = (url: string) => ({
      entry: program('backfill'),
      args: [url, UNTIL],
      codeCache: join(folder, 'code'),
    });
    const calm = await keepCalmly(folder);
    const [beforeFile, killedFile] = [join(folder, 'before.sqlite'), join(folder, 'killed.sqlite')];
    const url = `sqlite:${killedFile}`;
    await copyFile(calm.file, beforeFile);
    await live(backfill(calm.url), null);
    const expected = await storedRows(calm.url, TABLES);
    assert.ok((expected.screening?.length ?? 0) > 60 * SYMBOLS.length);

    let kills = 0;
    for (let tries = 0; kills === 0 && tries < MOST_TRIES; tries += 1) {
      await copyFile(beforeFile, killedFile);
      kills = await liveThroughKills(backfill(url), {
        kills: KILLS,
        death: (progress) => ({
          lines: randomInteger(1, Math.ceil(SYMBOLS.length * progress)),
          ms: Math.random() * 200 * progress,
        }),
        afterKill: async () => assertWhole(await storedRows(url, TABLES), calm.rows, expected),
      });
      assertSameRows(await storedRows(url, TABLES), expected);
    }
    // Once more with the same command: the same rows.
    await live(backfill(url), null);
    assertSameRows(await storedRows(url, TABLES), expected);
    t.diagnostic(`${kills} kills`);
    assert.ok(kills > 0, 'no kill hit the work');
  });
});

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
