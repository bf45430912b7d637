import { type Amount, between, tighten } from '../amounts/amount.ts';
import { type ComputedNumber, maxOf, minOf, minusOf, sumOf, timesOf, ZERO } from '../amounts/expression.ts';
import { roundingOf, roundingOfNote } from '../amounts/rounding.ts';
import { TOTAL_ASSETS } from './assets.ts';
import { leastOf, readLeg } from './leg.ts';
import * as liabilities from './liabilities.ts';
import { filed, partOf } from './reading.ts';
import { knownPart, knownParts, type Lookup, qualifiedTag, type Term } from './term.ts';

/** Current and non-current debt that are this close are one debt under two tags. */
const SAME_DEBT_SHARE = 0.001;

/**
 * A filed total below this share of all possible debt omits some of it, whatever its tag means: Ford's
 * LongTermDebtNoncurrent of 2020 is 291 million in non-current liabilities of 139 billion, because the debt
 * of its bank is in facts that `companyfacts` does not hold.
 */
const BELIEVED_SHARE = 0.5;

/** A filed total of liabilities, and what remains of it without those that bear no interest. */
interface SideOfLeg {
  readonly total: ComputedNumber | null;
  readonly residuals: readonly (ComputedNumber | null)[];
}

/** The liability side of one report. */
interface Side extends SideOfLeg {
  readonly lookup: Lookup;
  /** By how much its lines may fail to add up. */
  readonly rounding: ComputedNumber;
  readonly current: SideOfLeg;
  readonly noncurrent: SideOfLeg;
}

interface DebtLeg {
  readonly amount: Amount;
  /** The largest tagged part, whether it fits into the balance sheet or not. */
  readonly known: ComputedNumber;
  /** The upper end is a filed total, or proven by the face, so the other lines hold none of it. */
  readonly isFiled: boolean;
}

/** The inputs of a leg. */
type LegFigures = Omit<Parameters<typeof readLeg>[0], 'rule' | 'mayBeNothing'>;

/** Interest-bearing debt, current and non-current, as an interval (ADR 0009, 0010). */
export function readDebt(lookup: Lookup, totalAssets: ComputedNumber | null): Amount {
  const side = sideOf(lookup, totalAssets);
  const short = readDebtLeg(currentLeg(side));
  const long = readDebtLeg(noncurrentLeg(side));
  const byLegs = between(
    together(short.amount.low, long.amount.low),
    short.amount.high === null || long.amount.high === null
      ? null
      : sumOf([short.amount.high, long.amount.high]),
    ['debt_by_legs'],
  );
  // If both legs are exact, they outrank the totals in notes.
  if (byLegs.basis === 'derived') return byLegs;
  // A part that does not fit into the legs is still known, so no upper end may be below it.
  const parts = [byLegs.low, together(short.known, long.known), ...totals(lookup)];
  const whole = readLeg({
    total: side.total,
    candidates: parts,
    lines: [],
    residuals: side.residuals,
    rule: 'debt_residual',
  });
  const withLeases = totalsWithLeases(lookup);
  if (!short.isFiled || !long.isFiled) return tighten(raise(whole, withLeases), byLegs.high, 'debt_by_legs');
  // Filed legs outrank totals too: a higher total includes leases, or is principal.
  return raise(tighten({ ...whole, low: byLegs.low }, byLegs.high, 'debt_by_legs'), parts);
}

/** The amount with its low end at the largest of the known parts that its high end has room for. */
function raise(amount: Amount, parts: readonly ComputedNumber[]): Amount {
  const { high } = amount;
  const fitting = parts.filter((part) => high === null || part.value <= high.value);
  const low = maxOf([amount.low, ...fitting]);
  return low.value === amount.low.value ? amount : between(low, high, amount.rules);
}

