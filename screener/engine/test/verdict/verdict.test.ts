import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { possibleVerdicts, type Verdict, verdictOf } from '@screener/engine/verdict/verdict';

const STATUSES: readonly CheckStatus[] = ['pass', 'fail', 'unknown'];
const BUSINESSES: readonly BusinessStatus[] = ['pass', 'fail', 'review', 'unknown'];

/** All answers that one methodology, or some or all of them together, can give. */
const ANSWERS: readonly (readonly CheckStatus[])[] = METHODOLOGIES.flatMap((_, index) =>
  answersOf(index + 1),
);

function answersOf(methodologies: number): CheckStatus[][] {
  if (methodologies === 0) return [[]];
  return answersOf(methodologies - 1).flatMap((answer) => STATUSES.map((status) => [...answer, status]));
}

/** By the number of methodologies: more than half of them, and three at most. */
const ENOUGH: readonly number[] = [0, 1, 2, 2, 3, 3];

/** The rule in the plan's words, for answers without gaps; written from the text, not from the code. */
function ruleOf(business: BusinessStatus, answer: readonly CheckStatus[]): Verdict {
  const fails = answer.filter((status) => status === 'fail').length;
  if (business === 'fail') return 'non_compliant';
  if (fails >= (ENOUGH[answer.length] ?? Number.NaN)) return 'non_compliant';
  return business === 'pass' && fails === 0 ? 'compliant' : 'questionable';
}

/** Every way to fill in what is not known. */
function completions(business: BusinessStatus, answer: readonly CheckStatus[]): Set<Verdict> {
  const businesses = business === 'unknown' ? (['pass', 'fail', 'review'] as const) : [business];
  const answers = answer.reduce<CheckStatus[][]>(
    (found, status) =>
      found.flatMap((before) =>
        (status === 'unknown' ? (['pass', 'fail'] as const) : [status]).map((known) => [...before, known]),
      ),
    [[]],
  );
  return new Set(businesses.flatMap((known) => answers.map((complete) => ruleOf(known, complete))));
}

function decideVerdict(business: BusinessStatus, answer: readonly CheckStatus[]): Verdict {
  return verdictOf(possibleVerdicts(business, answer));
}

function isWithin(some: readonly Verdict[], others: readonly Verdict[]): boolean {
  return some.every((verdict) => others.includes(verdict));
}

suite('what is still possible', () => {
  test('is exactly what the ways to fill the gaps give: all cases', () => {
    for (const business of BUSINESSES) {
      for (const answer of ANSWERS) {
        const possible = possibleVerdicts(business, answer);
        assert.deepEqual(new Set<Verdict>(possible), completions(business, answer), `${business}: ${answer}`);
        assert.equal(new Set(possible).size, possible.length);
      }
    }
  });

  test('never shrinks as a known status turns into unknown: all cases', () => {
    for (const business of BUSINESSES) {
      for (const answer of ANSWERS) {
        const possible = possibleVerdicts(business, answer);
        for (const place of answer.keys()) {
          const more = possibleVerdicts(business, answer.with(place, 'unknown'));
          assert.ok(isWithin(possible, more), `${business}: ${answer.join(', ')}`);
        }
        assert.ok(isWithin(possible, possibleVerdicts('unknown', answer)));
      }
    }
  });

  test('is listed best first', () => {
    const open: readonly CheckStatus[] = METHODOLOGIES.map(() => 'unknown');
    assert.deepEqual(possibleVerdicts('pass', open), ['compliant', 'questionable', 'non_compliant']);
    assert.deepEqual(possibleVerdicts('review', open), ['questionable', 'non_compliant']);
    assert.deepEqual(possibleVerdicts('fail', open), ['non_compliant']);
  });
});

suite('the verdict', () => {
  test('is what every way to fill the gaps agrees on, or not_screenable: all cases', () => {
    assert.equal(ANSWERS.length, 3 + 9 + 27 + 81 + 243);
    for (const business of BUSINESSES) {
      for (const answer of ANSWERS) {
        const [verdict, another] = [...completions(business, answer)];
        const expected = another === undefined ? verdict : 'not_screenable';
        assert.equal(decideVerdict(business, answer), expected, `${business}: ${answer.join(', ')}`);
      }
    }
  });

  test('a known status turned into unknown gives the same verdict or none: all cases', () => {
    for (const business of BUSINESSES) {
      for (const answer of ANSWERS) {
        const verdict = decideVerdict(business, answer);
        for (const place of answer.keys()) {
          const less = decideVerdict(business, answer.with(place, 'unknown'));
          assert.ok(less === verdict || less === 'not_screenable', `${business}: ${answer.join(', ')}`);
        }
        const withoutBusiness = decideVerdict('unknown', answer);
        assert.ok(withoutBusiness === verdict || withoutBusiness === 'not_screenable');
      }
    }
  });

  test('matches cases worked out by hand', () => {
    const all = (status: CheckStatus) => Array.from({ length: 5 }, () => status);
    assert.equal(decideVerdict('pass', all('pass')), 'compliant');
    assert.equal(decideVerdict('fail', all('unknown')), 'non_compliant', 'core business outranks everything');
    assert.equal(decideVerdict('unknown', all('pass')), 'not_screenable');
    assert.equal(decideVerdict('unknown', all('fail')), 'non_compliant');
    assert.equal(decideVerdict('review', ['unknown', 'unknown', 'pass', 'pass', 'pass']), 'questionable');
    assert.equal(
      decideVerdict('review', ['unknown', 'unknown', 'unknown', 'pass', 'pass']),
      'not_screenable',
    );
    assert.equal(decideVerdict('pass', ['fail', 'unknown', 'pass', 'pass', 'pass']), 'questionable');
    assert.equal(decideVerdict('pass', ['unknown', 'pass', 'pass', 'pass', 'pass']), 'not_screenable');
  });
});
