import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import { readHoldings } from '@screener/sources/holdings/read-holdings';
import { matchHoldings } from '../../src/portfolio/match-holdings.ts';

test('names that match nothing give others a turn at each line, and look for near ones at the first ten alone', async () => {
  let [turns, near, isOver] = [0, 0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const found = { query: '', results: [], several: false, former: [], did_you_mean: [] };
  const search = {
    formerOf: () => null,
    suggest: async () => [],
    async find(_text: string, _limit: number, how: { readonly near?: boolean } = {}) {
      near += Number(how.near);
      return ok(found);
    },
  };
  const { lines } = unwrap(readHoldings('nothing 1\n'.repeat(100)));
  const { apart } = await matchHoldings(search, lines);
  isOver = true;
  assert.deepEqual([apart.length, near], [100, 10]);
  assert.ok(turns >= 90, `${turns} turns`);
});
