import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readAmount } from '../src/read-amount.ts';

const usd = { currency: 'USD', decimals: 2 };
const kwd = { currency: 'KWD', decimals: 3 };
const none = { currency: '', decimals: 4 };

describe('an amount, as people type it', () => {
  for (const [typed, amount] of [
    ['$4,200.00', '4200'],
    ['4.200,00', '4200'],
    ['USD 4 200', '4200'],
    ['4 200', '4200'],
    ['4\u202f200,50', '4200.5'],
    ['٤٬٢٠٠٫٥٠', '4200.5'],
    ['۴۲۰۰', '4200'],
    ['٤،٢٠٠', '4200'],
    ['４２００', '4200'],
    ['\u200f4,200\u200f USD', '4200'],
    ["4'200.-", '4200'],
    ['4200,–', '4200'],
    ['US$4200', '4200'],
    ['4,200.00usd', '4200'],
    ['12,34,567.00', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234.5', '1234.5'],
    ['1.23', '1.23'],
    ['1,2345', '1.2345'],
    ['0.500', '0.5'],
    ['0,5', '0.5'],
    ['1.234', '1234'],
    ['1,234', '1234'],
  ] as const) {
    test(`${JSON.stringify(typed)} is ${amount}`, () => {
      assert.deepEqual(readAmount(typed, usd), { kind: 'amount', amount });
    });
  }

  test('one mark before three digits is asked about where three decimals are possible', () => {
    for (const typed of ['1.234', '1,234']) {
      for (const reading of [kwd, none]) {
        assert.deepEqual(readAmount(typed, reading), { kind: 'ambiguous', amounts: ['1234', '1.234'] });
      }
    }
    for (const [typed, amount] of [
      ['1,234.000', '1234'],
      ['1.2340', '1.234'],
      ['1٫234', '1.234'],
      ["1'234", '1234'],
      ['0.234', '0.234'],
    ] as const) {
      assert.deepEqual(readAmount(typed, kwd), { kind: 'amount', amount });
    }
  });

  test('another currency is named, and not read', () => {
    for (const [typed, written] of [
      ['€4,200', '€'],
      ['4200 EUR', 'EUR'],
      ['$4,200 CAD', 'CAD'],
      ['4200 ر.س', 'ر.س'],
    ] as const) {
      assert.deepEqual(readAmount(typed, usd), { kind: 'other_currency', written });
    }
    assert.deepEqual(readAmount('4200 ر.س', { currency: 'SAR', decimals: 2 }), {
      kind: 'amount',
      amount: '4200',
    });
  });

  test('what is no amount is not read', () => {
    const typed = [
      '-5',
      '+5',
      '5-',
      '5%',
      '1e3',
      '0x10',
      '4,20,0',
      '1,234,56',
      '1.2.3',
      '12 34',
      '007',
      '4200 200',
    ];
    const more = ['4.200.00', "4'2", 'four', '$', ',5', '5 or 6', 'Infinity', '½', `${'9'.repeat(61)}`];
    for (const text of [...typed, ...more]) assert.deepEqual(readAmount(text, usd), { kind: 'unread' }, text);
    for (const text of ['', ' ', '\u200f']) assert.deepEqual(readAmount(text, usd), { kind: 'empty' });
  });
});

describe('for every amount', () => {
  const MARKS = [
    [',', '.'],
    ['.', ','],
    [' ', ','],
    ['\u00a0', '.'],
    ["'", '.'],
    ['’', ','],
    ['٬', '٫'],
    ['', '.'],
    ['', ','],
  ] as const;
  const digits = (zero: number) => (text: string) =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const written = fc
    .record({
      whole: fc.bigInt({ min: 0n, max: 999_999_999_999n }).map(String),
      cents: fc.integer({ min: 0, max: 9_999 }),
      shown: fc.integer({ min: 0, max: 4 }),
      marks: fc.constantFrom(...MARKS),
      zero: fc.constantFrom(0x30, 0x660, 0x6f0),
      frame: fc.constantFrom('_', '$_', 'USD _', '_ usd', ' _\u200f'),
    })
    .map(({ whole, cents, shown, marks: [group, point], zero, frame }) => {
      const fraction = String(cents).padStart(4, '0').slice(0, shown);
      const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
      const text = frame.replace('_', digits(zero)(shown === 0 ? groups : `${groups}${point}${fraction}`));
      const kept = fraction.replace(/0+$/, '');
      return { text, amount: kept === '' ? whole : `${whole}.${kept}` };
    });

  test('it is read as itself, or asked about with itself among the answers', () => {
    fc.assert(
      fc.property(written, ({ text, amount }) => {
        const read = readAmount(text, { currency: 'USD', decimals: 4 });
        if (read.kind === 'amount') assert.equal(read.amount, amount);
        else assert.ok(read.kind === 'ambiguous' && read.amounts.includes(amount), `${text}: ${read.kind}`);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with the two decimals of its currency, or none, it is never asked about', () => {
    fc.assert(
      fc.property(written, ({ text, amount }) => {
        fc.pre((amount.split('.')[1] ?? '').length <= 2 && !/[.,٫][\d٠-٩۰-۹]{3,4}(?:\D*)$/u.test(text));
        assert.deepEqual(readAmount(text, usd), { kind: 'amount', amount });
      }),
    );
  });

  test('more decimals of the request only turn a reading into a question', () => {
    const any = fc.oneof(
      written.map(({ text }) => text),
      fc.string({ unit: fc.constantFrom(..."0123456789.,' $-٤٫"), maxLength: 12 }),
    );
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }), (text, one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)].map((decimals) =>
          readAmount(text, { currency: 'USD', decimals }),
        );
        if (fewer?.kind === 'amount' && more?.kind === 'ambiguous')
          assert.ok(more.amounts.includes(fewer.amount));
        else assert.deepEqual(more, fewer);
      }),
      { numRuns: 2_000 },
    );
  });
});
