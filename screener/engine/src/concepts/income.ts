import { type Amount, between, exactly, tighten, UNKNOWN } from '../amounts/amount.ts';
import { type Computed, maxOf, minOf, sumOf, timesOf, ZERO } from '../amounts/expression.ts';
import type { FlowReader, YearFlow } from '../selection/trailing-twelve-months.ts';
import { INTEREST_YIELD_LIMIT } from './bound-rules.ts';
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

/**
 * Gross interest income over twelve months. `interestBearing` is the cash and securities at the anchor and a year
 * before; with `yieldBound` off, the assumption about yields is not used.
 */
export function readInterestIncome(
  flow: FlowReader,
  interestBearing: readonly Amount[],
  yieldBound: boolean,
): Amount {
  const gross = largest(filed(flows.INTEREST_INCOME_GROSS, flow).filter(isFiled));
  if (gross !== null) return gross;
  const net = largest(filed(flows.INTEREST_INCOME_NET, flow));
  const part = largest(filed(flows.INTEREST_INCOME_PARTS, flow).filter(isFiled));
  const known = [knownFromNet(net), part?.low ?? ZERO].filter((low) => low.from !== 0);
  let interest: Amount = between(known.length === 0 ? ZERO : maxOf(known), null, []);
  interest = tighten(
    interest,
    largest(filed(flows.INTEREST_INCOME_MIXED, flow).filter(isFiled))?.high ?? null,
    'interest_mixed',
  );
  interest = tighten(interest, grossFromNet(flow), 'interest_net_plus_expense');
  return yieldBound ? tighten(interest, yieldOn(interestBearing), 'interest_yield') : interest;
}

/** Gross interest income is at least the net figure, where that is positive. */
function knownFromNet(net: Amount | null): Computed {
  return net !== null && net.low.value > 0 ? net.low : ZERO;
}

/** The smallest of the net figures plus their expense: each on its own bounds gross income. */
function grossFromNet(flow: FlowReader): Computed | null {
  const sums = flows.INTEREST_NET_AND_EXPENSE.flatMap(([netTag, expenseTag]) => {
    const [net, expense] = [filed([netTag], flow)[0], filed([expenseTag], flow)[0]];
    const gross = net === undefined || expense === undefined ? null : sumOf([net.amount, expense.amount]);
    return gross === null || gross.value < 0 ? [] : [gross];
  });
  return sums.length === 0 ? null : minOf(sums);
}

function yieldOn(interestBearing: readonly Amount[]): Computed | null {
  const highs = interestBearing.map((amount) => amount.high).filter((high) => high !== null);
  if (highs.length === 0 || highs.length < interestBearing.length) return null;
  return timesOf(INTEREST_YIELD_LIMIT, maxOf(highs));
}

function filed(tags: readonly string[], flow: FlowReader): readonly YearFlow[] {
  const qualified = tags.map(qualifiedTag);
  return qualified
    .map((tag) => flow.trailingTwelveMonths(tag, tag, qualified))
    .filter((found) => found !== null);
}

/** A gross figure below zero is wrong data: it counts as not filed. */
function isFiled(found: YearFlow | null): found is YearFlow {
  return found !== null && found.amount.value >= 0;
}

function largest(found: readonly YearFlow[]): Amount | null {
  if (found.length === 0) return null;
  const basis = found.every((year) => year.basis === 'reported') ? 'reported' : 'derived';
  return exactly(maxOf(found.map((year) => year.amount)), basis);
}
