import assert from 'node:assert/strict';
import { size } from '@common/kit/testing/size';
import { test } from 'node:test';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import fc from 'fast-check';
import { designatedFacts } from '../support/designated-facts.ts';
import { strictChanges } from '../support/improvement.ts';
import { screenCompany } from '../support/make-facts.ts';
import { seededRandom, shuffled } from '../support/random.ts';
import { type ScreenWith, smallestCase } from '../support/smallest-case.ts';
import { buildCompany, recipeOf, type SyntheticCompany } from '../synthetic/company.ts';

const COMPANIES = size({ quick: 25, full: 160 });
/** Facts removed from each company, one after another. */
const REMOVALS = 50;

test('removing a fact from consistent figures leaves every check as it was, or unknown', (t) => {
  let removals = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      removals += removeOneByOne(seed);
    }),
    { numRuns: COMPANIES, seed: 20_260_101, endOnFailure: true },
  );
  t.diagnostic(`${removals} facts removed from ${COMPANIES} synthetic companies`);
  assert.ok(
    removals > COMPANIES * 20,
    'the synthetic companies file too little for the test to mean anything',
  );
});

function removeOneByOne(seed: number): number {
  const company = buildCompany(recipeOf(seed));
  const designated = designatedFacts(company.facts, company.asOf);
  assert.ok(designated !== null);
  const screenWith = screener(company, seed);
  let facts = designated.company.facts;
  let before = screenWith(facts);
  assert.deepEqual(before, screenWith(company.facts.facts), 'facts of other reports do not matter');
  const order = shuffled(designated.removable, seededRandom(seed)).slice(0, REMOVALS);
  for (const fact of order) {
    const fewer = facts.filter((other) => other !== fact);
    const after = screenWith(fewer);
    const changes = strictChanges(before, after);
    if (changes.length > 0) {
      const smallest = smallestCase(screenWith, strictChanges, facts, new Set([fact]));
      assert.fail(`seed ${seed}: ${changes.join('; ')}\n${smallest}`);
    }
    facts = fewer;
    before = after;
  }
  return order.length;
}

function screener(company: SyntheticCompany, seed: number): ScreenWith {
  const settings = {
    quotes: company.quotes,
    asOf: company.asOf,
    rules: seed % 2 === 0 ? RULE_SETS.current : RULE_SETS.classic,
    options: { yieldBound: company.truth.assumptionsHold },
  };
  return (facts) => screenCompany({ ...company.facts, facts }, settings);
}
