import type { Contract, FundAnswer } from './answer.ts';
import { absolute, add, compare, divide, type Fraction, fractionOf, multiply, ZERO } from './fraction.ts';

type Holding = FundAnswer['etf_look_through']['holdings'][number];
type Amount = Contract['notional'];

const VERDICTS: readonly string[] = ['compliant', 'questionable', 'non_compliant'];

/**
 * Returns the US dollars of a holding that are open: nothing with a verdict, its absolute value without one; for a
 * contract its exposure, or all of net assets where the filing does not bound that.
 */
export function openOf({ bucket, value, contract }: Holding, netAssets: Fraction): Fraction {
  const worth = absolute(fractionOf(value));
  if (VERDICTS.includes(bucket)) return ZERO;
  if (bucket !== 'derivatives') return worth;
  return (contract === null ? null : exposure(contract, worth)) ?? larger(netAssets, worth);
}

/** A future, forward or swap by its notional, an option or warrant by its strike, each with the gain or loss. */
function exposure(contract: Contract, worth: Fraction): Fraction | null {
  const principal = isStruck(contract) ? struck(contract) : notional(contract);
  if (principal === null || contract.unrealised === null) return null;
  return add(principal, larger(worth, absolute(fractionOf(contract.unrealised))));
}

function isStruck({ kind }: Contract): boolean {
  return kind === 'OPT' || kind === 'WAR';
}

function struck(contract: Contract): Fraction | null {
  const { shares_per_contract: shares, contracts } = contract;
  const strike = dollars(contract.strike, contract);
  if (strike === null || shares === null || contracts === null) return null;
  return multiply(strike, multiply(absolute(fractionOf(shares)), absolute(fractionOf(contracts))));
}

/** The smaller side that is known in dollars: with the gain or loss, each bounds the contract; none of no size, since such a size was not filed. */
function notional(contract: Contract): Fraction | null {
  return [contract.notional, contract.bought, contract.sold]
    .map((side) => dollars(side, contract))
    .filter((side) => side !== null)
    .filter((side) => compare(side, ZERO) > 0)
    .reduce<Fraction | null>(
      (least, side) => (least === null || compare(side, least) < 0 ? side : least),
      null,
    );
}

/** By the filed rate, read the way round that gives more. */
function dollars(side: Amount, { currency, exchange_rate: rate }: Contract): Fraction | null {
  if (side === null) return null;
  const amount = absolute(fractionOf(side.amount));
  if (side.currency === 'USD') return amount;
  if (side.currency === null || side.currency !== currency || rate === null || rate === 0) return null;
  const factor = absolute(fractionOf(rate));
  return larger(multiply(amount, factor), divide(amount, factor));
}

function larger(a: Fraction, b: Fraction): Fraction {
  return compare(a, b) > 0 ? a : b;
}
