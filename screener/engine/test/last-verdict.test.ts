import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { quoteAt } from '@screener/engine/concepts/market-cap';
import type { Report } from '@screener/engine/facts';
import { lastVerdict } from '@screener/engine/last-verdict';
import { screen } from '@screener/engine/screen';
import {
  balances,
  makeCompany,
  makeInput,
  makeProfile,
  makeQuote,
  makeReport,
  SOUND_BALANCES,
  yearFlows,
} from './support/make-facts.ts';
import { snapshotCompanies } from './support/snapshot-companies.ts';

/** An annual report of `year`, filed on 15 February of the next. */
function annual(year: number): Report {
  return makeReport({
    accession: `0000000001-${year - 1999}-000001`,
    periodEnd: `${year}-12-31`,
    filed: `${year + 1}-02-15`,
  });
}

/** Reports of some years, each with every figure of a sound company, or without its flows. */
function companyOf(years: readonly number[], withoutFlows: readonly number[] = []) {
  const reports = years.map(annual);
  const facts = reports.flatMap((report, index) => [
    ...balances(report, SOUND_BALANCES),
    ...(withoutFlows.includes(years[index] ?? 0)
      ? []
      : yearFlows(report, { Revenues: 2000, InvestmentIncomeInterest: 8 })),
  ]);
  return makeCompany(reports, facts);
}

const QUOTES = [2020, 2021, 2022, 2023, 2024, 2025].map((year) => makeQuote({ date: `${year}-02-14` }));

suite('the last verdict', () => {
  test('is that of the newest filing date that had one', () => {
    const company = companyOf([2021, 2022, 2023, 2024], [2023, 2024]);
    const input = makeInput(company, { quotes: QUOTES, asOf: '2025-03-01' });
    assert.equal(screen(input).compliance, 'not_screenable');
    const last = lastVerdict(input) ?? assert.fail('there was one');
    assert.deepEqual([last.as_of, last.compliance], ['2023-02-15', 'compliant']);
    assert.equal(last.anchor?.period_end, '2022-12-31');
    assert.equal(screen({ ...input, asOf: last.as_of }).score, last.score);
  });

  test('of a company whose reports have ended', () => {
    const input = makeInput(companyOf([2021]), { quotes: QUOTES, asOf: '2025-03-01' });
    assert.deepEqual(
      screen(input).missing.map(({ code }) => code),
      ['stale_report'],
    );
    assert.equal(lastVerdict(input)?.as_of, '2022-02-15');
  });

  test('reads nothing that was filed after the date asked for', () => {
    const input = makeInput(companyOf([2021, 2022, 2023], [2022]), { quotes: QUOTES, asOf: '2023-06-01' });
    assert.equal(lastVerdict(input)?.as_of, '2022-02-15');
  });

  test('is null where there never was one', () => {
    assert.equal(lastVerdict(makeInput(makeCompany([], []))), null);
    assert.equal(lastVerdict(makeInput(companyOf([2021, 2022]), { quotes: [] })), null);
    const profile = makeProfile({ sic: null, sicSource: null });
    assert.equal(lastVerdict(makeInput(companyOf([2021]), { profile, quotes: QUOTES })), null);
  });

  test('of the companies in the snapshot is the screening of that date', () => {
    let found = 0;
    for (const { facts, profile, quotes } of snapshotCompanies()) {
      const input = makeInput(facts, { profile, quotes, asOf: '2026-02-25' });
      if (screen(input).compliance !== 'not_screenable') continue;
      const last = lastVerdict(input);
      if (last === null) continue;
      found += 1;
      const then = screen({ ...input, asOf: last.as_of });
      assert.deepEqual(
        [then.compliance, then.score, then.anchor],
        [last.compliance, last.score, last.anchor],
        profile.symbol,
      );
      const later = facts.reports
        .map(({ filed }) => filed)
        .filter((filed) => filed > last.as_of && quoteAt(quotes, filed) !== null);
      for (const asOf of later) assert.equal(screen({ ...input, asOf }).compliance, 'not_screenable');
    }
    assert.ok(found >= 5, `only ${found} had one`);
  });
});
