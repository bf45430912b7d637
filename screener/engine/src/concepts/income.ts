import { type Amount, between, exactly, tighten, UNKNOWN } from '../amounts/amount.ts';
import { type ComputedNumber, maxOf, minOf, sumOf, timesOf, ZERO } from '../amounts/expression.ts';
import type { FlowReader, YearFlow } from '../selection/trailing-twelve-months.ts';
import { INVESTMENT_EXPENSE_LIMIT } from './bound-rules.ts';
import * as flows from './flows.ts';
import { qualifiedTag } from './term.ts';

/**
 * Total revenue over twelve months: the largest of the alternative tags. A filer may use one revenue tag in its annual
 * report and another in its quarters. The year and the change since it then come from two tags, which is allowed only
 * where neither report gives the other's tag.
 */
export function readRevenue(flow: FlowReader): Amount {
  const tags = flows.REVENUE.map(qualifiedTag);
  const pairs = tags.flatMap((year) => tags.map((toDate) => flow.trailingTwelveMonths(year, toDate, tags)));
  return largest(pairs.filter(isFiled)) ?? UNKNOWN;
}

/** Bounds of interest income besides its own tags. */
interface InterestSources {
  /** The cash and securities at the anchor and a year before. */
  readonly balances: readonly Amount[];
  /** The largest share of the balances that a year of interest may be; null if no assumption may be used. */
  readonly yieldLimit: number | null;
  /** The company lends to its customers, and that interest is part of its revenue (captive-lenders.ts). */
  readonly isLender: boolean;
}

interface InterestIncome {
  readonly amount: Amount;
  /**
   * The amount to give away: the filed figure of interest and dividends if there is one, else the upper end;
   * null if nothing bounds it.
   */
  readonly toPurify: ComputedNumber | null;
}

/** Gross interest income over twelve months. */
export function readInterestIncome(flow: FlowReader, sources: InterestSources): InterestIncome {
  const gross = largest(filed(flows.INTEREST_INCOME_GROSS, flow).filter(isFiled));
  const netOfExpenses = largest(filed(flows.INTEREST_INCOME_NET_OF_EXPENSES, flow).filter(isFiled));
  if (sources.isLender) {
    // Every line, and also the balances, omit the loans to customers, so only lower ends are known.
    const known = [gross?.low ?? ZERO, knownInterest(flow)].filter((low) => low.from !== 0);
    return { amount: between(known.length === 0 ? ZERO : maxOf(known), null, []), toPurify: null };
  }
  if (gross !== null) return { amount: gross, toPurify: gross.high };
  const amount = boundedInterest(flow, sources, netOfExpenses);
  return { amount, toPurify: toPurify(amount, netOfExpenses) };
}

function boundedInterest(
  flow: FlowReader,
  { balances, yieldLimit }: InterestSources,
  netOfExpenses: Amount | null,
): Amount {
  const lines = yieldLimit === null ? [] : renamed(flow);
  const known = knownInterest(flow);
  const sameLine = lines.map(({ asBefore }) => asBefore.amount).filter(({ value }) => value > known.value);
  let interest: Amount = between(sameLine.length === 0 ? known : maxOf(sameLine), null, []);
  const mixed = [...filed(flows.INTEREST_INCOME_MIXED, flow), ...lines.map(({ line }) => line)];
  interest = tighten(interest, largest(mixed.filter(isFiled))?.high ?? null, 'interest_mixed');
  interest = tighten(interest, grossFromNet(flow), 'interest_net_plus_expense');
  const balance = largestBalance(balances);
  if (yieldLimit !== null && balance !== null) {
    if (netOfExpenses !== null) {
      const withExpenses = sumOf([netOfExpenses.low, timesOf(INVESTMENT_EXPENSE_LIMIT, balance)]);
      interest = tighten(interest, withExpenses, 'interest_net_of_investment_expense');
    }
    interest = tighten(interest, timesOf(yieldLimit, balance), 'interest_yield');
  }
  if (sameLine.length === 0) return interest;
  // An amount that rests on an assumption is never `derived`, even if both ends are one figure.
  const basis = interest.basis === 'derived' ? 'bounded' : interest.basis;
  return { ...interest, basis, rules: [...interest.rules, 'interest_line_renamed'] };
}

/**
 * The figure as filed, without the room that the upper end leaves for netted expenses, and never outside the
 * interval. If the figure is removed, the upper end replaces it, which is not below it.
 */
function toPurify({ low, high }: Amount, netOfExpenses: Amount | null): ComputedNumber | null {
  if (netOfExpenses === null) return high;
  const stated = netOfExpenses.low;
  if (high !== null && high.value < stated.value) return high;
  return stated.value < low.value ? high : stated;
}

/** The largest filed part of interest income. A net figure counts where it is positive: gross is at least that. */
function knownInterest(flow: FlowReader): ComputedNumber {
  const net = largest(filed(flows.INTEREST_INCOME_NET, flow))?.low ?? ZERO;
  const part = largest(filed(flows.INTEREST_INCOME_PARTS, flow).filter(isFiled))?.low ?? ZERO;
  const known = [net.value > 0 ? net : ZERO, part].filter((low) => low.from !== 0);
  return known.length === 0 ? ZERO : maxOf(known);
}

/**
 * Lines that were net interest, which holds no dividends, and now have a tag of interest with dividends: the assumption
 * `interest_line_renamed`.
 */
function renamed(flow: FlowReader) {
  const before = flows.INTEREST_INCOME_NET.map(qualifiedTag);
  return flows.INTEREST_INCOME_MIXED.map(qualifiedTag)
    .flatMap((tag) => before.map((old) => flow.acrossNewTag(old, tag)))
    .filter((found) => found !== null);
}

/** The smallest of the net figures plus their expense. Each alone bounds gross income. */
function grossFromNet(flow: FlowReader): ComputedNumber | null {
  const sums = flows.INTEREST_NET_AND_EXPENSE.flatMap(([netTag, expenseTag]) => {
    const [net, expense] = [filed([netTag], flow)[0], filed([expenseTag], flow)[0]];
    const gross = net === undefined || expense === undefined ? null : sumOf([net.amount, expense.amount]);
    return gross === null || gross.value < 0 ? [] : [gross];
  });
  return sums.length === 0 ? null : minOf(sums);
}

/** The larger of the balances' upper ends; null if one of them has none. */
function largestBalance(balances: readonly Amount[]): ComputedNumber | null {
  const highs = balances.map((amount) => amount.high).filter((high) => high !== null);
  return highs.length === 0 || highs.length < balances.length ? null : maxOf(highs);
}

function filed(tags: readonly string[], flow: FlowReader): readonly YearFlow[] {
  const qualified = tags.map(qualifiedTag);
  return qualified
    .map((tag) => flow.trailingTwelveMonths(tag, tag, qualified))
    .filter((found) => found !== null);
}

/** A gross figure below zero is wrong data and counts as not filed. */
function isFiled(found: YearFlow | null): found is YearFlow {
  return found !== null && found.amount.value >= 0;
}

function largest(found: readonly YearFlow[]): Amount | null {
  if (found.length === 0) return null;
  const basis = found.every((year) => year.basis === 'reported') ? 'reported' : 'derived';
  return exactly(maxOf(found.map((year) => year.amount)), basis);
}
