import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyBusiness } from '@screener/engine/business/classify';
import { findingInWords } from '@screener/words/finding-words';
import { makeProfile } from '../../engine/test/support/make-facts.ts';

test('a finding about the business is said in words that fit the company', () => {
  const words = (sic: string, cik: string) => {
    const [finding] = classifyBusiness(makeProfile({ cik, sic, sicSource: 'submissions' })).findings;
    return finding === undefined ? '' : findingInWords(finding, finding.status);
  };
  // Coca-Cola and Altria, by their CIKs.
  assert.equal(
    words('2080', '0000021344'),
    'alcohol: pass (soft drinks, water, sports drinks, juice, coffee and tea, under a code shared with alcohol; 10-K 0001628280-26-010047)',
  );
  assert.equal(words('2111', '0000764180'), 'tobacco: fail (cigarettes; 10-K 0000764180-26-000017)');
  assert.equal(words('2111', '0000000001'), 'tobacco: fail, by SIC code 2111');
});
