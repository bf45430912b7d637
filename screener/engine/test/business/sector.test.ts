import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INDUSTRIES } from '@screener/engine/business/industries';
import { industryOf, sectorOf } from '@screener/engine/business/sector';
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

test('no code is in two industries', () => {
  const ranges = INDUSTRIES.flatMap((industry) =>
    industry.codes.map((codes) => {
      const [first = '', last = first] = codes.split('-');
      assert.match(first + last, /^\d{8}$/, codes);
      return { first, last };
    }),
  ).sort((a, b) => (a.first < b.first ? -1 : 1));
  for (const [index, { first }] of ranges.entries())
    assert.ok(index === 0 || (ranges[index - 1]?.last ?? '') < first, first);
});

test('a company is in the industry that a person looks for it in', () => {
  const expected = [
    ['0000080424', '2840', 'Household goods'],
    ['0000055785', '2670', 'Household goods'],
    ['0001141391', '7389', 'Banks, insurers and payments'],
    ['0001318605', '3711', 'Cars and their parts'],
    ['0000066740', '3841', 'Machinery and tools'],
    ['0000320193', '3571', 'Computers and parts'],
    ['0000804328', '3663', 'Chips'],
    ['0000000001', '7389', undefined],
    ['0000000001', null, undefined],
  ] as const;
  for (const [cik, sic, name] of expected)
    assert.equal(industryOf({ cik, sic })?.name, name, `${cik} ${sic}`);
});
