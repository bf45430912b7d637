import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, addMonths, type CalendarDate } from '@common/base/calendar';
import type { Report } from '@screener/engine/facts';
import { nextReportDue, overdueFrom } from '@screener/engine/time/report-due';
import { overdueSince, reportsNotHere, staleness } from '@screener/engine/time/staleness';
import fc from 'fast-check';
import { makeReport, screenCompany, soundCompany } from '../support/make-facts.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

function reportOf(form: string, periodEnd: CalendarDate, filed: CalendarDate): Report {
  return makeReport({
    form,
    periodEnd,
    filed,
    accession: `0000000001-${filed.slice(2, 4)}-${filed.slice(5, 7)}0000`,
  });
}

/** Reports of a filer with a calendar year: each quarter's, filed some days after its end. */
function quarters(from: number, count: number, lags: readonly number[]): Report[] {
  return Array.from({ length: count }, (_, index) => {
    const periodEnd = addDays(addMonths(`${from}-01-01`, 3 * (index + 1)), -1);
    const form = index % 4 === 3 ? '10-K' : '10-Q';
    return reportOf(form, periodEnd, addDays(periodEnd, lags[index % lags.length] ?? 30));
  });
}

suite('when the next report is due', () => {
  const FILED = quarters(2023, 8, [28, 28, 28, 70]);
  const due = (upTo: number, reports = FILED) => {
    const known = reports.slice(0, upTo);
    const last = known.at(-1) ?? assert.fail();
    return nextReportDue(last, known, last.filed);
  };

  test('by the filer’s own calendar, where it takes longer than the law’s 40 days', () => {
    // The annual report for 2023 came on 10 March 2024.
    assert.equal(due(7), '2025-03-10');
  });

  test('not before 40 days after the next quarter, and so without any report to go by', () => {
    assert.equal(due(4), '2024-05-10');
    assert.equal(due(1), '2023-08-09');
  });

  test('of an annual filer, and after a Form 6-K, a year and four months after the last period', () => {
    for (const form of ['20-F', '40-F', '6-K', '20-F/A']) {
      const last = reportOf(form, '2024-12-31', '2025-04-17');
      assert.equal(nextReportDue(last, [last], '2025-04-17'), '2026-04-30');
    }
    const late = [reportOf('20-F', '2024-12-31', '2025-07-01')] as const;
    assert.equal(nextReportDue(late[0], late, '2025-07-01'), '2026-07-01');
  });

  test('the reports in the snapshot come in time, but for one in a hundred', () => {
    let [all, late] = [0, 0];
    for (const { facts } of snapshotCompanies()) {
      const byPeriod = Map.groupBy(facts.reports, ({ periodEnd }) => periodEnd);
      const ends = [...byPeriod.keys()].sort();
      for (const [index, end] of ends.entries()) {
        const next = byPeriod.get(ends[index + 1] ?? '')?.[0];
        const last = byPeriod.get(end)?.[0];
        if (next === undefined || last === undefined || last.filed >= next.filed) continue;
        all += 1;
        if (next.filed >= overdueFrom(nextReportDue(last, facts.reports, last.filed))) late += 1;
      }
    }
    assert.ok(all > 1_000 && late / all < 0.015, `${late} of ${all}`);
  });
});

suite('a stale answer', () => {
  const reports = quarters(2023, 4, [28, 28, 28, 70]);
  const SINCE = overdueFrom('2024-05-10');

  test('counts to today where nothing newer is here, and to its own day where later filings are', () => {
    const asOf = '2024-04-01';
    const at = (today: CalendarDate, factsThrough: CalendarDate | null) =>
      staleness({ today, asOf, factsThrough }, reports);
    assert.equal(at(addDays(SINCE, -1), asOf), null);
    assert.deepEqual(at(SINCE, asOf), { since: SINCE, why: 'report_not_here' });
    assert.deepEqual(at('2030-01-01', null), { since: SINCE, why: 'report_not_here' });
    assert.equal(at('2030-01-01', '2024-05-01'), null);
  });

  test('of a filer that is late itself says so', () => {
    const day = '2024-09-01';
    assert.deepEqual(staleness({ today: day, asOf: day, factsThrough: day }, reports), {
      since: SINCE,
      why: 'report_late',
    });
    assert.equal(reportsNotHere(reports, { today: day, asOf: day, factsThrough: day }), null);
  });

  test('of a prohibited business is not stale: nothing that is filed could change it', () => {
    const profile = { cik: '0000000001', symbol: 'EXMP', name: 'X', sic: '2082', sicDescription: null };
    const bank = { profile: { ...profile, sicSource: 'submissions', exchange: null } };
    const [sound, prohibited] = [{}, bank].map((differs) =>
      screenCompany(soundCompany(), { ...differs, asOf: '2025-03-01', today: '2026-03-01' }),
    );
    assert.equal(sound?.stale?.why, 'report_not_here');
    assert.deepEqual([prohibited?.compliance, prohibited?.stale], ['non_compliant', null]);
  });
});

