import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ends, type Filed, instantsOf, readSheet as read, without } from '../support/balance-figures.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

/** The liability side with nothing left out: 1,000 in all. */
const LIABILITIES: Filed = {
  Liabilities: 1000,
  LiabilitiesCurrent: 600,
  AccountsPayableCurrent: 300,
  AccruedLiabilitiesCurrent: 200,
  DebtCurrent: 100,
  LongTermDebtNoncurrent: 250,
  OtherLiabilitiesNoncurrent: 150,
};

suite('debt', () => {
  const debtOf = (filed: Filed) => ends(read(filed).debt);

  test('is exact where the lines of both legs add up', () => {
    assert.deepEqual(debtOf(LIABILITIES), [350, 350]);
  });

  test('an untagged debt is bounded by what remains, with 80 % of accrued and other lines taken off', () => {
    // 400 - 0.8 x 150 + 2 for rounding, and 600 - 300 - 0.8 x 200 + 2.
    assert.deepEqual(debtOf(without(LIABILITIES, 'LongTermDebtNoncurrent')), [100, 100 + 282]);
    assert.deepEqual(debtOf(without(LIABILITIES, 'LongTermDebtNoncurrent', 'DebtCurrent')), [
      0,
      142 + 282 - 2,
    ]);
    const [low, high] = debtOf(without(LIABILITIES, 'AccruedLiabilitiesCurrent', 'DebtCurrent'));
    assert.equal(low, 250);
    assert.ok(high !== null && high >= 350 && high <= 552, `${high}`);
  });

  test('without any total it has a known part and no end', () => {
    assert.deepEqual(debtOf({ LongTermDebtNoncurrent: 250 }), [250, null]);
    assert.deepEqual(debtOf({}), [0, null]);
  });

  test('total liabilities can be derived from assets and equity', () => {
    const derived = { ...without(LIABILITIES, 'Liabilities'), Assets: 1700, StockholdersEquity: 700 };
    assert.deepEqual(debtOf(derived), [350, 350]);
    const [low, high] = debtOf({ ...derived, StockholdersEquity: 650 });
    assert.equal(low, 350);
    assert.ok(high !== null && high >= 350, 'the temporary equity of 50 lies in between');
  });

  test('negative equity: more liabilities than assets', () => {
    const filed = { ...without(LIABILITIES, 'Liabilities'), Assets: 800, StockholdersEquity: -200 };
    assert.deepEqual(debtOf(filed), [350, 350]);
  });

  test('one debt under two current tags is one debt (AMD 2025-12-27, in millions)', () => {
    const amd = {
      Assets: 76926,
      StockholdersEquity: 62999,
      LiabilitiesCurrent: 9455,
      AccountsPayableCurrent: 2929,
      AccruedLiabilitiesCurrent: 5250,
      ShortTermBorrowings: 874,
      LongTermDebtCurrent: 874,
      OtherLiabilitiesCurrent: 402,
      LongTermDebtNoncurrent: 2348,
      OperatingLeaseLiabilityNoncurrent: 625,
      DeferredIncomeTaxLiabilitiesNet: 313,
      OtherLiabilitiesNoncurrent: 1186,
    };
    assert.deepEqual(debtOf(amd), [3222, 3222]);
  });

  test('nor is a near duplicate added (Intel 2017-07-01: 4,130 includes the 4,125)', () => {
    const [low] = debtOf({
      ShortTermBorrowings: 4130,
      LongTermDebtCurrent: 4125,
      DebtCurrent: 4130,
      LongTermDebtNoncurrent: 27855,
    });
    assert.equal(low, 31985);
  });

  test('a total in the notes is not added to its own current part (AMD 2018-12-29)', () => {
    const [low, high] = debtOf({
      LiabilitiesAndStockholdersEquity: 4556,
      StockholdersEquity: 1266,
      LiabilitiesCurrent: 1984,
      DebtCurrent: 136,
      LinesOfCreditCurrent: 136,
      LongTermDebt: 1250,
      LongTermDebtNoncurrent: 1114,
      OtherLiabilitiesNoncurrent: 192,
    });
    assert.equal(low, 1250);
    assert.equal(high, 1250);
  });

  test('equal current and non-current figures are one debt (Tesla 2013-09-30)', () => {
    const [low] = debtOf({ ConvertibleDebtCurrent: 582_502, LongTermDebtNoncurrent: 582_500 });
    assert.equal(low, 582_502);
  });

  test('an upper end is never below a filed debt (Amazon 2010-12-31)', () => {
    const [, high] = debtOf({
      Assets: 18797,
      StockholdersEquity: 6864,
      LiabilitiesCurrent: 10372,
      AccountsPayableCurrent: 8051,
      AccruedLiabilitiesCurrent: 2321,
      LongTermDebtNoncurrent: 184,
      OtherLiabilitiesNoncurrent: 1561,
    });
    assert.ok(high === null || high >= 184, `${high}`);
  });

  test('finance leases among other liabilities are not debt (ADR 0010)', () => {
    assert.deepEqual(debtOf({ ...LIABILITIES, FinanceLeaseLiability: 120 }), [350, 350]);
  });

  test('IFRS: long-term borrowings with and without their current portion are never added', () => {
    const [low] = debtOf({
      'ifrs-full:LongtermBorrowings': 266,
      'ifrs-full:CurrentPortionOfLongtermBorrowings': 13,
    });
    assert.equal(low, 266);
  });
});

