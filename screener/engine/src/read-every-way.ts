import { type Amount, hullOf, UNKNOWN } from './amounts/amount.ts';
import { type ComputedNumber, maxOf } from './amounts/expression.ts';
import type { Findings, ScreenedAmounts } from './findings.ts';
import type { FactLedger } from './selection/fact-ledger.ts';
import { everyReading } from './selection/filed-twice.ts';

const RULE = 'filed_twice';

/**
 * What `read` finds. Where a filing gives several figures for one thing, each amount holds what it is with any of them;
 * with too many of these nothing is known.
 */
export function readEveryWay(ledger: FactLedger, read: (ledger: FactLedger) => Findings): Findings {
  const first = read(ledger);
  if (ledger.contradictions.size === 0) return first;
  const readings = everyReading(
    () => ledger.contradictions,
    (choice) => read(ledger.reading(choice)),
  );
  const all = readings ?? [];
  return {
    ...first,
    interestToPurify: largest(all.map(({ interestToPurify }) => interestToPurify)),
    financeLeases: largest(all.map(({ financeLeases }) => financeLeases)),
    amounts: amountsOf(first.amounts, all),
  };
}

function amountsOf(first: ScreenedAmounts, readings: readonly Findings[]): ScreenedAmounts {
  const hull = (name: keyof ScreenedAmounts): Amount =>
    readings.length === 0
      ? UNKNOWN
      : hullOf(
          readings.map(({ amounts }) => amounts[name]),
          RULE,
        );
  const names = Object.keys(first) as (keyof ScreenedAmounts)[];
  return Object.fromEntries(names.map((name) => [name, hull(name)])) as unknown as ScreenedAmounts;
}

/** Null unless each reading gives a figure. */
function largest(figures: readonly (ComputedNumber | null)[]): ComputedNumber | null {
  const given = figures.filter((figure) => figure !== null);
  return given.length === 0 || given.length < figures.length ? null : maxOf(given);
}
