/** Rebuilds the leaderboard in the database given as argument 1 as often as argument 2 says, reporting each step. */
import { randomBytes } from 'node:crypto';
import { createRankingStore } from '@screener/service/rankings/rankings.sql';
import { rebuildRanking } from '@screener/service/rankings/rebuild-ranking';
import { openStore } from './open-store.ts';
import { TWO_THREADS } from './threads.ts';

const [, , url = '', rounds = ''] = process.argv;
/** Shorter than the start of a process, so that the next life finds the last one's lease expired. */
const LEASE_MS = 200;

const { database, store } = await openStore(url);
const deps = {
  store,
  live: null,
  options: { yieldBound: true },
  clock: () => Date.parse('2026-02-25T12:00:00Z'),
  rankings: createRankingStore(database),
  randomBytes,
  leaseMs: LEASE_MS,
  threads: TWO_THREADS,
};
process.stdout.write('opened\n');
for (let round = 0; round < Number(rounds); round += 1) {
  const rebuilt = await rebuildRanking(deps, 'leaders', {
    signal: new AbortController().signal,
    onProgress: ({ done }) => process.stdout.write(`done ${done}\n`),
  });
  process.stdout.write(rebuilt.ok ? `stands ${rebuilt.value.finishedAt}\n` : `${rebuilt.error.code}\n`);
  if (!rebuilt.ok) await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
}
await database.close();
