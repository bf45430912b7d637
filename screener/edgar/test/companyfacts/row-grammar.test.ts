import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfRow } from '@screener/edgar/companyfacts/row-grammar';
import { row } from './documents.ts';

const NUMBER = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
const DATE = '"\\d{4}-\\d\\d-\\d\\d"';
const PLAIN_TEXT = '"[ !#-\\[\\]-~]*"';
/** The grammar of a row, said once more. */
const ROW = new RegExp(
  `^\\{(?:"start":${DATE},)?"end":${DATE},"val":${NUMBER},"accn":"\\d{10}-\\d\\d-\\d{6}",` +
    `"fy":(?:null|${NUMBER}),"fp":(?:null|${PLAIN_TEXT}),"form":${PLAIN_TEXT},"filed":${DATE}` +
    `(?:,"frame":${PLAIN_TEXT})?\\}`,
);

const ROWS = [
  row(),
  row({ start: '2023-10-01', val: -1.5, frame: 'CY2023Q4' }),
  row({ start: '2023-01-01', val: 0, fp: 'FY', form: '10-K/A', frame: 'CY2023' }),
  row({ val: 1e21, fy: null, fp: null, form: 'DEF 14A', frame: 'CY2023Q4I' }),
  row({ val: 0.25, fy: 0, fp: '', form: '8-K', frame: 'x' }),
  row({ val: -2.5e-9, fy: 12345, fp: 'H1x' }),
].map((one) => JSON.stringify(one));

function endIn(bytes: Uint8Array, at = 0): number {
  return endOfRow(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at);
}

function expectedEnd(text: string): number {
  return ROW.exec(text)?.[0].length ?? -1;
}

test('a row ends at its brace, wherever it lies and whatever follows', () => {
  for (const text of ROWS) {
    assert.equal(endIn(Buffer.from(text)), text.length);
    assert.equal(endIn(Buffer.from(`[${text},${text}]`), 1), 1 + text.length);
  }
});

test('each byte of a row is looked at: with another in its place, just the rows of the grammar pass', () => {
  for (const text of ROWS) {
    const bytes = Buffer.from(`${text}]}}`);
    for (let at = 0; at < text.length; at += 1) {
      const before = bytes[at] ?? 0;
      for (let byte = 0; byte < 256; byte += 1) {
        bytes[at] = byte;
        const end = endIn(bytes);
        const expected = expectedEnd(bytes.toString('latin1'));
        if (end !== expected) assert.fail(`${bytes.toString('latin1')}: ${end}, not ${expected}`);
      }
      bytes[at] = before;
    }
  }
});

test('a row that is cut off is none, with nothing read behind its bytes', () => {
  for (const text of ROWS) {
    const bytes = Buffer.from(text);
    for (let length = 0; length < text.length; length += 1) {
      assert.equal(endIn(bytes.subarray(0, length)), -1);
      const rest = Buffer.concat([bytes.subarray(0, length), Buffer.from('}]}}}}}')]);
      assert.equal(endIn(rest), expectedEnd(rest.toString()));
    }
  }
});

test('values and years are numbers as JSON writes them', () => {
  const numbers = ['0', '-0', '10', '0.5', '1E5', '1e+5', '1.5e-05', '12345678901234567890.123', '-0.0e0'];
  const others = [
    '',
    '-',
    '01',
    '-01',
    '+1',
    '.5',
    '1.',
    '1.e5',
    '1e',
    '1e+',
    '1e-',
    '0x1',
    '1 ',
    ' 1',
    '1_0',
    'NaN',
  ];
  for (const value of [...numbers, ...others]) {
    for (const member of ['"val":1000', '"fy":2024']) {
      const text = ROWS[0]?.replace(member, member.replace(/\d+/, value)) ?? '';
      assert.equal(endIn(Buffer.from(text)), numbers.includes(value) ? text.length : -1, text);
    }
  }
});
