import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseListing } from '../../../src/prices/listing/parse-listing.ts';

/** A row with the fields and the forms of the real file. */
const row = (changes: Readonly<Record<string, unknown>> = {}) => ({
  symbol: 'AAPL',
  name: 'Apple Inc. Common Stock',
  lastsale: '$309.35',
  netchange: '-1.94',
  pctchange: '-0.626%',
  volume: '39418437',
  marketCap: '4514709583000.00',
  country: 'United States',
  ipoyear: '1980',
  industry: 'Computer Manufacturing',
  sector: 'Technology',
  url: '/x',
  ...changes,
});
const read = (rows: unknown) => parseListing(JSON.stringify(rows), 'nasdaq_full_tickers.json');

describe('the daily listing', () => {
  test('a row: the last sale, the close before it, the capitalisation', () => {
    const rows = read([row()]);
    assert.ok(rows.ok);
    assert.equal(rows.value.length, 1);
    const [apple] = rows.value;
    assert.deepEqual(
      { ...apple, previous: 0 },
      {
        symbol: 'AAPL',
        close: 309.35,
        previous: 0,
        marketCap: 4_514_709_583_000,
      },
    );
    assert.ok(Math.abs((apple?.previous ?? 0) - 311.29) < 1e-9);
  });

  for (const unknown of ['', '0.00', 'NA']) {
    test(`a capitalisation of "${unknown}" is unknown, not zero`, () => {
      const rows = read([row({ marketCap: unknown })]);
      assert.equal(rows.ok && rows.value[0]?.marketCap, null);
    });
  }

  test('classes, preferred stock and trailing spaces are written as the SEC writes them', () => {
    const symbols = ['BRK/B', 'ABR^D', 'ECC           '];
    const rows = read(symbols.map((symbol) => row({ symbol })));
    assert.deepEqual(rows.ok && rows.value.map(({ symbol }) => symbol), ['BRK-B', 'ABR-PD', 'ECC']);
  });

  test('classes of one company keep their own figures', () => {
    const rows = read([row({ symbol: 'BRK/A' }), row({ symbol: 'BRK/B' })]);
    assert.deepEqual(
      rows.ok && rows.value.map(({ marketCap }) => marketCap),
      [4_514_709_583_000, 4_514_709_583_000],
    );
  });

  test('a row that is there twice counts once; two that differ, not at all', () => {
    const rows = read([row(), row(), row({ symbol: 'KO' }), row({ symbol: 'KO', lastsale: '$1.00' })]);
    assert.deepEqual(rows.ok && rows.value.map(({ symbol }) => symbol), ['AAPL']);
  });

  test('a single unreadable price costs only its row', () => {
    const many = Array.from({ length: 20 }, (_, index) => row({ symbol: `A${index}` }));
    const rows = read([...many, row({ symbol: 'BAD', lastsale: '' })]);
    assert.equal(rows.ok && rows.value.length, 20);
  });

  const refused: Readonly<Record<string, string>> = {
    'a web page': '<!DOCTYPE html><html></html>',
    null: 'null',
    'an object': '{"message":"Not Found"}',
    'half a file': JSON.stringify([row(), row({ symbol: 'KO' })]).slice(0, -40),
    'a list of nulls': '[null]',
    'an empty list': '[]',
    'a renamed column': JSON.stringify([{ ...row(), lastsale: undefined, lastSale: '$1.00' }]),
    'numbers instead of text': JSON.stringify([row({ lastsale: 309.35 })]),
    'percentages in the place of prices': JSON.stringify([row({ lastsale: '-0.626%' })]),
    'most prices unreadable': JSON.stringify([row(), row({ symbol: 'KO', lastsale: 'N/A' })]),
  };
  for (const [what, text] of Object.entries(refused)) {
    test(`${what} is refused whole`, () => {
      const rows = parseListing(text, 'nasdaq_full_tickers.json');
      assert.equal(rows.ok, false);
      assert.equal(!rows.ok && rows.error.code, 'market_unexpected_content');
      assert.match(rows.ok ? '' : rows.error.message, /nasdaq_full_tickers\.json: .*No price/);
    });
  }
});
