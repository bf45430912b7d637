import { printable } from '@platform/core/verify/report-html';
import { grouped } from './amounts.ts';
import { counted } from './short.ts';
import { plainAmount } from './typed-amount.ts';

const AMOUNT = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/**
 * Says where a typed amount differs from the stated one, so that a person finds a slip. INVARIANT: it repeats
 * only what was typed, and names no digit of the other, because a person must type from the paper, not from
 * here.
 */
export function amountDifference(typed: string, said: string, unit = ''): string {
  const understood = plainAmount(typed, unit);
  const read = AMOUNT.exec(understood);
  const wanted = AMOUNT.exec(said);
  if (read === null || wanted === null) {
    const kind = unit === '' ? 'a number' : `an amount in ${unit}`;
    return `“${printable(typed.trim())}” is not read as ${kind}. Write digits, with a point before the decimals: 1,234.50.`;
  }
  const [, whole = '', decimals = ''] = read;
  const [, wantedWhole = '', wantedDecimals = ''] = wanted;
  const echo = `You typed ${grouped(understood)}.`;
  if (whole.length !== wantedWhole.length) {
    return `${echo} It has ${digits(whole.length)} before the point, the other one ${counted(wantedWhole.length)}.`;
  }
  const place = [...whole].findIndex((digit, index) => digit !== wantedWhole[index]);
  if (place !== -1) return `${echo} Its ${PLACES[place] ?? `${place + 1}th`} digit differs.`;
  const [own, others] = [decimals, wantedDecimals].map((part) => part.replace(/0+$/, ''));
  return own === others ? echo : `${echo} The part after the point differs.`;
}

function digits(count: number): string {
  return `${counted(count)} ${count === 1 ? 'digit' : 'digits'}`;
}
