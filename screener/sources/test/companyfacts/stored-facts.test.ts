import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { size } from '@common/kit/testing/size';
import type { CompanyFacts, Fact } from '@screener/engine/facts';
import fc from 'fast-check';
import { decodeCompanyFacts } from '../../src/companyfacts/decode.ts';
import { encodeCompanyFacts } from '../../src/companyfacts/encode.ts';
import { pruneToUsable } from '../../src/companyfacts/prune.ts';
import { parseCompanyFacts } from '../../src/companyfacts/read.ts';
import { ALL_TAGS, minified, usualDocuments } from './documents.ts';

const APPLE: CompanyFacts = {
  cik: '0000320193',
  name: 'Apple "Inc."',
  reports: [
    {
      accession: '0000320193-24-000006',
      form: '10-Q',
      filed: '2024-02-02',
      periodEnd: '2023-12-30',
      currency: 'USD',
      factCount: 3,
    },
  ],
  facts: [
    fact({
      tag: 'dei:EntityCommonStockSharesOutstanding',
      unit: 'shares',
      end: '2024-01-19',
      value: 15441881000,
    }),
    fact({ tag: 'us-gaap:Assets', value: 353514000000 }),
    fact({ tag: 'us-gaap:Assets', end: '2022-12-31', value: 346747000000 }),
    fact({ tag: 'us-gaap:Revenues', start: '2022-09-25', end: '2022-12-31', value: 0.1 }),
    fact({ tag: 'us-gaap:Revenues', start: '2023-10-01', value: -1e-7 }),
  ],
};

function fact(changes: Partial<Fact>): Fact {
  return {
    tag: 'us-gaap:Assets',
    unit: 'USD',
    start: null,
    end: '2023-12-30',
    value: 1,
    accession: '0000320193-24-000006',
    ...changes,
  };
}

test('decoding returns what was encoded, and encoding that gives the same bytes', () => {
  const read = usualDocuments.map((document) => parseCompanyFacts(minified(document), ALL_TAGS));
  const companies = fc.oneof(
    fc.constant(APPLE),
    read.map((parsed) => (parsed.ok ? parsed.value : APPLE)),
  );
  fc.assert(
    fc.property(companies, (company) => {
      const stored = encodeCompanyFacts(company);
      const decoded = unwrap(decodeCompanyFacts(stored));
      assert.deepEqual(decoded, company);
      assert.deepEqual(encodeCompanyFacts(decoded), stored);
    }),
    { numRuns: size({ quick: 100, full: 500 }) },
  );
});

test('the stored form is version 1, with each date and report given once', () => {
  const stored = JSON.parse(new TextDecoder().decode(encodeCompanyFacts(APPLE)));
  assert.equal(stored.v, 1);
  assert.deepEqual(stored.dates, ['2022-09-25', '2022-12-31', '2023-10-01', '2023-12-30', '2024-01-19']);
  assert.deepEqual(stored.series.at(-1), ['us-gaap:Revenues', 'USD', [0, 2], [1, 3], [0.1, -1e-7], [0, 0]]);
});

test('facts of an unknown report cannot be stored', () => {
  assert.throws(() => encodeCompanyFacts({ ...APPLE, reports: [] }), /0000320193-24-000006/);
});

test('another version is named, so that the operator knows to import again', () => {
  const refused = decodeCompanyFacts(new TextEncoder().encode('{"v":2}'));
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, 'unsupported_facts_version');
  assert.match(refused.error.message, /version 2.*reads 1.*import them again/);
});

test('stored facts that are damaged are refused', () => {
  const text = new TextDecoder().decode(encodeCompanyFacts(APPLE));
  for (const [from, to] of [
    [text, ''],
    [text, '[]'],
    [text, 'null'],
    [text, text.slice(0, -1)],
    ['"cik":"0000320193"', '"cik":"320193"'],
    ['"name":', '"nam":'],
    ['"2022-09-25"', '"2022-9-25"'],
    ['[0,2],[1,3]', '[0,2],[1,5]'],
    ['[0,2],[1,3]', '[-2,2],[1,3]'],
    ['[0,2],[1,3]', '[0,2],[1]'],
    ['[0,2],[1,3]', '[0.5,2],[1,3]'],
    ['[0.1,-1e-7]', '[0.1,null]'],
    ['-1e-7],[0,0]', '-1e-7],[0,1]'],
    ['"10-Q"', '10'],
    ['"USD",3]', '"USD"]'],
  ] as const) {
    assert.ok(text.includes(from));
    const refused = decodeCompanyFacts(new TextEncoder().encode(text.replace(from, to)));
    assert.ok(!refused.ok, to);
    assert.equal(refused.error.code, 'corrupt_stored_facts');
  }
});

test('pruning keeps balances at the period end, flows to it or to a year before, and the cover page', () => {
  const ends = {
    '350 days': '2023-01-14',
    '349 days': '2023-01-15',
    '380 days': '2022-12-15',
    '381 days': '2022-12-14',
  };
  const flow = (end: string) => fact({ tag: 'us-gaap:Revenues', start: '2022-01-01', end });
  const kept = [
    fact({ tag: 'dei:EntityPublicFloat', end: '2020-01-01' }),
    fact({ tag: 'us-gaap:Assets' }),
    flow(ends['380 days']),
    flow(ends['350 days']),
    flow('2023-12-30'),
  ];
  const dropped = [
    fact({ end: ends['350 days'] }),
    flow(ends['381 days']),
    flow(ends['349 days']),
    flow('2024-01-19'),
    fact({ accession: '0000320193-24-000099' }),
  ];
  assert.deepEqual(pruneToUsable({ ...APPLE, facts: [...dropped, ...kept, ...dropped] }), {
    ...APPLE,
    facts: kept,
  });
});
