import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectorOf } from '@screener/engine/business/sector';
import { SECTOR_CODES, SECTORS } from '@screener/engine/business/sector-table';
import { LARGEST_COMPANIES } from './largest-companies.ts';

const wrong = (sectorFor: (row: (typeof LARGEST_COMPANIES)[number]) => string | null) =>
  LARGEST_COMPANIES.filter((row) => !row[4].split('|').includes(sectorFor(row) ?? 'none')).map(
    ([symbol]) => symbol,
  );

test('the sector of the largest companies is what a person calls it, where the listing often is not', () => {
  assert.deepEqual(
    wrong(([, cik, sic, sector]) => sectorOf({ cik, sic, sector })?.sector ?? null),
    [],
  );
  assert.ok(wrong(([, , , sector]) => sector).length >= 20);
});

test('the codes alone are right more often than the listing', () => {
  const byCode = wrong(([, , sic, sector]) => sectorOf({ cik: '', sic, sector })?.sector ?? null);
  assert.ok(byCode.length <= 8, byCode.join(' '));
});

test('the source of a sector is told: a company of our list, the code, the listing', () => {
  const told = (cik: string, sic: string | null, sector: string | null) => sectorOf({ cik, sic, sector });
  assert.deepEqual(told('0001141391', '7389', 'Consumer Discretionary'), {
    sector: 'Finance',
    source: 'company',
  });
  assert.deepEqual(told('1', '2840', 'Consumer Discretionary'), {
    sector: 'Consumer Staples',
    source: 'sic',
  });
  assert.deepEqual(told('1', '7389', 'Miscellaneous'), { sector: 'Miscellaneous', source: 'listing' });
  assert.equal(told('1', null, null), null);
});

test('no code is in two sectors', () => {
  const ranges = SECTORS.flatMap((sector) =>
    SECTOR_CODES[sector].map((codes) => {
      const [first = '', last = first] = codes.split('-');
      assert.match(first + last, /^\d{8}$/, codes);
      return { first, last };
    }),
  ).sort((a, b) => (a.first < b.first ? -1 : 1));
  for (const [index, { first }] of ranges.entries())
    assert.ok(index === 0 || (ranges[index - 1]?.last ?? '') < first, first);
});
