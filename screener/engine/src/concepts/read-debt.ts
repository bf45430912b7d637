import { type Amount, between, tighten } from '../amounts/amount.ts';
import { type Computed, maxOf, minOf, minusOf, sumOf, timesOf, ZERO } from '../amounts/expression.ts';
import { roundingOf, roundingOfNote } from '../amounts/rounding.ts';
import { TOTAL_ASSETS } from './assets.ts';
import { isBelieved, readLeg } from './leg.ts';
import * as liabilities from './liabilities.ts';
import { filed, partOf } from './reading.ts';
import { knownPart, knownParts, type Lookup, qualifiedTag, type Term } from './term.ts';

/** Current and non-current debt this close to each other are one debt under two tags. */
const SAME_DEBT_SHARE = 0.001;

/** The liability side of one report: what is filed, and how far its lines may be from adding up. */
interface Side {
  readonly lookup: Lookup;
  readonly rounding: Computed;
}

interface DebtLeg {
  readonly amount: Amount;
  /** The largest part that is tagged, whether it fits into the balance sheet or not. */
  readonly known: Computed;
  /** The upper end is a filed total, or what the face proves: nothing is left to the other lines. */
  readonly isFiled: boolean;
}

/** Interest-bearing debt, current and non-current, as an interval (ADR 0004, 0006, 0011, 0030). */
export function readDebt(lookup: Lookup, totalAssets: Computed | null): Amount {
  const side: Side = { lookup, rounding: roundingOfTotals(lookup) };
  const total = totalLiabilities(lookup, totalAssets);
  const current = filed(liabilities.CURRENT_LIABILITIES, lookup);
  const split = total !== null && current !== null && current.value <= total.value;
  const short = readCurrent(side, split ? current : null);
  const long = readNoncurrent(side, split ? minusOf(total, current) : null);
  const byLegs = between(
    together(short.amount.low, long.amount.low),
    short.amount.high === null || long.amount.high === null
      ? null
      : sumOf([short.amount.high, long.amount.high]),
    ['debt_by_legs'],
  );
  // Where both legs are exact they outrank the totals that notes state.
  if (byLegs.basis === 'derived') return byLegs;
  // What does not fit into the legs is still known: no upper end may lie below it.
  const parts = [byLegs.low, together(short.known, long.known), ...totals(lookup)];
  const whole = readLeg({
    total,
    candidates: parts,
    lines: [],
    residuals: [
      remainder(side, total, liabilities.LIABILITIES_WITHOUT_INTEREST),
      remainder(side, total, SURE_LIABILITIES_WITHOUT_INTEREST),
    ],
    rule: 'debt_residual',
  });
  if (!short.isFiled || !long.isFiled) return tighten(whole, byLegs.high, 'debt_by_legs');
  // So they do where both are filed: a total above them holds leases, or is principal.
  const fitting = parts.filter((part) => byLegs.high !== null && part.value <= byLegs.high.value);
  return tighten({ ...whole, low: maxOf([byLegs.low, ...fitting]) }, byLegs.high, 'debt_by_legs');
}

function readCurrent(side: Side, total: Computed | null): DebtLeg {
  const { lookup, rounding } = side;
  const ofTwo = liabilities.CURRENT_DEBT_TOTAL_OF_TWO.flatMap((pair) => {
    const parts = knownParts(pair, lookup);
    return parts.length === pair.length ? [sumOf([...parts, rounding])] : [];
  });
  return readDebtLeg({
    total,
    candidates: knownParts(liabilities.CURRENT_DEBT, lookup),
    sums: sumsOfBorrowings(lookup),
    lines: knownParts(liabilities.CURRENT_FACE_LINES, lookup),
    residuals: [
      remainder(side, total, liabilities.CURRENT_LIABILITIES_WITHOUT_INTEREST),
      remainder(side, total, liabilities.PAYABLES),
    ],
    surelyAll: knownParts(liabilities.CURRENT_DEBT_TOTALS, lookup),
    filedTotals: ofTwo,
  });
}

