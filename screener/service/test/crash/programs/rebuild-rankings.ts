/** Rebuilds the leaderboard of the database of argument 1 again and again, argument 2 times, saying what it does. */
import { randomBytes } from 'node:crypto';
import { createRankingStore } from '@screener/service/rankings/rankings.sql';
import { rebuildRanking } from '@screener/service/rankings/rebuild-ranking';
import { openStore } from './open-store.ts';

const [, , url = '', rounds = ''] = process.argv;
/** Shorter than it takes to start a process, so that the next life finds the lease of the last one ended. */
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