suite('a past day', () => {
  test('is not answered from a report that was overdue by then, where later filings are not here', () => {
    const at = (asOf: CalendarDate, factsThrough: CalendarDate) => {
      const { compliance, missing, anchor, stale } = screenCompany(soundCompany(), { asOf, factsThrough });
      return { compliance, codes: missing.map(({ code }) => code), hasReport: anchor !== null, stale };
    };
    // The annual report for 2024 was filed on 15 February 2025; the next is due by 10 May.
    assert.deepEqual(at('2025-06-14', '2025-03-01').codes.includes('reports_not_here'), false);
    assert.deepEqual(at('2025-06-15', '2025-03-01'), {
      compliance: 'not_screenable',
      codes: ['reports_not_here'],
      hasReport: false,
      stale: { since: '2025-06-15', why: 'report_not_here' },
    });
    assert.equal(at('2025-06-15', '2025-06-15').hasReport, true);
  });

  test('is not answered either from when the overdue report may have been filed, once it is overdue', () => {
    const at = (asOf: CalendarDate, today: CalendarDate, reports = quarters(2023, 4, [28, 28, 28, 70])) =>
      reportsNotHere(reports, { today, asOf, factsThrough: reports.at(-1)?.filed ?? null }) !== null;
    // The last report is that for 2023, of 10 March 2024. A year before, that for March was filed on 28 April.
    assert.deepEqual(
      ['2024-04-06', '2024-04-07', '2024-05-10'].map((asOf) => at(asOf, '2026-01-01')),
      [false, true, true],
    );
    assert.equal(at('2024-05-10', '2024-06-14'), false, 'the report may still come in time');
    assert.equal(at('2024-05-10', '2024-06-15'), true);
    // With no report of a year before, from the day after which the period had ended.
    const one = quarters(2023, 1, [28]);
    assert.deepEqual(
      ['2023-06-29', '2023-06-30'].map((asOf) => at(asOf, '2026-01-01', one)),
      [false, true],
    );
  });
});

suite('a missing report never improves an answer', () => {
  const LAG = fc.integer({ min: 20, max: 85 });
  const FILER = fc.record({
    lags: fc.array(LAG, { minLength: 4, maxLength: 4 }),
    count: fc.integer({ min: 2, max: 12 }),
    removed: fc.nat(),
    wait: fc.integer({ min: 0, max: 400 }),
    through: fc.integer({ min: 0, max: 400 }),
    since: fc.integer({ min: 0, max: 400 }),
  });

  test('without one, the next report is overdue no later', () => {
    fc.assert(
      fc.property(FILER, ({ lags, count, removed, wait }) => {
        const reports = quarters(2020, count, lags);
        const fewer = reports.toSpliced(removed % count, 1);
        const asOf = addDays(reports.at(-1)?.filed ?? '', wait);
        const [all, left] = [overdueSince(reports, asOf), overdueSince(fewer, asOf)];
        assert.ok(all !== null && left !== null && left <= all, `${left} after ${all}`);
      }),
    );
  });

  test('without one, a day that was not answered still is not, nor where filings reach less far', () => {
    fc.assert(
      fc.property(FILER, ({ lags, count, removed, wait, through, since }) => {
        const reports = quarters(2020, count, lags);
        const fewer = reports.toSpliced(removed % count, 1);
        const last = reports.at(-1)?.filed ?? '';
        const [asOf, factsThrough] = [addDays(last, wait), addDays(last, through)];
        const today = addDays(asOf, since);
        if (reportsNotHere(reports, { today, asOf, factsThrough }) === null) return;
        assert.notEqual(reportsNotHere(fewer, { today, asOf, factsThrough }), null);
        assert.notEqual(reportsNotHere(reports, { today, asOf, factsThrough: last }), null);
      }),
    );
  });
});
