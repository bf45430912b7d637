import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { summarise } from '@screener/engine/funds/holding-screening';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { excludedLines, standing } from '@screener/engine/methodologies/standing';
import { makeCompany, makeProfile, screenCompany, soundCompany } from '../support/make-facts.ts';

const IDS = METHODOLOGIES.map(({ current }) => current.id);
const BANK = { profile: makeProfile({ sic: '6021', sicDescription: 'National Commercial Banks' }) };

describe('what a methodology says of a company', () => {
  test('a prohibited business fails every methodology that excludes it, with and without figures', () => {
    for (const facts of [soundCompany(), makeCompany([], [])]) {
      const answer = screenCompany(facts, BANK);
      assert.equal(answer.compliance, 'non_compliant');
      assert.deepEqual(
        answer.methodologies.map(({ id, passed, status }) => [id, passed, status]),
        IDS.map((id) => [id, false, 'fail']),
      );
      assert.deepEqual(answer.decided_methodologies, IDS);
      // Inside a fund it counts as on its own page.
      assert.deepEqual(summarise(answer).methodologies, Object.fromEntries(IDS.map((id) => [id, 'fail'])));
    }
  });

  test('the checks keep what the ratios say, and the verdict follows from business and ratios', () => {
    const { methodologies } = screenCompany(soundCompany(), BANK);
    assert.ok(methodologies.every(({ checks }) => checks.every(({ status }) => status === 'pass')));
  });

  test('a business that is not known leaves a methodology open, unless the ratios fail', () => {
    const { methodologies, decided_methodologies: decided } = screenCompany(soundCompany(), {
      profile: makeProfile({ sic: null, sicDescription: null, sicSource: null }),
    });
    assert.ok(methodologies.every(({ status, passed }) => status === 'unknown' && !passed));
    assert.deepEqual(decided, []);
    assert.equal(standing({ status: 'unknown' }, [], 'fail'), 'fail');
    assert.equal(standing({ status: 'review' }, [], 'pass'), 'pass');
  });

  test('a methodology whose text does not exclude the line follows its ratios', () => {
    const finding = (status: 'fail' | 'review') => ({
      findings: [
        {
          line: 'weapons_defense',
          label: 'weapons and defence',
          status,
          matched_by: 'company' as const,
          matched: 'GUN',
          note: null,
          source: null,
          source_url: null,
          not_excluded_by: ['sp'],
        },
      ],
    });
    assert.deepEqual(excludedLines(finding('fail'), 'sp'), []);
    assert.deepEqual(excludedLines(finding('fail'), 'msci'), ['weapons and defence']);
    assert.deepEqual(excludedLines(finding('review'), 'msci'), []);
    assert.equal(standing({ status: 'fail' }, [], 'pass'), 'pass');
  });

  test('every methodology excludes finance, insurance, alcohol and gambling, and only known ones are exempt', () => {
    const ids = new Set(IDS);
    for (const { id, notExcludedBy } of ACTIVITY_LINES) {
      assert.ok(
        notExcludedBy.every((methodology) => ids.has(methodology)),
        id,
      );
      if (['conventional_finance', 'insurance', 'alcohol', 'gambling'].includes(id))
        assert.deepEqual(notExcludedBy, [], id);
    }
  });
});
