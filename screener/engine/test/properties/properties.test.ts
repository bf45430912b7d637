import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, suite, test } from 'node:test';
import { addDays } from '@common/base/calendar';
import { size } from '@common/kit/testing/size';
import type { Amount } from '@screener/engine/amounts/amount';
import { evidenceIds } from '@screener/engine/amounts/expression';
import { TOTAL_ASSETS } from '@screener/engine/concepts/assets';
import type { BalanceSheet } from '@screener/engine/concepts/balance-sheet';
import { conceptOf, LABELLED_TAGS } from '@screener/engine/concepts/labels';
import {
  CURRENT_DEBT,
  NONCURRENT_DEBT,
  NONCURRENT_DEBT_WITH_LEASES,
} from '@screener/engine/concepts/liabilities';
import { readDebt } from '@screener/engine/concepts/read-debt';
import { filed as filedTotal } from '@screener/engine/concepts/reading';
import { type Lookup, qualifiedTag, tagsOf } from '@screener/engine/concepts/term';
import type { CompanyFacts, Fact, MarketQuote, Report } from '@screener/engine/facts';
import { METHODOLOGY_IDS, RULE_SETS, ruleSetOf } from '@screener/engine/methodologies/rule-sets';
import { screen } from '@screener/engine/screen';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import { type Filed, instantsOf, readSheet, without } from '../support/balance-figures.ts';
import { readCompanyFactsFile } from '../support/companyfacts-file.ts';
import { whyContradictory } from '../support/contradictory-reports.ts';
import { designatedFacts } from '../support/designated-facts.ts';
import { improvements, interval, strictChanges } from '../support/improvement.ts';
import { makeInput, screenCompany } from '../support/make-facts.ts';
import { pick, type Random, seededRandom, shuffled } from '../support/random.ts';
import { fromRoot, given } from '../support/repository.ts';
import { type ScreenWith, smallestCase } from '../support/smallest-case.ts';
import { type SnapshotCompany, snapshotCompanies } from '../support/snapshot-companies.ts';
import { buildCompany, recipeOf, type SyntheticCompany, type Truth } from '../synthetic/company.ts';

describe('facts removed from filed reports', () => {
  const SCREENINGS = size({ quick: 15, full: 260 });
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
      rates: [],
      asOf,
      today: asOf,
      factsThrough: asOf,
      rules: ruleSetOf(random() < 0.5 ? 'current' : 'classic', choice(random)),
      options: { yieldBound: random() < 0.7 },
    };
    return (facts) => screen({ ...settings, facts: { ...company.facts, facts } });
  }
});

/** What a reader follows: mostly nothing in particular. */
function choice(random: Random): readonly string[] | null {
  if (random() < 0.7) return null;
  const followed = METHODOLOGY_IDS.filter(() => random() < 0.4);
  return followed.length === 0 ? null : followed;
}

describe('facts removed from consistent figures', () => {
  const COMPANIES = size({ quick: 12, full: 160 });
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
});

describe('intervals', () => {
  const COMPANIES = size({ quick: 100, full: 1500 });

  test('the truth lies inside every interval, whichever correct tags are filed', (t) => {
    const exact = new Map<string, number>();
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { facts, quotes, asOf, truth } = buildCompany(recipeOf(seed));
        const answer = screenCompany(facts, { quotes, asOf, options: { yieldBound: truth.assumptionsHold } });
        for (const [name, values] of Object.entries(trueAmounts(truth))) {
          assertHolds(answer, name, values, seed);
          const amount = answer.amounts[name];
          if (amount !== undefined && amount.low === amount.high) exact.set(name, (exact.get(name) ?? 0) + 1);
        }
      }),
      { numRuns: COMPANIES, seed: 20_260_102, endOnFailure: true },
    );
    const shares = [...exact].map(([name, count]) => `${name} ${Math.round((100 * count) / COMPANIES)} %`);
    t.diagnostic(`${COMPANIES} synthetic companies; exact: ${shares.join(', ')}`);
  });

  /** The least and the most that is true: receivables inside another line may or may not count. */
  function trueAmounts(truth: Truth): Readonly<Record<string, readonly [number, number]>> {
    const { cash, currentSecurities, noncurrentSecurities, leastReceivables, mostReceivables } = truth;
    const exactly = (value: number): readonly [number, number] => [value, value];
    return {
      total_assets: exactly(truth.assets),
      debt: exactly(truth.debt),
      cash: exactly(cash),
      cash_and_current_securities: exactly(cash + currentSecurities),
      cash_and_all_securities: exactly(cash + currentSecurities + noncurrentSecurities),
      receivables: [leastReceivables, mostReceivables],
      receivables_and_cash: [leastReceivables + cash, mostReceivables + cash],
      revenue: exactly(truth.revenue),
      interest_income: exactly(truth.interestIncome),
    };
  }

  function assertHolds(
    answer: DecidedScreening,
    name: string,
    [least, most]: readonly [number, number],
    seed: number,
  ): void {
    const amount = answer.amounts[name];
    assert.ok(amount !== undefined, `no ${name} (seed ${seed})`);
    if (amount.low <= most && (amount.high === null || least <= amount.high)) return;
    const cited = new Set([...evidenceIds(amount.low_from), ...evidenceIds(amount.high_from ?? 0)]);
    const evidence = answer.evidence
      .filter(({ id }) => cited.has(id))
      .map(({ id, xbrl_tag, value }) => `  ${id} ${xbrl_tag} = ${value}`);
    assert.fail(
      [
        `${name} is ${least === most ? least : `${least} to ${most}`}, the answer says ${interval(amount)}`,
        `(${amount.rules.join(', ') || 'filed'}; seed ${seed}): low ${JSON.stringify(amount.low_from)},`,
        `high ${JSON.stringify(amount.high_from)}, of`,
        ...evidence,
      ].join('\n'),
    );
  }
});

