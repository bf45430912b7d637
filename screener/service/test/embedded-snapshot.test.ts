import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@common/base/result';
import { historyOfAll } from '../src/use-cases/build-snapshot.ts';
import { readSnapshot } from '../src/use-cases/read-snapshot.ts';

const MOVED =
  'the engine’s answers have changed: if none of its tables did, raise CODE in screener/engine/src/engine-version.ts; then run npm run sanad -- snapshot history';
const SNAPSHOT = fileURLToPath(new URL('../../data/snapshot', import.meta.url));

test('the history of the embedded snapshot is what today’s engine computes from its facts', async (t) => {
  const snapshot = unwrap(await readSnapshot(SNAPSHOT));
  const history = historyOfAll(snapshot);
  t.diagnostic(`${history.length} screenings of ${snapshot.companies.length} companies`);
  assert.equal(history.length, snapshot.history.length, MOVED);
  for (const [index, screening] of history.entries()) {
    // As in the file: JSON has no undefined.
    assert.deepEqual(
      JSON.parse(JSON.stringify(screening)),
      snapshot.history[index],
      `${screening.symbol} ${screening.asOf}: ${MOVED}`,
    );
  }
});

test('the embedded snapshot names the source of each of its parts', async () => {
  const snapshot = unwrap(await readSnapshot(SNAPSHOT));
  for (const source of snapshot.sources) assert.match(source.sha256, /^[0-9a-f]{64}$/, source.file);
  const roles = new Set(snapshot.sources.map((source) => source.role));
  assert.deepEqual([...roles].sort(), [
    'companyfacts',
    'filer-directory',
    'financial-statement-data-sets',
    'fund-tickers',
    'market',
    'nport',
    'sic-codes',
    'submissions',
    'tickers',
  ]);
  assert.equal(
    snapshot.sources.filter((source) => source.role === 'companyfacts').length,
    snapshot.companies.length,
  );
});
