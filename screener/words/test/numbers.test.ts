import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Face, TEXT } from '@screener/words/face';
import {
  limitInWords,
  millions,
  money,
  moneyRange,
  percent,
  percentRange,
  perShare,
  perShareRange,
  precisePercent,
  priceRange,
} from '@screener/words/numbers';

const TERMINAL: Face = { ...TEXT, to: ' - ' };

describe('numbers', () => {
  test('money is readable at any size', () => {
    const cases: readonly (readonly [number, string])[] = [
      [379_297_000_000, '379.3 bn'],
      [3_813_817_838_480, '3.81 tn'],
      [999_960_000, '1.0 bn'],
      [999_000, '999,000'],
      [950_400_000, '950.4 m'],
      [9_413, '9,413'],
      [0, '0'],
      [12.5, '12.50'],
    ];
    for (const [value, text] of cases) {
      assert.equal(money(value, null), text);
      assert.equal(money(value, 'USD'), `$${text}`);
    }
    assert.equal(money(-18_100_000_000, 'EUR'), '−EUR 18.1 bn');
    assert.equal(money(-18_100_000_000, null, TEXT), '-18.1 bn');
  });

  test('a range of money names its currency once, and its unit once if both ends share it', () => {
    const cases: readonly (readonly [number, number | null, string, string])[] = [
      [90.5e9, 99.9e9, '$90.5–99.9 bn', '90.5 - 99.9 bn'],
      [950.4e6, 1.2e9, '$950.4 m – 1.2 bn', '950.4 m - 1.2 bn'],
      [0, 11.6e9, '$0–11.6 bn', 'at most 11.6 bn'],
      [90.5e9, null, 'at least $90.5 bn', 'at least 90.5 bn'],
      [0, null, 'not known', 'not known'],
      [45.31e9, 45.34e9, '$45.3 bn', '45.3 bn'],
      [100, 2000, '$100–2,000', '100 - 2,000'],
      [-2e9, 3e9, '−$2.0 bn–$3.0 bn', '-2.0 bn - 3.0 bn'],
    ];
    for (const [low, high, page, terminal] of cases) {
      assert.equal(moneyRange(low, high, 'USD'), page);
      assert.equal(moneyRange(low, high, null, TERMINAL), terminal);
    }
  });

  test('a ratio is a percentage or an interval of percentages', () => {
    const cases: readonly (readonly [number, number | null, string, string])[] = [
      [0.2386, 0.2634, '23.86–26.34%', '23.9 - 26.3 %'],
      [0.176, 0.176, '17.60%', '17.6 %'],
      [0, 0.0266, '0–2.66%', 'at most 2.7 %'],
      [0, 0, '0.00%', '0.0 %'],
      [0.147, null, 'at least 14.70%', 'at least 14.7 %'],
      [0, null, 'not known', 'not known'],
      [12.5, 31.525, '1,250.00–3,152.50%', '1,250.0 - 3,152.5 %'],
      [-0.0024, -0.0024, '−0.24%', '-0.2 %'],
    ];
    for (const [low, high, page, terminal] of cases) {
      assert.equal(percentRange(low, high), page);
      assert.equal(percentRange(low, high, TERMINAL, 1), terminal);
    }
    assert.equal(percent(0.26344), '26.34%');
    assert.equal(precisePercent(0.263412), '26.3412 %');
  });

  test('limits are written as their sources give them', () => {
    assert.equal(limitInWords({ threshold: 0.33333, comparison: '<' }), '< 33.333%');
    assert.equal(limitInWords({ threshold: 0.3, comparison: '<=' }), '≤ 30%');
    assert.equal(limitInWords({ threshold: 0.07, comparison: '<=' }, TEXT), '<= 7 %');
  });

  test('what to give away for one share', () => {
    for (const [amount, currency, words] of [
      [0.79, 'USD', '$0.79 a share'],
      [0.09577, 'USD', '$0.0958 a share'],
      [0.1, 'EUR', 'EUR 0.10 a share'],
      [0.00004, 'USD', 'under $0.0001 a share'],
      [0, 'USD', '$0.00 a share'],
    ] as const) {
      assert.equal(perShare(amount, currency), words);
    }
    assert.equal(perShareRange(0, 0.5608, 'USD', TEXT), 'at most $0.5608 a share');
    assert.equal(perShareRange(0.4, 0.5608, 'USD'), '$0.40–$0.5608 a share');
    assert.equal(priceRange(130.251, 142.67, 'USD'), '$130.25–142.67');
    assert.equal(priceRange(0, 22.5, 'USD'), '$0–22.50');
    assert.equal(priceRange(16.571, 16.574, 'USD'), '$16.57');
  });

  test('amounts below zero have a minus', () => assert.equal(millions(-3_557_100_000), '−3,557.1'));
});
