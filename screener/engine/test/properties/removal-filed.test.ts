import assert from 'node:assert/strict';
import { size } from '@common/kit/testing/size';
import { test } from 'node:test';
import { addDays } from '@common/base/calendar';
import type { Fact } from '@screener/engine/facts';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { screen } from '@screener/engine/screen';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import { whyContradictory } from '../support/contradictory-reports.ts';
import { designatedFacts } from '../support/designated-facts.ts';
import { improvements } from '../support/improvement.ts';
import { pick, type Random, seededRandom, shuffled } from '../support/random.ts';
import { type ScreenWith, smallestCase } from '../support/smallest-case.ts';
import { type SnapshotCompany, snapshotCompanies } from '../support/snapshot-companies.ts';

const SCREENINGS = size({ quick: 30, full: 260 });
/** Single facts removed from each, each from the whole; and batches, each on top of the one before. */
const SINGLE = 12;
const BATCHES = 5;

test('removing facts from filed reports improves nothing', (t) => {
  const companies = snapshotCompanies().filter(({ facts }) => facts.reports.length > 0);
  assert.ok(companies.length >= 30, 'the snapshot holds its companies');
  let removals = 0;
  let skipped = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededRandom(seed);
      const company = pick(companies, random);
      const asOf = addDays(pick(company.facts.reports, random).filed, Math.floor(random() * 120));
      const removed = removeFrom(company, asOf, random);
      if (removed === null) skipped += 1;
      else removals += removed;
    }),
    { numRuns: SCREENINGS, seed: 20_260_103, endOnFailure: true },
  );
  t.diagnostic(`${removals} facts and batches removed in ${SCREENINGS - skipped} screenings`);
  t.diagnostic(
    `${skipped} screenings left out: their reports contradict themselves (see contradictory-reports.ts)`,
  );
  assert.ok(removals > SCREENINGS * 11 && skipped < SCREENINGS / 10);
});

function removeFrom(company: SnapshotCompany, asOf: string, random: Random): number | null {
  const designated = designatedFacts(company.facts, asOf);
  if (designated === null) return 0;
  const screenWith = screener(company, asOf, random);
  const all = designated.company.facts;
  const anchor = screenWith(all).anchor;
  if (anchor === null || whyContradictory(company.facts.cik, anchor.period_end) !== null) return null;
  const check = (facts: readonly Fact[], gone: ReadonlySet<Fact>): readonly Fact[] => {
    const fewer = facts.filter((fact) => !gone.has(fact));
    const found = improvements(screenWith(facts), screenWith(fewer));
    if (found.length > 0) {
      const where = `${company.profile.symbol} at ${asOf}, ${anchor.form} ${anchor.accession}`;
      const smallest = smallestCase(screenWith, improvements, facts, gone);
      assert.fail(`${where}: ${found.join('; ')}\n${smallest}`);
    }
    return fewer;
  };
  const singles = shuffled(all, random).slice(0, SINGLE);
  for (const fact of singles) check(all, new Set([fact]));
  let left = all;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    left = check(left, new Set(all.filter(() => random() < 0.15)));
  }
  return singles.length + BATCHES;
}

/**
 * Screens with the company's own quotes or, where it has none then, with one that leaves cap-based checks open to both; a
 * fifth of them from a source of closes alone.
 */
function screener(company: SnapshotCompany, asOf: string, random: Random): ScreenWith {
  const assets = company.facts.facts.findLast(({ tag, end }) => tag.endsWith(':Assets') && end <= asOf);
  const supposed = {
    symbol: company.profile.symbol,
    date: asOf,
    close: 10,
    currency: assets?.unit ?? 'USD',
    marketCap: Math.round((assets?.value ?? 1e9) * (0.3 + 2 * random())),
    source: 'supposed',
  };
  const quotes = company.quotes.some(({ date }) => date <= asOf) ? company.quotes : [supposed];
  const settings: Omit<ScreeningInput, 'facts'> = {
    profile: { ...company.profile, sic: company.profile.sic ?? '3571' },
    quotes: random() < 0.8 ? quotes : quotes.map((quote) => ({ ...quote, marketCap: null })),
    asOf,
    rules: random() < 0.5 ? RULE_SETS.current : RULE_SETS.classic,
    options: { yieldBound: random() < 0.7 },
  };
  return (facts) => screen({ ...settings, facts: { ...company.facts, facts } });
}
