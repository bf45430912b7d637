import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@sanad/screening/facts';
import { RULE_SETS } from '@sanad/screening/methodologies/rule-sets';
import type { Screening } from '@sanad/screening/screening';
import fc from 'fast-check';
import { strictChanges } from '../support/improvement.ts';
import { screenCompany } from '../support/make-facts.ts';
import { seededRandom, shuffled } from '../support/random.ts';
import { buildCompany, type Recipe, recipeOf, type SyntheticCompany } from '../synthetic/company.ts';

/** Facts taken from each company, one after another. */
const REMOVALS = 60;
const COMPANIES = 250;

test('taking a fact away from consistent figures leaves every check as it was, or open', (t) => {
  let removals = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const recipe = recipeOf(seed);
      const company = buildCompany(recipe);
      let facts = company.facts.facts;
      let before = screenSynthetic(recipe, company, facts);
      for (const fact of shuffled(facts, seededRandom(recipe.seed)).slice(0, REMOVALS)) {
        const fewer = facts.filter((other) => other !== fact);
        const after = screenSynthetic(recipe, company, fewer);
        const changes = strictChanges(before, after);
        if (changes.length > 0) {
          assert.fail(`${changes.join('; ')}\n${smallest(recipe, company, facts, fact)}`);
        }
        facts = fewer;
        before = after;
        removals += 1;
      }
    }),
    { numRuns: COMPANIES, seed: 20_260_101, endOnFailure: true },
  );
  t.diagnostic(`${removals} facts removed from ${COMPANIES} synthetic companies`);
});

function screenSynthetic(recipe: Recipe, company: SyntheticCompany, facts: readonly Fact[]): Screening {
  return screenCompany(
    { ...company.facts, facts },
    {
      quotes: company.quotes,
      asOf: company.asOf,
      rules: recipe.seed % 2 === 0 ? RULE_SETS.current : RULE_SETS.classic,
      options: { yieldBound: company.truth.yieldsAreOrdinary },
    },
  );
}

/** The fewest facts from which taking `fact` away still does it: for the message. */
function smallest(
  recipe: Recipe,
  company: SyntheticCompany,
  facts: readonly Fact[],
  fact: Fact,
): string {
  let kept = facts;
  for (const candidate of facts) {
    if (candidate === fact) continue;
    const fewer = kept.filter((other) => other !== candidate);
    const before = screenSynthetic(recipe, company, fewer);
    const after = screenSynthetic(
      recipe,
      company,
      fewer.filter((other) => other !== fact),
    );
    if (strictChanges(before, after).length > 0) kept = fewer;
  }
  const lines = kept.map(
    ({ tag, start, end, value }) => `  ${tag} ${start === null ? '' : `${start} `}${end} = ${value}`,
  );
  const last = strictChanges(
    screenSynthetic(recipe, company, kept),
    screenSynthetic(
      recipe,
      company,
      kept.filter((other) => other !== fact),
    ),
  );
  return `smallest case: taking ${fact.tag} ${fact.end} away from\n${lines.join('\n')}\ngives ${last.join('; ')}`;
}
