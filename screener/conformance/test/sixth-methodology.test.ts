import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dated } from '@screener/engine/history/dated-screening';
import type { Editions, Methodology, RuleSet } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES, ruleSetsOf } from '@screener/engine/methodologies/rule-sets';
import type { Screening } from '@screener/engine/screening';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import { PagedAnswer } from '@screener/service/use-cases/page-holdings';
import { HistoryAnswer } from '@screener/service/use-cases/read-history';
import { Compile } from 'typebox/compile';
import { recompute } from '../recompute/recompute.ts';
import { answerTo, datesOf, tickers } from './snapshot-answers.ts';

/** What its own file would export, with a limit on debt. */
function sixth(threshold: number): Editions {
  const methodology: Methodology = {
    id: 'sixth',
    name: 'A sixth standard',
    shortName: 'Sixth',
    edition: 'First edition',
    averageMonths: 12,
    note: 'For this test.',
    checks: [
      {
        ratio: 'debt_to_revenue',
        numerator: 'debt',
        denominator: 'revenue',
        threshold,
        comparison: '<=',
        source: 'A sixth standard, first edition: no more than its limit',
        confidence: 'high',
      },
    ],
  };
  return { current: methodology, classic: methodology };
}

/** A copy of the rule set with one more line. */
function withSixth(threshold: number): RuleSet {
  return ruleSetsOf([...METHODOLOGIES, sixth(threshold)]).current;
}

const LENIENT = 1e9;
const STRICT = 1e-9;

const CASES = tickers.flatMap(({ symbol, cik }) => datesOf(cik, 4).map((asOf) => ({ symbol, asOf })));

/** The answers to all cases whose sixth methodology came out as `status`. */
function answersWhere(
  status: 'pass' | 'fail',
  threshold: number,
): readonly (readonly [Screening, Screening])[] {
  return CASES.map((request) => {
    const rules = withSixth(threshold);
    return [answerTo(request), answerTo({ ...request, rules })] as const;
  }).filter(([, six]) => six.methodologies.at(-1)?.status === status);
}

suite('a sixth methodology is a file and a line', () => {
  test('the answer has six, and its ratio, average and approximation', () => {
    const answer = answerTo({ symbol: 'AAPL', asOf: '2026-02-25', rules: withSixth(LENIENT) });
    assert.deepEqual(
      answer.methodologies.map(({ id }) => id),
      ['aaoifi', 'djim', 'ftse', 'msci', 'sp', 'sixth'],
    );
    assert.ok('debt_to_revenue' in answer.ratios);
    assert.deepEqual(
      answer.market_data.trailing_averages.map(({ methodology }) => methodology),
      ['djim', 'sp', 'sixth'],
    );
    assert.match(
      answer.approximations[0]?.message ?? '',
      /^DJIM specifies a 24-month, S&P a 36-month and Sixth a 12-month trailing average/,
    );
  });

  test('the schemas of the interface accept it', () => {
    const [screening, history] = [Compile(PagedAnswer), Compile(HistoryAnswer)];
    for (const [, six] of answersWhere('fail', STRICT)) {
      const answer = { ...six, last_verdict: null, data_source: 'snapshot', facts_through: six.as_of };
      assert.deepEqual(screening.Errors(answer), []);
      const snapshot = { ...dated(six), origin: 'live', changes: null };
      const { symbol, rules } = six;
      assert.deepEqual(history.Errors({ symbol, rules, snapshots: [snapshot], next_cursor: null }), []);
    }
  });

  test('one that fails can only worsen the verdict: three failures are enough', (t) => {
    const answers = answersWhere('fail', STRICT);
    t.diagnostic(`${answers.length} answers`);
    for (const [five, six] of answers) {
      const failing = six.methodologies.filter(({ status }) => status === 'fail').length;
      const where = `${six.symbol} ${six.as_of}: ${five.compliance} to ${six.compliance}, ${failing} fail`;
      if (failing >= 3 || six.business_activity.status === 'fail') {
        assert.equal(six.compliance, 'non_compliant', where);
      } else {
        assert.ok(['questionable', 'not_screenable'].includes(six.compliance), where);
      }
      assert.ok(six.score <= SCORE_CAPS[six.compliance], where);
      assert.equal(six.components.debt?.score, 0, where);
    }
    const turned = new Set(answers.map(([five, six]) => `${five.compliance} ${six.compliance}`));
    for (const turn of ['compliant questionable', 'questionable non_compliant'])
      assert.ok(turned.has(turn), `${turn} is not among ${[...turned].join(', ')}`);
  });

  test('one that passes changes no verdict', () => {
    for (const [five, six] of answersWhere('pass', LENIENT))
      assert.equal(six.compliance, five.compliance, `${six.symbol} ${six.as_of}`);
  });

  test('the auditor’s own tables do not have it, and say so', () => {
    const answer = answerTo({ symbol: 'AAPL', asOf: '2026-02-25', rules: withSixth(LENIENT) });
    const found = recompute(answer).find(({ path }) => path === 'methodologies');
    assert.equal(found?.said, 'aaoifi djim ftse msci sp sixth');
  });
});
