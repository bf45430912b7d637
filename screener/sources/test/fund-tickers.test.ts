import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { parseFundClasses } from '../src/company-tickers.ts';
import { fundsByTicker } from '../src/fund-tickers.ts';
import { givenFiles } from './given-files.ts';

const row = (symbol: string, seriesId: string, classId: string) => ({
  symbol,
  seriesId,
  classId,
  cik: '0001999100',
});

test('a ticker of two series names no fund; one of two classes of the same series does', () => {
  const funds = fundsByTicker([
    row('AAA', 'S000000001', 'C000000001'),
    row('BBB', 'S000000001', 'C000000002'),
    row('BBB', 'S000000002', 'C000000003'),
    row('CCC', 'S000000003', 'C000000004'),
    row('CCC', 'S000000003', 'C000000005'),
    row('BBB', 'S000000001', 'C000000002'),
  ]);
  assert.deepEqual([...funds.keys()], ['AAA', 'CCC']);
  assert.equal(funds.get('CCC')?.classId, 'C000000004');
});

test('the SEC’s list names SPUS and VOO', (t) => {
  const files = givenFiles('tickers');
  if (files === null) return t.skip('../shared/data/tickers absent');
  const list = [...files].find(({ name }) => name.startsWith('company_tickers_mf'));
  assert.ok(list !== undefined);
  const funds = fundsByTicker(unwrap(parseFundClasses(list.bytes)));
  assert.equal(funds.get('SPUS')?.seriesId, 'S000067283');
  assert.deepEqual([funds.get('VOO')?.seriesId, funds.get('VOO')?.cik], ['S000002839', '0000036405']);
});
