import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import type { CompanyFacts } from '@screener/engine/facts';
import type { WantedTags } from '@screener/engine/stored-tags';
import {
  COMPANYFACTS_BYTES_LIMIT,
  parseCompanyFacts,
  readCompanyFacts,
} from '../../src/companyfacts/read.ts';
import { parseWantedTags } from '../../src/companyfacts/wanted-tags.ts';
import { type Document, describing, document, minified, row, tag } from './documents.ts';

const WANTED = describing([
  ...['us-gaap:Assets', 'us-gaap:Revenues', 'dei:EntityCommonStockSharesOutstanding'],
]);

/** What both readers agree on. */
function read(text: string | Document, wanted: WantedTags = WANTED): CompanyFacts {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : minified(text);
  const company = unwrap(readCompanyFacts(bytes, wanted));
  assert.deepEqual(unwrap(parseCompanyFacts(bytes, wanted)), company);
  return company;
}

function refusal(text: string): { readonly message: string; readonly detail: unknown } {
  const bytes = new TextEncoder().encode(text);
  const refused = readCompanyFacts(bytes, WANTED);
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, 'corrupt_companyfacts');
  assert.deepEqual(parseCompanyFacts(bytes, WANTED), refused);
  return { message: refused.error.message, detail: refused.error.detail };
}

const APPLE = document({ 'us-gaap': { Assets: tag([row()]) } });
const TEXT = JSON.stringify(APPLE);

test('a file with one fact', () => {
  assert.deepEqual(read(APPLE), {
    cik: '0000320193',
    name: 'Apple Inc.',
    reports: [
      {
        accession: '0000320193-24-000006',
        form: '10-Q',
        filed: '2024-02-02',
        periodEnd: '2023-12-30',
        currency: 'USD',
        factCount: 1,
      },
    ],
    facts: [
      {
        tag: 'us-gaap:Assets',
        unit: 'USD',
        start: null,
        end: '2023-12-30',
        value: 1000,
        accession: '0000320193-24-000006',
      },
    ],
  });
});

test('a CIK may be a number or padded digits; a file may hold no facts', () => {
  const empty = { cik: '0000002110', name: '', reports: [], facts: [] };
  assert.deepEqual(read('{"cik":"0000002110","entityName":"","facts":{}}'), empty);
  assert.deepEqual(read('{"cik":2110,"entityName":"","facts":{}}'), empty);
  assert.deepEqual(read('{"cik":2110,"entityName":"","facts":{"us-gaap":{}}}'), empty);
  assert.equal(read({ ...APPLE, cik: '0000320193' }).cik, '0000320193');
  assert.ok(parseWantedTags(minified({ ...APPLE, cik: '0000320193' }), WANTED) !== null);
});

test('the bytes may be anywhere in a larger buffer', () => {
  const large = Buffer.from(`xyz${TEXT}xyz`);
  const part = new Uint8Array(large.buffer, large.byteOffset + 3, TEXT.length);
  assert.deepEqual(unwrap(readCompanyFacts(part, WANTED)), read(APPLE));
});

test('the name is any text', () => {
  const name = 'Söhne "A\\B" \u{1f600}\u0001 }]}},"Assets":{"label":';
  assert.equal(read({ ...APPLE, entityName: name }).name, name);
});

test('only wanted tags are kept, by their whole name and namespace', () => {
  const facts = {
    dei: { EntityCommonStockSharesOutstanding: tag([row({ val: 1 })], 'Shares', 'shares') },
    'ifrs-full': { Assets: tag([row({ val: 2 })]) },
    'us-gaap': {
      AssetsCurrent: tag([row({ val: 3 })]),
      OtherAssets: tag([row({ val: 4 })]),
      ssets: tag([row({ val: 5 })]),
      Assets: tag([row({ val: 6 })]),
    },
  };
  assert.deepEqual(
    read(document(facts)).facts.map((fact) => [fact.tag, fact.value]),
    [
      ['dei:EntityCommonStockSharesOutstanding', 1],
      ['us-gaap:Assets', 6],
    ],
  );
});

test('a qualified tag may be read in two ways where names hold a colon', () => {
  const facts = {
    a: { 'b:c': tag([row({ val: 1 })]) },
    'a:b': { c: tag([row({ val: 2 })]) },
    'us-gaap': { T: tag([row()]) },
  };
  const wanted = describing(['a:b:c', 'us-gaap:T']);
  assert.deepEqual(
    read(document(facts), wanted).facts.map((fact) => fact.tag),
    ['a:b:c', 'a:b:c', 'us-gaap:T'],
  );
});

