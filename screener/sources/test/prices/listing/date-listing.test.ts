import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CalendarDate } from '@common/base/calendar';
import {
  DATING_NAMES,
  type DatedPrices,
  type DatingPrices,
  dateListing,
} from '../../../src/prices/listing/date-listing.ts';
import { nextTradingDay, previousTradingDay } from '../../../src/prices/trading-days.ts';
import { fakeCloses } from '../../../src/testing/fake-listing.ts';

const closes = (date: CalendarDate) => fakeCloses(DATING_NAMES, date);
const holding = (session: CalendarDate): DatingPrices => ({
  last: closes(session),
  previous: closes(previousTradingDay(session)),
});
const anchorAt = (session: CalendarDate): DatedPrices => ({
  prices: { last: closes(session), previous: {} },
  earliest: session,
  latest: session,
});

/** Dates each listing by the one before it; those that are refused change nothing. */
function replay(
  start: DatedPrices,
  listings: readonly (readonly [string, DatingPrices])[],
): readonly string[] {
  let base = start;
  return listings.map(([madeAt, prices]) => {
    const step = dateListing(base, prices, Date.parse(madeAt));
    if (step.kind === 'refused') return 'refused';
    const { earliest, latest } = step;
    base = { prices, earliest, latest };
    return earliest === latest ? `${step.kind} ${earliest}` : `${step.kind} ${earliest}..${latest}`;
  });
}

