import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { useSnapshotStore } from '../../service/test/snapshot-store.ts';
import { datedLine, datedTable, quarterEnds } from '../dated/table.ts';

const TODAY = '2026-11-27';
const snapshot = useSnapshotStore(() => Date.parse(`${TODAY}T12:00:00Z`));

test('every face gives the same verdict of a day, and one age', async () => {
  const deps = snapshot.shared();
  const all = (await deps.store.listingsWithFacts(null, 1_000)).map(({ symbol }) => symbol);
  // The first are a company with late reports, two whose reports ended years ago, and one that is not stale.
  const symbols = [...new Set(['AAPL', 'AMZN', 'TSLA', 'GOOG', ...all])].slice(
    0,
    size({ quick: 4, full: 100 }),
  );
  const step = size({ quick: 7, full: 1 });
  const days = quarterEnds(2021, TODAY).filter((_, index) => index % step === 0);
  const lines = [];
  for (const symbol of symbols) {
    for (const day of [...days, null]) lines.push(await datedLine(deps, symbol, day));
  }
  const differing = lines.filter(({ differences }) => differences.length > 0);
  assert.deepEqual(differing, [], datedTable(differing));
  assert.ok(lines.some(({ ages }) => Object.keys(ages).length >= 5));
});
