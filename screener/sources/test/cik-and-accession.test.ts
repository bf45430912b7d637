import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filingIndexUrl, isAccession } from '../src/accession.ts';
import { isCik, normaliseCik } from '../src/cik.ts';

test('a CIK has ten digits, however the SEC writes it', () => {
  for (const cik of [320193, '320193', '0000320193', '00320193'])
    assert.equal(normaliseCik(cik), '0000320193');
  assert.equal(normaliseCik(9_999_999_999), '9999999999');
  assert.equal(normaliseCik(0), '0000000000');
});

test('anything else is not a CIK', () => {
  const others = [
    '',
    ' 1',
    '1 ',
    '-1',
    '1.0',
    '12345678901',
    'CIK0000320193',
    -1,
    1.5,
    1e10,
    NaN,
    null,
    undefined,
    {},
    ['1'],
  ];
  for (const other of others) assert.equal(normaliseCik(other), null, String(other));
  assert.ok(isCik('0000320193'));
  assert.ok(!isCik('320193'));
  assert.ok(!isCik('00003201930'));
});

test('an accession number consists of filer agent, year and sequence', () => {
  assert.ok(isAccession('0000320193-24-000123'));
  for (const other of [
    '',
    '0000320193-24-00012',
    '000032019324000123',
    '0000320193-24-000123 ',
    'x000320193-24-000123',
  ]) {
    assert.ok(!isAccession(other), other);
  }
});

test("a filing's page", () => {
  const page =
    'https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/0000320193-24-000123-index.htm';
  assert.equal(filingIndexUrl('0000320193', '0000320193-24-000123'), page);
  assert.equal(filingIndexUrl('320193', '0000320193-24-000123'), page);
  assert.equal(filingIndexUrl('0000320193', '../../etc/passwd'), null);
  assert.equal(filingIndexUrl('x', '0000320193-24-000123'), null);
});
