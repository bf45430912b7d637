import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from '@screener/engine/wording/summary';
import fc from 'fast-check';
import { bullet, labelled, ledgerLine, pageFor, plural, wrap } from '../../../src/cli/render/layout.ts';
import { PLAIN } from '../golden.ts';

const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 40 });

test('wrapping keeps every word, in order, within the width', () => {
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 20, max: 90 }),
      fc.integer({ min: 0, max: 8 }),
      (list, width, indent) => {
        const lines = wrap(list.join(' '), width, indent);
        assert.deepEqual(lines.flatMap((line) => line.trim().split(' ')).filter(Boolean), list);
        assert.ok(lines.every((line) => line.length <= width && line.startsWith(' '.repeat(indent))));
      },
    ),
  );
});

test('no line breaks between a figure and its unit, and a long word gets its own line', () => {
  assert.deepEqual(wrap('its upper end is 8 % of it', 19, 0), ['its upper end is', '8 % of it']);
  assert.deepEqual(wrap('it is 8.5 bn', 10, 0), ['it is', '8.5 bn']);
  assert.deepEqual(wrap('see https://www.sec.gov/a now', 12, 2), [
    '  see',
    '  https://www.sec.gov/a',
    '  now',
  ]);
  assert.deepEqual(wrap('  \n ', 12, 2), []);
});

test('a ledger line aligns its figure, even below a long name', () => {
  assert.deepEqual(ledgerLine('  Assets', '1.0 bn', 20), ['  Assets      1.0 bn']);
  assert.deepEqual(ledgerLine('  NonoperatingIncome', '1.0 bn', 20), [
    '  NonoperatingIncome',
    '              1.0 bn',
  ]);
  assert.deepEqual(ledgerLine('  Revenues, 12 months to 2025', '1.0 bn', 24), [
    '  Revenues, 12',
    '      months to',
    '      2025        1.0 bn',
  ]);
});

test('a label is beside its text, or above it on a narrow page', () => {
  const page = pageFor({ ...PLAIN, columns: 50 });
  assert.deepEqual(labelled(page, 'Report', 'one two', 8), ['  Report  one two']);
  assert.deepEqual(labelled(pageFor({ ...PLAIN, columns: 40 }), 'Report', 'one two', 10), [
    '  Report',
    '    one two',
  ]);
});

test('the page has a minimum and a maximum width', () => {
  assert.equal(pageFor({ ...PLAIN, columns: 10 }).width, 40);
  assert.equal(pageFor({ ...PLAIN, columns: 250 }).width, 100);
});

test('lists and counts read as sentences', () => {
  assert.equal(listed([]), '');
  assert.equal(listed(['a']), 'a');
  assert.equal(listed(['a', 'b', 'c']), 'a, b and c');
  assert.equal(plural(1, 'entry', 'entries'), '1 entry');
  assert.equal(plural(19_000, 'entry', 'entries'), '19,000 entries');
  assert.deepEqual(bullet(pageFor({ ...PLAIN, columns: 40 }), 'x '.repeat(19), 2), [
    `  - ${'x '.repeat(18).trim()}`,
    '    x',
  ]);
});
