import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ListingIndex,
  type ListingRef,
  learnedIds,
  resolveHolding,
} from '@screener/engine/funds/resolve-holding';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { makeHolding } from './make-fund.ts';

const APPLE = { symbol: 'AAPL', cik: '0000320193', name: 'Apple Inc.' };
const BERKSHIRE_A = { symbol: 'BRK-A', cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC' };
const BERKSHIRE_B = { ...BERKSHIRE_A, symbol: 'BRK-B' };
const SANTANDER = { symbol: 'SAN', cik: '0000891478', name: 'Banco Santander, S.A.' };
const TWINS = [
  { symbol: 'TWNA', cik: '0000000001', name: 'Twin Corp' },
  { symbol: 'TWNB', cik: '0000000002', name: 'TWIN CORP' },
];

function indexOf(
  listings: readonly ListingRef[],
  numbers: Readonly<Record<string, readonly ListingRef[]>> = {},
): ListingIndex {
  return {
    ofTicker: (symbol) => listings.find((listing) => listing.symbol === symbol) ?? null,
    ofIdentifier: (value) => numbers[value] ?? [],
    ofName: (name) => listings.filter((listing) => normaliseName(listing.name) === name),
    nameOf: ({ name }) => normaliseName(name),
  };
}

const INDEX = indexOf([APPLE, BERKSHIRE_A, BERKSHIRE_B, SANTANDER, ...TWINS], {
  US0378331005: [APPLE],
  '037833100': [APPLE],
  '594918104': TWINS,
});
const resolve = (changes: Parameters<typeof makeHolding>[0], index = INDEX) => {
  const found = resolveHolding(makeHolding({ name: 'No such name', title: null, ...changes }), index);
  return found.method === null ? found.reason : `${found.method} ${found.matched} -> ${found.listing.symbol}`;
};

test('the rungs of the ladder, in order', () => {
  const all = { ticker: 'AAPL', isin: 'US0378331005', cusip: '037833100', name: 'Apple Inc' };
  assert.equal(resolve(all), 'ticker AAPL -> AAPL');
  assert.equal(resolve({ ...all, ticker: null }), 'isin US0378331005 -> AAPL');
  assert.equal(resolve({ ...all, ticker: null, isin: null }), 'cusip 037833100 -> AAPL');
  assert.equal(resolve({ name: 'Apple Inc' }), 'name apple inc -> AAPL');
  // The CUSIP inside the ISIN, where the ISIN itself is not known.
  const byCusip = indexOf([APPLE], { '037833100': [APPLE] });
  assert.equal(resolve({ isin: 'US0378331005' }, byCusip), 'isin 037833100 -> AAPL');
  assert.match(resolve({}), /no identifier and no exact name/);
  assert.match(resolve({ name: null }), /no usable identifier and no name/);
});

test('a ticker of another country’s exchange is not believed', () => {
  // Sanofi trades as SAN in Paris.
  const sanofi = { ticker: 'SAN', isin: 'FR0000120578', name: 'Sanofi SA' };
  assert.match(resolve({ ...sanofi, currency: 'EUR' }), /no identifier/);
  assert.match(resolve({ ...sanofi, currency: 'USD' }), /no identifier/);
  // The name points to the same company.
  const santander = { ticker: 'SAN', isin: 'ES0113900J37', name: 'Banco Santander SA', currency: 'EUR' };
  assert.equal(resolve(santander), 'ticker SAN -> SAN');
});

test('a dropped class separator is restored where the name agrees', () => {
  assert.equal(resolve({ ticker: 'BRKB', name: 'Berkshire Hathaway Inc' }), 'ticker BRK-B -> BRK-B');
  assert.match(resolve({ ticker: 'BRKB', name: 'Another Corp' }), /no identifier/);
  assert.equal(resolve({ ticker: 'BRK.B', name: 'Another', cusip: '084670702' }), 'ticker BRK-B -> BRK-B');
});

test('a ticker without a US number is believed where the name agrees, and nowhere else', () => {
  assert.equal(resolve({ ticker: 'AAPL', name: 'Apple Inc' }), 'ticker AAPL -> AAPL');
  for (const number of [{}, { cusip: 'N/A' }, { cusip: 'G0000A101' }, { isin: 'CNE100000296' }]) {
    assert.match(resolve({ ticker: 'AAPL', name: 'BYD Co Ltd', ...number }), /no identifier/);
  }
  assert.equal(resolve({ ticker: 'AAPL', name: 'BYD Co Ltd', isin: 'US0378331005' }), 'ticker AAPL -> AAPL');
});

test('a US CUSIP counts where a foreign ISIN stands beside it, but a Canadian one does not', () => {
  // As SPUS filed it for 2024-11-30: Schlumberger is of Curaçao, and trades in New York.
  const slb = { symbol: 'SLB', cik: '0000087347', name: 'SLB LIMITED/NV' };
  const filed = { ticker: 'SLB', isin: 'AN8068571086', cusip: '806857108', name: 'Schlumberger NV' };
  const index = indexOf([slb]);
  assert.equal(resolve(filed, index), 'ticker SLB -> SLB');
  assert.match(resolve({ ...filed, currency: 'EUR' }, index), /no identifier/);
  // A number of another country (CINS), and one whose check digit is wrong.
  assert.match(resolve({ ...filed, cusip: 'N53745100' }, index), /no identifier/);
  assert.match(resolve({ ...filed, cusip: '806857109' }, index), /no identifier/);
  // Royal Bank of Canada: the CUSIP inside its ISIN is Canada's own.
  const canadian = { ...filed, isin: 'CA7800871021', cusip: '780087102' };
  assert.match(resolve(canadian, index), /no identifier/);
});

test('an identifier of two companies resolves to neither, and two classes of one company are one', () => {
  assert.match(resolve({ name: 'Twin Corp.' }), /several filers/);
  assert.match(resolve({ cusip: '594918104' }), /no identifier/);
  assert.equal(resolve({ name: 'Berkshire Hathaway, Inc.' }), 'name berkshire hathaway inc -> BRK-A');
});

test('a report teaches the ISINs and CUSIPs of its own tickers', () => {
  const holdings = [
    makeHolding({ ticker: 'AAPL', isin: 'US0378331005', cusip: '037833100' }),
    makeHolding({ isin: 'US5949181045', name: 'Apple Inc' }),
    makeHolding({ ticker: 'BRK/B', isin: 'N/A', cusip: '000000000' }),
  ];
  const learned = learnedIds(
    holdings,
    holdings.map((holding) => resolveHolding(holding, INDEX)),
  );
  assert.deepEqual(learned, [
    { value: 'US0378331005', symbol: 'AAPL' },
    { value: '037833100', symbol: 'AAPL' },
  ]);
});
