import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { CompanyFacts } from '@screener/engine/facts';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { screen } from '@screener/engine/screen';
import type { AmountAnswer, Screening } from '@screener/engine/screening';
import { readCompanyFactsFile } from './support/companyfacts-file.ts';
import {
  type Golden,
  type GoldenFlow,
  type GoldenParts,
  type GoldenValues,
  goldens,
} from './support/golden.ts';
import { makeProfile } from './support/make-facts.ts';
import { given } from './support/repository.ts';
import { snapshotCompanies } from './support/snapshot-companies.ts';

/**
 * The engine against reports that a person read line by line. Where the hand figure is exact, the engine must match
 * it or leave room for it; it may never exclude it. The facts are the snapshot's, distilled from the SEC's files; where
 * those files are present, they give the same answers.
 */

/**
 * The low end of debt must reach this share of the borrowings that a person found. Notes state some totals as
 * principal, which counts at 95 % (Alphabet); and of TSMC's and Agnico's debt the part due within a year is left out,
 * because IFRS filers give long-term borrowings with and without their current portion under one tag.
 */
const LEAST_SHARE_OF_BORROWINGS = 0.94;
/** Where one tag has several readings and the engine takes the smallest; the high end covers all. */
const SMALLER_SHARES: ReadonlyMap<string, number> = new Map([
  // Its non-current line is filed under the tag of a total that includes current maturities: 40,599 of 45,440.
  ['CVX-2021-03-31', 0.84],
  // LongTermDebt may include the current 979, and does not here: 1,418 of 2,397.
  ['TSLA-2022-09-30', 0.56],
]);

/** Interest under a tag whose name does not say gross interest: the engine can only leave room for it. */
const NOT_KNOWN_BY_TAG = new Set(['InvestmentIncomeNonoperating']);

/** Ford Credit's interest is part of revenue: the filed line is only a part of all interest. */
const OWNS_A_LENDER = new Set(['F-2021-03-31']);

/** Where the engine gives no revenue although the three figures of the sum are filed. */
const NO_REVENUE: ReadonlySet<string> = new Set([
  // Las Vegas was sold: the fiscal year still holds it, the comparative column does not; the sum mixes two bases.
  'LVS-2021-03-31',
  // Listed in July 2020: no report from a year before confirms the comparative column.
  'LMND-2021-03-31',
]);

suite('hand-read reports', () => {
  for (const golden of goldens()) {
    test(golden.name, (t) => compare(golden, screenAsOf(golden, distilledFacts(golden)), t));
  }

  test("the SEC's own files give the same answers", (t) => {
    for (const golden of goldens()) {
      const path = given(`data/companyfacts/${golden.file}`);
      if (path === null) return t.skip('../shared/data/companyfacts absent');
      const answer = screenAsOf(golden, readCompanyFactsFile(path));
      compare(golden, answer, t);
      assert.deepEqual(answer, screenAsOf(golden, distilledFacts(golden)), golden.name);
    }
  });
});

const COMPANIES = new Map(snapshotCompanies().map(({ facts }) => [Number(facts.cik), facts]));

function distilledFacts({ name, cik }: Golden): CompanyFacts {
  return COMPANIES.get(cik) ?? assert.fail(`screener/data/snapshot must keep the company of ${name}`);
}

function screenAsOf(golden: Golden, facts: CompanyFacts): Screening {
  return screen({
    profile: makeProfile({
      cik: facts.cik,
      symbol: golden.ticker ?? `CIK${facts.cik}`,
      name: golden.entity_name,
    }),
    facts,
    quotes: [],
    asOf: golden.as_of,
    rules: RULE_SETS.current,
    options: { yieldBound: true },
  });
}

function compare(golden: Golden, answer: Screening, t: TestContext): void {
  const { anchor, values } = golden;
  if (anchor === null || values === null) {
    assert.equal(answer.compliance, 'not_screenable');
    assert.equal(answer.anchor, null);
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['no_periodic_report'],
    );
    return;
  }
  const { period_end, form, accession, filed } = answer.anchor ?? assert.fail('no anchor');
  const { currency, ...report } = anchor;
  assert.deepEqual({ period_end, form, accession, filed }, report);
  assert.equal(amountOf(answer, 'total_assets').unit, currency);
  assertExactly(answer, 'total_assets', values.total_assets.value);
  compareDebt(golden.name, answer, values, t);
  compareLiquid(answer, values, t);
  compareReceivables(answer, values, t);
  compareRevenue(golden.name, answer, values.revenue_ttm);
  compareInterest(golden.name, answer, values.interest_income_ttm, t);
  const { shares } = answer.purification;
  if (shares !== null) assert.equal(shares, values.shares_outstanding.value, 'shares outstanding');
}

