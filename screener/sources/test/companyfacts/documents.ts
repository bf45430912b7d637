import type { WantedTags } from '@screener/engine/stored-tags';
import fc from 'fast-check';

/** A row as the SEC writes it; the order of its members is part of the layout. */
interface Row {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly fy: number | null;
  readonly fp: string | null;
  readonly form: string;
  readonly filed: string;
  readonly frame?: string;
}

interface Tag {
  readonly label: string | null;
  readonly description: string | null;
  readonly units: Readonly<Record<string, readonly Row[]>>;
}

export interface Document {
  readonly cik: number | string;
  readonly entityName: string;
  readonly facts: Readonly<Record<string, Readonly<Record<string, Tag>>>>;
}

/** A row of a 10-Q with what `changes` sets; undefined leaves a member out. */
export function row(changes: { readonly [Name in keyof Row]?: Row[Name] | undefined } = {}): Row {
  const { start, frame, ...rest } = changes;
  return {
    ...(start === undefined ? {} : { start }),
    end: rest.end ?? '2023-12-30',
    val: rest.val ?? 1000,
    accn: rest.accn ?? '0000320193-24-000006',
    fy: rest.fy === undefined ? 2024 : rest.fy,
    fp: rest.fp === undefined ? 'Q1' : rest.fp,
    form: rest.form ?? '10-Q',
    filed: rest.filed ?? '2024-02-02',
    ...(frame === undefined ? {} : { frame }),
  };
}

export function tag(rows: readonly Row[], text: string | null = 'Label', unit = 'USD'): Tag {
  return { label: text, description: text, units: { [unit]: rows } };
}

export function document(facts: Document['facts']): Document {
  return { cik: 320193, entityName: 'Apple Inc.', facts };
}

export function minified(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function indented(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value, null, 2));
}

/** Pieces of the layout that a reader navigates by, and what breaks strings. */
const FRAGMENTS = [
  ...[
    '}]}},"Assets":{"label":',
    '"}]}},"',
    '}]}},',
    '}]},',
    ']',
    '[',
    '}',
    '{',
    '"',
    '\\',
    '\\"',
    '\n',
    '\u0000',
  ],
  ...['}]}}}}}', ':{"label":"', '":[{"end":"', ',"units":{"USD":[', 'é', '\u{1f600}', '\ud800', 'text', ' '],
];
const nastyText = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((parts) => parts.join(''));
const text = fc.oneof(nastyText, fc.string({ maxLength: 12 }), fc.constant(null));

/** Names, some of which are the end or the beginning of others. */
export const TAG_NAMES = ['Assets', 'OtherAssets', 'AssetsCurrent', 'Revenues', 'A', 'Shares', 'sets'];
export const NAMESPACES = ['dei', 'us-gaap', 'ifrs-full', 'srt'];
const UNITS = ['USD', 'shares', 'USD/shares', 'TWD', 'EUR', 'pure'];
const FORMS = ['10-K', '10-Q', '10-Q/A', '20-F', '8-K', 'DEF 14A'];
const DATES = ['2022-12-31', '2023-03-31', '2023-06-30', '2023-09-30', '2023-12-31'];
const ODD_DATES = ['2023-02-29', '1023-12-31', '2023-13-01', '9999-12-31'];
const ACCESSIONS = [
  '0000320193-24-000006',
  '0000320193-24-000007',
  '0001193125-24-000006',
  '0000950170-23-999999',
];

const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 0.98, -1.5, 1e21, 1e-7, 123456789012345, 1234567890123456, 12345678901234567000),
);

function rowOf(odd: boolean): fc.Arbitrary<Row> {
  const date = odd ? fc.oneof({ weight: 9, arbitrary: dates() }, fc.constantFrom(...ODD_DATES)) : dates();
  const form = fc.constantFrom(...FORMS);
  const year = fc.constantFrom(2023, 2024);
  return fc
    .record({
      start: fc.option(date, { nil: undefined }),
      end: date,
      val: number,
      accn: fc.constantFrom(...ACCESSIONS),
      fy: odd ? fc.oneof(year, fc.constantFrom(0, 12345, null)) : year,
      fp: odd ? fc.constantFrom('Q1', 'FY', '', 'H1x', null) : fc.constantFrom('Q1', 'Q4', 'FY'),
      form: odd ? fc.oneof({ weight: 9, arbitrary: form }, nastyText) : form,
      filed: odd ? date : fc.constant('2024-02-02'),
      frame: fc.option(odd ? fc.oneof(fc.constant('CY2023Q4I'), nastyText) : fc.constant('CY2023Q4I'), {
        nil: undefined,
      }),
    })
    .map((members) => row(odd ? members : { ...members, ...filingOf(members.accn) }));
}

/** One form and date for each accession: rows of a filing that contradict each other are odd. */
function filingOf(accession: string): { form: string; filed: string } {
  const at = ACCESSIONS.indexOf(accession);
  return { form: FORMS[at] ?? '10-K', filed: '2024-02-02' };
}

function dates(): fc.Arbitrary<string> {
  return fc.constantFrom(...DATES);
}

function tagOf(odd: boolean): fc.Arbitrary<Tag> {
  const unit = odd
    ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...UNITS) }, nastyText)
    : fc.constantFrom(...UNITS);
  const rows = fc.array(rowOf(odd), { minLength: odd ? 0 : 1, maxLength: 9 });
  return fc.record({
    label: text,
    description: text,
    units: fc.dictionary(unit, rows, { minKeys: odd ? 0 : 1, maxKeys: 3 }),
  });
}

function documentOf(odd: boolean): fc.Arbitrary<Document> {
  const name = odd
    ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TAG_NAMES) }, nastyText)
    : fc.constantFrom(...TAG_NAMES);
  const tags = fc.dictionary(name, tagOf(odd), { minKeys: odd ? 0 : 1, maxKeys: 5 });
  const cik = fc.nat({ max: 9_999_999 }).map((value) => value + 1);
  return fc.record({
    cik: odd ? fc.oneof(cik, fc.constantFrom('0000002110', '12', 0, -1, 1.5, 'x', 12345678901)) : cik,
    entityName: fc.oneof(fc.string(), nastyText),
    facts: fc.dictionary(fc.constantFrom(...NAMESPACES), tags, { minKeys: odd ? 0 : 1, maxKeys: 4 }),
  });
}

/** Documents in the usual layout, with any text in labels and descriptions. */
export const usualDocuments = documentOf(false);

/** Documents with what the SEC does not write, or not yet: strange forms, dates, names, empty lists. */
export const oddDocuments = documentOf(true);

const TAGS = NAMESPACES.flatMap((namespace) => TAG_NAMES.map((name) => `${namespace}:${name}`));

/** Only tags that describe reports. */
export function describing(tags: Iterable<string>): WantedTags {
  return { describing: new Set(tags), further: new Set() };
}

/** Qualified tags to ask for. */
export const wantedTags = fc.tuple(fc.subarray(TAGS), fc.subarray(TAGS)).map(
  ([tags, others]): WantedTags => ({
    ...describing(tags),
    further: new Set(others.filter((tag) => !tags.includes(tag))),
  }),
);

export const ALL_TAGS: WantedTags = describing(TAGS);