describe('the session of a daily listing', () => {
  test('an ordinary week, over a weekend', () => {
    const found = replay(anchorAt('2026-08-21'), [
      ['2026-08-22T00:20:00Z', holding('2026-08-21')],
      ['2026-08-25T00:31:00Z', holding('2026-08-24')],
      ['2026-08-26T01:05:00Z', holding('2026-08-25')],
    ]);
    assert.deepEqual(found, ['same 2026-08-21', 'next 2026-08-24', 'next 2026-08-25']);
  });

  test('October 2021: a repeat, and the close a day late, on a Sunday', () => {
    const found = replay(anchorAt('2021-10-27'), [
      ['2021-10-29T00:20:00Z', holding('2021-10-28')],
      ['2021-10-30T00:20:00Z', holding('2021-10-28')],
      ['2021-10-31T00:20:00Z', holding('2021-10-29')],
    ]);
    assert.deepEqual(found, ['next 2021-10-28', 'same 2021-10-28', 'next 2021-10-29']);
  });

  test('April 2025: from the fifth on, each listing is a session late', () => {
    const found = replay(anchorAt('2025-04-01'), [
      ['2025-04-03T00:20:00Z', holding('2025-04-02')],
      ['2025-04-04T00:20:00Z', holding('2025-04-03')],
      ['2025-04-05T00:20:00Z', holding('2025-04-03')],
      ['2025-04-08T00:20:00Z', holding('2025-04-04')],
    ]);
    assert.deepEqual(found, ['next 2025-04-02', 'next 2025-04-03', 'same 2025-04-03', 'next 2025-04-04']);
  });

  test('October 2025: late ones, and a session that never came', () => {
    const found = replay(anchorAt('2025-10-28'), [
      ['2025-10-31T00:20:00Z', holding('2025-10-29')],
      ['2025-11-01T00:20:00Z', holding('2025-10-30')],
      ['2025-11-04T00:20:00Z', holding('2025-11-03')],
    ]);
    assert.deepEqual(found, ['next 2025-10-29', 'next 2025-10-30', 'later 2025-11-03']);
  });

  test('prices from the middle of a session are not passed off as its close', () => {
    const middle = {
      last: Object.fromEntries(
        Object.entries(closes('2026-08-25')).map(([name, close]) => [name, close + 1]),
      ),
      previous: closes('2026-08-24'),
    };
    const found = replay(anchorAt('2026-08-24'), [
      ['2026-08-25T17:00:00Z', middle],
      ['2026-08-26T00:20:00Z', holding('2026-08-25')],
    ]);
    assert.deepEqual(found, ['refused', 'next 2026-08-25']);
  });

  const middleOf = (session: CalendarDate): DatingPrices => ({
    last: Object.fromEntries(Object.entries(closes(session)).map(([name, close]) => [name, close - 0.5])),
    previous: closes(previousTradingDay(session)),
  });

  test('after a gap, prices from the middle of a session do not date the evenings that follow', () => {
    const found = replay(anchorAt('2026-04-27'), [
      ['2026-04-30T18:00:00Z', middleOf('2026-04-30')],
      ['2026-04-30T22:30:00Z', holding('2026-04-30')],
      ['2026-05-01T22:30:00Z', holding('2026-05-01')],
      ['2026-05-04T22:30:00Z', holding('2026-05-04')],
      ['2026-05-05T22:30:00Z', holding('2026-05-05')],
      // Late, so that the session of the one before is known, and all the following ones.
      ['2026-05-06T22:30:00Z', holding('2026-05-05')],
      ['2026-05-07T22:30:00Z', holding('2026-05-06')],
    ]);
    assert.deepEqual(found, [
      'refused',
      'later 2026-04-29..2026-04-30',
      'next 2026-04-30..2026-05-01',
      'next 2026-05-01..2026-05-04',
      'next 2026-05-04..2026-05-05',
      'same 2026-05-05',
      'next 2026-05-06',
    ]);
  });

  test('the same session with other prices puts its date in doubt, whenever they were made', () => {
    const found = replay(anchorAt('2026-04-27'), [
      // Says to be of before the opening.
      ['2026-04-30T12:00:00Z', middleOf('2026-04-30')],
      ['2026-04-30T22:30:00Z', holding('2026-04-30')],
      ['2026-05-01T22:30:00Z', holding('2026-05-01')],
    ]);
    assert.deepEqual(found, [
      'later 2026-04-29',
      'doubtful 2026-04-29..2026-04-30',
      'next 2026-04-30..2026-05-01',
    ]);
  });

  test('a chain that is a session late is given up at the next late listing, and finds its date again', () => {
    const misdated: DatedPrices = {
      prices: holding('2026-05-04'),
      earliest: '2026-05-01',
      latest: '2026-05-01',
    };
    const found = replay(misdated, [
      ['2026-05-05T22:30:00Z', holding('2026-05-04')],
      ['2026-05-06T22:30:00Z', holding('2026-05-05')],
      ['2026-05-07T22:30:00Z', holding('2026-05-06')],
      ['2026-05-08T22:30:00Z', holding('2026-05-08')],
    ]);
    assert.deepEqual(found, ['refused', 'refused', 'later 2026-05-06..2026-05-07', 'later 2026-05-08']);
  });

  test('a listing older than the earlier one is refused', () => {
    assert.deepEqual(replay(anchorAt('2026-08-21'), [['2026-08-21T00:20:00Z', holding('2026-08-20')]]), [
      'refused',
    ]);
  });

  test('after days without listings two sessions remain, until a repeat decides', () => {
    const found = replay(anchorAt('2026-08-21'), [
      ['2026-09-12T00:20:00Z', holding('2026-09-11')],
      ['2026-09-15T00:20:00Z', holding('2026-09-14')],
      // A repeat shows that the one before it was not late.
      ['2026-09-16T00:20:00Z', holding('2026-09-14')],
    ]);
    assert.deepEqual(found, [
      'later 2026-09-10..2026-09-11',
      'next 2026-09-11..2026-09-14',
      'same 2026-09-14',
    ]);
  });

  test('fewer than twelve names decide nothing', () => {
    const eleven = (prices: Readonly<Record<string, number>>) =>
      Object.fromEntries(DATING_NAMES.slice(0, 11).map((name) => [name, prices[name] ?? 0]));
    const twelve = { ...holding('2026-08-24'), previous: eleven(closes('2026-08-21')) };
    const step = dateListing(anchorAt('2026-08-21'), twelve, Date.parse('2026-08-25T00:20:00Z'));
    assert.equal(step.kind, 'refused');
  });

  test('some names may have split or be missing', () => {
    const listing = holding('2026-08-24');
    const changed = {
      last: listing.last,
      previous: { ...listing.previous, AAPL: 1, NVDA: 2, TSLA: 3, META: 4, MU: 5, NFLX: 6, QCOM: 7, AMD: 8 },
    };
    const step = dateListing(anchorAt('2026-08-21'), changed, Date.parse('2026-08-25T00:20:00Z'));
    assert.deepEqual(step, { kind: 'next', earliest: '2026-08-24', latest: '2026-08-24' });
  });

  test('no listing of three years, on time, late, repeated or skipped, is ever dated wrongly', () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    let base = anchorAt('2023-12-29');
    let decided = 0;
    let lag = 0;
    for (let finished = '2024-01-02'; finished < '2027-01-01'; finished = nextTradingDay(finished)) {
      if (random() < 0.05) lag = 1 - lag;
      if (random() < 0.03) continue;
      const session = lag === 1 ? previousTradingDay(finished) : finished;
      const madeAt = Date.parse(`${finished}T23:50:00Z`);
      const step = dateListing(base, holding(session), madeAt);
      if (step.kind === 'refused') continue;
      assert.ok(step.earliest <= session && session <= step.latest, `${session}: ${JSON.stringify(step)}`);
      if (step.earliest === step.latest) decided += 1;
      base = { prices: holding(session), earliest: step.earliest, latest: step.latest };
    }
    assert.ok(decided > 450, `${decided} decided`);
  });
});