test('only periodic reports and their amendments count', () => {
  const forms = [
    '10-K',
    '10-K/A',
    '10-KT',
    '10-Q',
    '10-QT/A',
    '20-F',
    '40-F',
    '6-K',
    '8-K',
    'DEF 14A',
    'S-1',
    '10-K405',
  ];
  const rows = forms.map((form, index) => row({ form, accn: `0000320193-24-0000${10 + index}` }));
  const company = read(document({ 'us-gaap': { Assets: tag(rows) } }));
  assert.deepEqual(
    company.reports.map((report) => report.form),
    forms.slice(0, 8),
  );
  assert.equal(company.facts.length, 8);
});

test('facts come by tag, unit, end, start and accession; reports by filing date and accession', () => {
  const accessions = ['0000320193-24-000003', '0000320193-24-000001', '0000320193-24-000002'];
  const rows = accessions.flatMap((accn, index) =>
    ['2023-12-31', '2022-12-31'].flatMap((end) => [
      row({ accn, end, start: '2022-01-01', filed: `2024-02-0${3 - Math.min(index, 1)}` }),
      row({ accn, end, filed: `2024-02-0${3 - Math.min(index, 1)}` }),
    ]),
  );
  const units = { USD: rows, EUR: rows };
  const company = read(
    document({ 'us-gaap': { Revenues: { label: null, description: null, units }, Assets: tag(rows) } }),
  );
  const keys = company.facts.map(({ tag, unit, end, start, accession }) =>
    [tag, unit, end, start ?? '', accession].join(' '),
  );
  assert.deepEqual(keys, keys.toSorted());
  assert.equal(keys.length, 36);
  assert.deepEqual(
    company.reports.map((report) => report.accession.slice(-1)),
    ['1', '2', '3'],
  );
});

test('a long list in reverse order is ordered too', () => {
  const rows = Array.from({ length: 300 }, (_, index) =>
    row({ accn: `0000320193-24-${String(999_999 - index)}` }),
  );
  const company = read(document({ 'us-gaap': { Assets: tag(rows) } }));
  assert.deepEqual(
    company.facts.map((fact) => fact.accession),
    rows.map(({ accn }) => accn).toReversed(),
  );
});

test('facts that differ only in value are all kept, the smallest first, whatever their order in the file', () => {
  const before = row({ end: '2022-12-31' });
  const doubled = [before, row({ val: 1 }), row({ val: 2 }), row({ val: 3 })];
  const values = (rows: Parameters<typeof tag>[0]) =>
    read(document({ 'us-gaap': { Assets: tag(rows) } })).facts.map((fact) => fact.value);
  assert.deepEqual(values(doubled), [1000, 1, 2, 3]);
  assert.deepEqual(values(doubled.toReversed()), [1000, 1, 2, 3]);
  assert.deepEqual(values([row(), row()]), [1000]);
  const counted = read(document({ 'us-gaap': { Assets: tag([row(), row(), row()]) } }));
  assert.equal(counted.reports[0]?.factCount, 1);
});

test('a date that does not exist, or a period that ends before it starts, leaves a fact out', () => {
  const rows = [
    row({ val: 1, end: '2023-02-29' }),
    row({ val: 2, end: '0201-12-31' }),
    row({ val: 3, start: '2023-13-01' }),
    row({ val: 4, start: '2024-01-01' }),
    row({ val: 5, start: '2024-02-29', end: '2024-02-29' }),
    row({ val: 6, end: '2200-01-01' }),
    row({ val: 7, end: '1900-02-29' }),
  ].map((one) => ({ ...one, filed: '2024-03-01' }));
  const company = read(document({ 'us-gaap': { Assets: tag(rows) } }));
  assert.deepEqual(
    company.facts.map((fact) => fact.value),
    [5],
  );
  assert.ok(parseWantedTags(minified(document({ 'us-gaap': { Assets: tag(rows) } })), WANTED) !== null);
});

test('a filing with nothing in us-gaap or ifrs-full is not a report, and its cover page is left out', () => {
  const cover = (accn: string) => row({ accn, form: '10-K/A', end: '2024-01-20', val: 5 });
  const company = read(
    document({
      dei: {
        EntityCommonStockSharesOutstanding: tag([cover('0000320193-24-000009'), row()], 'Shares', 'shares'),
      },
      'us-gaap': { Assets: tag([row()]) },
    }),
  );
  assert.deepEqual(
    company.reports.map((report) => report.accession),
    ['0000320193-24-000006'],
  );
  assert.deepEqual(
    company.facts.map((fact) => fact.tag),
    ['dei:EntityCommonStockSharesOutstanding', 'us-gaap:Assets'],
  );
});

