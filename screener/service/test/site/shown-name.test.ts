import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shownIndustry, shownName } from '../../src/site/shown-name.ts';

describe('a name as pages write it', () => {
  for (const [filed, shown] of [
    ['Apple Inc.', 'Apple Inc.'],
    ['APPLE INC.', 'Apple Inc.'],
    ['PROCTER & GAMBLE Co', 'Procter & Gamble Co'],
    ['BANK OF AMERICA CORP /DE/', 'Bank of America Corp'],
    ['APPLIED MATERIALS INC /DE', 'Applied Materials Inc'],
    ['AGILITI, INC. \\DE', 'Agiliti, Inc.'],
    ['AIB Group plc/ADR', 'AIB Group plc'],
    ['AMAZON COM INC', 'Amazon.com Inc'],
    ['JPMORGAN CHASE & CO', 'JPMorgan Chase & Co'],
    ['NVIDIA CORP', 'NVIDIA Corp'],
    ['CSX CORP', 'CSX Corp'],
    ['AT&T INC.', 'AT&T Inc.'],
    ['SPDR S&P 500 ETF TRUST', 'SPDR S&P 500 ETF Trust'],
    ["O'REILLY AUTOMOTIVE INC", "O'Reilly Automotive Inc"],
    ["KOHL'S Corp", "Kohl's Corp"],
    ['COLUMBUS MCKINNON CORP', 'Columbus McKinnon Corp'],
    ['1ST SOURCE CORP', '1st Source Corp'],
    ['U.S. SILICA HOLDINGS, INC.', 'U.S. Silica Holdings, Inc.'],
    ['AEI INCOME & GROWTH FUND XXIII LTD PARTNERSHIP', 'AEI Income & Growth Fund XXIII Ltd Partnership'],
    ['Sp Funds S&p 500 Sharia Industry Exclusions ETF', 'SP Funds S&P 500 Sharia Industry Exclusions ETF'],
    ['', ''],
  ] as const) {
    test(`${filed} is ${shown}`, () => assert.equal(shownName(filed), shown));
  }
});

describe('a line of business as pages write it', () => {
  for (const [listed, shown] of [
    ['NATIONAL COMMERCIAL BANKS', 'National Commercial Banks'],
    ['Electronic Computers', 'Electronic Computers'],
    ['Services-Prepackaged Software', 'Services: Prepackaged Software'],
    ['RETAIL-EATING PLACES', 'Retail: Eating Places'],
  ] as const) {
    test(`${listed} is ${shown}`, () => assert.equal(shownIndustry(listed), shown));
  }
});
