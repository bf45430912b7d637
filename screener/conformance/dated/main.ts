import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySeeded, openStoreAt } from '@screener/service/testing/open-seeded';
import { datedLine, datedTable, quarterEnds } from './table.ts';

/**
 * Prints what each face says of each company of the embedded snapshot at each quarter end since 2021 and today. Exits
 * with 1 if any two differ.
 */
const FIRST_YEAR = 2021;
const folder = await mkdtemp(join(tmpdir(), 'sanad-dated-'));
const file = join(folder, 'store.sqlite');
await copySeeded(file);
const screener = await openStoreAt(file, Date.now);
try {
  const { deps } = screener;
  const listings = await deps.store.listingsWithFacts(null, 1_000);
  const days = [...quarterEnds(FIRST_YEAR, new Date().toISOString().slice(0, 10)), null];
  const lines = [];
  for (const { symbol } of listings) {
    for (const day of days) lines.push(await datedLine(deps, symbol, day));
  }
  process.stdout.write(datedTable(lines));
  const differing = lines.filter(({ differences }) => differences.length > 0).length;
  process.stdout.write(`\n${lines.length} lines, ${differing} on which faces differ\n`);
  if (differing > 0) process.exitCode = 1;
} finally {
  await screener.close();
  await rm(folder, { recursive: true, force: true });
}
