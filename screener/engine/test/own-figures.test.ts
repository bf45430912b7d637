import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { classifyBusiness } from '@screener/engine/business/classify';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { judgeOwnFigures, OWN_FIGURES, type OwnFigures } from '@screener/engine/own-figures';

const CARS = classifyBusiness({
  cik: '0001318605',
  symbol: 'TSLA',
  name: 'Tesla',
  exchange: null,
  sic: '3711',
  sicDescription: null,
  sicSource: 'test',
});
const judge = (figures: OwnFigures) => judgeOwnFigures(CARS, RULE_SETS.current, figures);

/** In millions, of a company without much debt. */
const SOUND = {
  cash: 100,
  current_securities: 50,
  noncurrent_securities: 20,
  receivables: 100,
  total_assets: 1000,
  debt: 100,
  revenue: 1000,
  interest_income: 10,
  market_cap: 5000,
} satisfies OwnFigures;

suite('figures that a reader enters', () => {
  test('are compared with the limits of each methodology', () => {
    assert.equal(judge(SOUND).compliance, 'compliant');
    assert.equal(judge({ ...SOUND, debt: 900, market_cap: 1000 }).compliance, 'non_compliant');
    // Above 5 %: AAOIFI and FTSE fail.
    assert.equal(judge({ ...SOUND, interest_income: 60 }).compliance, 'questionable');
  });

  test('none of them entered decides nothing', () => {
    const { compliance, possible } = judge({});
    assert.equal(compliance, 'not_screenable');
    assert.deepEqual(possible, ['compliant', 'questionable', 'non_compliant']);
  });

  test('a figure that is left out rules nothing out and passes nothing', () => {
    const wholes = [SOUND, { ...SOUND, interest_income: 60 }, { ...SOUND, debt: 900, market_cap: 1000 }];
    for (const whole of wholes) {
      const before = judge(whole);
      for (const name of OWN_FIGURES) {
        const { [name]: _, ...rest } = whole;
        const after = judge(rest);
        assert.deepEqual(
          before.possible.filter((verdict) => !after.possible.includes(verdict)),
          [],
          name,
        );
        const passed = ({ methodologies }: typeof after) =>
          methodologies.flatMap(({ checks }) => checks.map(({ status }) => status === 'pass'));
        const then = passed(before);
        assert.ok(
          passed(after).every((isPass, at) => !isPass || then[at] === true),
          name,
        );
      }
    }
  });
});
