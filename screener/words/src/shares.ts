import type { PurificationAnswer } from '@screener/engine/screening';
import { SHARES as AR } from './ar/shares.ts';
import { dateOn, shortDate } from './dates.ts';
import { SHARES as EN } from './en/shares.ts';
import { type Face, PAGE } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';
import { perShare, perShareRange, price } from './numbers.ts';

const SHARES: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

type AmountPerShare = Pick<
  PurificationAnswer,
  'amount_per_share' | 'amount_per_share_low' | 'amount_per_share_high' | 'share_basis' | 'currency'
>;
type ShareBasis = NonNullable<PurificationAnswer['share_basis']>;

/** Names a split by its factor: `20-for-1`, `1-for-8`, `3-for-2`. */
export function splitInWords(factor: number, face: Face = PAGE): string {
  const { split } = SHARES[face.language];
  if (factor < 1) return split(1, Math.round(1 / factor));
  return Number.isInteger(factor) ? split(factor, 1) : split(2 * factor, 2);
}

/** Says for how many shares a depositary share stands, by the number of them for one share: `5`, `1/2`. */
export function depositaryInWords(factor: number, face: Face = PAGE): string {
  return factor < 1 ? String(Number((1 / factor).toPrecision(3))) : leftToRight(`1/${factor}`, face);
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
export function mostPerShareInWords(purification: AmountPerShare, face: Face = PAGE): string | null {
  const { amount_per_share_low: low, amount_per_share_high: high, share_basis: basis } = purification;
  if (high === null || basis === null) return null;
  const day = basis.status === 'listed' ? null : shortDate(basis.date, face);
  return SHARES[face.language].most(perShare(high, purification.currency, face), low === high, day);
}

/** The filed figure per share, where it is neither end: it is what the percentage rests on too. */
export function filedPerShareInWords(purification: AmountPerShare, face: Face = PAGE): string | null {
  const { amount_per_share: amount, amount_per_share_low: low, amount_per_share_high: high } = purification;
  return amount === null || amount === low || amount === high
    ? null
    : perShare(amount, purification.currency, face);
}

/** Says on which day's shares an amount per share is, and why. */
export function shareBasisInWords(basis: ShareBasis, face: Face = PAGE): string {
  const shares = SHARES[face.language];
  const { factor_low: factor } = basis;
  const [day, counted] = [dateOn(basis.date, face), dateOn(basis.counted, face)];
  switch (basis.status) {
    case 'listed':
      return shares.listed(day, counted);
    case 'split':
      return shares.afterSplit(day, splitInWords(factor, face), counted);
    case 'depositary':
      return shares.depositary(day, depositaryInWords(factor, face), counted);
    case 'counted':
      return shares.counted(day);
    case 'unclear':
      return shares.unclear(doubtInWords(basis, counted, face));
  }
}

function doubtInWords(
  { why, quotes, factor_low: low, factor_high: high }: ShareBasis,
  counted: string,
  face: Face,
): string {
  const { splitFiled, priceJump, countsDiffer } = SHARES[face.language];
  const [before, after] = quotes;
  if (why === 'split_filed') return splitFiled(counted);
  if (why === 'price_jump' && before !== undefined && after !== undefined) {
    return priceJump(
      price(before.close, null, face),
      dateOn(before.date, face),
      price(after.close, null, face),
      dateOn(after.date, face),
    );
  }
  return countsDiffer(Number((low < 1 ? low : high).toPrecision(3)), counted);
}
