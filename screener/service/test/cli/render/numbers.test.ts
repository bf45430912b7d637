import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  limitText,
  money,
  moneyRange,
  percent,
  percentRange,
  perShare,
} from '../../../src/cli/render/numbers.ts';
import { glyphsOf } from '../../../src/cli/render/terminal.ts';
import { PLAIN } from '../golden.ts';

const GLYPHS = glyphsOf(PLAIN);

test('money is readable at any size', () => {
  const cases: readonly (readonly [number, string])[] = [
    [379_297_000_000, '379.3 bn'],
    [3_813_817_838_480, '3,813.8 bn'],
    [12_345_000_000_000, '12.3 tn'],
    [43_200_000, '43.2 m'],
    [999_960_000, '1.0 bn'],
    [999_000, '999,000'],
    [950_400_000, '950.4 m'],
    [9_413, '9,413'],
    [0, '0'],
    [-18_100_000_000, '-18.1 bn'],
    [12.5, '12.50'],
  ];
  for (const [value, text] of cases) assert.equal(money(value), text);
});

test('a range of money names its unit once if both ends share it', () => {
  const cases: readonly (readonly [number, number | null, string])[] = [
    [90.5e9, 99.9e9, '90.5 - 99.9 bn'],
    [950.4e6, 1.2e9, '950.4 m - 1.2 bn'],
    [0, 11.6e9, 'up to 11.6 bn'],
    [90.5e9, null, '90.5 bn or more'],
    [0, null, 'not known'],
    [45.31e9, 45.34e9, '45.3 bn'],
    [100, 2000, '100 - 2,000'],
  ];
  for (const [low, high, text] of cases) assert.equal(moneyRange(low, high, GLYPHS), text);
});

test('a ratio is a percentage or an interval of percentages', () => {
  const cases: readonly (readonly [number, number | null, string])[] = [
    [0.2386, 0.2634, '23.9 - 26.3 %'],
    [0.176, 0.176, '17.6 %'],
    [0, 0.0266, 'up to 2.7 %'],
    [0, 0, '0.0 %'],
    [0.147, null, '14.7 % or more'],
    [0, null, 'not known'],
    [12.5, 31.525, '1,250.0 - 3,152.5 %'],
  ];
  for (const [low, high, text] of cases) assert.equal(percentRange(low, high, GLYPHS), text);
  assert.equal(percent(0.26344), '26.3 %');
});

test('a ratio close to its limit is printed on its own side of it', () => {
  const limit = { threshold: 0.33333, comparison: '<' } as const;
  assert.equal(percentRange(0.3334, 0.3334, GLYPHS, limit), '33.34 %');
  assert.equal(percentRange(0.33332, 0.33332, GLYPHS, limit), '33.3 %');
  assert.equal(percentRange(0.3, 0.3004, GLYPHS, { threshold: 0.3, comparison: '<=' }), '30.00 - 30.04 %');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom(0.05, 0.3, 0.3333, 0.33333, 0.49, 0.7),
      fc.constantFrom('<' as const, '<=' as const),
      (thousandths, threshold, comparison) => {
        const value = thousandths / 100_000;
        const printed = Number.parseFloat(
          percentRange(value, value, GLYPHS, { threshold, comparison }).replaceAll(/up to |,/g, ''),
        );
        const isInside = (ratio: number, limit: number) =>
          comparison === '<' ? ratio < limit : ratio <= limit;
        assert.equal(isInside(printed, Number((100 * threshold).toFixed(3))), isInside(value, threshold));
      },
    ),
  );
});

test('limits are printed as their sources give them', () => {
  assert.equal(limitText({ threshold: 0.33333, comparison: '<' }, GLYPHS), '< 33.333 %');
  assert.equal(limitText({ threshold: 0.3, comparison: '<=' }, GLYPHS), '<= 30 %');
  assert.equal(limitText({ threshold: 0.07, comparison: '<=' }, { ...GLYPHS, atMost: '≤' }), '≤ 7 %');
});

test('an amount per share keeps three significant digits, and cents', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0.78901, '0.789'],
    [12.3456, '12.35'],
    [0.000424, '0.000424'],
    [1, '1.00'],
    [0, '0'],
  ];
  for (const [value, text] of cases) assert.equal(perShare(value), text);
});