describe('what must not matter', () => {
  const RUNS = size({ quick: 25, full: 250 });

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
});

describe('debt that is hidden', () => {
  /** Facts of tags that only rankings read are there, too. */
  const LABELLED = new Set(LABELLED_TAGS);

  /**
   * Hide the debt: take debt tags away, as if the filer had used custom elements. What the other lines leave as the upper
   * end of debt may then be loose, but never less than the debt that the balance sheet shows.
   */

  interface Report {
    readonly where: string;
    readonly filed: Filed;
    /** Debt on the face of the balance sheet, due within a year and later. */
    readonly debt: number;
  }

  /**
   * Tags that mean something else in one filing. Chevron's DebtCurrent is the debt before a part of it is shown as
   * long-term: the face has ShortTermBorrowings. Cisco's of 2011-01 is all of its debt.
   */
  const NOT_ON_THE_FACE: readonly {
    readonly cik: string;
    readonly tag: string;
    readonly end: string | null;
  }[] = [
    { cik: '0000093410', tag: 'us-gaap:DebtCurrent', end: null },
    { cik: '0000858877', tag: 'us-gaap:DebtCurrent', end: '2011-01-29' },
  ];

  /** The largest of the alternatives for each leg, of which none is more than the face shows. */
  function debtOnTheFace(filed: Filed): number {
    const figure = (tag: string) => filed[`us-gaap:${tag}`];
    const portion =
      figure('LongTermDebtCurrent') ?? figure('LongTermDebtAndCapitalLeaseObligationsCurrent') ?? 0;
    const current = figure('DebtCurrent') ?? Math.max(figure('ShortTermBorrowings') ?? 0, portion);
    return (
      current + (figure('LongTermDebtNoncurrent') ?? figure('LongTermDebtAndCapitalLeaseObligations') ?? 0)
    );
  }

  const CURRENT = new Set(CURRENT_DEBT.flatMap(tagsOf));
  const NONCURRENT = new Set([...NONCURRENT_DEBT, NONCURRENT_DEBT_WITH_LEASES].flatMap(tagsOf));

  /** Each family, all unions of families, each tag, and all but each tag. */
  function trialsOf(filed: Filed): readonly (readonly string[])[] {
    const tags = Object.keys(filed).filter((tag) => LABELLED.has(tag) && conceptOf(tag) === 'debt');
    const families = [
      tags.filter((tag) => CURRENT.has(tag)),
      tags.filter((tag) => NONCURRENT.has(tag)),
      tags.filter((tag) => !CURRENT.has(tag) && !NONCURRENT.has(tag)),
    ];
    const unions = [0, 1, 2, 3, 4, 5, 6, 7].map((set) =>
      families.filter((_, index) => set & (1 << index)).flat(),
    );
    return [
      ...unions,
      ...tags.map((tag) => [tag]),
      ...tags.map((tag) => tags.filter((other) => other !== tag)),
    ];
  }

  /** Debt alone: the whole balance sheet would take ten times as long. */
  function debtOf(left: Filed): Amount {
    const lookup: Lookup = (tag) => {
      const value = left[tag];
      return value === undefined ? null : { value, from: tag };
    };
    return readDebt(lookup, filedTotal(TOTAL_ASSETS, lookup));
  }

  function failuresOf({ where, filed, debt }: Report): readonly string[] {
    return trialsOf(filed).flatMap((hidden) => {
      const { high } = debtOf(without(filed, ...hidden));
      if (high === null || high.value >= debt) return [];
      return [`${where} without ${hidden.join(', ') || 'anything'}: at most ${high.value}, filed ${debt}`];
    });
  }

  interface Distilled {
    readonly company: string;
    readonly form: string;
    readonly accession: string;
    readonly period_end: string;
    readonly current_debt: number;
    readonly noncurrent_debt: number;
    readonly figures: Filed;
  }

  /** Reports whose residual once lay below their debt: 184 of it inside Amazon's other liabilities, the current part in accrued. */
  function distilledReports(): readonly Report[] {
    const path = fromRoot('screener/conformance/vectors/hidden-debt.json');
    return (JSON.parse(readFileSync(path, 'utf8')) as Distilled[]).map((report) => ({
      where: `${report.company} ${report.form} ${report.accession} of ${report.period_end}`,
      filed: Object.fromEntries(
        Object.entries(report.figures).map(([tag, value]) => [qualifiedTag(tag), value]),
      ),
      debt: report.current_debt + report.noncurrent_debt,
    }));
  }

  /** Of one file in so many. */
  const EACH = size({ quick: 20, full: 1 });

  function reportsIn(folder: string): readonly Report[] {
    const seen = new Set<string>();
    return readdirSync(folder).flatMap((file, index) => {
      if (index % EACH !== 0) return [];
      const facts = readCompanyFactsFile(`${folder}/${file}`);
      return facts.reports.flatMap((report) => {
        if (seen.has(report.accession)) return [];
        seen.add(report.accession);
        const elsewhere = NOT_ON_THE_FACE.filter(
          ({ cik, end }) => cik === facts.cik && (end ?? report.periodEnd) === report.periodEnd,
        ).map(({ tag }) => tag);
        const filed = instantsOf(facts, report);
        const debt = debtOnTheFace(without(filed, ...elsewhere));
        const where = `${facts.name} ${report.form} ${report.accession} of ${report.periodEnd}`;
        return debt === 0 ? [] : [{ where, filed, debt }];
      });
    });
  }

  suite('with debt tags hidden, the upper end of debt is at least the debt', () => {
    test('in the reports where it once was not', () => {
      const reports = distilledReports();
      assert.equal(reports.length, 32);
      assert.deepEqual(reports.flatMap(failuresOf), []);
    });

    test('in every report of every companyfacts file', (t) => {
      const folder = given('data/companyfacts');
      if (folder === null) return t.skip('../shared/data/companyfacts absent');
      const reports = reportsIn(folder);
      assert.ok(reports.length > 1000 / EACH, `debt in ${reports.length} reports only`);
      const trials = reports.reduce((total, { filed }) => total + trialsOf(filed).length, 0);
      t.diagnostic(`${trials} trials on ${reports.length} reports`);
      assert.deepEqual(reports.flatMap(failuresOf), []);
    });
  });
});

