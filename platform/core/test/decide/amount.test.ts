import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import {
  addAmounts,
  compareAmounts,
  isCanonicalAmount,
  normaliseAmount,
  subtractAmounts,
} from '../../src/decide/amount.ts';
import { Amount } from '../../src/objects/primitives.ts';

/** An amount in ten-thousandths: the tests calculate in whole numbers, independently of the code. */
const units = fc.bigInt({ min: 1n, max: 10n ** 22n - 1n });

function spell(value: bigint): string {
  const digits = value.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}

test('one number has one spelling, however many zeros follow', () => {
  fc.assert(
    fc.property(units, fc.nat(4), (value, zeros) => {
      const canonical = spell(value);
      const decimals = canonical.split('.')[1]?.length ?? 0;
      const kept = Math.min(zeros, 4 - decimals);
      const written = decimals === 0 && kept > 0 ? `${canonical}.` : canonical;
      assert.deepEqual(normaliseAmount(written + '0'.repeat(kept)), { ok: true, value: canonical });
      assert.ok(isCanonicalAmount(canonical) && Value.Check(Amount, canonical));
    }),
    { numRuns: 200 },
  );
});

test('the result has the form of the protocol, and is stable', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.]{1,24}$/)), (text) => {
      const result = normaliseAmount(text);
      if (!result.ok) return;
      assert.ok(Value.Check(Amount, result.value));
      assert.deepEqual(normaliseAmount(result.value), result);
    }),
    { numRuns: 300 },
  );
});

test('other spellings are refused', () => {
  const wrong =
    '0|0.0|00|040|-1|+1|1e3|1.|.5|1,5|1 |\t1|1.00000|0x1|NaN|Infinity||١|1234567890123456789|1_0|1\n';
  for (const text of wrong.split('|')) {
    const result = normaliseAmount(text);
    assert.ok(!result.ok, JSON.stringify(text));
    assert.equal(result.error.code, 'amount_invalid');
  }
});

test('comparing, adding and subtracting are exact', () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      const [x, y] = [spell(a), spell(b)];
      assert.equal(compareAmounts(x, y), a === b ? 0 : a < b ? -1 : 1);
      assert.equal(addAmounts(x, y), spell(a + b));
      assert.equal(subtractAmounts(addAmounts(x, y), y), x);
    }),
    { numRuns: 200 },
  );
  assert.equal(addAmounts('0', '0.0001'), '0.0001');
  assert.equal(subtractAmounts('0.1', '0.1'), '0');
  assert.throws(() => subtractAmounts('0.1', '0.2'), /more than the 0\.1/);
});
