import assert from 'node:assert/strict';
import { answerTo } from './snapshot-answers.ts';
import { AAPL, at, type Draft, type Tampering, TRANSLATED } from './tamperings.ts';

/** Its count of shares is of before a split, its close of after it. */
export const SPLIT = answerTo({ symbol: 'AMZN', asOf: '2022-06-30' });
/** A newer report was due by the day on which it is asked. */
export const STALE = answerTo({ ...AAPL, today: '2026-11-28' });

function translationOf({ translation }: Draft) {
  assert.ok(translation !== null);
  return translation;
}

function scale(figure: { value: number }, factor: number): void {
  figure.value *= factor;
}

function shareBasis({ purification: { share_basis: basis } }: Draft) {
  assert.ok(basis !== null);
  return basis;
}

function multiplyPerShare({ purification }: Draft, factor: number): void {
  for (const name of ['amount_per_share', 'amount_per_share_low', 'amount_per_share_high'] as const) {
    const value = purification[name];
    if (value !== null) purification[name] = Number((value * factor).toPrecision(6));
  }
}

/** Ways to make a good answer another one in its currency, its basis of shares or its time, each in one respect. */
export const TAMPERINGS_IN_TIME: readonly Tampering[] = [
  {
    kind: 'another rate',
    base: TRANSLATED,
    change: (draft) => scale(at(translationOf(draft).rates, 0), 1.01),
    noticed: /^translation\.(low|high)\.value$/,
  },
  {
    kind: 'another rate in one of the ends',
    base: TRANSLATED,
    change: (draft) => scale(translationOf(draft).low, 1.01),
    noticed: /^translation\.low\.(value|times)$/,
  },
  {
    kind: 'a balance at another rate',
    base: TRANSLATED,
    change: (draft) => {
      const { debt } = translationOf(draft).amounts;
      Object.assign(debt ?? {}, { low: (debt?.low ?? 0) * 0.9 });
    },
    noticed: /^translation\.amounts\.debt\.low$/,
  },
  {
    kind: 'the rate of another month',
    base: TRANSLATED,
    change: ({ translation }) =>
      void Object.assign(at(translation?.rates ?? [], 0), {
        period_start: '2024-11-01',
        period_end: '2024-11-30',
      }),
    noticed: /^translation\.rates\[0\]\.period_(start|end)$/,
  },
  {
    kind: 'another split ratio',
    base: SPLIT,
    change: (draft) => Object.assign(shareBasis(draft), { factor_low: 10, factor_high: 10 }),
    noticed: /^purification\.(share_basis|amount_per_share)$/,
  },
  {
    kind: 'another split ratio, and the amount that follows from it',
    base: SPLIT,
    change: (draft) => {
      Object.assign(shareBasis(draft), { factor_low: 10, factor_high: 10 });
      multiplyPerShare(draft, 2);
    },
    noticed: /^purification\.share_basis$/,
  },
  {
    kind: 'an amount per share on the basis of before the split',
    base: SPLIT,
    change: (draft) => multiplyPerShare(draft, 20),
    noticed: /^purification\.amount_per_share$/,
  },
  {
    kind: 'a basis of before the split, and the amount that follows from it',
    base: SPLIT,
    change: (draft) => {
      Object.assign(shareBasis(draft), { status: 'listed', factor_low: 1, factor_high: 1, splits: [] });
      multiplyPerShare(draft, 20);
    },
    noticed: /^purification\.share_basis$/,
  },
  {
    kind: 'a stale verdict without its mark',
    base: STALE,
    change: (draft) => Object.assign(draft, { stale: null }),
    noticed: /^stale\.since$/,
  },
  {
    kind: 'a verdict called stale later than it is',
    base: STALE,
    change: (draft) => Object.assign(draft.stale ?? {}, { since: '2026-08-01' }),
    noticed: /^stale\.since$/,
  },
  {
    kind: 'a report that is expected later, so that nothing is stale',
    base: STALE,
    change: (draft) => Object.assign(draft, { stale: null, next_report_expected: '2027-05-01' }),
    noticed: /^next_report_expected$/,
  },
  {
    kind: 'a mark on a verdict that is not stale',
    change: (draft) => Object.assign(draft, { stale: { since: '2026-02-01', why: 'report_late' } }),
    noticed: /^stale\.since$/,
  },
  {
    kind: 'an age that counts to the day of the verdict',
    base: STALE,
    change: (draft) => Object.assign(draft, { data_age_days: 60 }),
    noticed: /^data_age_days$/,
  },
];
