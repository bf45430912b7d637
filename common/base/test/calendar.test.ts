import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, addMonths, dateOfInstant, daysBetween, isCalendarDate } from '@common/base/calendar';
import fc from 'fast-check';

/** Days in a month by the rule everyone knows; shares nothing with the code. */
function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function text(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}

const dates = fc
  .record({
    year: fc.integer({ min: 1900, max: 2199 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.nat(30),
  })
  .map(({ year, month, day }) => text(year, month, (day % daysInMonth(year, month)) + 1));

suite('isCalendarDate', () => {
  test('accepts exactly the days that exist', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2199 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
          assert.equal(isCalendarDate(text(year, month, day)), exists);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('refuses years out of range, other formats and look-alikes of a date', () => {
    for (const wrong of [
      '1899-12-31',
      '2200-01-01',
      '0000-01-01',
      '2024-02-30',
      '2023-02-29',
      '1900-02-29',
      '2024-1-1',
      '20240101',
      '2024-01-01T00:00:00Z',
      ' 2024-01-01',
      '2024-01-01 ',
      '2024-01-01\n',
      '２０２４-01-01',
      '-024-01-01',
      '',
    ]) {
      assert.equal(isCalendarDate(wrong), false, JSON.stringify(wrong));
    }
    for (const right of ['1900-01-01', '2199-12-31', '2000-02-29', '2024-02-29']) {
      assert.equal(isCalendarDate(right), true, right);
    }
  });
});

suite('days', () => {
  test('known distances', () => {
    assert.equal(daysBetween('2024-02-28', '2024-03-01'), 2);
    assert.equal(daysBetween('2023-02-28', '2023-03-01'), 1);
    assert.equal(daysBetween('2024-12-31', '2023-12-31'), -366);
    assert.equal(daysBetween('1900-01-01', '2199-12-31'), 109_572);
    assert.equal(daysBetween('2024-03-30', '2024-04-01'), 2, 'over a change of daylight saving time');
  });

  test('adding the days between two dates to one gives the other', () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        assert.equal(addDays(a, daysBetween(a, b)), b);
        assert.equal(daysBetween(a, b), daysBetween(b, a) === 0 ? 0 : -daysBetween(b, a));
        assert.equal(daysBetween(a, b) > 0, a < b, 'the order of days is the order of their texts');
      }),
    );
  });

  test('a day later is the next existing date', () => {
    assert.equal(addDays('2023-12-31', 1), '2024-01-01');
    assert.equal(addDays('2024-02-28', 1), '2024-02-29');
    assert.equal(addDays('2100-02-28', 1), '2100-03-01');
    assert.equal(addDays('2024-01-01', -1), '2023-12-31');
  });
});

suite('addMonths', () => {
  test('keeps the day, or takes the last day of a shorter month', () => {
    const cases: readonly (readonly [string, number, string])[] = [
      ['2023-01-31', 1, '2023-02-28'],
      ['2024-01-31', 1, '2024-02-29'],
      ['2024-08-31', 18, '2026-02-28'],
      ['2022-08-31', 18, '2024-02-29'],
      ['2023-12-31', 18, '2025-06-30'],
      ['2024-02-29', 12, '2025-02-28'],
      ['2024-02-29', -12, '2023-02-28'],
      ['2024-01-15', -1, '2023-12-15'],
      ['2024-03-31', -1, '2024-02-29'],
      ['2024-11-30', 0, '2024-11-30'],
      ['2024-05-31', -24, '2022-05-31'],
    ];
    for (const [from, months, to] of cases) assert.equal(addMonths(from, months), to, `${from} + ${months}`);
  });

  test('lands that many months later, on the same day or the last', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -600, max: 600 }), (from, months) => {
        const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
        const count = year * 12 + (month - 1) + months;
        const toYear = Math.floor(count / 12);
        const toMonth = (count % 12) + 1;
        const last = daysInMonth(toYear, toMonth);
        assert.equal(addMonths(from, months), text(toYear, toMonth, Math.min(day, last)));
      }),
    );
  });
});

test('the date of an instant is its date in UTC', () => {
  assert.equal(dateOfInstant(0), '1970-01-01');
  assert.equal(dateOfInstant(Date.UTC(2024, 1, 29, 23, 59, 59, 999)), '2024-02-29');
  assert.equal(dateOfInstant(Date.UTC(2024, 2, 1)), '2024-03-01');
});
