import { add, multiply } from '@common/base/exact';
import type { ContractAmount, FundHolding } from './fund-report.ts';

/** Options and warrants, whose exposure follows from the strike. */
const STRUCK_KINDS: ReadonlySet<string> = new Set(['OPT', 'WAR']);

/**
 * The most that a contract can expose the fund to, in US dollars; null where the filing does not bound it (ADR 0017).
 *
 * A future, forward or swap: its notional and its gain or loss since then, since their sum is what its underlying is
 * worth today. An option or a warrant: its value and its strike. What a call's underlying is worth times the call's
 * delta is at most the two together, and for a put at most the strike.
 *
 * INVARIANT: an amount that is missing never makes it smaller. So without the gain or loss nothing is bounded, and of two
 * sides, each of which bounds the contract together with that, the smaller one counts.
 */
export function exposureOf(holding: FundHolding): number | null {
  const { contract } = holding;
  if (contract === null) return null;
  const principal = principalOf(holding);
  if (principal === null) return null;
  if (contract.unrealised === null) return null;
  return add(principal, Math.max(amountOf(contract.unrealised), amountOf(holding.valueUsd)));
}

function principalOf(holding: FundHolding): number | null {
  const { contract, derivativeKind, balance } = holding;
  if (contract === null) return null;
  if (STRUCK_KINDS.has(derivativeKind ?? '')) {
    const strike = contract.strike === null ? null : dollarsOf(contract.strike, holding);
    if (strike === null || contract.sharesPerContract === null || balance === null) return null;
    return multiply(multiply(strike, amountOf(contract.sharesPerContract)), amountOf(balance));
  }
  const sides = [contract.notional, contract.bought, contract.sold];
  // A contract of no size is one whose size was not filed.
  const amounts = sides
    .map((side) => (side === null ? 0 : (dollarsOf(side, holding) ?? 0)))
    .filter((amount) => amount > 0);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/** Filers give the rate either way round, and the wider reading counts; null for a currency without a rate. */
function dollarsOf(
  { amount, currency }: ContractAmount,
  { currency: own, exchangeRate }: FundHolding,
): number | null {
  if (currency === 'USD') return amountOf(amount);
  const rate = amountOf(exchangeRate);
  if (currency === null || currency !== own || rate === 0) return null;
  return Math.max(amountOf(amount) * rate, amountOf(amount) / rate);
}

/** A filed decimal without its sign; zero where there is none. */
function amountOf(decimal: string | null): number {
  return Math.abs(Number(decimal ?? 0));
}
