import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CSV_RECORD_BYTES, readCsvTable } from '../../src/prices/csv-table.ts';

const NAMES = ['a', 'b'];

/** The rows below a header `a,b`, each with its line, or the message of the refusal. */
function read(content: string | Uint8Array): (readonly (string | number)[])[] | string {
  const rows: (readonly (string | number)[])[] = [];
  const refusal = readCsvTable(content, { file: 'x.csv', headers: [NAMES] }, (row) => {
    rows.push([row.line, row.get('a'), row.get('b')]);
    return null;
  });
  return refusal === null || refusal.ok ? rows : refusal.error.message;
}

const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', '\u00e9', '\u{1f600}') });

test('every table survives quoting, whatever the line ends, with or without a byte order mark', () => {
  const quoted = (text: string, always: boolean): string =>
    always || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(field, field), { maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\ufeff'),
      fc.boolean(),
      (rows, always, end, mark, last) => {
        const lines = [NAMES, ...rows].map((row) => row.map((one) => quoted(one, always)).join());
        const text = mark + lines.join(end) + (last ? end : '');
        const found = read(text);
        assert.ok(typeof found !== 'string', text);
        assert.deepEqual(
          found.map(([, ...fields]) => fields),
          rows,
        );
        assert.deepEqual(read(Buffer.from(text)), found);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a row knows the line on which it ends', () => {
  assert.deepEqual(read('a,b\r\n"x\ny",z\r\n1,2'), [
    [3, 'x\ny', 'z'],
    [4, '1', '2'],
  ]);
});

test('a text that is not CSV is refused with its line', () => {
  const cases: [string, string][] = [
    ['a,b\n1,2"3', 'line 2: a quote inside a field that does not start with one.'],
    ['a,b\n"1"x,2', 'line 2: text after a closing quote.'],
    ['a,b\n"1\n1"x,2', 'line 3: text after a closing quote.'],
    ['a,b\n1,"2', 'line 2: a quote that is never closed.'],
    [`a,b\n1,2\n"${'x'.repeat(CSV_RECORD_BYTES + 1)}",2`, 'line 3: a record over 1000000 bytes.'],
    ['', 'line 1: the file is empty.'],
    ['a,b\r1,2', 'line 2: the first line must be a,b.'],
    ['a,b\n1,2,3', 'line 2: 3 fields instead of 2.'],
    ['a,b\n1,2\n\n3,4', 'line 3: a blank line between rows.'],
    [`a,b\n1,2\n${'\n'.repeat(1_001)}`, 'line 3: more than 1000 blank lines.'],
    ['\n'.repeat(1_000_000), 'line 1: the first line must be a,b.'],
  ];
  for (const [text, expected] of cases) assert.equal(read(text), `x.csv, ${expected}`);
});

test('with a wrong row before a broken line, the row is named', () => {
  const refusal = readCsvTable('a,b\n1,2\n3,4"', { file: 'x.csv', headers: [NAMES] }, (row) =>
    row.refuse('b', 'is too small'),
  );
  assert.ok(refusal !== null && !refusal.ok);
  assert.equal(refusal.error.message, 'x.csv, line 2 (b): "2" is too small.');
});
