import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fundName, namedFunds } from '../src/fund-names.ts';
import { readFundTickers } from '../src/snapshot/fund-tickers.ts';

test('each name is of the series that has its ticker in the SEC’s list', async () => {
  const tickers = await readFundTickers(new URL('../../data/snapshot', import.meta.url).pathname);
  const seriesOf = new Map(tickers.map(({ symbol, fund }) => [symbol, fund]));
  const named = namedFunds();
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter(({ series, ticker }) => seriesOf.get(ticker) !== series),
    [],
  );
  assert.equal(fundName(seriesOf.get('HLAL') ?? ''), 'Wahed FTSE USA Shariah ETF');
});
