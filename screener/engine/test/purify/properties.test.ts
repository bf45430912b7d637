import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, addMonths, type CalendarDate } from '@common/base/calendar';
import { size } from '@common/kit/testing/size';
import type { CompanyFacts, Fact } from '@screener/engine/facts';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { lotPurifier } from '@screener/engine/purify/purify-holding';
import type { Give, Lot, PurifiedYear } from '@screener/engine/purify/purify-lot';
import { stepOf } from '@screener/engine/purify/splits';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import {
  balances,
  coverShares,
  makeCompany,
  makeProfile,
  makeReport,
  yearFlows,
} from '../support/make-facts.ts';
import { pick, seededRandom } from '../support/random.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

const RUNS = size({ quick: 40, full: 400 });
const METHODS = ['byShare', 'byDays', 'byDividends'] as const;
const HELD: Lot = { shares: 100, dividends: null, bought: null, sold: null };

function inputOf(facts: CompanyFacts, asOf: CalendarDate): ScreeningInput {
  return {
    profile: makeProfile(),
    facts,
    quotes: [],
    rates: [],
    asOf,
    today: asOf,
    factsThrough: asOf,
    rules: RULE_SETS.current,
    options: { yieldBound: true },
  };
}

/** Three fiscal years; `count` is that of each cover, newest last. */
function threeYears(counts: readonly [number, number, number], split: number | null): CompanyFacts {
  const reports = [2022, 2023, 2024].map((year) =>
    makeReport({
      accession: `0000000001-${year - 1999}-000001`,
      periodEnd: `${year}-12-31`,
      filed: `${year + 1}-02-15`,
    }),
  );
  const facts = reports.flatMap((report, index) => [
    ...balances(report, {
      CashAndCashEquivalentsAtCarryingValue: 5_000,
      Assets: 9_000,
      AssetsCurrent: 6_000,
    }),
    ...yearFlows(report, { Revenues: 10_000 + 1_000 * index, InvestmentIncomeInterest: 100 * (index + 1) }),
    {
      ...coverShares(report, 1, report.periodEnd),
      tag: 'us-gaap:CommonStockDividendsPerShareDeclared',
      unit: 'USD/shares',
      start: `${report.periodEnd.slice(0, 4)}-01-01`,
      value: 0.5,
    },
    coverShares(report, counts[index] ?? 0),
    ...(split !== null && index === 2
      ? [
          {
            ...coverShares(report, split, report.periodEnd),
            tag: 'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1',
            unit: 'pure',
          },
        ]
      : []),
  ]);
  return makeCompany(reports, facts);
}

const EVERY = () => true;

function owedBy(input: ScreeningInput, lot: Lot, asked: (end: CalendarDate) => boolean = EVERY) {
  return lotPurifier(input, asked)(lot);
}

function total(years: readonly PurifiedYear[], method: (typeof METHODS)[number], end: keyof Give): number {
  return years.reduce((sum, year) => sum + (year[method]?.[end] ?? Number.NaN), 0);
}

