import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareInstants, formatInstant, instantMs, requiredMs } from '@common/base/instant';
import fc from 'fast-check';

const YEAR_9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const epochMs = fc.integer({ min: Date.UTC(1900, 0), max: YEAR_9999 });
const wholeSeconds = epochMs.map((ms) => ms - (ms % 1_000));

test('a written instant is read back as the same instant', () => {
  fc.assert(fc.property(epochMs, (ms) => assert.equal(instantMs(formatInstant(ms)), ms)));
});

test('a whole second is the same instant with and without milliseconds', () => {
  fc.assert(
    fc.property(wholeSeconds, (ms) => {
      const long = formatInstant(ms);
      const short = long.replace('.000Z', 'Z');
      assert.equal(instantMs(short), ms);
      assert.equal(compareInstants(short, long), 0);
      assert.ok(compareInstants(short, formatInstant(ms + 1)) < 0);
      assert.ok(compareInstants(formatInstant(ms + 1), short) > 0);
    }),
  );
});

test('instants as written sort as the instants do', () => {
  fc.assert(
    fc.property(epochMs, epochMs, (a, b) => {
      assert.equal(Math.sign(a - b), formatInstant(a) < formatInstant(b) ? -1 : a === b ? 0 : 1);
    }),
  );
});

test('an instant is read by value, however it is written', () => {
  const ms = Date.UTC(2026, 2, 2, 9, 30, 0, 500);
  for (const text of [
    '2026-03-02T09:30:00.5Z',
    '2026-03-02T09:30:00.500Z',
    '2026-03-02T09:30:00.500999Z',
    '2026-03-02T09:30:00.500000000Z',
    '2026-03-02T09:30:00.500+00:00',
    '2026-03-02T09:30:00.500-00:00',
    '2026-03-02T12:30:00.500000+03:00',
    '2026-03-01T23:30:00.5-10:00',
  ]) {
    assert.equal(instantMs(text), ms, text);
    assert.equal(compareInstants(text, formatInstant(ms)), 0);
  }
  // The last day of February here is the first of March in UTC.
  assert.equal(instantMs('2026-02-28T22:00:00-03:00'), Date.UTC(2026, 2, 1, 1));
});

test('text that is not an instant gives null, and throws where it must already have been checked', () => {
  const refused = {
    'a local time': '2026-03-02T09:30:00',
    'lower case': '2026-03-02t09:30:00z',
    'a space': '2026-03-02 09:30:00Z',
    'no seconds': '2026-03-02T09:30Z',
    'a date': '2026-03-02',
    'an offset of a day': '2026-03-02T09:30:00+24:00',
    'an offset without a colon': '2026-03-02T09:30:00+0000',
    'a fraction without digits': '2026-03-02T09:30:00.Z',
    'a day that does not exist where it was written': '2026-02-29T23:30:00-03:00',
    'a day that does not exist': '2026-02-30T00:00:00Z',
    'a leap day in a common year': '2026-02-29T00:00:00Z',
    'the hour 24': '2026-03-02T24:00:00Z',
    'a leap second': '2016-12-31T23:59:60Z',
    'a five-digit year': '+010000-01-01T00:00:00Z',
    'a line after it': '2026-03-02T09:30:00Z\n',
    nothing: '',
  };
  for (const [what, text] of Object.entries(refused)) {
    assert.equal(instantMs(text), null, what);
    assert.throws(() => requiredMs(text), what);
  }
  assert.equal(instantMs('2024-02-29T23:59:59.999Z'), Date.UTC(2024, 1, 29, 23, 59, 59, 999));
});