/** Operating leases never count; finance leases do only where the filer tags them with its debt (ADR 0006). */
function compareDebt(name: string, answer: Screening, values: GoldenValues, t: TestContext): void {
  const { debt_tagged: hand, debt_true_upper: upper } = values;
  const share = SMALLER_SHARES.get(name) ?? LEAST_SHARE_OF_BORROWINGS;
  const debt = amountOf(answer, 'debt');
  const borrowings = sumOf(hand, 'borrowing');
  const withLeases = borrowings + sumOf(hand, 'finance_lease');
  t.diagnostic(line('debt', debt, `${borrowings}, with leases ${withLeases}, upper end ${upper.value}`));
  assert.ok(debt.low <= withLeases, `debt: at least ${debt.low}, but all that is tagged is ${withLeases}`);
  assert.ok(debt.low >= share * borrowings, `debt: ${borrowings} is tagged, ${debt.low} read`);
  assert.ok(endOf(debt) >= borrowings, `debt: at most ${debt.high}, but ${borrowings} is tagged`);
  if (debt.low === debt.high) assert.equal(debt.low, borrowings, 'debt, said to be exact');
}

function compareLiquid(answer: Screening, values: GoldenValues, t: TestContext): void {
  const cash = values.cash.value ?? values.cash.derivation?.value ?? 0;
  const current = values.interest_bearing_current;
  const noncurrent = values.interest_bearing_noncurrent;
  // What a person found tagged is certainly part of the whole; a line that mixes in equity may hold more.
  const currentLow = cash + (current.value ?? current.low ?? 0);
  const currentHigh = cash + (current.value ?? current.high ?? 0);
  assertHolds(answer, 'cash', cash, cash, t);
  assertHolds(answer, 'cash_and_current_securities', currentLow, currentHigh, t);
  const all = noncurrent.value ?? 0;
  assertHolds(answer, 'cash_and_all_securities', currentLow + all, currentHigh + all, t);
  if (values.cash.value !== null && amountOf(answer, 'cash').basis === 'reported') {
    assertExactly(answer, 'cash', values.cash.value);
  }
}

/** `high` is the hand reading with receivables on other face lines. */
function compareReceivables(answer: Screening, values: GoldenValues, t: TestContext): void {
  const { value, high } = values.receivables;
  if (value === null) return;
  assertHolds(answer, 'receivables', value, high ?? value, t);
}

function compareRevenue(name: string, answer: Screening, hand: GoldenFlow): void {
  if (NO_REVENUE.has(name)) assert.equal(amountOf(answer, 'revenue').high, null, 'revenue');
  else assertExactly(answer, 'revenue', hand.value);
}

function compareInterest(name: string, answer: Screening, hand: GoldenFlow, t: TestContext): void {
  const interest = amountOf(answer, 'interest_income');
  t.diagnostic(line('interest_income', interest, `${hand.value} ${hand.kind ?? ''} ${hand.tag ?? ''}`));
  if (hand.value === null) {
    // GM: its bank's finance charges are known, the rest is not.
    assert.equal(interest.low, hand.low?.value ?? 0, 'no other interest income is filed, so none is known');
    return;
  }
  if (OWNS_A_LENDER.has(name)) {
    assert.deepEqual([interest.low, interest.high], [hand.value, null], 'a lower end');
    return;
  }
  if (hand.kind === 'gross' && !NOT_KNOWN_BY_TAG.has(hand.tag ?? '')) {
    assertExactly(answer, 'interest_income', hand.value);
    return;
  }
  // With dividends, or net of expense: the gross figure is not known, and what is read may not exclude the hand's.
  assert.ok(interest.low <= hand.value, `interest: at least ${interest.low}, by hand ${hand.value}`);
  if (hand.kind !== 'gross_with_dividends(upper bound)') {
    assert.ok(endOf(interest) >= hand.value, `interest: at most ${interest.high}, by hand ${hand.value}`);
  }
}

function assertHolds(answer: Screening, name: string, least: number, most: number, t: TestContext): void {
  const amount = amountOf(answer, name);
  t.diagnostic(line(name, amount, least === most ? `${least}` : `${least} to ${most}`));
  assert.ok(amount.low <= most, `${name}: at least ${amount.low}, by hand ${most}`);
  assert.ok(endOf(amount) >= least, `${name}: at most ${amount.high}, by hand ${least}`);
}

function assertExactly(answer: Screening, name: string, value: number | null): void {
  const { low, high } = amountOf(answer, name);
  assert.deepEqual([low, high], [value, value], name);
}

function amountOf(answer: Screening, name: string): AmountAnswer {
  const amount = answer.amounts[name];
  assert.ok(amount !== undefined, `no amount ${name}`);
  return amount;
}

function endOf(amount: AmountAnswer): number {
  return amount.high ?? Number.POSITIVE_INFINITY;
}

function sumOf(hand: GoldenParts, kind: string): number {
  return hand.parts.filter((part) => part.kind === kind).reduce((total, { value }) => total + value, 0);
}

function line(name: string, amount: AmountAnswer, hand: string): string {
  const range = amount.low === amount.high ? `${amount.low}` : `${amount.low} to ${amount.high ?? 'no end'}`;
  return `${name.padEnd(28)} ${range} (${amount.basis}); by hand ${hand}`;
}
