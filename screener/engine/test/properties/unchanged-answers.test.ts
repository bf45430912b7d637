import assert from 'node:assert/strict';
import { size } from '@common/kit/testing/size';
import { suite, test } from 'node:test';
import { addDays } from '@common/base/calendar';
import type { CompanyFacts, Fact, MarketQuote, Report } from '@screener/engine/facts';
import { screen } from '@screener/engine/screen';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import { makeInput } from '../support/make-facts.ts';
import { pick, type Random, seededRandom, shuffled } from '../support/random.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';
import { buildCompany, recipeOf } from '../synthetic/company.ts';

const RUNS = size({ quick: 50, full: 250 });

/** Inputs of both kinds: consistent companies with every style of filing, and filed ones at any date. */
function inputsOf(seed: number): ScreeningInput {
  const random = seededRandom(seed);
  if (random() < 0.5) {
    const { facts, quotes, asOf } = buildCompany(recipeOf(seed));
    return makeInput(facts, { quotes, asOf });
  }
  const { facts, profile, quotes } = pick(REPORTING, random);
  const asOf = addDays(pick(facts.reports, random).filed, Math.floor(random() * 200));
  return makeInput(facts, { profile, quotes, asOf });
}

const REPORTING = snapshotCompanies().filter(({ facts }) => facts.reports.length > 0);

suite('an answer does not change', () => {
  test('with anything filed or quoted after the requested day', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const input = inputsOf(seed);
        const random = seededRandom(seed + 1);
        const facts = withLaterReports(knownBy(input), input.asOf, random);
        const quotes = [
          ...input.quotes.filter(({ date }) => date <= input.asOf),
          ...laterQuotes(input, random),
        ];
        assert.deepEqual(screen({ ...input, facts, quotes }), screen(input), `seed ${seed}`);
      }),
      { numRuns: RUNS, seed: 20_260_104, endOnFailure: true },
    );
  });

  test('with the order of facts and reports', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const input = inputsOf(seed);
        const random = seededRandom(seed + 1);
        const { reports, facts, ...company } = input.facts;
        const turned = { ...company, reports: shuffled(reports, random), facts: shuffled(facts, random) };
        assert.deepEqual(screen({ ...input, facts: turned }), screen(input), `seed ${seed}`);
      }),
      { numRuns: RUNS, seed: 20_260_105, endOnFailure: true },
    );
  });

  test('when requested twice', () => {
    const input = inputsOf(7);
    assert.deepEqual(screen(input), screen(input));
  });
});

/** What was known on the day, without the reports that came later. */
function knownBy({ facts: company, asOf }: ScreeningInput): CompanyFacts {
  const reports = company.reports.filter(({ filed }) => filed <= asOf);
  const known = new Set(reports.map(({ accession }) => accession));
  return { ...company, reports, facts: company.facts.filter(({ accession }) => known.has(accession)) };
}

/**
 * Up to three reports filed later: for a later period, for the same one (an amendment), or for an older one (late),
 * each with every figure of some earlier report at another value.
 */
function withLaterReports(company: CompanyFacts, asOf: string, random: Random): CompanyFacts {
  const reports: Report[] = [...company.reports];
  const facts: Fact[] = [...company.facts];
  if (company.reports.length === 0) return company;
  for (let index = 0; index < 1 + Math.floor(random() * 3); index += 1) {
    const model = pick(company.reports, random);
    const accession = `9999999999-99-00000${index}`;
    const moved = pick([0, 0, 91, 365], random);
    reports.push({
      ...model,
      accession,
      filed: addDays(asOf, 1 + Math.floor(random() * 90)),
      periodEnd: addDays(model.periodEnd, moved),
      factCount: model.factCount * 3,
    });
    const factor = pick([0, 0.1, 10, 1000], random);
    for (const fact of company.facts.filter((one) => one.accession === model.accession)) {
      facts.push({ ...fact, accession, value: fact.value * factor, end: addDays(fact.end, moved) });
    }
  }
  return { ...company, reports, facts };
}

function laterQuotes({ asOf, profile }: ScreeningInput, random: Random): MarketQuote[] {
  return [1, 30].map((days) => ({
    symbol: profile.symbol,
    date: addDays(asOf, days),
    close: 1 + random() * 100,
    currency: 'USD',
    marketCap: Math.round(random() * 1e9),
    source: 'later',
  }));
}
