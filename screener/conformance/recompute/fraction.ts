import { UnusableInput } from './unusable.ts';

/** An exact number. A filed figure, a price or a limit is the decimal that is printed, never a binary float. */
export interface Fraction {
  readonly numerator: bigint;
  /** Always positive. */
  readonly denominator: bigint;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };
export const ONE: Fraction = { numerator: 1n, denominator: 1n };

/** Digits kept when a fraction is printed or rounded to the nearest double, which has 17. */
const DIGITS = 40;
const CHECK_ZEROS = 'look in it for a zero where a price, a rate or a number of shares belongs';
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/** Returns the decimal that `value` prints as. */
export function fractionOf(value: number): Fraction {
  return decimal(String(value));
}

/** Returns the number that a decimal text such as `0.33333` or `1e-7` stands for. */
export function decimal(text: string): Fraction {
  const [, sign, whole = '', part = '', power = '0'] = DECIMAL.exec(text) ?? [];
  if (sign === undefined)
    throw new UnusableInput(`its figures give ${text}, which is no number; ${CHECK_ZEROS}`);
  const digits = BigInt(`${sign}${whole}${part}`);
  const exponent = Number(power) - part.length;
  return exponent >= 0
    ? { numerator: digits * 10n ** BigInt(exponent), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-exponent) };
}

export function add(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  // Decimals have powers of ten below the line: a long sum keeps the larger one.
  const [wide, narrow] = a.denominator > b.denominator ? [a, b] : [b, a];
  if (narrow.denominator !== 0n && wide.denominator % narrow.denominator === 0n) {
    const factor = wide.denominator / narrow.denominator;
    return { numerator: wide.numerator + narrow.numerator * factor, denominator: wide.denominator };
  }
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** Divides `a` by `b`, which must not be zero. */
export function divide(a: Fraction, b: Fraction): Fraction {
  const flip = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: flip * a.numerator * b.denominator,
    denominator: flip * a.denominator * b.numerator,
  };
}

/** Returns a negative number, zero or a positive one as `a` is less than, equal to or more than `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function absolute(a: Fraction): Fraction {
  return a.numerator < 0n ? { numerator: -a.numerator, denominator: a.denominator } : a;
}

export function largest(values: readonly Fraction[]): Fraction {
  return values.reduce((best, value) => (compare(value, best) > 0 ? value : best));
}

export function smallest(values: readonly Fraction[]): Fraction {
  return values.reduce((best, value) => (compare(value, best) < 0 ? value : best));
}

/** Returns the double nearest to the fraction, the closest that a JSON answer can get. Nothing is near a division by zero. */
export function nearestNumber({ numerator, denominator }: Fraction): number {
  if (denominator === 0n) throw new UnusableInput(`its figures are divided by zero; ${CHECK_ZEROS}`);
  const size = String(numerator < 0n ? -numerator : numerator).length - String(denominator).length;
  const shift = DIGITS - size;
  const scaled =
    shift >= 0
      ? (numerator * 10n ** BigInt(shift)) / denominator
      : numerator / (denominator * 10n ** BigInt(-shift));
  return Number(`${scaled}e${-shift}`);
}