/** Current assets with nothing left out: 1,000, in assets of 2,500. */
const ASSETS: Filed = {
  Assets: 2500,
  AssetsCurrent: 1000,
  CashAndCashEquivalentsAtCarryingValue: 300,
  ShortTermInvestments: 200,
  AccountsReceivableNetCurrent: 250,
  InventoryNet: 150,
  OtherAssetsCurrent: 100,
  MarketableSecuritiesNoncurrent: 400,
  PropertyPlantAndEquipmentNet: 700,
  Goodwill: 250,
  OtherAssetsNoncurrent: 150,
};

suite('cash and securities', () => {
  const { cash, cashAndCurrentSecurities, cashAndAllSecurities } = read(ASSETS);

  test('are exact where the face adds up', () => {
    assert.deepEqual([ends(cash), cash.basis], [[300, 300], 'reported']);
    assert.deepEqual(ends(cashAndCurrentSecurities), [500, 500]);
    assert.deepEqual(ends(cashAndAllSecurities), [900, 900]);
  });

  test('what is not tagged is bounded by the rest of the face', () => {
    const filed = without(ASSETS, 'ShortTermInvestments', 'MarketableSecuritiesNoncurrent');
    const sheet = read(filed);
    assert.deepEqual(ends(sheet.cashAndCurrentSecurities), [300, 500]);
    const [low, high] = ends(sheet.cashAndAllSecurities);
    assert.equal(low, 300);
    assert.ok(high !== null && high >= 900);
  });

  test('cash that the balance sheet does not tag is at most the total that includes restricted cash', () => {
    const filed = without(ASSETS, 'CashAndCashEquivalentsAtCarryingValue');
    const restricted = 'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents';
    assert.deepEqual(ends(read({ ...filed, [restricted]: 320 }).cash), [0, 320]);
    const disposal = `${restricted}IncludingDisposalGroupAndDiscontinuedOperations`;
    assert.deepEqual(ends(read({ ...filed, [restricted]: 320, [disposal]: 340 }).cash), [0, 320]);
    assert.deepEqual(
      ends(read({ ...filed, [restricted]: 320, [disposal]: 0 }).cash),
      [0, 320],
      'Ford 2020-03-31',
    );
  });

  test('nothing filed bounds nothing', () => {
    const sheet = read({});
    for (const amount of [sheet.cash, sheet.cashAndCurrentSecurities, sheet.cashAndAllSecurities]) {
      assert.deepEqual(ends(amount), [0, null]);
    }
    assert.deepEqual(ends(sheet.totalAssets), [0, null]);
  });
});