function assertNear(actual: number, expected: number, what: string): void {
  assert.ok(
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what}: ${actual}, ${expected}`,
  );
}

describe('what is owed of shares', () => {
  test('a split changes nothing: twenty shares after it owe what one owed before', () => {
    const split = fc.constantFrom(2, 3, 4, 10, 20, 1.5, 0.1);
    fc.assert(
      fc.property(
        split,
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 95, max: 105 }),
        (factor, shares, drift) => {
          const facts = threeYears([1_000, 1_000, Math.round((1_000 * factor * drift) / 100)], factor);
          const before = owedBy(inputOf(facts, '2024-06-30'), { ...HELD, shares });
          const is2024 = (end: CalendarDate) => end < '2024-06-30';
          const after = owedBy(inputOf(facts, '2025-06-30'), { ...HELD, shares: shares * factor }, is2024);
          assert.equal(before.length, 2);
          for (const method of METHODS)
            for (const end of ['low', 'usual', 'high'] as const)
              assertNear(total(after, method, end), total(before, method, end), `${method} ${end}`);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('periods add up: who sells and buys back on one day owes as who kept', () => {
    // From the first report on: before it, no count of shares is known.
    const day = fc.integer({ min: 0, max: 850 }).map((days) => addDays('2023-03-01', days));
    const input = inputOf(threeYears([1_000, 1_050, 1_100], null), '2025-06-30');
    fc.assert(
      fc.property(fc.tuple(day, day, day), fc.integer({ min: 1, max: 500 }), (days, shares) => {
        const [bought = '', between = '', sold = ''] = days.toSorted();
        const whole = owedBy(input, { ...HELD, shares, bought, sold });
        const parts = [
          ...owedBy(input, { ...HELD, shares, bought, sold: between }),
          ...owedBy(input, { ...HELD, shares, bought: between, sold }),
        ];
        for (const method of METHODS)
          assertNear(total(parts, method, 'usual'), total(whole, method, 'usual'), method);
      }),
      { numRuns: RUNS },
    );
  });

  test('bought and sold on one day, nothing is owed; of dividends that were entered nevertheless, nobody knows', () => {
    const input = inputOf(threeYears([1_000, 1_000, 1_000], null), '2025-06-30');
    const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2021-06-01', days));
    fc.assert(
      fc.property(day, (bought) => {
        const years = owedBy(input, { ...HELD, bought, sold: bought });
        for (const method of METHODS) assert.equal(total(years, method, 'high'), 0);
        const paid = owedBy(input, { ...HELD, dividends: 12, bought, sold: bought });
        for (const { byShare, byDividends } of paid)
          assert.deepEqual([byShare?.high, byDividends], [0, null]);
      }),
      { numRuns: RUNS },
    );
  });

  test('hundreds of lots, each sold on another day, read the reports no more often than one', () => {
    const facts = threeYears([1_000, 4_000, 4_100], 4);
    let reads = 0;
    const counted = {
      ...facts,
      get facts() {
        reads += 1;
        return facts.facts;
      },
    };
    const lots = Array.from({ length: 400 }, (_, index) => ({
      ...HELD,
      bought: '2022-01-03',
      sold: addDays('2024-03-01', index),
    }));
    const purify = lotPurifier(inputOf(counted, '2025-06-30'), EVERY);
    const together = lots.map(purify);
    // Six for the three years, and for each of two reports the count and the splits since each year's.
    assert.ok(reads < 30, `${reads} reads`);
    for (const index of [0, 350, 399]) {
      const lot = lots[index] ?? HELD;
      assert.deepEqual(together[index], owedBy(inputOf(facts, '2025-06-30'), lot));
    }
  });

  test('each year has its own figure, for the days held in it', () => {
    const input = inputOf(threeYears([1_000, 1_000, 1_000], null), '2025-06-30');
    const years = owedBy(input, { ...HELD, bought: '2023-07-02', sold: '2024-12-31' });
    assert.deepEqual(
      years.map(({ year, daysHeld, isHeldAtEnd, byShare, byDays }) => [
        year.end,
        daysHeld,
        isHeldAtEnd,
        byShare?.usual,
        byDays?.usual,
      ]),
      [
        ['2022-12-31', 0, false, 0, 0],
        // 200 / 1,000 x 100 shares; 183 of 365 days.
        ['2023-12-31', 183, true, 20, (20 * 183) / 365],
        // Sold on the last day of the year: another is the holder at its end.
        ['2024-12-31', 365, false, 0, (30 * 365) / 366],
      ],
    );
  });
});

test('a split is believed only where a filing states it; else both are possible', () => {
  assert.deepEqual(stepOf(3.9, [4]), [4, 4]);
  assert.deepEqual(stepOf(0.2, [5]), [0.2, 0.2]);
  assert.deepEqual(stepOf(0.2, [0.2]), [0.2, 0.2]);
  assert.deepEqual(stepOf(1.02, [4]), [1, 1], 'the split of an earlier year, told again');
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      fc.integer({ min: 2, max: 50 }),
      (ratio, split) => {
        const [low, high] = stepOf(ratio, []);
        const [stated] = stepOf(ratio, [split]);
        assert.ok(low <= stated && stated <= high);
      },
    ),
  );
});

describe('in filed reports', () => {
  const companies = snapshotCompanies().filter(({ facts }) => facts.reports.length > 0);

  /** The last three fiscal years of which there is a report. */
  function purified({ facts, profile, quotes }: (typeof companies)[number], without: ReadonlySet<Fact>) {
    const asOf = facts.reports.at(-1)?.filed ?? '';
    const kept = { ...facts, facts: facts.facts.filter((fact) => !without.has(fact)) };
    const input = { ...inputOf(kept, asOf), profile, quotes };
    return owedBy(input, { ...HELD, dividends: 50 }, (end) => end > addMonths(asOf, -40));
  }

  test('the usual figure lies inside the interval, and no upper end is all of a dividend', () => {
    let usual = 0;
    for (const company of companies)
      for (const year of purified(company, new Set()))
        for (const method of METHODS) {
          const give = year[method];
          if (give === null || give.usual === null) continue;
          usual += 1;
          assert.ok(give.low <= give.usual && give.usual <= (give.high ?? give.usual), JSON.stringify(give));
          if (method === 'byDividends') assert.ok(give.usual < 50 && (give.high ?? 0) < 50);
        }
    assert.ok(usual > 100, `${usual} usual figures`);
  });

  /** Without the count of the cover, that of the balance sheet of another day stands in for it. */
  test('removing facts never narrows what is owed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const company = pick(companies, random);
        const before = purified(company, new Set());
        const recent = new Set(company.facts.reports.slice(-16).map(({ accession }) => accession));
        const share = 0.4 * random();
        const gone = company.facts.facts.filter(
          ({ accession, unit }) => recent.has(accession) && unit !== 'shares' && random() < share,
        );
        const after = purified(company, new Set(gone));
        assert.deepEqual(
          after.map(({ year }) => year.end),
          before.map(({ year }) => year.end),
        );
        for (const [index, year] of before.entries())
          for (const method of METHODS) {
            const [then, now] = [year[method], after[index]?.[method] ?? null];
            if (now === null) continue;
            assert.ok(then !== null, `${company.profile.symbol} ${method}: known only without the facts`);
            const width = ({ low, high }: Give) => (high ?? Number.POSITIVE_INFINITY) - low;
            assert.ok(
              width(now) >= width(then) - 1e-9 || width(then) === width(now),
              `${company.profile.symbol} ${year.year.end} ${method}: ${JSON.stringify([then, now])}`,
            );
          }
      }),
      { numRuns: RUNS },
    );
  });
});
