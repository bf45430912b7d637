import type { PurificationAnswer } from '@screener/engine/screening';
import { dateOn, shortDate } from './dates.ts';
import { type Face, PAGE } from './face.ts';
import { perShare, perShareRange, price } from './numbers.ts';

type AmountPerShare = Pick<
  PurificationAnswer,
  'amount_per_share' | 'amount_per_share_low' | 'amount_per_share_high' | 'share_basis' | 'currency'
>;
type ShareBasis = NonNullable<PurificationAnswer['share_basis']>;

/** Names a split by its factor: `20-for-1`, `1-for-8`, `3-for-2`. */
export function splitInWords(factor: number): string {
  if (factor < 1) return `1-for-${Math.round(1 / factor)}`;
  return Number.isInteger(factor) ? `${factor}-for-1` : `${2 * factor}-for-2`;
}

/** Says for how many shares a depositary share stands, by the number of them for one share: `5`, `1/2`. */
export function depositaryInWords(factor: number): string {
  return factor < 1 ? String(Number((1 / factor).toPrecision(3))) : `1/${factor}`;
}

/** Writes the amount per share with its ends, `$0.4285–$0.5608 a share`; null where none is known. */
export function amountPerShareInWords(purification: AmountPerShare, face: Face = PAGE): string | null {
  const { amount_per_share_low: low, amount_per_share_high: high, currency } = purification;
  if (low === null || (high === null && low === 0)) return null;
  return perShareRange(low, high, currency, face);
}

/**
 * Writes the upper end per share, for a small place: `up to $0.5608 a share`. It names the day of the shares if that is
 * not the day of a close with which the filed count agrees.
 */
export function mostPerShareInWords(purification: AmountPerShare): string | null {
  const { amount_per_share_low: low, amount_per_share_high: high, share_basis: basis } = purification;
  if (high === null || basis === null) return null;
  const most = `${low === high ? '' : 'up to '}${perShare(high, purification.currency)}`;
  return basis.status === 'listed' ? most : `${most} of ${shortDate(basis.date)}`;
}

/** The filed figure per share, where it is neither end: it is what the percentage rests on too. */
export function filedPerShareInWords(purification: AmountPerShare): string | null {
  const { amount_per_share: amount, amount_per_share_low: low, amount_per_share_high: high } = purification;
  return amount === null || amount === low || amount === high
    ? null
    : perShare(amount, purification.currency);
}

/** Says on which day's shares an amount per share is, and why. */
export function shareBasisInWords(basis: ShareBasis, face: Face = PAGE): string {
  const { date, counted, factor_low: factor } = basis;
  const [of, count] = [dateOn(date, face), dateOn(counted, face)];
  switch (basis.status) {
    case 'listed':
      return `Per share as of ${of}: the count filed for ${count} agrees with the listing of that day.`;
    case 'split':
      return `Per share as of ${of}, after a ${splitInWords(factor)} split: the filed count is that of ${count}, before the split.`;
    case 'depositary':
      return `Per depositary share as of ${of}, which stands for ${depositaryInWords(factor)} of the shares counted on ${count}: the listing’s capitalisation shows it.`;
    case 'counted':
      return `Per share as of ${of}, the day of the filed count: no capitalisation here shows whether shares were split after it.`;
    case 'unclear':
      return `${doubtInWords(basis, count, face)} The amount per share is a range that holds both.`;
  }
}

function doubtInWords(
  { why, quotes, factor_low: low, factor_high: high }: ShareBasis,
  count: string,
  face: Face,
): string {
  const [before, after] = quotes;
  if (why === 'split_filed') {
    return `The report states a split that its count of shares, of ${count}, may not include.`;
  }
  if (why === 'price_jump' && before !== undefined && after !== undefined) {
    return `The close went from ${price(before.close, null)} on ${dateOn(before.date, face)} to ${price(after.close, null)} on ${dateOn(after.date, face)}, as in a split, and nothing else shows one.`;
  }
  const factor = Number((low < 1 ? low : high).toPrecision(3));
  return `The listing has ${factor} shares for each share counted on ${count}, and not by a split: shares were issued or bought back, a class is not counted, or the ticker is a depositary share.`;
}
