import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDollars, readGoldPrice } from '../../src/zakat/read-dollars.ts';

test('amounts as people type them; a point before three digits may stand for thousands', () => {
  for (const [typed, read] of [
    ['3,710.50', 3_710.5],
    ['$3,710', 3_710],
    ['3710.125', 3_710.125],
    ['3.710,50', 3_710.5],
    ['0.125', 0.125],
    ['115,20 USD', 115.2],
    ['3.710', null],
    ['$3.710', null],
    ['12.500 USD', null],
    ['115 EUR', null],
    ['-5', null],
  ] as const)
    assert.equal(readDollars(typed), read, typed);
});

test('gold costs a cent at least', () => {
  assert.deepEqual(['0.01', '0.009', '0', '3.710'].map(readGoldPrice), [0.01, null, null, null]);
});
