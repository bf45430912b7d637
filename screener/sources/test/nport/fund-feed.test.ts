import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { parseFundFeed } from '../../src/nport/fund-feed.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const entry = (accession: string, filed: string, form = 'NPORT-P', folder = '1999100') => `<entry>
  <category label="form type" term="${form}" />
  <content type="text/xml">
    <accession-number>${accession}</accession-number><filing-date>${filed}</filing-date>
    <filing-href>https://www.sec.gov/Archives/edgar/data/${folder}/000199910025000007/x-index.htm</filing-href>
    <filing-type>${form}</filing-type>
  </content></entry>`;
const feed = (...entries: readonly string[]) =>
  latin1(`<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Soci\u00e9t\u00e9</title>${entries.join('')}</feed>`);

test('filings come newest first, with their folder', () => {
  const filings = unwrap(
    parseFundFeed(
      feed(entry('0001999100-25-000003', '2025-05-28'), entry('0001999100-25-000007', '2025-08-28')),
    ),
  );
  assert.deepEqual(
    filings.map(({ accession }) => accession),
    ['0001999100-25-000007', '0001999100-25-000003'],
  );
  assert.deepEqual(filings[0], {
    accession: '0001999100-25-000007',
    filed: '2025-08-28',
    form: 'NPORT-P',
    cik: '0001999100',
    sourceUrl:
      'https://www.sec.gov/Archives/edgar/data/1999100/000199910025000007/0001999100-25-000007-index.htm',
  });
});

test('other forms and incomplete entries are skipped', () => {
  const filings = parseFundFeed(
    feed(
      entry('0001999100-25-000001', '2025-05-28', 'NPORT-EX'),
      entry('not one', '2025-05-28'),
      entry('0001999100-25-000002', '2025-15-28'),
      entry('0001999100-25-000004', '2025-05-28', 'NPORT-P', 'x'),
      entry('0001999100-25-000005', '2025-05-28', 'NPORT-P/A'),
    ),
  );
  assert.deepEqual(
    unwrap(filings).map(({ form }) => form),
    ['NPORT-P/A'],
  );
});

test('anything but a list is refused', () => {
  for (const text of ['<html></html>', '{"a": 1}', '<!DOCTYPE a><feed/>', '<feed><entry>']) {
    assert.ok(!parseFundFeed(latin1(text)).ok, text);
  }
  assert.deepEqual(unwrap(parseFundFeed(feed())), []);
});
