import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createRankingStore } from '@screener/service/rankings/rankings.sql';
import { withStore } from './programs/open-store.ts';
import { live, program, randomInteger } from './programs.ts';

const KILLS = 5;
/** Kills go on, up to so many, until a life was long enough for a ranking. */
const MOST_KILLS = 20;
const ROUNDS = 1_000;

/** Rebuilds the rankings of a store that holds the snapshot, killed again and again. */
export async function killAgainAndAgain(t: TestContext, url: string, folder: string): Promise<void> {
  const run = {
    entry: program('rebuild-rankings'),
    args: [url, String(ROUNDS)],
    codeCache: join(folder, 'code'),
  };
  const calm = await live({ ...run, args: [url, '1'] }, null);
  const expected = await standing(url);
  assert.equal(String(expected.finishedAt), lastStanding(calm.output));
  let rebuilt = 0;
  let last = expected.finishedAt;
  let killed = 0;
  for (; killed < KILLS || (rebuilt === 0 && killed < MOST_KILLS); killed += 1) {
    const { output } = await live(run, { lines: randomInteger(2, 9), ms: Math.random() * 200 });
    const found = await standing(url);
    // The last one reported, or a later one whose report was lost with the process; complete in either case.
    assert.ok(found.finishedAt >= Number(lastStanding(output) ?? last));
    assert.deepEqual([found.lines, found.ranked], [expected.lines, expected.ranked]);
    rebuilt += output.match(/^stands /gm)?.length ?? 0;
    last = found.finishedAt;
  }
  t.diagnostic(`${killed} kills, ${rebuilt} rankings made between them`);
  assert.ok(rebuilt > 0, 'no life was long enough');
  // The last life's lease is free again.
  const next = await live({ ...run, args: [url, '2'] }, null);
  assert.match(next.output, /^stands /m);
}

async function standing(url: string) {
  return withStore(url, async ({ database }) => {
    const read = await createRankingStore(database).read('leaders', 1_000);
    assert.ok(read !== null, 'there is always a ranking');
    // The ranked lines and those that stand behind them.
    assert.ok(read.ranked > 0 && read.ranked <= read.lines.length);
    assert.deepEqual(
      read.lines.map(({ rank }) => rank),
      read.lines.map((_, index) => index + 1),
    );
    return read;
  });
}

function lastStanding(output: string): string | undefined {
  return [...output.matchAll(/^stands (\d+)$/gm)].at(-1)?.[1];
}
