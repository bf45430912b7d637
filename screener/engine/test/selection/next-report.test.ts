import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nextReportExpected } from '@screener/engine/selection/next-report';
import { makeReport, screenCompany, soundCompany } from '../support/make-facts.ts';

// Apple: 10-Q for 2025-03-29 filed 2025-05-02 (0000320193-25-000057), 10-Q for 2025-12-27 filed 2026-01-30.
const APPLE = [
  makeReport({ form: '10-Q', periodEnd: '2025-03-29', filed: '2025-05-02' }),
  makeReport({ form: '10-Q', periodEnd: '2025-06-28', filed: '2025-08-01' }),
  makeReport({ form: '10-K', periodEnd: '2025-09-27', filed: '2025-10-31' }),
  makeReport({ form: '10-Q', periodEnd: '2025-12-27', filed: '2026-01-30' }),
];
const [, , annual = makeReport(), last = makeReport()] = APPLE;

suite('the next report', () => {
  test('is expected a year after the one that it follows', () => {
    assert.equal(nextReportExpected(last, APPLE, '2026-02-25'), '2026-05-02');
  });

  test('of a yearly filer a year after the last one', () => {
    const report = makeReport({ form: '20-F', periodEnd: '2024-12-31', filed: '2025-04-17' });
    assert.equal(nextReportExpected(report, [report], '2025-06-01'), '2026-04-17');
  });

  test('is not guessed without a rhythm, nor from later filings', () => {
    const interim = makeReport({ form: '6-K' });
    assert.equal(nextReportExpected(interim, [interim], '2026-02-25'), null);
    assert.equal(nextReportExpected(last, [annual, last], '2026-02-25'), null);
    const later = makeReport({ form: '10-Q', periodEnd: '2025-03-29', filed: '2026-03-01' });
    assert.equal(nextReportExpected(last, [later, last], '2026-02-25'), null);
  });

  test('stands in the answer with the age of the figures', () => {
    const answer = screenCompany(soundCompany());
    assert.deepEqual([answer.data_age_days, answer.next_report_expected], [60, null]);
    const none = screenCompany({ ...soundCompany(), reports: [] });
    assert.deepEqual([none.data_age_days, none.next_report_expected], [null, null]);
  });
});