function sideOf(lookup: Lookup, totalAssets: ComputedNumber | null): Side {
  const rounding = roundingOfTotals(lookup);
  const total = totalLiabilities(lookup, totalAssets);
  const current = filed(liabilities.CURRENT_LIABILITIES, lookup);
  const isSplit = total !== null && current !== null && current.value <= total.value;
  const remainders = (whole: ComputedNumber | null, terms: readonly Term[]) =>
    terms.map((term) => remainder(whole, partOf(term, lookup), rounding));
  const noncurrent = isSplit ? minusOf(total, current) : null;
  return {
    lookup,
    rounding,
    total,
    residuals: remainders(total, [
      liabilities.LIABILITIES_WITHOUT_INTEREST,
      { sum: [liabilities.PAYABLES, SEPARATE_NONCURRENT] },
    ]),
    current: {
      total: isSplit ? current : null,
      residuals: remainders(isSplit ? current : null, [
        liabilities.CURRENT_LIABILITIES_WITHOUT_INTEREST,
        liabilities.PAYABLES,
      ]),
    },
    noncurrent: {
      total: noncurrent,
      residuals: remainders(noncurrent, [
        liabilities.NONCURRENT_LIABILITIES_WITHOUT_INTEREST,
        SEPARATE_NONCURRENT,
      ]),
    },
  };
}

function currentLeg(side: Side): LegFigures {
  const { lookup } = side;
  const pairs = filedPairs(side).filter((pair) =>
    isBelieved(pair, side.current, noncurrentTotals(lookup), side),
  );
  return {
    ...side.current,
    candidates: knownParts(liabilities.CURRENT_DEBT, lookup),
    sums: sumsOfBorrowings(lookup),
    lines: knownParts(liabilities.CURRENT_FACE_LINES, lookup),
    filedTotals: [...knownParts(liabilities.CURRENT_DEBT_TOTALS, lookup), ...pairs],
  };
}

function noncurrentLeg(side: Side): LegFigures {
  const { lookup } = side;
  const currentTotals = [...knownParts(liabilities.CURRENT_DEBT_TOTALS, lookup), ...filedPairs(side)];
  const believed = (tag: Term) =>
    knownParts([tag], lookup).filter((figure) => isBelieved(figure, side.noncurrent, currentTotals, side));
  const bare = believed(liabilities.NONCURRENT_DEBT_WITHOUT_LEASES);
  // If a filer gives its debt both with and without leases, leases do not count as debt (ADR 0010).
  // Otherwise, removing the figure with leases would lower the upper end.
  const isBare = bare.length > 0;
  return {
    ...side.noncurrent,
    candidates: knownParts(
      isBare
        ? liabilities.NONCURRENT_DEBT
        : [liabilities.NONCURRENT_DEBT_WITH_LEASES, ...liabilities.NONCURRENT_DEBT],
      lookup,
    ),
    lines: knownParts(liabilities.NONCURRENT_FACE_LINES, lookup),
    filedTotals: isBare ? bare : believed(liabilities.NONCURRENT_DEBT_WITH_LEASES),
  };
}

function noncurrentTotals(lookup: Lookup): readonly ComputedNumber[] {
  const { NONCURRENT_DEBT_WITHOUT_LEASES: bare, NONCURRENT_DEBT_WITH_LEASES: withLeases } = liabilities;
  return knownParts([bare, withLeases], lookup);
}

/** Totals of current debt that two tags give together: a sum of filed lines, which need not add up to the last unit. */
function filedPairs({ lookup, rounding }: Side): readonly ComputedNumber[] {
  return liabilities.CURRENT_DEBT_TOTAL_OF_TWO.flatMap((pair) => {
    const parts = knownParts(pair, lookup);
    return parts.length === pair.length ? [sumOf([...parts, rounding])] : [];
  });
}

/**
 * Whether a filed total is large enough to be its whole leg: compared with the leg's possible debt, or
 * together with a total of the other leg, compared with all possible debt.
 */
function isBelieved(
  figure: ComputedNumber,
  leg: SideOfLeg,
  totalsOfOther: readonly ComputedNumber[],
  side: Side,
): boolean {
  const isMost = (part: ComputedNumber, of: SideOfLeg): boolean => {
    const room = leastOf([...of.residuals, of.total].filter((end) => end !== null));
    return of.total !== null && room !== null && part.value >= timesOf(BELIEVED_SHARE, room).value;
  };
  if (isMost(figure, leg)) return true;
  return leg.total !== null && totalsOfOther.some((other) => isMost(sumOf([figure, other]), side));
}

