import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cikIn, partsOf, tickersIn, tickerWords, withoutWordsAround } from '../../src/search/read-query.ts';

describe('what was typed', () => {
  test('tickers as exchanges, vendors and brokers spell them', () => {
    for (const [typed, symbol] of [
      ['$aapl', 'AAPL'],
      ['#AAPL', 'AAPL'],
      ['(AAPL)', 'AAPL'],
      ['Apple Inc. (AAPL)', 'AAPL'],
      ['Apple (NASDAQ: AAPL)', 'AAPL'],
      ['NASDAQ:AAPL', 'AAPL'],
      ['nyse: brk.b', 'BRK-B'],
      ['AAPL.US', 'AAPL'],
      ['AAPL US Equity', 'AAPL'],
      ['MSFT.OQ', 'MSFT'],
      ['BRKB', 'BRK-B'],
      ['BRK/B', 'BRK-B'],
      ['BAC-L', 'BAC-PL'],
      ['BAC.PR.L', 'BAC-PL'],
      ['BAC^L', 'BAC-PL'],
    ] as const) {
      assert.ok(tickersIn(typed).includes(symbol), `${typed}: ${tickersIn(typed)}`);
    }
    assert.deepEqual(tickersIn('bank of america corporation'), []);
  });

  test('numbers of filers', () => {
    for (const typed of ['0000320193', '320193', 'CIK0000320193', 'cik 320193', 'CIK#320193']) {
      assert.equal(cikIn(typed), '0000320193', typed);
    }
    for (const typed of ['37', '3m', '12345678901', 'AAPL']) assert.equal(cikIn(typed), null, typed);
  });

  test('the words around a name, in several languages', () => {
    for (const [typed, name] of [
      ['is Apple halal?', 'Apple'],
      ['nvda stock price', 'nvda'],
      ['saham apple', 'apple'],
      ['هل أبل حلال؟', 'أبل'],
    ] as const) {
      assert.equal(withoutWordsAround(typed), name, typed);
    }
    for (const typed of ['apple', 'halal', 'stock price', '']) assert.equal(withoutWordsAround(typed), null);
  });

  test('several at once', () => {
    assert.deepEqual(partsOf('AAPL, MSFT;TSLA\nKO'), ['AAPL', 'MSFT', 'TSLA', 'KO']);
    assert.deepEqual(partsOf('apple vs. microsoft'), ['apple', 'microsoft']);
    assert.equal(partsOf('Apple,'), null);
    assert.deepEqual(tickerWords('aapl msft'), ['aapl', 'msft']);
    assert.equal(tickerWords('bank of americas'), null);
    assert.equal(partsOf(Array.from({ length: 26 }, () => 'A').join()), null);
  });
});
