import { type Amount, between, tighten } from '../amounts/amount.ts';
import { type Computed, maxOf, minOf, minusOf, sumOf, timesOf, ZERO } from '../amounts/expression.ts';
import { readLeg } from './leg.ts';
import * as liabilities from './liabilities.ts';
import { filed, partOf, residual } from './reading.ts';
import { knownPart, knownParts, type Lookup, qualifiedTag, type Term } from './term.ts';

/** Current and non-current debt this close to each other are one debt under two tags. */
const SAME_DEBT_SHARE = 0.001;

/** Interest-bearing debt, current and non-current, as an interval (ADR 0004, 0006, 0011). */
export function readDebt(lookup: Lookup, totalAssets: Computed | null): Amount {
  const total = totalLiabilities(lookup, totalAssets);
  const current = filed(liabilities.CURRENT_LIABILITIES, lookup);
  const split = total !== null && current !== null && current.value <= total.value;
  const short = readCurrent(lookup, split ? current : null);
  const long = readNoncurrent(lookup, split ? minusOf(total, current) : null);
  const byLegs = between(
    together(short.low, long.low),
    short.high === null || long.high === null ? null : sumOf([short.high, long.high]),
    ['debt_by_legs'],
  );
  const whole = readLeg({
    total,
    // What does not fit into the legs is still known: no upper end may lie below it.
    candidates: [byLegs.low, known(lookup), ...totals(lookup)],
    lines: [],
    residuals: [
      residual(total, partOf(liabilities.LIABILITIES_WITHOUT_INTEREST, lookup)),
      residual(total, sumOf([partOf(liabilities.PAYABLES, lookup), separateNoncurrent(lookup)])),
    ],
    rule: 'debt_residual',
  });
  // Where both legs are exact they outrank the totals that notes state.
  if (byLegs.basis === 'derived') return byLegs;
  return tighten(whole, byLegs.high, 'debt_by_legs');
}

function readCurrent(lookup: Lookup, total: Computed | null): Amount {
  return readLeg({
    total,
    candidates: knownParts(liabilities.CURRENT_DEBT, lookup),
    sums: sumsOfBorrowings(lookup),
    lines: knownParts(liabilities.CURRENT_FACE_LINES, lookup),
    residuals: [
      filed(liabilities.CURRENT_DEBT_TOTALS, lookup),
      residual(total, partOf(liabilities.CURRENT_LIABILITIES_WITHOUT_INTEREST, lookup)),
      residual(total, partOf(liabilities.PAYABLES, lookup)),
    ],
    rule: 'debt_by_legs',
  });
}

function readNoncurrent(lookup: Lookup, total: Computed | null): Amount {
  return readLeg({
    total,
    candidates: knownParts(liabilities.NONCURRENT_DEBT, lookup),
    lines: knownParts(liabilities.NONCURRENT_FACE_LINES, lookup),
    residuals: [
      residual(total, partOf(liabilities.NONCURRENT_LIABILITIES_WITHOUT_INTEREST, lookup)),
      residual(total, separateNoncurrent(lookup)),
    ],
    rule: 'debt_by_legs',
  });
}

/** Borrowings plus the current portion of longer debt; the two may be one and the same. */
function sumsOfBorrowings(lookup: Lookup): readonly Computed[] {
  const portions = knownParts(liabilities.CURRENT_PORTION, lookup);
  return knownParts(liabilities.SHORT_TERM_DEBT, lookup).flatMap((borrowings) =>
    portions
      .filter((portion) => portion.value !== borrowings.value)
      .map((portion) => sumOf([borrowings, portion])),
  );
}

/** Non-interest-bearing non-current liabilities that are on their own lines. */
function separateNoncurrent(lookup: Lookup): Computed {
  return partOf('OperatingLeaseLiabilityNoncurrent', lookup);
}

function together(short: Computed, long: Computed): Computed {
  const same = Math.abs(short.value - long.value) <= SAME_DEBT_SHARE * long.value;
  return same && long.value > 0 ? maxOf([short, long]) : sumOf([short, long]);
}

/** All debt that the tags name, whether it fits into the balance sheet or not. */
function known(lookup: Lookup): Computed {
  const largest = (terms: readonly Term[]): Computed => {
    const parts = knownParts(terms, lookup);
    return parts.length === 0 ? ZERO : maxOf(parts);
  };
  return together(largest(liabilities.CURRENT_DEBT), largest(liabilities.NONCURRENT_DEBT));
}

function totals(lookup: Lookup): readonly Computed[] {
  const carried = knownParts(liabilities.DEBT_TOTALS, lookup);
  const principal = knownParts(liabilities.DEBT_PRINCIPAL, lookup);
  return [...carried, ...principal.map((total) => timesOf(liabilities.PRINCIPAL_SHARE, total))];
}

/** Total liabilities, or an upper end of them: assets less equity still holds temporary equity. */
function totalLiabilities(lookup: Lookup, totalAssets: Computed | null): Computed | null {
  const ends = liabilities.TOTAL_LIABILITIES.map((tag) => knownPart(tag, lookup));
  for (const tag of liabilities.EQUITY) {
    const equity = lookup(qualifiedTag(tag));
    ends.push(totalAssets === null || equity === null ? null : minusOf(totalAssets, equity));
  }
  const present = ends.filter((end) => end !== null).filter((end) => end.value >= 0);
  return present.length === 0 ? null : minOf(present);
}
