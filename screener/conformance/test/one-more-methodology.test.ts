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

const BEFORE = METHODOLOGIES.map(({ current }) => current);
const AVERAGED = BEFORE.filter(({ averageMonths }) => averageMonths !== null);

/** What its own file would export, with a limit on debt. */
function added(threshold: number): Editions {
  const methodology: Methodology = {
    id: 'added',
    name: 'One more standard',
    shortName: 'Added',
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
        source: 'One more standard, first edition: at most its limit',
        confidence: 'high',
      },
    ],
  };
  return { current: methodology, classic: methodology };
}

/** A copy of the rule set with one more line. */
function withAdded(threshold: number): RuleSet {
  return ruleSetsOf([...METHODOLOGIES, added(threshold)]).current;
}

const LENIENT = 1e9;
const STRICT = 1e-9;

const CASES = tickers.flatMap(({ symbol, cik }) => datesOf(cik, 4).map((asOf) => ({ symbol, asOf })));

/** The answers to all cases whose added methodology came out as `status`. */
function answersWhere(
  status: 'pass' | 'fail',
  threshold: number,
): readonly (readonly [Screening, Screening])[] {
  return CASES.map((request) => {
    const rules = withAdded(threshold);
    return [answerTo(request), answerTo({ ...request, rules })] as const;
  }).filter(([, after]) => after.methodologies.at(-1)?.status === status);
}

suite('one more methodology is a file and a line', () => {
  test('the answer has it, and its ratio, average and approximation', () => {
    const answer = answerTo({ symbol: 'AAPL', asOf: '2026-02-25', rules: withAdded(LENIENT) });
    assert.deepEqual(
      answer.methodologies.map(({ id }) => id),
      [...BEFORE.map(({ id }) => id), 'added'],
    );
    assert.ok('debt_to_revenue' in answer.ratios);
    assert.deepEqual(
      answer.market_data.trailing_averages.map(({ methodology }) => methodology),
      [...AVERAGED.map(({ id }) => id), 'added'],
    );
    assert.match(
      answer.approximations[0]?.message ?? '',
      /^DJIM specifies a 24-month, S&P a 36-month.* and Added a 12-month trailing average/,
    );
  });

  test('the schemas of the interface accept it', () => {
    const [screening, history] = [Compile(PagedAnswer), Compile(HistoryAnswer)];
    for (const [, after] of answersWhere('fail', STRICT)) {
      const answer = { ...after, last_verdict: null, next_step: null, data_source: 'snapshot' };
      assert.deepEqual(screening.Errors(answer), []);
      const snapshot = { ...dated(after), origin: 'live', changes: null };
      const { symbol, rules } = after;
      assert.deepEqual(history.Errors({ symbol, rules, snapshots: [snapshot], next_cursor: null }), []);
    }
  });

  test('one that fails can only worsen the verdict: three failures are enough', (t) => {
    const answers = answersWhere('fail', STRICT);
    t.diagnostic(`${answers.length} answers`);
    for (const [before, after] of answers) {
      const failing = after.methodologies.filter(({ status }) => status === 'fail').length;
      const where = `${after.symbol} ${after.as_of}: ${before.compliance} to ${after.compliance}, ${failing} fail`;
      if (failing >= 3 || after.business_activity.status === 'fail') {
        assert.equal(after.compliance, 'non_compliant', where);
      } else {
        assert.ok(['questionable', 'not_screenable'].includes(after.compliance), where);
      }
      assert.ok(after.score <= SCORE_CAPS[after.compliance], where);
      assert.equal(after.components.debt?.score, 0, where);
    }
    const turned = new Set(answers.map(([before, after]) => `${before.compliance} ${after.compliance}`));
    for (const turn of ['compliant questionable', 'questionable non_compliant'])
      assert.ok(turned.has(turn), `${turn} is not among ${[...turned].join(', ')}`);
  });

  test('one that passes changes no verdict', () => {
    for (const [before, after] of answersWhere('pass', LENIENT))
      assert.equal(after.compliance, before.compliance, `${after.symbol} ${after.as_of}`);
  });

  test('the auditor’s own tables do not have it, and say so', () => {
    const answer = answerTo({ symbol: 'AAPL', asOf: '2026-02-25', rules: withAdded(LENIENT) });
    const found = recompute(answer).find(({ path }) => path === 'methodologies');
    assert.equal(found?.said, [...BEFORE.map(({ id }) => id), 'added'].join(' '));
  });
});
