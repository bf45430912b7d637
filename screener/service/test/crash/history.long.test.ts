import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { ANSWERS, fill, keepCalmly, screenings, TABLES } from './kept-history.ts';
import { withStore } from './programs/open-store.ts';
import { type Life, liveThroughKills, randomInteger } from './programs.ts';
import { assertSameRows, storedRows } from './stored-rows.ts';

const KILLS = 8;

test('answers given while the process is being killed are kept as if it had not been', async (t) => {
  await withTempDir(async (folder) => {
    const calm = await keepCalmly(folder);
    const url = `sqlite:${join(folder, 'killed.sqlite')}`;
    await fill(url);
    let answers = 0;
    const kills = await liveThroughKills(screenings(url, folder), {
      kills: KILLS,
      death: (progress) => ({
        lines: randomInteger(2, Math.ceil(ANSWERS * progress)),
        ms: Math.random() * 5,
      }),
      afterKill: async (life) => {
        answers += await assertAnswersKept(url, life, calm.url);
      },
    });
    assertSameRows(await storedRows(url, TABLES), calm.rows);
    t.diagnostic(`${kills} kills after ${answers} answers`);
    assert.ok(kills > 0 && answers > 0, 'no kill hit the work');
  });
});

/** Each answer given matches the history of the day that it stands for. Returns how many there were. */
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
