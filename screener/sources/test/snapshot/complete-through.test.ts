import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeThrough, newestFilingIn } from '../../src/snapshot/complete-through.ts';
import type { Submissions } from '../../src/submissions.ts';

/** A filer's list of filings: form and day of each. */
function submissions(...filings: readonly (readonly [form: string, filed: string])[]): Submissions {
  return {
    cik: '0000320193',
    name: 'Apple Inc.',
    sic: null,
    sicDescription: null,
    tickers: [],
    exchanges: [],
    formerNames: [],
    fiscalYearEnd: null,
    filings: filings.map(([form, filed], index) => ({
      accession: `0000320193-26-${String(index).padStart(6, '0')}`,
      form,
      filed,
      reportDate: null,
      primaryDocument: '',
    })),
  };
}

test('without a list of filings, facts are complete through the day they were taken', () => {
  assert.equal(completeThrough('2026-01-30', undefined), '2026-01-30');
  assert.equal(completeThrough('2026-01-30', submissions()), '2026-01-30');
});

test('with no report after it, through the newest filing of the list, in whatever order it comes', () => {
  const list = submissions(['4', '2026-03-01'], ['8-K', '2026-04-23'], ['10-Q', '2026-01-30']);
  assert.equal(completeThrough('2026-01-30', list), '2026-04-23');
});

test('through the day before the next report, an amendment included', () => {
  const list = submissions(
    ['10-K', '2021-10-06'],
    ['10-Q/A', '2021-07-02'],
    ['4', '2025-11-12'],
    ['10-Q', '2021-06-03'],
  );
  assert.equal(completeThrough('2021-06-03', list), '2021-07-01');
  assert.equal(completeThrough('2021-07-02', list), '2021-10-05');
});

test('a list that begins later, or ends earlier, proves nothing', () => {
  const list = submissions(['4', '2025-06-02'], ['8-K', '2025-11-18']);
  assert.equal(completeThrough('2021-05-05', list), '2021-05-05');
  assert.equal(completeThrough('2026-02-04', list), '2026-02-04');
});

test('the newest filing of a file of facts counts whatever its form, indented or not', () => {
  const newest = (text: string) => newestFilingIn(Buffer.from(text));
  assert.equal(
    newest('{"filed":"2026-05-28","form":"10-Q"},{"filed": "2026-06-17","form":"8-K"}'),
    '2026-06-17',
  );
  assert.equal(newest('{"end":"2027-01-01","filed" :\n"2025-05-30"}'), '2025-05-30');
  assert.equal(newest('{"facts":{}}'), null);
});
