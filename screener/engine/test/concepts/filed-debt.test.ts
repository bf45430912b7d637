import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ends, type Filed, readSheet, without } from '../support/balance-figures.ts';

/** Debt as filers give it. Figures are in millions unless they are written out; each was read in the filing. */

const M = 1_000_000;

function inMillions(figures: Filed): Filed {
  return Object.fromEntries(Object.entries(figures).map(([tag, value]) => [tag, Math.round(value * M)]));
}

/** Ends of debt in millions. */
function debtOf(figures: Filed): readonly [number, number | null] {
  const [low, high] = ends(readSheet(inMillions(figures)).debt);
  return [low / M, high === null ? null : Math.round(high) / M];
}

function highOf(figures: Filed): number {
  return debtOf(figures)[1] ?? Number.POSITIVE_INFINITY;
}

// Procter & Gamble 10-Q 0000080424-25-000013: "Debt due within one year" and "Long-term debt" of the balance sheet.
const PG_2024_12: Filed = {
  Assets: 122_639,
  Liabilities: 71_195,
  LiabilitiesCurrent: 33_797,
  AccountsPayableCurrent: 14_495,
  AccruedLiabilitiesCurrent: 9_879,
  DebtCurrent: 9_424,
  LongTermDebtNoncurrent: 25_263,
  DeferredIncomeTaxLiabilitiesNet: 6_725,
  OtherLiabilitiesNoncurrent: 5_411,
};

// The same lines in 10-Q 0000080424-23-000103.
const PG_2023_09: Filed = {
  Assets: 122_531,
  Liabilities: 74_517,
  LiabilitiesCurrent: 37_158,
  AccountsPayableCurrent: 14_435,
  AccruedLiabilitiesCurrent: 10_912,
  DebtCurrent: 11_811,
  LongTermDebtNoncurrent: 24_069,
  DeferredIncomeTaxLiabilitiesNet: 6_814,
  OtherLiabilitiesNoncurrent: 6_477,
};

// Exxon Mobil 10-Q 0000034088-21-000024: "Notes and loans payable" and "Long-term debt".
const XOM_2021_03: Filed = {
  Assets: 333_770,
  Liabilities: 169_669,
  LiabilitiesCurrent: 60_150,
  AccountsPayableAndAccruedLiabilitiesCurrent: 41_017,
  AccruedIncomeTaxesCurrent: 948,
  DebtCurrent: 18_185,
  LongTermDebtAndCapitalLeaseObligations: 45_137,
  DeferredIncomeTaxLiabilitiesNet: 18_113,
  PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent: 21_835,
  OtherLiabilitiesNoncurrent: 21_155,
};

// Abbott 10-Q 0001104659-21-061693: "Short-term borrowings", "Current portion of long-term debt", "Long-term debt".
const ABT_2021_03: Filed = {
  Assets: 72_785,
  StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: 33_788,
  LiabilitiesCurrent: 12_462,
  AccountsPayableTradeCurrent: 4_066,
  EmployeeRelatedLiabilitiesCurrent: 1_117,
  OtherAccruedLiabilitiesCurrent: 5_247,
  DividendsPayableCurrent: 801,
  AccruedIncomeTaxesCurrent: 276,
  ShortTermBorrowings: 199,
  LongTermDebtCurrent: 756,
  LongTermDebtNoncurrent: 17_489,
};

