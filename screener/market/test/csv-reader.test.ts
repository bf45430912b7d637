import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CSV_RECORD_CHARS, type CsvRecord, createCsvReader } from '@screener/market/csv-reader';
import fc from 'fast-check';

/** All records of a text that arrives in pieces that end at `cuts`, or the message of the refusal. */
function read(text: string, cuts: readonly number[] = []): CsvRecord[] | string {
  const reader = createCsvReader();
  const records: CsvRecord[] = [];
  const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    const some = reader.push(text.slice(from, end));
    if (!some.ok) return some.error.message;
    records.push(...some.value);
    from = end;
  }
  const last = reader.end();
  if (!last.ok) return last.error.message;
  return [...records, ...last.value];
}

const fieldsOf = (text: string, cuts?: readonly number[]) => {
  const records = read(text, cuts);
  return typeof records === 'string' ? records : records.map((record) => record.fields);
};

const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', '\u00e9', '\u{1f600}') });
const table = fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

test('every table survives quoting, whatever the line ends and however it is cut', () => {
  const quoted = (text: string, always: boolean): string =>
    always || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const cuts = fc.array(fc.nat(1000), { maxLength: 8 });
  fc.assert(
    fc.property(
      table,
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      cuts,
      (rows, always, end, last, at) => {
        const text = rows.map((row) => row.map((one) => quoted(one, always)).join()).join(end);
        // An unquoted blank last row looks like the end of the line before it.
        fc.pre(last || always || rows.at(-1)?.join() !== '');
        assert.deepEqual(fieldsOf(last ? text + end : text, at), rows);
      },
    ),
    { numRuns: 3000 },
  );
});

test('any text gives records or a refusal, the same for every cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\0'), maxLength: 30 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 5 }), (given, cuts) => {
      assert.deepEqual(read(given, cuts), read(given));
    }),
    { numRuns: 5000 },
  );
});

test('each field knows its line and column', () => {
  const records = read('a,bc,d\r\n"x\ny",z\n1,2');
  assert.deepEqual(records, [
    { line: 1, fields: ['a', 'bc', 'd'], columns: [1, 3, 6] },
    { line: 2, fields: ['x\ny', 'z'], columns: [1, 4] },
    { line: 4, fields: ['1', '2'], columns: [1, 3] },
  ]);
});

test('what breaks the rules is refused with its place', () => {
  const cases: [string, RegExp][] = [
    ['a,b\n1,2"3', /^Line 2, column 4: a quote inside a field/],
    ['a,b\n"1"x,2', /^Line 2, column 4: text after a closing quote/],
    ['a,b\n1,"2', /^Line 2, column 3: a quote that is never closed/],
    ['a,b\r1,2', /^Line 1, column 4: a carriage return without a line feed/],
    ['a,b\n1,\0', /^Line 2, column 3: a NUL character/],
    ['a\n"b\nc"d', /^Line 3, column 3: text after a closing quote/],
  ];
  for (const [text, expected] of cases) assert.match(String(fieldsOf(text)), expected, JSON.stringify(text));
  assert.match(String(read(`"${'x'.repeat(CSV_RECORD_CHARS)}`, [5])), /^Line 1, column 1: a record over/);
});

test('a byte order mark is dropped, an empty text has no record', () => {
  assert.deepEqual(fieldsOf('\ufeffa,b\n'), [['a', 'b']]);
  assert.deepEqual(fieldsOf(''), []);
});
