import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { addMonths } from '@common/base/calendar';
import { readSymbols } from '@screener/sources/snapshot/symbols';
import { makeHolding, makeReport } from '../../../engine/test/funds/make-fund.ts';
import { companyOf, formerListings } from '../../src/search/former-listings.ts';
import { indexNumbers, securityNumbers } from '../../src/search/security-numbers.ts';

const NAMES = new URL('../../../data/names/former.tsv', import.meta.url);
const SNAPSHOT = new URL('../../../data/snapshot', import.meta.url).pathname;

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

  test('of two classes of one company lead to each, by ticker or by the title of the security', () => {
    const listing = (symbol: string, cik: string, name: string) => ({ symbol, cik, name });
    const listings = [
      listing('GOOG', '1', 'Alphabet Inc.'),
      listing('GOOGL', '1', 'Alphabet Inc.'),
      listing('BRK-A', '2', 'Berkshire Hathaway Inc'),
      listing('BRK-B', '2', 'Berkshire Hathaway Inc'),
      listing('FOX', '3', 'Fox Corp'),
      listing('FOXA', '3', 'Fox Corp'),
    ];
    const held = (name: string, cusip: string, differs: { title?: string; ticker?: string } = {}) =>
      makeHolding({ name, title: name, cusip, ...differs });
    const report = makeReport([
      held('Alphabet Inc.', '02079K107', { title: 'ALPHABET INC-C' }),
      held('Alphabet Inc.', '02079K305', { title: 'ALPHABET INC-A' }),
      held('Berkshire Hathaway Inc', '084670702', { title: 'BERKSHIRE HATH-B' }),
      held('Fox Corp', '35137L105', { title: 'FOX CORP - A' }),
      held('Fox Corp', '35137L204', { title: 'FOX CORP - B' }),
    ]);
    const withTickers = makeReport([
      held('Alphabet Inc.', '02079K107', { ticker: 'GOOG' }),
      held('Alphabet Inc.', '02079K305', { ticker: 'GOOGL' }),
    ]);
    assert.deepEqual(
      securityNumbers([report, withTickers], listings).map(({ number, symbol }) => `${number} ${symbol}`),
      ['02079K107 GOOG', '02079K305 GOOGL', '084670702 BRK-B', '35137L105 FOXA', '35137L204 FOX'],
    );
  });
});

describe('what is written down of former listings', () => {
  const [, ...lines] = readFileSync(NAMES, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => {
    const [symbol = '', names = '', fate = '', , successor = '', month = '', source = ''] = line.split('\t');
    return { symbol, names, fate, successor, month, source };
  });

  test('agrees with the exchanges’ listing on when it ended, or has another date of its own', async () => {
    const former = new Map((await readSymbols(SNAPSHOT)).former.map((row) => [row.symbol, row]));
    const differ = rows.filter(({ symbol, fate, month }) => {
      const last = former.get(symbol)?.lastListed ?? null;
      // A company goes bankrupt months before its listing ends, or while it is suspended.
      if (last === null || fate === 'bankrupt') return false;
      return month < last.slice(0, 7) || `${month}-01` > addMonths(last, 2);
    });
    // VIAC became PARA in 2022, which merged in 2025; YNDX was halted for two years.
    assert.deepEqual(
      differ.map(({ symbol }) => symbol),
      ['VIAC', 'YNDX'],
    );
  });

  test('names the filer that had the ticker, and where to read it', async () => {
    const former = new Map((await readSymbols(SNAPSHOT)).former.map((row) => [row.symbol, row]));
    for (const { symbol, source } of rows) {
      const [, cik = null] = /[?&]CIK=(\d{10})&type=(?:25|8-K)$/.exec(source) ?? [];
      assert.ok(cik !== null || source === 'https://www.fdic.gov/bank-failures/failed-bank-list', symbol);
      const known = former.get(symbol)?.cik ?? null;
      if (known !== null && cik !== null) assert.equal(cik, known, symbol);
    }
  });
});