function readNoncurrent(side: Side, total: Computed | null): DebtLeg {
  const { lookup } = side;
  const residuals = [
    remainder(side, total, liabilities.NONCURRENT_LIABILITIES_WITHOUT_INTEREST),
    remainder(side, total, SEPARATE_NONCURRENT),
  ];
  const bare = knownParts([liabilities.NONCURRENT_DEBT_WITHOUT_LEASES], lookup);
  // Where a filer gives its debt both with leases and without, leases are no debt (ADR 0006): else taking the figure
  // with leases away would lower the upper end.
  const withLeases = bare.some((figure) => isBelieved(figure, { total, residuals }))
    ? []
    : knownParts([liabilities.NONCURRENT_DEBT_WITH_LEASES], lookup);
  return readDebtLeg({
    total,
    candidates: [...withLeases, ...knownParts(liabilities.NONCURRENT_DEBT, lookup)],
    lines: knownParts(liabilities.NONCURRENT_FACE_LINES, lookup),
    residuals,
    filedTotals: [...withLeases, ...bare],
  });
}

function readDebtLeg(leg: Omit<Parameters<typeof readLeg>[0], 'rule' | 'mayBeNothing'>): DebtLeg {
  // Accrued and other lines may hold debt, so that lines which add up without any do not prove that there is none.
  const amount = readLeg({ ...leg, mayBeNothing: false, rule: 'debt_by_legs' });
  const { high, basis } = amount;
  return {
    amount,
    known: leg.candidates.length === 0 ? ZERO : maxOf(leg.candidates),
    isFiled:
      basis === 'derived' ||
      (high !== null && [...(leg.surelyAll ?? []), ...(leg.filedTotals ?? [])].includes(high)),
  };
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
const SEPARATE_NONCURRENT: Term = 'OperatingLeaseLiabilityNoncurrent';
const SURE_LIABILITIES_WITHOUT_INTEREST: Term = { sum: [liabilities.PAYABLES, SEPARATE_NONCURRENT] };

/** What remains of a whole once the filed lines are taken off, which need not add up to it to the last unit. */
function remainder({ lookup, rounding }: Side, whole: Computed | null, term: Term): Computed | null {
  if (whole === null) return null;
  const parts = partOf(term, lookup);
  if (parts.value === 0) return whole;
  const rest = sumOf([minusOf(whole, parts), rounding]);
  return rest.value < 0 ? null : rest;
}

/** Two units of the precision of the balance sheet's totals. */
function roundingOfTotals(lookup: Lookup): Computed {
  const tags = [
    ...TOTAL_ASSETS,
    ...liabilities.TOTAL_LIABILITIES,
    ...liabilities.CURRENT_LIABILITIES,
    ...liabilities.EQUITY,
  ];
  const figures = tags.map((tag) => lookup(qualifiedTag(tag))).filter((figure) => figure !== null);
  return constant(roundingOf(figures.map((figure) => figure.value)));
}

function together(short: Computed, long: Computed): Computed {
  const same = Math.abs(short.value - long.value) <= SAME_DEBT_SHARE * long.value;
  return same && long.value > 0 ? maxOf([short, long]) : sumOf([short, long]);
}

/** Totals of all debt, as far as they are known to be carrying amounts (Boeing gives 61,400 million for 61,379). */
function totals(lookup: Lookup): readonly Computed[] {
  const carried = knownParts(liabilities.DEBT_TOTALS, lookup);
  const withLeases = knownParts([liabilities.ALL_DEBT_WITH_LEASES], lookup).map((total) =>
    minusOf(total, constant(roundingOfNote(total.value))),
  );
  const principal = knownParts(liabilities.DEBT_PRINCIPAL, lookup);
  return [
    ...carried,
    ...withLeases,
    ...principal.map((total) => timesOf(liabilities.PRINCIPAL_SHARE, total)),
  ];
}

/** An amount that no fact states. */
function constant(value: number): Computed {
  return { value, from: value };
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
