import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RANKING_VERSION } from '@screener/engine/rankings/formulas';
import { similarCompanies } from '../../src/rankings/similar-companies.ts';

const SICS: Readonly<Record<string, string>> = {
  GM: '3711',
  GNTX: '3714',
  MBLY: '3714',
  DE: '3523',
  KO: '2086',
};
const lines = Object.keys(SICS).map((symbol, at) => ({ symbol, name: symbol, cik: symbol, rank: at + 1 }));
const deps = {
  rankings: {
    read: async () => ({ version: RANKING_VERSION, startedAt: 0, finishedAt: 0, lines, named: [] }),
  },
  store: {
    funds: {
      listingsOf: async (symbols: readonly string[]) =>
        symbols.map((symbol) => ({ symbol, sic: SICS[symbol] ?? null })),
    },
  },
} as unknown as Parameters<typeof similarCompanies>[0];

const similarTo = async (sic: string | null, cik = 'TSLA') => {
  const answer = { cik, business_activity: { sic, sic_description: null } };
  const found = await similarCompanies(deps, answer as Parameters<typeof similarCompanies>[1]);
  return found.lines.map(({ symbol }) => symbol);
};

test('similar companies are those of the nearest line of business, never the company itself', async () => {
  assert.deepEqual(await similarTo('3711'), ['GM']);
  assert.deepEqual(await similarTo('3711', 'GM'), ['GNTX', 'MBLY']);
  assert.deepEqual(await similarTo('3549'), ['DE']);
  assert.deepEqual(await similarTo('6021'), []);
  assert.deepEqual(await similarTo(null), []);
});
