import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, dateOfInstant } from '@common/base/calendar';
import {
  isTradingDay,
  lastFinishedSession,
  mayBeMidSession,
  nextTradingDay,
  previousTradingDay,
} from '../../src/prices/trading-days.ts';

/** From the exchanges' published calendars. */
const CLOSED: Readonly<Record<number, string>> = {
  2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24',
  2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
  2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
  2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
  2025: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
  2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
  2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
};

describe('trading days', () => {
  for (const [year, closed] of Object.entries(CLOSED)) {
    test(`${year}: the weekdays without trading are those of the exchanges’ calendar`, () => {
      const found: string[] = [];
      for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
        const day = new Date(`${date}T00:00:00Z`).getUTCDay();
        if (!isTradingDay(date) && day !== 0 && day !== 6) found.push(date.slice(5));
      }
      assert.equal(found.join(' '), closed);
    });
  }

  test('weekends and holidays are stepped over', () => {
    assert.equal(nextTradingDay('2026-11-25'), '2026-11-27');
    assert.equal(previousTradingDay('2026-07-06'), '2026-07-02');
  });

  test('a session is finished at four in New York, in summer and in winter', () => {
    const finished = (instant: string) => lastFinishedSession(Date.parse(instant));
    assert.equal(finished('2026-08-21T19:59:00Z'), '2026-08-20');
    assert.equal(finished('2026-08-21T20:00:00Z'), '2026-08-21');
    assert.equal(finished('2026-11-20T20:59:00Z'), '2026-11-19');
    assert.equal(finished('2026-11-20T21:00:00Z'), '2026-11-20');
    // The morning after, in UTC, and the whole weekend.
    assert.equal(finished('2026-11-21T00:31:00Z'), '2026-11-20');
    assert.equal(finished('2026-11-23T12:00:00Z'), '2026-11-20');
  });

  test('prices may be mid-session from nine to five in New York, in summer and in winter', () => {
    const open = (instant: string) => mayBeMidSession(Date.parse(instant));
    const found = {
      // Daylight saving time: UTC-4.
      '2026-04-30T12:59:59Z': false,
      '2026-04-30T13:30:00Z': true,
      '2026-04-30T18:00:00Z': true,
      '2026-04-30T20:00:00Z': true,
      '2026-04-30T20:59:59Z': true,
      '2026-04-30T21:00:00Z': false,
      // Standard time: UTC-5. The clocks changed on 2026-11-01.
      '2026-11-20T13:59:59Z': false,
      '2026-11-20T14:30:00Z': true,
      '2026-11-20T21:59:59Z': true,
      '2026-11-20T22:00:00Z': false,
      // A half day, which closes at one.
      '2026-11-27T17:30:00Z': true,
      '2026-11-27T22:00:00Z': false,
      // Thanksgiving and a Saturday.
      '2026-11-26T18:00:00Z': false,
      '2026-11-28T18:00:00Z': false,
    };
    for (const [instant, expected] of Object.entries(found)) assert.equal(open(instant), expected, instant);
  });

  test('next and previous undo each other on every trading day of ten years', () => {
    let date = '2020-12-31';
    for (let count = 0; count < 2_500; count += 1) {
      const next = nextTradingDay(date);
      assert.equal(previousTradingDay(next), date);
      date = next;
    }
    assert.equal(dateOfInstant(Date.parse(`${date}T00:00:00Z`)), date);
  });
});
