import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';

/** Methodology, numerator over denominator, comparison and limit, as the standards state them. */
const CURRENT = [
  'aaoifi debt/market_cap <= 0.3',
  'aaoifi cash_and_all_securities/market_cap <= 0.3',
  'aaoifi interest_income/revenue <= 0.05',
  'djim debt/market_cap < 0.33',
  'ftse debt/total_assets < 0.33333',
  'ftse cash_and_current_securities/total_assets < 0.33333',
  'ftse receivables_and_cash/total_assets < 0.5',
  'ftse interest_income/revenue <= 0.05',
  'msci debt/total_assets <= 0.3333',
  'msci cash_and_current_securities/total_assets <= 0.3333',
  'msci receivables_and_cash/total_assets <= 0.7',
  'sp debt/market_cap < 0.33',
];

const CLASSIC = [
  ...CURRENT.filter((rule) => !/^(djim|sp|msci receivables)/.test(rule)),
  'djim debt/market_cap < 0.33',
  'djim cash_and_all_securities/market_cap < 0.33',
  'djim receivables/market_cap < 0.33',
  'msci receivables_and_cash/total_assets <= 0.3333',
  'sp debt/market_cap < 0.33',
  'sp cash_and_all_securities/market_cap < 0.33',
  'sp receivables/market_cap < 0.49',
];

function rulesOf(id: 'current' | 'classic'): string[] {
  return RULE_SETS[id].methodologies.flatMap((methodology) =>
    methodology.checks.map(
      ({ numerator, denominator, comparison, threshold }) =>
        `${methodology.id} ${numerator}/${denominator} ${comparison} ${threshold}`,
    ),
  );
}

suite('rule sets', () => {
  test('the limits are those of the standards', () => {
    assert.deepEqual(rulesOf('current').sort(), [...CURRENT].sort());
    assert.deepEqual(rulesOf('classic').sort(), [...CLASSIC].sort());
  });

  test('each has every methodology in one of its editions, including the document’s five', () => {
    assert.deepEqual([...RULE_SET_IDS].sort(), ['classic', 'current']);
    for (const id of RULE_SET_IDS) {
      const ids = RULE_SETS[id].methodologies.map((methodology) => methodology.id);
      assert.deepEqual(ids, [...new Set(METHODOLOGIES.map(({ current }) => current.id))]);
      for (const known of ['aaoifi', 'djim', 'ftse', 'msci', 'sp']) assert.ok(ids.includes(known), known);
    }
  });

  test('each states the average that it specifies', () => {
    for (const id of RULE_SET_IDS) {
      const averaged = RULE_SETS[id].methodologies.filter((one) => one.averageMonths !== null);
      const months = averaged.map((one) => [one.id, one.averageMonths]);
      assert.deepEqual(Object.fromEntries(months), { djim: 24, sp: 36 });
    }
  });

  test('each check names its source, and each methodology its edition', () => {
    for (const methodology of RULE_SET_IDS.flatMap((id) => RULE_SETS[id].methodologies)) {
      assert.notEqual(methodology.edition, '');
      const names = methodology.checks.map(({ ratio }) => ratio);
      assert.equal(new Set(names).size, names.length, `${methodology.id} names a ratio twice`);
      for (const { source } of methodology.checks) assert.ok(source.length > 20, methodology.id);
    }
  });
});