describe('amounts that are hidden', () => {
  /** Facts of tags that only rankings read are there, too. */
  const LABELLED = new Set(LABELLED_TAGS);

  /**
   * Soundness on filed figures: where a report gives an amount exactly, hide all its tags, as if the filer had used
   * custom elements. The bounds from the other lines must still contain the amount.
   */
  const HIDDEN: readonly {
    readonly what: string;
    readonly amount: Exclude<keyof BalanceSheet, 'totalAssets'>;
    readonly concepts: readonly string[];
  }[] = [
    { what: 'debt', amount: 'debt', concepts: ['debt'] },
    { what: 'cash', amount: 'cash', concepts: ['cash'] },
    { what: 'current securities', amount: 'cashAndCurrentSecurities', concepts: ['current_securities'] },
    {
      what: 'cash and current securities',
      amount: 'cashAndCurrentSecurities',
      concepts: ['cash', 'current_securities'],
    },
    { what: 'non-current securities', amount: 'cashAndAllSecurities', concepts: ['noncurrent_securities'] },
    { what: 'receivables', amount: 'receivables', concepts: ['receivables'] },
  ];

  suite('an amount whose tags are hidden stays inside its bounds', () => {
    const sheets = snapshotCompanies().flatMap(({ facts }) =>
      facts.reports.flatMap((report) => {
        if (whyContradictory(facts.cik, report.periodEnd) !== null) return [];
        const filed = instantsOf(facts, report);
        return { facts, report, filed, sheet: readSheet(filed) };
      }),
    );

    for (const { what, amount, concepts } of HIDDEN) {
      test(what, (t) => {
        let exact = 0;
        let bounded = 0;
        for (const { facts, report, filed, sheet } of sheets) {
          const known = sheet[amount];
          if (known.high === null || known.high.value !== known.low.value || known.low.value === 0) continue;
          exact += 1;
          const hidden = Object.keys(filed).filter(
            (tag) => LABELLED.has(tag) && concepts.includes(conceptOf(tag)),
          );
          const { low, high } = readSheet(without(filed, ...hidden))[amount];
          const where = `${facts.name} ${report.form} ${report.accession} of ${report.periodEnd}`;
          assert.ok(
            low.value <= known.low.value,
            `${where}: at least ${low.value}, filed ${known.low.value}`,
          );
          if (high === null) continue;
          bounded += 1;
          assert.ok(
            high.value >= known.low.value,
            `${where}: at most ${high.value}, filed ${known.low.value}`,
          );
        }
        t.diagnostic(`${what}: exact in ${exact} reports, bounded without its tags in ${bounded}`);
        assert.ok(exact > 200, `exact in ${exact} reports only`);
      });
    }
  });
});
