import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evidenceIds } from '@screener/engine/amounts/expression';
import { conceptOf, LABELLED_TAGS } from '@screener/engine/concepts/labels';
import { SCREENED_TAGS } from '@screener/engine/concepts/screened-tags';
import {
  balances,
  coverShares,
  makeCompany,
  makeReport,
  screenCompany,
  yearFlows,
} from '../support/make-facts.ts';

suite('what a tag is evidence of', () => {
  test('every tag that is read has a name, and every name has a tag that is read', () => {
    for (const tag of SCREENED_TAGS) assert.notEqual(conceptOf(tag), '', tag);
    assert.deepEqual([...new Set(LABELLED_TAGS)].sort(), [...SCREENED_TAGS].sort());
    assert.throws(() => conceptOf('us-gaap:NoSuchTag'), /is in no chain/);
  });

  test('tags are qualified, and no chain has a typo in letter case or spaces', () => {
    for (const tag of SCREENED_TAGS) assert.match(tag, /^(us-gaap|ifrs-full|dei):[A-Z][A-Za-z]+$/);
  });

  test('a filer with a single tag is screened, and nothing else is cited', () => {
    const report = makeReport();
    for (const tag of SCREENED_TAGS) {
      const facts = tag.startsWith('dei:')
        ? [coverShares(report, 1_000_000, '2025-02-01')]
        : [...balances(report, { [tag]: 100 }), ...yearFlows(report, { [tag]: 100 })];
      const answer = screenCompany(makeCompany([report], facts));
      for (const { xbrl_tag, concept } of answer.evidence) {
        assert.equal(xbrl_tag, tag);
        assert.equal(concept, conceptOf(tag));
      }
      assert.notEqual(answer.compliance, 'compliant', tag);
    }
  });

  test('a filer with every tag is screened, and each figure used is cited', () => {
    const report = makeReport();
    const tags = Object.fromEntries(
      [...SCREENED_TAGS].filter((tag) => !tag.startsWith('dei:')).map((tag) => [tag, 100]),
    );
    const answer = screenCompany(
      makeCompany([report], [...balances(report, tags), ...yearFlows(report, tags)]),
    );
    const cited = new Set(answer.evidence.map(({ id }) => id));
    for (const [name, { low_from, high_from }] of Object.entries(answer.amounts)) {
      for (const id of [...evidenceIds(low_from), ...evidenceIds(high_from ?? 0)]) {
        assert.ok(id === 'm1' || cited.has(id), `${name} names ${id}`);
      }
    }
  });
});
