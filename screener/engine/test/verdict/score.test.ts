import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { between, exactly } from '@screener/engine/amounts/amount';
import type { BusinessStatus } from '@screener/engine/business/classify';
import { type CheckResult, combine, evaluateCheck } from '@screener/engine/methodologies/check';
import type { RatioCheck } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { SCORE_CAPS, SCORE_COMPONENTS, scoreComponents, totalScore } from '@screener/engine/verdict/score';
import { possibleVerdicts, verdictOf } from '@screener/engine/verdict/verdict';
import fc from 'fast-check';

const BUSINESSES = ['pass', 'review', 'unknown', 'fail'] as const;

function result(check: Partial<RatioCheck>, low: number, high: number | null): CheckResult {
  const full: RatioCheck = {
    ratio: 'r',
    numerator: 'debt',
    denominator: 'total_assets',
    threshold: 0.3,
    comparison: '<=',
    source: 's',
    confidence: 'high',
    ...check,
  };
  const numerator = between(
    { value: low, from: 'f1' },
    high === null ? null : { value: high, from: 'f2' },
    [],
  );
  return evaluateCheck(full, numerator, exactly({ value: 1, from: 'f3' }, 'reported'));
}

suite('components', () => {
  test('the maxima add up to 100, and the published table names the same components', () => {
    const components = scoreComponents('pass', []);
    assert.equal(
      SCORE_COMPONENTS.reduce((total, { max }) => total + max, 0),
      100,
    );
    assert.deepEqual(
      Object.entries(components).map(([name, { max }]) => [name, max]),
      SCORE_COMPONENTS.map(({ name, max }) => [name, max]),
    );
  });

  test('a check earns half by passing and the rest by headroom; the worst check counts', () => {
    const debt = (...checks: CheckResult[]) => scoreComponents('pass', checks).debt?.score;
    assert.equal(debt(result({}, 0, 0)), 25);
    assert.equal(debt(result({}, 0.15, 0.15)), 18.8, '25 x (0.5 + 0.5 x 0.5), to one decimal');
    assert.equal(debt(result({}, 0.3, 0.3)), 12.5, 'at the limit');
    assert.equal(debt(result({}, 0, 0.31)), 0, 'an open check earns nothing');
    assert.equal(debt(result({}, 0.31, 0.31)), 0);
    assert.equal(debt(result({}, 0, 0), result({}, 0.3, 0.3)), 12.5);
  });

  test('each numerator counts in its own component', () => {
    const zeroFor = (numerator: RatioCheck['numerator']) => {
      const components = scoreComponents('pass', [result({ numerator }, 1, 1)]);
      const fields = ['debt', 'cash_and_interest_bearing', 'receivables', 'prohibited_income'];
      return fields.filter((name) => components[name]?.score === 0);
    };
    assert.deepEqual(zeroFor('debt'), ['debt']);
    assert.deepEqual(zeroFor('cash_and_current_securities'), ['cash_and_interest_bearing']);
    assert.deepEqual(zeroFor('cash_and_all_securities'), ['cash_and_interest_bearing']);
    assert.deepEqual(zeroFor('receivables'), ['receivables']);
    assert.deepEqual(zeroFor('receivables_and_cash'), ['receivables']);
    assert.deepEqual(zeroFor('interest_income'), ['prohibited_income']);
  });

  test('data quality is the average tightness of all checks', () => {
    const quality = (...checks: CheckResult[]) => scoreComponents('pass', checks).data_quality?.score;
    assert.equal(quality(result({}, 0.1, 0.1)), 10);
    assert.equal(quality(result({}, 0.1, 0.25)), 5);
    assert.equal(quality(result({}, 0.1, 0.9)), 0);
    assert.equal(quality(result({}, 0.1, null)), 0);
    assert.equal(quality(result({}, 0.1, 0.1), result({}, 0.1, null)), 5);
    assert.equal(quality(), 0);
  });

  test('the business earns 20, 10 or nothing', () => {
    const scores = BUSINESSES.map((business) => scoreComponents(business, []).business_activity?.score);
    assert.deepEqual(scores, [20, 10, 0, 0]);
  });
});

suite('the score', () => {
  const perfect = scoreComponents('pass', [result({}, 0, 0)]);

  test('is capped by its verdict', () => {
    assert.equal(totalScore(perfect, 'compliant'), 100);
    assert.equal(totalScore(perfect, 'questionable'), 69);
    assert.equal(totalScore(perfect, 'non_compliant'), 39);
    assert.equal(totalScore(perfect, 'not_screenable'), 0);
    assert.ok(SCORE_CAPS.compliant > SCORE_CAPS.questionable);
    assert.ok(SCORE_CAPS.questionable > SCORE_CAPS.non_compliant);
  });

  test('has one decimal, without binary residue', () => {
    const components = { a: { score: 0.1, max: 1 }, b: { score: 0.2, max: 1 } };
    assert.equal(totalScore(components, 'compliant'), 0.3);
  });

  test('with five passing methodologies is at least what passing earns', () => {
    const atLimit = RULE_SETS.current.methodologies.flatMap(({ checks }) =>
      checks.map((check) =>
        result(check, check.comparison === '<' ? 0 : check.threshold, check.threshold * 0.999),
      ),
    );
    const score = totalScore(scoreComponents('pass', atLimit), 'compliant');
    assert.ok(score >= 20 + 35, `${score}`);
  });

  const ratio = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
  const checkIntervals = fc.array(
    fc.record({
      low: ratio,
      width: ratio,
      less: ratio,
      more: ratio,
      open: fc.boolean(),
      opens: fc.boolean(),
    }),
    { minLength: 12, maxLength: 12 },
  );

  test('never rises as intervals widen, and always lies between 0 and 100', () => {
    fc.assert(
      fc.property(checkIntervals, fc.constantFrom(...BUSINESSES), (intervals, business) => {
        const narrow = scoreOf(business, (place) => {
          const { low = 0, width = 0, open = false } = intervals[place] ?? {};
          return [low, open ? null : low + width];
        });
        const wide = scoreOf(business, (place) => {
          const {
            low = 0,
            width = 0,
            less = 0,
            more = 0,
            open = false,
            opens = false,
          } = intervals[place] ?? {};
          return [Math.max(0, low - less), open || opens ? null : low + width + more];
        });
        assert.ok(wide <= narrow, `${narrow} became ${wide}`);
        assert.ok(narrow >= 0 && narrow <= 100);
      }),
      { numRuns: 1000 },
    );
  });

  test('rises with headroom: less debt never scores lower', () => {
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 12, maxLength: 12 }), ratio, (values, less) => {
        const score = (shift: number) =>
          scoreOf('pass', (place) => {
            const value = Math.max(0, (values[place] ?? 0) - shift);
            return [value, value];
          });
        assert.ok(score(less) >= score(0));
      }),
    );
  });
});

/** The score when each check of the current rules has the interval that `ends` gives for its place. */
function scoreOf(
  business: BusinessStatus,
  ends: (place: number) => readonly [number, number | null],
): number {
  let place = -1;
  const methodologies = RULE_SETS.current.methodologies.map(({ checks }) =>
    checks.map((check) => {
      place += 1;
      return result(check, ...ends(place));
    }),
  );
  const statuses = methodologies.map((checks) => combine(checks.map(({ status }) => status)));
  const verdict = verdictOf(possibleVerdicts(business, statuses));
  return totalScore(scoreComponents(business, methodologies.flat()), verdict);
}
