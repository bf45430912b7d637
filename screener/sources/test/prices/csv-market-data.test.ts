import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { parseCsvQuotes } from '../../src/prices/csv-market-data.ts';

const FILE = { file: 'prices.csv' };

test('quotes are read with CRLF, quotes and any form of symbol, and ordered', () => {
  const text =
    '\ufeffdate,ticker,close,market_cap\r\n2026-02-27,MSFT,400.5,\r\n"2026-02-27","BRK/B",495.10,1093933303969\r\n' +
    '2026-01-30,BRK.B,480,\r\n2026-01-30,brk-b,480.00,\r\n';
  const quotes = unwrap(parseCsvQuotes(text, FILE));
  assert.deepEqual(
    quotes.map(({ symbol, date, close, marketCap }) => [symbol, date, close, marketCap]),
    [
      ['BRK-B', '2026-01-30', 480, null],
      ['BRK-B', '2026-02-27', 495.1, 1093933303969],
      ['MSFT', '2026-02-27', 400.5, null],
    ],
  );
  assert.deepEqual([quotes[0]?.currency, quotes[0]?.source], ['USD', 'prices.csv']);
  const euros = unwrap(parseCsvQuotes('date,ticker,close\n2026-01-30,SAP,200', { ...FILE, currency: 'EUR' }));
  assert.equal(euros[0]?.currency, 'EUR');
});

test('errors are refused with their line and field', () => {
  const cases: [string, string][] = [
    ['', 'line 1: the file is empty'],
    ['date;ticker;close', 'line 1: the first line must be date,ticker,close or'],
    ['date,close,ticker\n', 'line 1: the first line must be'],
    ['date,ticker,close\n2026-01-30,AAPL', 'line 2: 2 fields instead of 3'],
    ['date,ticker,close\n2026-02-30,AAPL,1', 'line 2 (date): "2026-02-30" is not a date'],
    ['date,ticker,close\n30.01.2026,AAPL,1', 'line 2 (date)'],
    ['date,ticker,close\n2026-01-30,,1', 'line 2 (ticker): "" is not a symbol'],
    ['date,ticker,close\n2026-01-30,A B,1', 'line 2 (ticker)'],
    ['date,ticker,close\n2026-01-30,AAPL,0', 'line 2 (close): "0" is not a positive decimal'],
    ['date,ticker,close\n2026-01-30,AAPL,-1', '(close)'],
    ['date,ticker,close\n2026-01-30,AAPL,1e3', '(close)'],
    ['date,ticker,close\n2026-01-30,AAPL,"1,000.5"', '(close)'],
    ['date,ticker,close\n2026-01-30,AAPL, 1', '(close)'],
    ['date,ticker,close\n2026-01-30,AAPL,NaN', '(close)'],
    ['date,ticker,close\n2026-01-30,AAPL,', '(close)'],
    [
      'date,ticker,close,market_cap\n2026-01-30,AAPL,1,0',
      '(market_cap): "0" is not a positive decimal number; leave',
    ],
    ['date,ticker,close\n2026-01-30,AAPL,1\n2026-01-30,AAPL,2', 'line 3 (close): "2" contradicts line 2'],
    [
      'date,ticker,close,market_cap\n2026-01-30,BRK.B,1,5\n2026-01-30,BRK-B,1,6',
      'line 3 (market_cap): "6" contradicts line 2',
    ],
    ['date,ticker,close\n\n2026-01-30,AAPL,1', 'line 2: a blank line between rows'],
    ['date,ticker,close\n2026-01-30,AA"PL,1', 'line 2: a quote inside a field'],
  ];
  for (const [text, expected] of cases) {
    const refused = parseCsvQuotes(text, FILE);
    assert.ok(!refused.ok, text);
    assert.equal(refused.error.code, 'market_invalid_file');
    assert.ok(refused.error.message.startsWith('prices.csv'), refused.error.message);
    assert.ok(refused.error.message.includes(expected), `${refused.error.message} lacks ${expected}`);
  }
});

test('a repeated row and trailing blank lines are accepted', () => {
  const text = 'date,ticker,close\n2026-01-30,AAPL,1\n2026-01-30,AAPL,1.0\n\n\n';
  assert.equal(unwrap(parseCsvQuotes(text, FILE)).length, 1);
});