function readDebtLeg(leg: LegFigures): DebtLeg {
  // Accrued and other lines may hold debt, so lines that add up without debt do not prove that there is none.
  const amount = readLeg({ ...leg, mayBeNothing: false, rule: 'debt_by_legs' });
  const { high, basis } = amount;
  return {
    amount,
    known: leg.candidates.length === 0 ? ZERO : maxOf(leg.candidates),
    isFiled: basis === 'derived' || (high !== null && leg.filedTotals?.includes(high) === true),
  };
}

/** Borrowings plus the current portion of longer debt; the two may be one and the same. */
function sumsOfBorrowings(lookup: Lookup): readonly ComputedNumber[] {
  const portions = knownParts(liabilities.CURRENT_PORTION, lookup);
  return knownParts(liabilities.SHORT_TERM_DEBT, lookup).flatMap((borrowings) =>
    portions
      .filter((portion) => portion.value !== borrowings.value)
      .map((portion) => sumOf([borrowings, portion])),
  );
}

/** Non-interest-bearing non-current liabilities that are on their own lines. */
const SEPARATE_NONCURRENT: Term = 'OperatingLeaseLiabilityNoncurrent';

/** The rest of a whole without the filed lines, which need not add up to it to the last unit. */
function remainder(
  whole: ComputedNumber | null,
  parts: ComputedNumber,
  rounding: ComputedNumber,
): ComputedNumber | null {
  if (whole === null || parts.value === 0) return whole;
  const rest = sumOf([minusOf(whole, parts), rounding]);
  return rest.value < 0 ? null : rest;
}

/** Two units of the precision of the balance sheet's totals. */
function roundingOfTotals(lookup: Lookup): ComputedNumber {
  const tags = [
    ...TOTAL_ASSETS,
    ...liabilities.TOTAL_LIABILITIES,
    ...liabilities.CURRENT_LIABILITIES,
    ...liabilities.EQUITY,
  ];
  const figures = tags.map((tag) => lookup(qualifiedTag(tag))).filter((figure) => figure !== null);
  return constant(roundingOf(figures.map((figure) => figure.value)));
}

function together(short: ComputedNumber, long: ComputedNumber): ComputedNumber {
  const same = Math.abs(short.value - long.value) <= SAME_DEBT_SHARE * long.value;
  return same && long.value > 0 ? maxOf([short, long]) : sumOf([short, long]);
}

/** Totals of all debt that are known to be carrying amounts. */
function totals(lookup: Lookup): readonly ComputedNumber[] {
  const carried = knownParts(liabilities.DEBT_TOTALS, lookup);
  const principal = knownParts(liabilities.DEBT_PRINCIPAL, lookup);
  return [
    ...carried,
    ...totalsWithLeases(lookup),
    ...principal.map((total) => timesOf(liabilities.PRINCIPAL_SHARE, total)),
  ];
}

/** Boeing, for example, gives 61,400 million for 61,379. */
function totalsWithLeases(lookup: Lookup): readonly ComputedNumber[] {
  return knownParts([liabilities.ALL_DEBT_WITH_LEASES], lookup).map((total) =>
    minusOf(total, constant(roundingOfNote(total.value))),
  );
}

/** An amount that no fact gives. */
function constant(value: number): ComputedNumber {
  return { value, from: value };
}

/** Total liabilities, or an upper end of them: assets less equity still holds temporary equity. */
function totalLiabilities(lookup: Lookup, totalAssets: ComputedNumber | null): ComputedNumber | null {
  const ends = liabilities.TOTAL_LIABILITIES.map((tag) => knownPart(tag, lookup));
  for (const tag of liabilities.EQUITY) {
    const equity = lookup(qualifiedTag(tag));
    ends.push(totalAssets === null || equity === null ? null : minusOf(totalAssets, equity));
  }
  const present = ends.filter((end) => end !== null).filter((end) => end.value >= 0);
  return present.length === 0 ? null : minOf(present);
}
