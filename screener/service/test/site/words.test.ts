import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { millions, percentRange, perShare, withoutCommand } from '../../src/site/words.page.ts';
import { SETUP } from '../../src/use-cases/command-name.ts';

describe('what is missing, in words for a reader', () => {
  for (const [message, words] of [
    [
      `this company’s facts are not in the offline snapshot: to fetch them, run "${SETUP}" once and start again`,
      'this company’s facts are not in the offline snapshot',
    ],
    [
      `ZZZ is not among the tickers. Did you mean ZZZT? To look it up, run "${SETUP}" once and start again.`,
      'ZZZ is not among the tickers. Did you mean ZZZT?',
    ],
    [
      `no report of 2026-02-25 or earlier is stored here: to fetch it, run "${SETUP}" once, or import one with "npm run sanad -- funds import <file>"`,
      'no report of 2026-02-25 or earlier is stored here',
    ],
    ['the price is in USD: ratios never mix currencies', 'the price is in USD: ratios never mix currencies'],
  ] as const) {
    test(words, () => assert.equal(withoutCommand(message), words));
  }
});

describe('what to give away for one share', () => {
  for (const [amount, currency, words] of [
    [0.79, 'USD', '$0.79 a share'],
    [0.09577, 'USD', '$0.0958 a share'],
    [0.1, 'EUR', 'EUR 0.10 a share'],
    [0.00004, 'USD', 'under $0.0001 a share'],
    [0, 'USD', '$0.00 a share'],
  ] as const) {
    test(words, () => assert.equal(perShare(amount, currency), words));
  }
});

test('amounts and shares below zero have a minus', () => {
  assert.equal(millions(-3_557_100_000), '−3,557.1');
  assert.equal(percentRange(-0.0024, -0.0024), '−0.24%');
});
