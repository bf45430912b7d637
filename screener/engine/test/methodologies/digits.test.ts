import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimalsBeside, rounded, roundedBeside } from '@screener/engine/methodologies/digits';
import { screenCompany, soundCompany } from '../support/make-facts.ts';

const BELOW = { threshold: 0.33, comparison: '<' } as const;
const UP_TO = { threshold: 0.3, comparison: '<=' } as const;

suite('digits of a quotient', () => {
  test('six significant ones, however small it is', () => {
    assert.equal(rounded(1 / 3), 0.333333);
    assert.equal(rounded(12_345_678.9), 12_345_700);
    assert.equal(rounded(0.000012345678), 0.0000123457);
    assert.equal(rounded(0), 0);
  });

  test('more where six would lie on the other side of the limit', () => {
    assert.equal(roundedBeside(BELOW, 0.32999999), 0.32999999);
    assert.equal(roundedBeside(BELOW, 0.329999), 0.329999);
    assert.equal(roundedBeside(UP_TO, 0.30000001), 0.30000001);
    assert.equal(roundedBeside(UP_TO, 0.3), 0.3);
    assert.equal(decimalsBeside({ threshold: 0.33333, comparison: '<' }, 0.33334), 3);
    assert.equal(decimalsBeside(UP_TO, 0.1), 1);
  });

  test('each check says how far it is from its limit, and an open one nothing', () => {
    const checks = (changes: Readonly<Record<string, number | null>>, differs = {}) =>
      screenCompany(soundCompany(changes), differs).methodologies.flatMap(
        (methodology) => methodology.checks,
      );
    const [debt] = checks({});
    // 200 of debt over 10,000 of market capitalisation, limit 30 %.
    assert.deepEqual([debt?.value, debt?.distance], [0.02, 0.28]);
    const failed = checks({ LongTermDebtNoncurrent: 300, OtherLiabilitiesNoncurrent: 0 }).filter(
      ({ status }) => status === 'fail',
    );
    // 340 of debt over 1,000 of assets, limits 33.333 % and 33.33 %.
    assert.deepEqual(
      failed.map(({ distance }) => distance),
      [-0.00667, -0.0067],
    );
    for (const check of checks({}, { quotes: [] })) {
      assert.equal(check.distance === null, check.status === 'unknown', check.ratio);
    }
  });

  test('all quotients of an answer have six significant digits', () => {
    const { ratios, ratio_info, purification, methodologies } = screenCompany(
      soundCompany({ Assets: 999, OtherAssetsNoncurrent: 99, Revenues: 1999 }),
    );
    const quotients = [
      ...Object.values(ratios),
      ...methodologies.flatMap(({ checks }) => checks.flatMap(({ value, low, high }) => [value, low, high])),
      purification.low_pct,
      purification.high_pct,
    ].filter((value) => value !== null);
    assert.ok(quotients.length > 30);
    for (const value of quotients) assert.equal(value, Number(value.toPrecision(6)));
    assert.deepEqual(Object.keys(ratio_info), Object.keys(ratios));
    assert.deepEqual(ratio_info.debt_to_market_cap, {
      label: 'debt over market capitalisation',
      unit: 'fraction',
      numerator: 'debt',
      denominator: 'market_cap',
    });
  });
});
