import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from '../../src/search/edit-distance.ts';
import type { RankedTicker } from '../../src/search/search.store.ts';
import { indexTickers } from '../../src/search/search-index.ts';

function ticker(symbol: string, name: string | null, differs: Partial<RankedTicker> = {}): RankedTicker {
  const company = {
    exchange: 'Nasdaq',
    type: 'company',
    cik: '0000000001',
    facts_at_hand: false,
    marketCap: null,
  } as const;
  return { symbol, name, ...company, ...differs };
}

const TICKERS = [
  ticker('APLE', 'Apple Hospitality REIT, Inc.'),
  ticker('AAPL', 'Apple Inc.', { facts_at_hand: true }),
  ticker('PAPL', 'Pineapple Financial Inc.'),
  ticker('SNAP', 'The Snapple Apple Company'),
  ticker('BRK-B', 'BERKSHIRE HATHAWAY INC'),
  ticker('BRK-A', 'BERKSHIRE HATHAWAY INC'),
  ticker('A', 'AGILENT TECHNOLOGIES, INC.'),
  ticker('MSFT', 'MICROSOFT CORP'),
  ticker('SPUS', 'SP Funds S&P 500 Sharia ETF', { type: 'fund', exchange: null }),
  ticker('VFIAX', null, { type: 'fund', exchange: null }),
  ticker('LRLCY', 'L’Oréal Co'),
];

suite('search', () => {
  const found = async (text: string, limit = 10) =>
    (await indexTickers(TICKERS)).find(text, limit).map(({ symbol, match }) => `${symbol} ${match}`);

  test('the ticker itself, then its beginnings, then names', async () => {
    assert.deepEqual(await found('a'), [
      'A ticker',
      'AAPL ticker_prefix',
      'APLE ticker_prefix',
      'SNAP name_words',
      // S&P is "s and p".
      'SPUS name_words',
    ]);
    assert.deepEqual(await found('apple'), [
      'AAPL name_start',
      'APLE name_start',
      'SNAP name_words',
      'PAPL name_part',
    ]);
  });

  test('among equal matches the larger company, by its plainest ticker', async () => {
    const tickers = [
      ticker('BGRY', 'Berkshire Grey, Inc.', { cik: '1', marketCap: 300e6 }),
      ticker('BGRYW', 'Berkshire Grey, Inc.', { cik: '1', marketCap: 2e12 }),
      ticker('BHLB', 'Berkshire Hills Bancorp Inc', { cik: '2' }),
      ticker('BRK-A', 'BERKSHIRE HATHAWAY INC', { cik: '3', marketCap: 1e12 }),
      ticker('BRK-B', 'BERKSHIRE HATHAWAY INC', { cik: '3', marketCap: 1e12 }),
      ticker('BRK-PA', 'BERKSHIRE HATHAWAY INC', { cik: '3', marketCap: 1e12 }),
    ];
    const hits = (await indexTickers(tickers)).find('berkshire', 10);
    assert.deepEqual(
      hits.map(({ symbol }) => symbol),
      ['BRK-A', 'BRK-B', 'BGRY', 'BGRYW', 'BHLB', 'BRK-PA'],
    );
    assert.ok(hits.every((hit) => !('marketCap' in hit)));
  });

  test('words in any order, legal forms and accents as the names rule has them', async () => {
    assert.deepEqual(await found('hathaway berk'), ['BRK-A name_words', 'BRK-B name_words']);
    assert.deepEqual(await found('Microsoft Corporation'), ['MSFT name_start']);
    assert.deepEqual(await found('oreal'), ['LRLCY name_part']);
  });

  test('tickers in any spelling, funds with and without a name', async () => {
    assert.deepEqual(await found('brk.b'), ['BRK-B ticker']);
    assert.deepEqual(await found('sharia'), ['SPUS name_words']);
    assert.deepEqual(await found('vfia'), ['VFIAX ticker_prefix']);
  });

  test('the limit keeps the best', async () => {
    assert.deepEqual(await found('apple', 1), ['AAPL name_start']);
    assert.deepEqual(await found('---'), []);
  });

  test('near: a letter too many, too few, another one, two swapped; a mistyped name; a name for a ticker', async () => {
    const index = await indexTickers(TICKERS);
    const near = (text: string) => index.near(text, 5).map(({ symbol }) => symbol);
    for (const typed of ['AAPLE', 'APL', 'AAPK', 'AAPL', 'APAL'])
      assert.ok(near(typed).includes('AAPL'), typed);
    assert.deepEqual(near('MSTF'), ['MSFT']);
    assert.deepEqual(near('microsfot'), ['MSFT']);
    assert.deepEqual(near('berkshire hathway'), ['BRK-A', 'BRK-B']);
    assert.deepEqual(near('MICROSOFT'), ['MSFT']);
    assert.deepEqual(near('ZZZZZZZZ'), []);
    assert.ok(index.near('a', 2).length <= 2);
  });
});

suite('edit distance', () => {
  test('single edits and swaps', () => {
    for (const [a, b, edits] of [
      ['', '', 0],
      ['apple', 'aple', 1],
      ['apple', 'appple', 1],
      ['apple', 'apqle', 1],
      ['apple', 'paple', 1],
      ['kitten', 'sitting', 3],
      ['abc', '', 3],
    ] as const) {
      assert.equal(editDistance(a, b, 5), edits, `${a} ${b}`);
    }
  });

  test('is symmetric, zero only for equals, and never more than one above the limit', () => {
    const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 8 }), (a, b, most) => {
        const edits = editDistance(a, b, most);
        assert.equal(edits, editDistance(b, a, most));
        assert.equal(edits === 0, a === b);
        assert.ok(edits <= most + 1);
        assert.equal(edits, Math.min(most + 1, editDistance(a, b, 20)));
      }),
    );
  });
});
