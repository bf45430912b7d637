import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import {
  isWellFormedTicker,
  normaliseTicker,
  parseCompanyTickers,
  parseFundClasses,
} from '../src/company-tickers.ts';
import { givenFiles } from './given-files.ts';

const ABSENT = '../shared/data/tickers absent';
const utf8 = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));

test('a share class has one spelling', () => {
  for (const spelling of ['BRK.B', 'BRK/B', 'BRK-B', 'brk.b', ' brk b '])
    assert.equal(normaliseTicker(spelling), 'BRK-B');
  assert.equal(normaliseTicker('aapl'), 'AAPL');
});

test('which tickers are well-formed', () => {
  for (const ticker of ['A', 'AAPL', 'GOOGL', 'BRK-B', 'NE-WTA', 'BAC-PL', 'ABCDEF', '3M', 'CIK0000320193']) {
    assert.ok(isWellFormedTicker(ticker), ticker);
  }
  for (const other of [
    '',
    'aapl',
    'TOOLONGX',
    'BRK.B',
    'BRK-',
    '-B',
    'A-B-C',
    'AB-CDEFG',
    'A B',
    'ÄPL',
    'A\n',
    '../x',
  ]) {
    assert.ok(!isWellFormedTicker(other), JSON.stringify(other));
  }
});

test('both lists of companies give rows', () => {
  const keyed = { 0: { cik_str: 320193, ticker: 'AAPL', title: 'Apple Inc.' } };
  const apple = { symbol: 'AAPL', cik: '0000320193', name: 'Apple Inc.' };
  assert.deepEqual(unwrap(parseCompanyTickers(utf8(keyed))), [{ ...apple, exchange: null }]);
  const table = {
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: [
      [320193, 'Apple Inc.', 'AAPL', 'Nasdaq'],
      [1067983, 'BERKSHIRE HATHAWAY INC', 'BRK.B', ''],
      [1, 'No ticker yet', '', null],
      [2, 'A slip', 'THIS IS NO TICKER', 'NYSE'],
    ],
  };
  assert.deepEqual(unwrap(parseCompanyTickers(utf8(table))), [
    { ...apple, exchange: 'Nasdaq' },
    { symbol: 'BRK-B', cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC', exchange: null },
  ]);
});

test('the list of fund classes: placeholders for a ticker are skipped', () => {
  const row = (symbol: unknown) => [1100663, 'S000004310', 'C000012040', symbol];
  const list = {
    fields: ['cik', 'seriesId', 'classId', 'symbol'],
    data: [row('IVV'), row('elfnx'), row(''), row('n/a'), row(null), row('(NWAKX)'), row('VPVAADV')],
  };
  const fund = { cik: '0001100663', seriesId: 'S000004310', classId: 'C000012040' };
  assert.deepEqual(unwrap(parseFundClasses(utf8(list))), [
    { ...fund, symbol: 'IVV' },
    { ...fund, symbol: 'ELFNX' },
  ]);
});

test('a list that is not in the SEC’s format is refused', () => {
  for (const damaged of [
    {},
    [],
    { 0: { cik_str: 320193, ticker: null, title: 'Apple Inc.' } },
    { 0: { cik_str: 'x', ticker: 'AAPL', title: 'Apple Inc.' } },
    { 0: { cik_str: 320193, ticker: 'AAPL' } },
    { 0: 'AAPL' },
    { fields: ['cik', 'ticker'], data: [[320193, 'AAPL']] },
    { fields: ['cik', 'name', 'ticker'], data: ['AAPL'] },
    { fields: ['cik', 'name', 'ticker'], data: [] },
  ]) {
    const refused = parseCompanyTickers(utf8(damaged));
    assert.ok(!refused.ok, JSON.stringify(damaged));
    assert.equal(refused.error.code, 'corrupt_tickers');
    assert.ok(!parseFundClasses(utf8(damaged)).ok);
  }
});

test("every ticker of the SEC's own lists is well-formed", (t) => {
  const files = givenFiles('tickers');
  if (files === null) return t.skip(ABSENT);
  const counts: Record<string, number> = {};
  for (const { name, bytes } of files) {
    const rows = name.includes('_mf_') ? unwrap(parseFundClasses(bytes)) : unwrap(parseCompanyTickers(bytes));
    counts[name.replace(/_\d.*/, '')] = rows.length;
    assert.ok(
      rows.every((row) => isWellFormedTicker(row.symbol) && normaliseTicker(row.symbol) === row.symbol),
    );
  }
  assert.equal(counts.company_tickers, 10_391);
  assert.equal(counts.company_tickers_exchange, 9_441);
  const passedOver = 28_761 - (counts.company_tickers_mf ?? 0);
  assert.ok(passedOver > 0 && passedOver < 100, `${passedOver} fund classes skipped`);
});
