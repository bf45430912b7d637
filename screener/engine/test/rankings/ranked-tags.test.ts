import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { SCREENED_TAGS } from '@screener/engine/concepts/screened-tags';
import type { CompanyFacts } from '@screener/engine/facts';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { RANKED_TAGS, rankedConceptOf } from '@screener/engine/rankings/ranked-tags';
import { screen } from '@screener/engine/screen';
import { soundCompany } from '../support/make-facts.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

const DATES_PER_COMPANY = size({ quick: 3, full: 12 });

describe('tags that only rankings read', () => {
  test('are qualified, have a name, and are not screened', () => {
    for (const tag of RANKED_TAGS) {
      assert.match(tag, /^(us-gaap|ifrs-full):[A-Z][A-Za-z]+$/);
      assert.match(rankedConceptOf(tag), /^[a-z_]+$/);
      assert.ok(!SCREENED_TAGS.has(tag), tag);
    }
    assert.throws(() => rankedConceptOf('us-gaap:Assets'), /no ranking reads/);
  });

  test('have no part in a screening: without them each answer is the same, byte for byte', (t) => {
    let [screenings, removed] = [0, 0];
    for (const { facts, profile, quotes } of snapshotCompanies()) {
      const fewer = withoutRanked(facts);
      removed += facts.facts.length - fewer.facts.length;
      for (const asOf of someOf(facts.reports.map(({ filed }) => filed))) {
        for (const id of RULE_SET_IDS) {
          const input = {
            profile,
            quotes,
            rates: [],
            asOf,
            today: asOf,
            factsThrough: asOf,
            rules: RULE_SETS[id],
            options: { yieldBound: true },
          };
          const [all, without] = [facts, fewer].map((some) =>
            JSON.stringify(screen({ ...input, facts: some })),
          );
          assert.equal(all, without, `${profile.symbol} ${asOf}`);
          screenings += 1;
        }
      }
    }
    t.diagnostic(`${screenings} screenings, ${removed} facts taken away`);
    assert.ok(screenings > 40 * DATES_PER_COMPANY && removed > 1_000);
    assert.ok(withoutRanked(soundCompany()).facts.length < soundCompany().facts.length);
  });
});

function withoutRanked(facts: CompanyFacts): CompanyFacts {
  return { ...facts, facts: facts.facts.filter(({ tag }) => !RANKED_TAGS.has(tag)) };
}

/** The last ones: the companies' newest reports. */
function someOf(dates: readonly string[]): readonly string[] {
  return [...new Set(dates)].slice(-DATES_PER_COMPANY);
}