test('rows that date one filing differently: the last date counts, then the last form name', () => {
  const reportOf = (...rows: readonly ReturnType<typeof row>[]) =>
    read(document({ 'us-gaap': { Assets: tag(rows.map((one, index) => ({ ...one, val: index }))) } }))
      .reports;
  const early = row({ filed: '2024-02-01', form: '20-F' });
  const late = row({ end: '2022-12-31', filed: '2024-02-03', form: '10-K' });
  for (const rows of [
    [early, late],
    [late, early],
  ] as const) {
    const reports = reportOf(...rows);
    assert.deepEqual([reports.length, reports[0]?.filed, reports[0]?.form], [1, '2024-02-03', '10-K']);
  }
  const other = row({ end: '2022-12-31', form: '10-K' });
  assert.equal(reportOf(row(), other)[0]?.form, '10-Q');
  assert.equal(reportOf(other, row())[0]?.form, '10-Q');
});

test('filings are distinguished by the whole accession number', () => {
  const accessions = [
    ...['0000320193-24-000006', '1110320193-24-000006', '0000320193-23-000006', '0000320193-24-000007'],
    // Its third word is one less than that of the first, its last one more: the same sum.
    '0000320183-24-001006',
  ];
  const rows = accessions.map((accn, index) => row({ accn, val: index }));
  const company = read(document({ 'us-gaap': { Assets: tag([...rows, ...rows.toReversed()]) } }));
  assert.deepEqual(
    company.facts.map((fact) => [fact.accession, fact.value]),
    accessions.map((accn, index) => [accn, index]).toSorted(),
  );
});

test('numbers are read as JSON reads them, with -0 as 0', () => {
  const written = [
    '-0',
    '0',
    '-1.50',
    '0.000',
    '1E2',
    '1e-7',
    '123456789012345678',
    '-999999999999999',
    '9007199254740993',
  ];
  for (const number of written) {
    const [fact] = read(TEXT.replace('"val":1000', `"val":${number}`)).facts;
    assert.ok(Object.is(fact?.value, Number(number) + 0), number);
  }
});

test('repeated names: the last counts, as in JSON', () => {
  const tagText = (val: number) => JSON.stringify(tag([row({ val })])).slice(1, -1);
  const file = (facts: string) => `{"cik":320193,"entityName":"Apple Inc.","facts":{${facts}}}`;
  const values = (facts: string) => read(file(facts)).facts.map((fact) => fact.value);
  assert.deepEqual(values(`"us-gaap":{"Assets":{${tagText(1)}},"Assets":{${tagText(2)}}}`), [2]);
  assert.deepEqual(
    values(`"us-gaap":{"Assets":{${tagText(1)}}},"us-gaap":{"Revenues":{${tagText(2)}}}`),
    [2],
  );
  const rows = (val: number) => JSON.stringify([row({ val })]);
  const units = `"label":null,"description":null,"units":{"USD":${rows(1)},"USD":${rows(2)}}`;
  assert.deepEqual(values(`"us-gaap":{"Assets":{${units}}}`), [2]);
  assert.deepEqual(values(`"us-gaap":{"\\u0041ssets":{${tagText(3)}}}`), [3]);
  assert.deepEqual(values(`"us-gaap":{"OtherAssets":{${tagText(1)}},"OtherAssets":{${tagText(2)}}}`), []);
});

test('labels and descriptions may imitate the layout', () => {
  const imitation = JSON.stringify(APPLE.facts['us-gaap']).slice(1);
  for (const text of [
    imitation,
    `"}]}},${imitation}`,
    `}]}},"Assets":{"label":`,
    ']}}}}}',
    '[',
    ']',
    '\\',
    null,
  ]) {
    const facts = {
      'us-gaap': {
        AccountsPayable: tag([row()], text),
        Assets: tag([row({ val: 7 })], text),
        Z: tag([row()], text),
      },
    };
    assert.ok(parseWantedTags(minified(document(facts)), WANTED) !== null);
    assert.deepEqual(
      read(document(facts)).facts.map((fact) => fact.value),
      [7],
    );
  }
});

test('a long description is skipped, and an extremely long one left to the full parse', () => {
  for (const [length, isHopped] of [
    [900, true],
    [1_024, true],
    [60_000, true],
    [70_000, false],
  ] as const) {
    const text = '\u00e9'.repeat(length / 2);
    const facts = { 'us-gaap': { Other: tag([row()], text), Assets: tag([row({ val: 7 })], text) } };
    assert.deepEqual(
      read(document(facts)).facts.map((fact) => fact.value),
      [7],
    );
    const short = { ...tag([row()], text), label: null };
    const bytes = minified(document({ 'us-gaap': { Other: short, Assets: short } }));
    assert.equal(parseWantedTags(bytes, WANTED) !== null, isHopped, String(length));
  }
});

