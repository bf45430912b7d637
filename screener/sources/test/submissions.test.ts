import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { parseSubmissions } from '../src/submissions.ts';
import { givenFiles } from './given-files.ts';

const APPLE = {
  cik: '0000320193',
  sic: '3571',
  sicDescription: 'Electronic Computers',
  name: 'Apple Inc.',
  tickers: ['AAPL'],
  exchanges: ['Nasdaq'],
  fiscalYearEnd: '0926',
  formerNames: [
    { name: 'APPLE COMPUTER INC', from: '1994-01-26T05:00:00.000Z', to: '2007-01-04T05:00:00.000Z' },
  ],
  filings: {
    recent: {
      accessionNumber: ['0000320193-26-000006', '0000320193-26-000005'],
      filingDate: ['2026-01-30', '2026-01-29'],
      reportDate: ['2025-12-27', ''],
      form: ['10-Q', 'SC 13G/A'],
      primaryDocument: ['aapl-20251227.htm', ''],
    },
    files: [],
  },
};

function parse(document: unknown) {
  return parseSubmissions(new TextEncoder().encode(JSON.stringify(document)));
}

test('who the filer is, and its filings row by row', () => {
  assert.deepEqual(unwrap(parse(APPLE)), {
    cik: '0000320193',
    name: 'Apple Inc.',
    sic: '3571',
    sicDescription: 'Electronic Computers',
    tickers: ['AAPL'],
    exchanges: ['Nasdaq'],
    formerNames: ['APPLE COMPUTER INC'],
    fiscalYearEnd: '0926',
    filings: [
      {
        accession: '0000320193-26-000006',
        form: '10-Q',
        filed: '2026-01-30',
        reportDate: '2025-12-27',
        primaryDocument: 'aapl-20251227.htm',
      },
      {
        accession: '0000320193-26-000005',
        form: 'SC 13G/A',
        filed: '2026-01-29',
        reportDate: null,
        primaryDocument: '',
      },
    ],
  });
});

test('values that the SEC leaves empty are null, and a SIC code has four digits', () => {
  const bare = unwrap(
    parse({ ...APPLE, cik: 320193, sic: '', sicDescription: '', fiscalYearEnd: null, exchanges: [null] }),
  );
  assert.equal(bare.cik, '0000320193');
  assert.deepEqual(
    [bare.sic, bare.sicDescription, bare.fiscalYearEnd, bare.exchanges],
    [null, null, null, [null]],
  );
  assert.equal(unwrap(parse({ ...APPLE, sic: '100' })).sic, '0100');
});

test('a file that is not in the SEC’s format is refused', () => {
  const { recent } = APPLE.filings;
  for (const damaged of [
    [],
    { ...APPLE, cik: 'Apple' },
    { ...APPLE, name: null },
    { ...APPLE, filings: undefined },
    { ...APPLE, filings: { recent: { ...recent, form: ['10-Q'] } } },
    { ...APPLE, filings: { recent: { ...recent, accessionNumber: ['0000320193-26-000006', '5'] } } },
    { ...APPLE, filings: { recent: { ...recent, filingDate: ['2026-01-30', '2026-02-30'] } } },
  ]) {
    const refused = parse(damaged);
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'corrupt_submissions');
  }
  assert.ok(!parseSubmissions(new TextEncoder().encode(JSON.stringify(APPLE).slice(0, -1))).ok);
});

test('every real file is read', (t) => {
  const files = givenFiles('submissions');
  if (files === null) return t.skip('../shared/data/submissions absent');
  let filings = 0;
  let withSic = 0;
  for (const { name, bytes } of files) {
    const submissions = unwrap(parseSubmissions(bytes));
    assert.equal(submissions.cik, /^CIK(\d{10})/.exec(name)?.[1]);
    assert.equal(submissions.tickers.length, submissions.exchanges.length, name);
    assert.ok(submissions.sic === null || /^\d{4}$/.test(submissions.sic));
    withSic += submissions.sic === null ? 0 : 1;
    filings += submissions.filings.length;
  }
  assert.deepEqual([withSic, filings], [80, 77_030]);
});
