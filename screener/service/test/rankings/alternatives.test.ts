import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternativesTo } from '../../src/rankings/alternatives.ts';

const standings = [
  { id: 'aaoifi', status: 'pass', nearest: { high: 0.1, threshold: 0.3 } },
  { id: 'msci', status: 'pass', nearest: { high: 0.2, threshold: 0.3333 } },
];
const line = (symbol: string, industry: string | null, market_cap: number | null) => ({
  ...{ symbol, cik: symbol, industry, market_cap, standings },
});
const lines = [
  line('GM', 'cars', 50),
  line('GNTX', 'cars', 6),
  line('VC', 'cars', 3),
  line('KO', 'food', 250),
];
const failing = { id: 'msci', status: 'fail', nearest: null };
const behind = [{ ...line('F', 'cars', 49), standings: [standings[0], failing] }];
const reader = { read: async () => ({ lines, behind }) } as unknown as Parameters<typeof alternativesTo>[0];

const to = async (sic: string | null, size: number | null, chosen: readonly string[] | null = null) => {
  const amounts = size === null ? {} : { market_cap: { high: size } };
  const answer = {
    cik: 'TSLA',
    business_activity: { sic },
    market_data: { figure: null, value: null },
    amounts,
  };
  const found = await alternativesTo(
    reader,
    answer as unknown as Parameters<typeof alternativesTo>[1],
    chosen,
  );
  return found.lines.map(({ symbol }) => symbol);
};

test('alternatives are of the same industry, nearest in size, and pass what the reader follows', async () => {
  assert.deepEqual(await to('3711', 4), ['VC', 'GNTX', 'GM']);
  assert.deepEqual(await to('3711', 900), ['GM', 'GNTX', 'VC']);
  assert.deepEqual(await to('3711', null), ['GM', 'GNTX', 'VC']);
  assert.deepEqual(await to('3711', 49, ['aaoifi']), ['F', 'GM', 'GNTX', 'VC']);
  assert.deepEqual(await to('3711', 49, ['msci']), ['GM', 'GNTX', 'VC']);
  assert.deepEqual(await to('6021', 4), []);
  assert.deepEqual(await to(null, 4), []);
});