/** A file with a long unwanted list whose second-to-last row has these further members. */
function hopped(members: string): string {
  const rows = Array.from({ length: 9 }, (_, index) => JSON.stringify(row({ end: `2023-12-1${index}` })));
  const last = `${JSON.stringify(row()).slice(0, -1)},${members}}`;
  const list = [...rows, last, JSON.stringify(row())].join(',');
  const tags = `"Cash":{"label":null,"description":null,"units":{"USD":[${list}]}},"Assets":${JSON.stringify(tag([row()]))}`;
  return `{"cik":320193,"entityName":"Apple Inc.","facts":{"us-gaap":{${tags}}}}`;
}

test('rows of unwanted tags that imitate the end of their list', () => {
  const imitations = [
    ...[
      '"form":"]"',
      '"form":"}]}},"',
      '"form":"}],"',
      '"form":"}]}}}}}"',
      '"a":[{"b":1}]',
      '"a":{"b":{"c":1}}',
    ],
    ...[
      '"form":"}]}},",":{":1',
      '"form":"}],",":[{":1',
      '"form":"}]}},",":{\\"label\\":":{"label":[]}',
      '"a":"[","b":"]"',
    ],
    '"form":"}],",":[{\\"end\\":\\"2023-12-30\\"":1,"b":[{"end":[]}]',
  ];
  for (const imitation of imitations) {
    const company = read(hopped(imitation));
    assert.deepEqual(
      company.facts.map((fact) => [fact.tag, fact.value]),
      [['us-gaap:Assets', 1000]],
      imitation,
    );
  }
});

test('an unwanted list with a damaged end does not swallow the wanted tag after it', () => {
  const sound = hopped('"a":1');
  const end = sound.indexOf('}]}},"Assets"');
  for (const [at, byte] of [
    [end, ' '],
    [end + 1, ' '],
    [end + 1, '}'],
    [end + 2, ']'],
    [end + 3, ','],
    [end + 4, '}'],
  ] as const) {
    refusal(sound.slice(0, at) + byte + sound.slice(at + 1));
  }
});

test('anything but one JSON document is refused with the message of JSON.parse', () => {
  for (const text of ['', TEXT.slice(0, 100), `${TEXT}}`, `\ufeff${TEXT}`, TEXT.replace(':1000', ':01000')]) {
    const { message, detail } = refusal(text);
    assert.match(message, /^not a companyfacts file: not JSON \(.*JSON.*\); fetch the file again$/s);
    assert.equal(detail, undefined);
  }
});

test('JSON that is not a companyfacts file is refused with the place and what was expected there', () => {
  const path = 'facts.us-gaap.Assets.units.USD';
  for (const [from, to, where] of [
    ['"val":1000', '"val":"1000"', `${path}.0.val`],
    ['"val":1000', '"val":1e999', `${path}.0.val`],
    ['"val":1000', '"val":null', `${path}.0.val`],
    ['"end":"2023-12-30"', '"end":"2023"', `${path}.0.end`],
    ['"accn":"0000320193-24-000006"', '"accn":"320193-24-6"', `${path}.0.accn`],
    ['"filed":"2024-02-02"', '"filed":"2024-02-30"', `${path}.0.filed`],
    ['"form":"10-Q"', '"form":10', `${path}.0.form`],
    ['"cik":320193', '"cik":-1', 'cik'],
    ['"entityName":"Apple Inc."', '"entityName":null', 'entityName'],
  ] as const) {
    assert.deepEqual(refusal(TEXT.replace(from, to)).detail, { path: where });
  }
  assert.match(
    refusal(TEXT.replace('"val":1000', '"val":"1000"')).message,
    /expected a number at facts\.us-gaap/,
  );
  assert.deepEqual(refusal('[]').detail, { path: '' });
  assert.deepEqual(refusal('{"cik":1,"entityName":"","facts":[]}').detail, { path: 'facts' });
});

test('bytes that are not UTF-8 are refused', () => {
  const bytes = Buffer.from(TEXT.replace('Apple', 'Appl\u00e9'));
  const at = bytes.indexOf(0xc3);
  const broken = Buffer.from(bytes);
  broken[at + 1] = 0x41;
  for (const damaged of [broken, bytes.subarray(0, at + 1)]) {
    const refused = readCompanyFacts(damaged, WANTED);
    assert.ok(!refused.ok);
    assert.match(refused.error.message, /not UTF-8/);
  }
});

test('a file over the limit is refused unread', () => {
  const refused = readCompanyFacts(new Uint8Array(COMPANYFACTS_BYTES_LIMIT + 1), WANTED);
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, 'companyfacts_too_large');
});
