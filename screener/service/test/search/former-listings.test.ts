import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { companyOf, formerListings } from '../../src/search/former-listings.ts';
import { indexNumbers } from '../../src/search/security-numbers.ts';

const row = (symbol: string, cik: string, name = symbol) => ({ symbol, cik, name, exchange: 'NYSE' });
const span = (symbol: string, name: string, last: string, first = '2021-02-26') => ({
  symbol,
  name,
  first,
  last,
});

describe('former listings', () => {
  const found = formerListings({
    spans: [
      span('FB', 'Meta Platforms Inc. Class A Common Stock', '2022-05-31'),
      span('META', 'Meta Platforms Inc. Class A Common Stock', '2026-08-21', '2022-06-30'),
      span('FLT', 'FleetCor Technologies Inc. Common Stock', '2024-02-29'),
      span('CPAY', 'Corpay Inc. Common Stock', '2026-08-21', '2024-03-28'),
      span('ANTM', 'Anthem Inc. Common Stock', '2022-05-31'),
      span('ELV', 'Elevance Health Inc. Common Stock', '2026-08-21', '2022-06-30'),
      span('TWTR', 'Twitter Inc. Common Stock', '2022-09-30'),
      // Another company took the name years later.
      span('OLD', 'Same Name Inc. Common Stock', '2021-06-30'),
      span('NEW', 'Same Name Inc. Common Stock', '2026-08-21', '2025-01-31'),
      span('FLT-P', 'FleetCor Technologies Inc. 5 % Preferred Stock', '2024-02-29'),
      span('FLTW', 'FleetCor Technologies Inc. Warrant', '2024-02-29'),
      span('OTCQ', 'Traded Elsewhere Inc. Common Stock', '2023-01-31'),
    ],
    lists: [
      [row('META', '1'), row('CPAY', '2'), row('ELV', '3'), row('OTCQ', '5')],
      [row('META', '1'), row('FLT', '2', 'FLEETCOR TECHNOLOGIES INC'), row('ELV', '3')],
    ],
    formerNames: [{ name: 'Anthem, Inc.', cik: '3' }],
  });

  test('the same shares under a new ticker: by the security’s name, the filer, or a former name', () => {
    assert.deepEqual(
      found.map(({ symbol, renamedTo }) => [symbol, renamedTo]),
      [
        ['FB', 'META'],
        ['FLT', 'CPAY'],
        ['ANTM', 'ELV'],
        ['TWTR', null],
        ['OLD', null],
      ],
    );
    assert.equal(found[1]?.name, 'FLEETCOR TECHNOLOGIES INC');
    assert.equal(found[3]?.lastListed, '2022-09-30');
  });

  test('the company’s name in that of a security', () => {
    assert.equal(companyOf('DiDi Global Inc. American Depositary Shares (each four …)'), 'DiDi Global Inc.');
    assert.equal(companyOf('Common Stock'), 'Common Stock');
  });
});

describe('numbers of securities', () => {
  const { symbolOf } = indexNumbers([
    { number: '037833100', symbol: 'AAPL' },
    { number: 'IE00B4BNMY34', symbol: 'ACN' },
  ]);

  test('by ISIN, CUSIP, and another security of the same issuer', () => {
    for (const typed of ['US0378331005', 'us0378331005', '037833100', 'US037833AK68']) {
      assert.equal(symbolOf(typed), 'AAPL', typed);
    }
    assert.equal(symbolOf('IE00B4BNMY34'), 'ACN');
    // The check digit is wrong.
    assert.equal(symbolOf('US0378331006'), null);
    assert.equal(symbolOf('AAPL'), null);
  });
});
