import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { readValueFigures } from '@screener/engine/rankings/value-figures';
import { screen } from '@screener/engine/screen';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

const MILLION = 1_000_000;

interface Golden {
  readonly cik: string;
  readonly asOf: string;
  /** In millions, worked out by hand from the filings in `evidence`. */
  readonly equity: number;
  readonly earnings: number;
  readonly freeCashFlow: number;
  /** Concept, tag, the value in millions, the last day and the filing, as read in the filings. */
  readonly evidence: readonly (readonly [string, string, number, string, string])[];
}

const ANNUAL_APPLE = '0000320193-25-000079';
const QUARTER_APPLE = '0000320193-26-000006';
const APPLE: Golden = {
  cik: '0000320193',
  asOf: '2026-02-25',
  equity: 88_190,
  // 112,010 + 42,097 - 36,330.
  earnings: 117_777,
  // 111,482 + 53,925 - 29,935 = 135,472, less 12,715 + 2,373 - 2,940 = 12,148.
  freeCashFlow: 123_324,
  evidence: [
    ['equity', 'StockholdersEquity', 88_190, '2025-12-27', QUARTER_APPLE],
    ['net_income', 'NetIncomeLoss', 112_010, '2025-09-27', ANNUAL_APPLE],
    ['net_income', 'NetIncomeLoss', 42_097, '2025-12-27', QUARTER_APPLE],
    ['net_income', 'NetIncomeLoss', 36_330, '2024-12-28', QUARTER_APPLE],
    [
      'operating_cash_flow',
      'NetCashProvidedByUsedInOperatingActivities',
      111_482,
      '2025-09-27',
      ANNUAL_APPLE,
    ],
    [
      'operating_cash_flow',
      'NetCashProvidedByUsedInOperatingActivities',
      53_925,
      '2025-12-27',
      QUARTER_APPLE,
    ],
    [
      'operating_cash_flow',
      'NetCashProvidedByUsedInOperatingActivities',
      29_935,
      '2024-12-28',
      QUARTER_APPLE,
    ],
    ['capital_expenditure', 'PaymentsToAcquirePropertyPlantAndEquipment', 12_715, '2025-09-27', ANNUAL_APPLE],
    ['capital_expenditure', 'PaymentsToAcquirePropertyPlantAndEquipment', 2_373, '2025-12-27', QUARTER_APPLE],
    ['capital_expenditure', 'PaymentsToAcquirePropertyPlantAndEquipment', 2_940, '2024-12-28', QUARTER_APPLE],
  ],
};

const ANNUAL_PG = '0000080424-25-000076';
const QUARTER_PG = '0000080424-26-000060';
/** Gives equity only together with that of minority owners, and net income before and after preferred dividends. */
const PG: Golden = {
  cik: '0000080424',
  asOf: '2026-05-31',
  // 54,731 - 226.
  equity: 54_505,
  // 15,974 + 13,002 - 12,359; for the common shares alone it is 15,682 + 12,784 - 12,144 = 16,322.
  earnings: 16_617,
  // 17,817 + 14,425 - 12,832 = 19,410, less 3,773 + 3,386 - 2,777 = 4,382.
  freeCashFlow: 15_028,
  evidence: [
    [
      'equity_with_minority',
      'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
      ...([54_731, '2026-03-31', QUARTER_PG] as const),
    ],
    ['minority_equity', 'MinorityInterest', 226, '2026-03-31', QUARTER_PG],
    ['net_income', 'NetIncomeLoss', 15_974, '2025-06-30', ANNUAL_PG],
    ['net_income', 'NetIncomeLoss', 13_002, '2026-03-31', QUARTER_PG],
    ['net_income', 'NetIncomeLoss', 12_359, '2025-03-31', QUARTER_PG],
    ['net_income', 'NetIncomeLossAvailableToCommonStockholdersBasic', 15_682, '2025-06-30', ANNUAL_PG],
    ['net_income', 'NetIncomeLossAvailableToCommonStockholdersBasic', 12_784, '2026-03-31', QUARTER_PG],
    ['net_income', 'NetIncomeLossAvailableToCommonStockholdersBasic', 12_144, '2025-03-31', QUARTER_PG],
    ['operating_cash_flow', 'NetCashProvidedByUsedInOperatingActivities', 17_817, '2025-06-30', ANNUAL_PG],
    ['operating_cash_flow', 'NetCashProvidedByUsedInOperatingActivities', 14_425, '2026-03-31', QUARTER_PG],
    ['operating_cash_flow', 'NetCashProvidedByUsedInOperatingActivities', 12_832, '2025-03-31', QUARTER_PG],
    ['capital_expenditure', 'PaymentsToAcquirePropertyPlantAndEquipment', 3_773, '2025-06-30', ANNUAL_PG],
    ['capital_expenditure', 'PaymentsToAcquirePropertyPlantAndEquipment', 3_386, '2026-03-31', QUARTER_PG],
    ['capital_expenditure', 'PaymentsToAcquirePropertyPlantAndEquipment', 2_777, '2025-03-31', QUARTER_PG],
  ],
};

describe('the value screen’s figures, read by hand', () => {
  for (const golden of [APPLE, PG]) {
    test(`CIK ${golden.cik} as of ${golden.asOf}`, () => {
      const company = snapshotCompanies().find(({ facts }) => facts.cik === golden.cik);
      assert.ok(company !== undefined);
      const { facts, profile, quotes } = company;
      const options = { yieldBound: true };
      const screening = screen({
        facts,
        profile,
        quotes,
        options,
        rates: [],
        asOf: golden.asOf,
        today: golden.asOf,
        factsThrough: golden.asOf,
        rules: RULE_SETS.current,
      });
      const read = readValueFigures(facts, screening);
      assert.ok(read.kind === 'figures', JSON.stringify(read));
      const { equity, earnings, free_cash_flow: freeCashFlow } = read.figures;
      assert.deepEqual(
        [equity, earnings, freeCashFlow].map(({ value }) => value / MILLION),
        [golden.equity, golden.earnings, golden.freeCashFlow],
      );
      assert.deepEqual(
        read.evidence.map((entry) => [
          ...[entry.concept, entry.xbrl_tag.replace('us-gaap:', ''), entry.value / MILLION],
          ...[entry.period_end, entry.accession],
        ]),
        golden.evidence,
      );
    });
  }
});
