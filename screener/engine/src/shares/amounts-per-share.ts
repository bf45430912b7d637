import { multiply } from '@common/base/exact';
import { rounded } from '../methodologies/digits.ts';
import type { ShareBasis } from '../share-basis-answer.ts';

/** An amount of money with its ends; null where it is not known, or nothing bounds it. */
interface MoneyRange {
  readonly low: number;
  readonly given: number | null;
  readonly high: number | null;
}

interface AmountsPerShare {
  readonly amount_per_share: number | null;
  readonly amount_per_share_low: number | null;
  readonly amount_per_share_high: number | null;
}

/**
 * An amount over the shares of the basis's day. Where the basis is unclear there is no single amount, and the ends hold
 * both bases.
 * @example amountsPerShare({ low: 8, given: 10, high: 12 }, 4, { factor_low: 2, factor_high: 2 })
 *   // { amount_per_share: 1.25, amount_per_share_low: 1, amount_per_share_high: 1.5 }
 */
export function amountsPerShare(
  { low, given, high }: MoneyRange,
  count: number | null,
  basis: Pick<ShareBasis, 'factor_low' | 'factor_high'> | null,
): AmountsPerShare {
  if (basis === null || count === null) {
    return { amount_per_share: null, amount_per_share_low: null, amount_per_share_high: null };
  }
  const [fewest, most] = [multiply(count, basis.factor_low), multiply(count, basis.factor_high)];
  return {
    amount_per_share: given === null || fewest !== most ? null : rounded(given / most),
    amount_per_share_low: rounded(low / most),
    amount_per_share_high: high === null ? null : rounded(high / fewest),
  };
}
