import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lotPurifier } from '@screener/engine/purify/purify-holding';
import { makeInput } from '../support/make-facts.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

/**
 * Five holdings purified by hand. Interest, revenue and balances are in millions of dollars and shares in millions, as
 * the annual report for the year gives them; a person needs nothing else, and no other code, to repeat the arithmetic.
 *
 * Apple files no interest income since fiscal 2024. Its cash and securities were 35,934 + 18,763 + 77,723 = 132,420 at
 * the end of the year and 29,943 + 35,228 + 91,479 = 156,650 at its beginning, 144,535 on average. Treasury bills of
 * three months yielded, from October 2024 to September 2025, 4.51, 4.42, 4.27, 4.21, 4.22, 4.20, 4.21, 4.25, 4.23, 4.25,
 * 4.12 and 3.92 %: 50.81 / 12 on average.
 */
const HOLDINGS = [
  {
    symbol: 'AAPL',
    year: '2025-09-27',
    kind: 'estimate',
    interest: (144_535 * 50.81) / 12 / 100,
    revenue: 416_161,
    outstanding: 14_776.353,
    held: 40,
    dividends: 41.2,
    // 6,119.85 / 14,776.353 x 40 and 6,119.85 / 416,161 x 41.20.
    byShare: '16.57',
    byDividends: '0.61',
  },
  {
    symbol: 'MSFT',
    year: '2025-06-30',
    // "Interest and dividends income", one line of the note on other income.
    kind: 'filed_with_dividends',
    interest: 2_647,
    revenue: 281_724,
    outstanding: 7_433.166379,
    held: 20,
    dividends: 64.8,
    byShare: '7.12',
    byDividends: '0.61',
  },
  {
    symbol: 'GOOGL',
    year: '2025-12-31',
    kind: 'filed',
    interest: 4_337,
    revenue: 402_836,
    outstanding: 12_088,
    held: 18,
    dividends: 14.94,
    byShare: '6.46',
    byDividends: '0.16',
  },
  {
    symbol: 'NVDA',
    year: '2026-01-25',
    kind: 'filed',
    interest: 2_300,
    revenue: 215_938,
    outstanding: 24_300,
    held: 45,
    dividends: 1.8,
    byShare: '4.26',
    byDividends: '0.02',
  },
  {
    symbol: 'PG',
    year: '2025-06-30',
    kind: 'filed',
    interest: 469,
    revenue: 84_284,
    outstanding: 2_342.371488,
    held: 12,
    dividends: 48.93,
    byShare: '2.40',
    byDividends: '0.27',
  },
] as const;

describe('purification by hand', () => {
  for (const holding of HOLDINGS)
    test(`${holding.held} shares of ${holding.symbol}, ${holding.dividends} dollars of dividends`, () => {
      const { interest, outstanding, revenue, held } = holding;
      const byShare = (interest / outstanding) * held;
      const byDividends = (interest / revenue) * holding.dividends;
      assert.deepEqual([byShare.toFixed(2), byDividends.toFixed(2)], [holding.byShare, holding.byDividends]);

      const company = snapshotCompanies().find(({ profile }) => profile.symbol === holding.symbol);
      assert.ok(company !== undefined);
      const asOf = company.facts.reports.at(-1)?.filed ?? '';
      const { facts, profile, quotes } = company;
      const lot = { shares: held, dividends: holding.dividends, bought: null, sold: null };
      const years = lotPurifier(
        makeInput(facts, { profile, quotes, asOf }),
        (end) => end === holding.year,
      )(lot);
      const [year] = years;
      assert.equal(years.length, 1);
      assert.equal(year?.year.income.kind, holding.kind);
      assert.equal(year?.byShare?.usual?.toFixed(2), holding.byShare);
      assert.equal(year?.byDividends?.usual?.toFixed(2), holding.byDividends);
    });
});