suite('totals that leave no debt out are believed', () => {
  test('Exxon Mobil 2021-03-31', () => {
    assert.deepEqual(debtOf(XOM_2021_03), [63_322, 63_322]);
  });

  test('Abbott 2021-03-31: two tags make the total of what is due within a year', () => {
    assert.deepEqual(debtOf(ABT_2021_03), [18_444, 18_444]);
    // Where the lines do not prove that the two are not one, the larger is known; their sum is rounded.
    const open = without(ABT_2021_03, 'DividendsPayableCurrent');
    assert.deepEqual(debtOf(open), [18_245, 18_446]);
    assert.ok(highOf(without(open, 'ShortTermBorrowings')) > 18_446, 'one of them alone is no total');
    assert.ok(highOf(without(open, 'LongTermDebtCurrent')) > 18_446);
  });

  test('a leg without such a total is bounded by its own side of the balance sheet', () => {
    // 60,150 - 80 % of 41,017 + 2, beside 45,137.
    assert.equal(highOf(without(XOM_2021_03, 'DebtCurrent')), 27_338.4 + 45_137);
  });

  test('not where it is a small part of what could be debt: Ford 10-K 0000037996-21-000012', () => {
    const ford = {
      Liabilities: 236_450,
      LiabilitiesCurrent: 97_192,
      LongTermDebtNoncurrent: 291,
      DebtAndCapitalLeaseObligations: 471,
      OtherLiabilitiesNoncurrent: 28_379,
      DefinedBenefitPensionPlanLiabilitiesNoncurrent: 10_738,
    };
    assert.ok(highOf(ford) > 160_000, `${highOf(ford)}`);
  });

  test('LongTermDebt is none: Chevron 10-K 0000093410-15-000010 leaves 8,000 of commercial paper out of it', () => {
    const chevron = {
      Liabilities: 109_835,
      LiabilitiesCurrent: 31_926,
      AccountsPayableCurrent: 19_000,
      AccruedLiabilitiesCurrent: 5_328,
      ShortTermBorrowings: 3_790,
      LongTermDebt: 15_960,
      LongTermDebtCurrent: 0,
      DeferredTaxLiabilitiesNoncurrent: 21_920,
      AssetRetirementObligationsNoncurrent: 14_246,
      PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent: 8_412,
    };
    assert.deepEqual(debtOf({ ...chevron, LongTermDebtNoncurrent: 23_960 }), [27_750, 27_752]);
    assert.ok(highOf(chevron) > 27_750);
  });

  test('DebtLongtermAndShorttermCombinedAmount is none: AMD 10-Q 0000002488-25-000047 leaves 947 of paper out', () => {
    const amd = {
      Assets: 71_550,
      StockholdersEquity: 57_881,
      LiabilitiesCurrent: 7_703,
      AccountsPayableCurrent: 2_206,
      AccruedLiabilitiesCurrent: 3_876,
      DebtLongtermAndShorttermCombinedAmount: 3_217,
    };
    assert.ok(highOf(amd) >= 947 + 3_217);
  });
});

suite('filed lines need not add up to the last unit', () => {
  test('Procter & Gamble: 28.3 % of assets at 2024-12-31, 29.3 % at 2023-09-30', () => {
    assert.deepEqual(debtOf(PG_2024_12), [34_687, 34_687]);
    assert.equal((34_687 / 122_639).toFixed(3), '0.283');
    // The lines miss the liabilities by two: 14,495 + 9,879 + 6,725 + 5,411 + 34,687 is 71,197.
    assert.ok(highOf(without(PG_2024_12, 'DebtCurrent', 'LongTermDebtNoncurrent')) >= 34_687);
    assert.deepEqual(debtOf(PG_2023_09), [35_880, 35_880]);
    assert.equal((35_880 / 122_531).toFixed(3), '0.293');
  });

  test('two units of what the totals are filed in are not a contradiction', () => {
    const filed = { Liabilities: 900, LiabilitiesCurrent: 500, AccountsPayableCurrent: 300 };
    assert.equal(highOf(filed), 900 - 300 + 2);
    assert.equal(highOf({ ...filed, Liabilities: 900.1 }), 600.3);
    assert.equal(highOf({ ...filed, Liabilities: 900.001 }), 600.003);
    const debt = { DebtAndCapitalLeaseObligations: 602 };
    assert.ok(highOf({ ...filed, ...debt }) >= 602, 'a total of debt 2 above the rest is not dropped');
  });
});

