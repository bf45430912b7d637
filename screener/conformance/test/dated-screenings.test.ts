import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { quarterEnds, snapshotSymbols } from '../dated/asked.ts';
import { withFaces } from '../dated/faces.ts';
import { datedLines, watchlistOf } from '../dated/lines.ts';
import { ambiguousAges, markOf, readPage } from '../dated/page.ts';
import { clockFrom } from '../service-here.ts';

/**
 * Of a company that is stale, one whose count of shares is of before a split, one of another currency, one whose next
 * report may have been filed by that day, and a fund.
 */
const FEW = [
  ['AAPL', [null]],
  ['NVDA', ['2024-06-30']],
  ['TSM', ['2025-06-30', null]],
  ['AE', ['2023-12-31']],
  ['HD', ['2021-09-30']],
  ['SPUS', [null]],
] as const;

test('every face gives the same answer, as the page of dated screenings says', async () => {
  const { today, markAt } = readPage();
  const { companies, funds } = snapshotSymbols();
  const days = [...quarterEnds(today), null];
  const all = [...companies, ...funds].map((symbol) => [symbol, days] as const);
  const asked = size({ quick: 0, full: 1 }) === 1 ? all : FEW;
  await withFaces(clockFrom(`${today}T12:00:00Z`), async (faces) => {
    const rows = await watchlistOf(
      faces,
      asked.map(([symbol]) => symbol),
    );
    const lines = [];
    for (const [symbol, some] of asked) {
      // What the answers took from their sources has a test of its own.
      lines.push(...(await datedLines(faces, symbol, some, { rows, sources: null })));
    }
    for (const line of lines) {
      const what = `${line.symbol} ${line.day}`;
      assert.deepEqual(line.differences, [], what);
      assert.equal(markOf(line), markAt(line.symbol, line.day), `${what}: run npm run dated -- --write`);
    }
    assert.deepEqual(ambiguousAges(lines), []);
    const told = new Set(lines.flatMap(({ ages }) => ages.flatMap(({ faces: by }) => by)));
    assert.deepEqual([...told].sort(), ['MCP', 'command', 'report', 'start page', 'watchlist']);
  });
});
