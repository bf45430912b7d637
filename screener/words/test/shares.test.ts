import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXT } from '@screener/words/face';
import {
  amountPerShareInWords,
  filedPerShareInWords,
  mostPerShareInWords,
  shareBasisInWords,
  splitInWords,
} from '@screener/words/shares';

const LISTED = {
  status: 'listed',
  why: null,
  date: '2026-03-31',
  counted: '2026-01-16',
  factor_low: 1,
  factor_high: 1,
  splits: [],
  quotes: [],
} as const;

const AMOUNT = {
  amount_per_share: 0.4285,
  amount_per_share_low: 0,
  amount_per_share_high: 0.5608,
  share_basis: LISTED,
  currency: 'USD',
} as const;

test('an amount per share has its ends, and its day where that is not the day of a close that agrees', () => {
  assert.equal(amountPerShareInWords(AMOUNT, TEXT), 'at most $0.5608 a share');
  assert.equal(amountPerShareInWords({ ...AMOUNT, amount_per_share_low: 0.4 }), '$0.40–$0.5608 a share');
  assert.equal(amountPerShareInWords({ ...AMOUNT, amount_per_share_low: null }), null);
  assert.equal(filedPerShareInWords(AMOUNT), '$0.4285 a share');
  assert.equal(filedPerShareInWords({ ...AMOUNT, amount_per_share: 0.5608 }), null);
  assert.equal(mostPerShareInWords(AMOUNT), 'up to $0.5608 a share');
  const split = { ...LISTED, status: 'split', factor_low: 20, factor_high: 20 } as const;
  assert.equal(
    mostPerShareInWords({ ...AMOUNT, share_basis: split }),
    'up to $0.5608 a share of 31 Mar 2026',
  );
  assert.equal(mostPerShareInWords({ ...AMOUNT, amount_per_share_high: null }), null);
});

test('splits are named as people name them', () => {
  assert.deepEqual(
    [20, 1.5, 0.125, 1 / 30].map((factor) => splitInWords(factor)),
    ['20-for-1', '3-for-2', '1-for-8', '1-for-30'],
  );
});

test('a basis says its day and what shows it, or what is in doubt', () => {
  const close = (date: string, price: number) => ({
    date,
    close: price,
    market_cap: null,
    source: 'a price file',
  });
  const split = { ...LISTED, status: 'split', factor_low: 20, factor_high: 20 } as const;
  const unclear = { ...LISTED, status: 'unclear', factor_high: 1.86 } as const;
  const jump = [close('2026-02-27', 100), close('2026-03-31', 9.5)];
  assert.match(shareBasisInWords(LISTED), /^Per share as of 31 March 2026: .* agrees/);
  assert.match(shareBasisInWords(split, TEXT), /^Per share as of 2026-03-31, after a 20-for-1 split/);
  const five = { ...LISTED, status: 'depositary', factor_low: 0.2, factor_high: 0.2 } as const;
  assert.match(
    shareBasisInWords(five, TEXT),
    /^Per depositary share as of 2026-03-31, which stands for 5 of/,
  );
  assert.match(shareBasisInWords({ ...LISTED, status: 'counted' }), /the day of the filed count/);
  assert.match(shareBasisInWords({ ...unclear, why: 'counts_differ' }), /^The listing has 1\.86 shares/);
  assert.match(shareBasisInWords({ ...unclear, why: 'split_filed' }), /^The report states a split/);
  assert.match(
    shareBasisInWords({ ...unclear, why: 'price_jump', quotes: jump }, TEXT),
    /from 100\.00 on 2026-02-27 to 9\.50/,
  );
});
