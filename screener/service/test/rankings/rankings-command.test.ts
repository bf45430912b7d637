import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { placeIn } from '../cli/run.ts';

const SNAPSHOT = `${REPOSITORY}/screener/data/snapshot`;

describe('sanad leaders and sanad value', () => {
  test('a ranking is built, and shown as text and as data', async () => {
    await withTempDir(async (folder) => {
      const { sanad } = placeIn(folder, SNAPSHOT);
      for (const [kind, name, ranked] of [
        ['leaders', 'leaderboard', 7],
        ['value', 'value screen', 7],
      ] as const) {
        const none = await sanad(kind);
        assert.deepEqual(
          [none.code, none.err],
          [2, `sanad: no ${name} yet: build one with "npm run sanad -- ${kind} rebuild".\n`],
        );
        const made = await sanad(`${kind} rebuild`);
        assert.equal(made.code, 0, made.err);
        assert.match(
          made.out,
          new RegExp(
            `^${name} of 2026-08-21: \\d+ listings screened, ${ranked} ranked; left out: .*1 another ticker`,
          ),
        );
        const { lines, ...report } = JSON.parse((await sanad(`${kind} --json --limit 3`)).out);
        assert.deepEqual([report.ranking, report.ranked, lines.length], [kind, ranked, 3]);
        assert.deepEqual(
          lines.map(({ rank }: { rank: number }) => rank),
          [1, 2, 3],
        );
      }
      const leaders = (await sanad('leaders --limit 4')).out;
      assert.match(leaders, /The first 4 \(--limit shows more\)/);
      assert.match(
        leaders,
        / 1 {2}AMD +91\.7 +1\.0 %\n {7}ADVANCED MICRO DEVICES INC\n {7}10-K 0000002488-26-000018\n/,
      );
      assert.match(leaders, / 4 {2}GOOG .*\n {7}Alphabet Inc\. \(also GOOGL\)\n/);
      const value = (await sanad('value')).out;
      assert.match(value, / 1 {2}PG +16\.2 % +23\.3 % +0\.0 % +5\.0 % +4\.5 % +2\+1\+5\+1\+1\n/);
      for (const line of [...leaders.split('\n'), ...value.split('\n')]) assert.ok(line.length <= 80, line);
    });
  });

  test('a stopped run leaves the earlier ranking', async () => {
    await withTempDir(async (folder) => {
      const { sanad } = placeIn(folder, SNAPSHOT);
      await sanad('leaders rebuild');
      const before = (await sanad('leaders --json')).out;
      const stop = AbortSignal.abort();
      const stopped = await sanad('leaders rebuild', { interruptible: (work) => work(stop) });
      assert.deepEqual([stopped.code, stopped.out], [130, '']);
      assert.match(stopped.err, /The earlier ranking is unchanged/);
      assert.equal((await sanad('leaders --json')).out, before);
      assert.equal((await sanad('leaders --limit 0')).code, 2);
    });
  });
});