suite('a filed total of debt bounds from below', () => {
  const filed: Filed = {
    Liabilities: 9_400,
    LiabilitiesCurrent: 3_100,
    AccountsPayableCurrent: 1_812.4,
    OtherLiabilitiesNoncurrent: 1_753.5,
    DebtAndCapitalLeaseObligations: 6_273.6,
  };
  const legs: Filed = {
    ShortTermBorrowings: 709.9,
    LongTermDebtCurrent: 507.4,
    LongTermDebtNoncurrent: 5_056.3,
  };

  test('a residual below it is dropped, with its legs and without', () => {
    // 9,400 - 1,812.4 - 80 % of 1,753.5 + 0.2 = 6,185: below the total.
    assert.ok(highOf(without(filed, 'DebtAndCapitalLeaseObligations')) < 6_187.8);
    for (const hidden of [[], Object.keys(legs), ...Object.keys(legs).map((tag) => [tag])]) {
      const [low, high] = debtOf(without({ ...filed, ...legs }, ...hidden));
      assert.ok(low >= 6_273.4, `without ${hidden}: at least ${low}`);
      assert.ok(high === null || high >= 6_273.6, `without ${hidden}: at most ${high}`);
    }
  });

  test('but for rounding: Boeing 10-Q 0000012927-20-000065 gives 61,400 for 2,922 + 58,457', () => {
    const boeing = {
      Liabilities: 174_254,
      LiabilitiesCurrent: 92_482,
      DebtCurrent: 2_922,
      LongTermDebtAndCapitalLeaseObligations: 58_457,
      DebtAndCapitalLeaseObligations: 61_400,
    };
    assert.deepEqual(debtOf(boeing), [61_379, 61_379]);
  });
});

suite('finance leases', () => {
  test('beside a believed total they neither count nor matter', () => {
    const leases = { FinanceLeaseLiabilityCurrent: 300, FinanceLeaseLiabilityNoncurrent: 4_000 };
    assert.deepEqual(debtOf({ ...XOM_2021_03, ...leases }), debtOf(XOM_2021_03));
  });

  test('where debt is filed with and without them, it counts without: Exxon Mobil 10-Q 0000034088-16-000071', () => {
    const exxon = {
      Liabilities: 164_291,
      LiabilitiesCurrent: 48_726,
      AccountsPayableAndAccruedLiabilitiesCurrent: 32_294,
      AccruedIncomeTaxesCurrent: 2_892,
      DebtCurrent: 13_540,
      LongTermDebtNoncurrent: 28_306,
      LongTermDebtAndCapitalLeaseObligations: 29_568,
      DeferredTaxLiabilitiesNoncurrent: 36_293,
      OtherLiabilitiesNoncurrent: 21_846,
      PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent: 22_401,
    };
    const [low, high] = debtOf(exxon);
    assert.deepEqual([low, high], [13_540 + 28_306, 13_540 + 28_306]);
    const [, withoutFigure] = debtOf(without(exxon, 'LongTermDebtAndCapitalLeaseObligations'));
    assert.equal(withoutFigure, high, 'taking the figure with leases away lowers nothing');
  });
});

suite('lines that may be one inside the other', () => {
  test('count once: Procter & Gamble 10-K 0000080424-25-000076', () => {
    // "Accrued and other liabilities" 11,318 holds the note's "other" 2,920: only one is taken off.
    const both = { Liabilities: 1_000, AccruedLiabilitiesCurrent: 100, OtherLiabilitiesCurrent: 60 };
    assert.equal(highOf(both), 1_000 - 80 + 2);
    assert.equal(highOf({ ...both, AccountsPayableAndAccruedLiabilitiesCurrent: 300 }), 1_000 - 240 + 2);
  });

  test('taxes payable hold income and sales taxes', () => {
    const taxes = {
      TaxesPayableCurrent: 50,
      AccruedIncomeTaxesCurrent: 30,
      SalesAndExciseTaxPayableCurrent: 20,
    };
    assert.equal(highOf({ Liabilities: 1_000, ...taxes }), 1_000 - 50 + 2);
  });
});
