import { decimalsBeside, type Limit } from '@screener/engine/methodologies/digits';
import { type Face, TEXT } from '@screener/words/face';
import { percentRange, money as writtenMoney } from '@screener/words/numbers';
import type { Glyphs } from './terminal.ts';

/** Returns how a terminal spells numbers. */
export function faceOf({ to, minus, times, atMost }: Glyphs): Face {
  return { ...TEXT, to: ` ${to} `, minus, times, atMost };
}

/** Writes a count of shares, or money whose currency the table names: `379.3 bn`. */
export function money(value: number): string {
  return writtenMoney(value, null, TEXT);
}

/**
 * Writes a range of fractions: `23.9 - 26.3 %`. It has enough decimals for the printed figure to be on the
 * same side of the limit as the figure itself: 33.34 % rather than 33.3 % for a limit of 33.333 %.
 */
export function ratioRange(low: number, high: number | null, glyphs: Glyphs, limit: Limit): string {
  const decimals = Math.max(...[low, high ?? low].map((end) => decimalsBeside(limit, end)));
  return percentRange(low, high, faceOf(glyphs), decimals);
}