suite('cash and all securities hold cash and current securities', () => {
  // 20-F 0001997711-25-000030 of Logistic Properties of the Americas: InvestmentProperty, PropertyPlantAndEquipment,
  // DeferredTaxAssets and OtherNoncurrentAssets are 2,762,467 more than Assets less CurrentAssets.
  const LPA: Filed = {
    'ifrs-full:Assets': 607_019_578,
    'ifrs-full:CurrentAssets': 40_001_754,
    'ifrs-full:CashAndCashEquivalents': 28_827_347,
    'ifrs-full:OtherCurrentAssets': 2_769_109,
    'ifrs-full:InvestmentProperty': 554_518_864,
    'ifrs-full:PropertyPlantAndEquipment': 313_202,
    'ifrs-full:DeferredTaxAssets': 10_588_167,
    'ifrs-full:OtherNoncurrentAssets': 4_360_058,
  };

  test('where the lines of one side exceed it, only its surest lines count', () => {
    const { cashAndCurrentSecurities, cashAndAllSecurities } = read(LPA);
    assert.deepEqual(ends(cashAndCurrentSecurities), [28_827_347, 40_001_754 - 2_769_109]);
    const besideProperty = 607_019_578 - 40_001_754 - 554_518_864 - 313_202;
    assert.deepEqual(ends(cashAndAllSecurities), [28_827_347, 37_232_645 + besideProperty]);
  });

  // 10-Q 0000080424-26-000060 of Procter & Gamble: the lines are 1 more than Assets less AssetsCurrent, in millions.
  test('lines that exceed their side by what filings round are no wrong data', () => {
    const sheet = {
      Assets: 128_378_000_000,
      AssetsCurrent: 27_987_000_000,
      Goodwill: 41_359_000_000,
      IntangibleAssetsNetExcludingGoodwill: 21_531_000_000,
      OtherAssetsNoncurrent: 12_928_000_000,
      PropertyPlantAndEquipmentNet: 24_574_000_000,
    };
    for (const filed of [sheet, without(sheet, 'AssetsCurrent')]) {
      const { cashAndCurrentSecurities, cashAndAllSecurities } = read(filed);
      assert.deepEqual(ends(cashAndAllSecurities), [0, 27_986_000_000]);
      assert.deepEqual(ends(cashAndCurrentSecurities), [0, 27_986_000_000]);
    }
  });

  test('in every report of the snapshot', () => {
    const above = snapshotCompanies().flatMap(({ facts }) =>
      facts.reports.flatMap((report) => {
        const sheet = read(instantsOf(facts, report));
        const [, part] = ends(sheet.cashAndCurrentSecurities);
        const [, whole] = ends(sheet.cashAndAllSecurities);
        return (part ?? Number.POSITIVE_INFINITY) > (whole ?? Number.POSITIVE_INFINITY)
          ? [`${facts.name} ${report.accession}: at most ${part}, with non-current ${whole}`]
          : [];
      }),
    );
    assert.deepEqual(above, []);
  });
});

suite('equity securities', () => {
  /** NVIDIA, 10-Q 0001045810-26-000052 for 2026-04-26, in millions: the six lines add up to AssetsCurrent. */
  const NVIDIA: Filed = {
    Assets: 259_474,
    AssetsCurrent: 150_995,
    CashAndCashEquivalentsAtCarryingValue: 13_237,
    DebtSecuritiesCurrent: 37_098,
    EquitySecuritiesFvNi: 30_237,
    AccountsReceivableNetCurrent: 40_710,
    InventoryNet: 25_797,
    PrepaidExpenseAndOtherAssetsCurrent: 3_916,
  };
  const liquid = (filed: Filed) => ends(read(filed).cashAndCurrentSecurities);

  test('that are a line of current assets are neither securities with interest nor receivables', () => {
    assert.deepEqual(liquid(NVIDIA), [50_335, 50_335]);
    assert.deepEqual(ends(read(NVIDIA).receivables), [40_710, 40_710]);
    assert.deepEqual(ends(read(NVIDIA).receivablesAndCash), [53_947, 53_947]);
  });

  test('the line counts only while the face proves it: taking any line away widens', () => {
    for (const tag of Object.keys(NVIDIA).slice(1)) {
      const [low, high] = liquid(without(NVIDIA, tag));
      assert.ok(low <= 50_335 && (high === null || high >= 50_335), `${tag}: ${low} to ${high}`);
    }
    assert.deepEqual(liquid(without(NVIDIA, 'EquitySecuritiesFvNi')), [50_335, 80_572]);
    assert.deepEqual(liquid({ ...NVIDIA, InventoryNet: 25_796 }), [50_335, 80_573]);
  });

  test('a filed line of securities that holds them counts as a whole', () => {
    // Alphabet, 10-Q 0001652044-25-000091 for 2025-09-30, in millions: 7,093 of equity securities are inside the 75,406.
    const alphabet = {
      AssetsCurrent: 173_947,
      CashAndCashEquivalentsAtCarryingValue: 23_090,
      MarketableSecuritiesCurrent: 75_406,
      EquitySecuritiesFvNi: 7_093,
      AccountsReceivableNetCurrent: 57_148,
      OtherAssetsCurrent: 18_303,
    };
    assert.deepEqual(liquid(alphabet), [98_496, 98_496]);
  });

  test('without a fair value to read they are inside other assets or beside them, and count once', () => {
    const noncurrent = {
      Assets: 1000,
      AssetsCurrent: 200,
      PropertyPlantAndEquipmentNet: 300,
      OtherAssetsNoncurrent: 100,
      CashAndCashEquivalentsAtCarryingValue: 200,
    };
    const most = (more: Filed) => read({ ...noncurrent, ...more }).cashAndAllSecurities.high?.value;
    assert.equal(most({}), 600);
    assert.equal(
      most({ EquitySecuritiesWithoutReadilyDeterminableFairValueAmount: 90 }),
      600,
      'may be inside',
    );
    const both = {
      EquitySecuritiesFVNINoncurrent: 150,
      EquitySecuritiesWithoutReadilyDeterminableFairValueAmount: 150,
    };
    assert.equal(most(both), 450, 'one line under two tags');
  });
});

suite('receivables', () => {
  test('are exact where the face adds up, and together with cash too', () => {
    const sheet = read(ASSETS);
    assert.deepEqual(ends(sheet.receivables), [250, 250]);
    assert.deepEqual(ends(sheet.receivablesAndCash), [550, 550]);
  });

  test('a line that is not tagged widens them', () => {
    const sheet = read(without(ASSETS, 'OtherAssetsCurrent'));
    const [low, high] = ends(sheet.receivables);
    assert.equal(low, 250);
    assert.ok(high !== null && high >= 250 && high <= 350, `${high}`);
  });

  test('other receivables inside other assets do not change what is known', () => {
    const filed = { ...ASSETS, NontradeReceivablesCurrent: 60 };
    const [low, high] = ends(read(filed).receivables);
    assert.equal(low, 250);
    assert.ok(high !== null && high <= 310, `${high}`);
  });

  suite('on two lines', () => {
    /** Two lines of receivables beside "other". */
    const twoLines = { ...ASSETS, AssetsCurrent: 1060, NontradeReceivablesCurrent: 60 };
    /** All that is in "other" is filed: the receivables there, taxes of 130 and contract costs of 117. */
    const insideOther: Filed = {
      AssetsCurrent: 804,
      CashAndCashEquivalentsAtCarryingValue: 100,
      AccountsReceivableNetCurrent: 250,
      PrepaidExpenseCurrent: 147,
      OtherAssetsCurrent: 307,
      NontradeReceivablesCurrent: 60,
      IncomeTaxesReceivable: 130,
      CapitalizedContractCostNetCurrent: 117,
    };

    test('count together where the face shows "other" beside them', () => {
      assert.deepEqual(ends(read(twoLines).receivables), [310, 310]);
    });

    test('do not where the parts of "other" add up to it, and taking any line away widens', () => {
      assert.deepEqual(ends(read(insideOther).receivables), [250, 250]);
      for (const filed of [insideOther, twoLines]) {
        const [least, most] = ends(read(filed).receivables);
        for (const tag of Object.keys(filed)) {
          const [low, high] = ends(read(without(filed, tag)).receivables);
          assert.ok(low <= least && (high === null || high >= (most ?? 0)), `${tag}: ${low} to ${high}`);
        }
      }
    });
  });
});

test('total assets are the largest figure under their tags', () => {
  assert.deepEqual(ends(read({ Assets: 5, LiabilitiesAndStockholdersEquity: 5 }).totalAssets), [5, 5]);
  assert.deepEqual(ends(read({ 'ifrs-full:EquityAndLiabilities': 7 }).totalAssets), [7, 7]);
});
