import { type Amount, between, exactly, sumAmounts, tighten, UNKNOWN } from '../amounts/amount.ts';
import { type Computed, maxOf, minOf, minusOf, sumOf, ZERO } from '../amounts/expression.ts';
import * as assets from './assets.ts';
import { closingResidual } from './face-closure.ts';
import * as liabilities from './liabilities.ts';
import { knownPart, type Lookup, qualifiedTag, type Term } from './term.ts';

/** The amounts that the methodologies take from one balance sheet. Cash and securities are disjoint. */
export interface BalanceSheet {
  readonly totalAssets: Amount;
  readonly debt: Amount;
  readonly cash: Amount;
  readonly currentSecurities: Amount;
  readonly noncurrentSecurities: Amount;
  readonly receivables: Amount;
  readonly receivablesAndCash: Amount;
  /** Cash and current interest-bearing securities. */
  readonly cashAndCurrentSecurities: Amount;
  /** Cash and interest-bearing securities of any term. */
  readonly cashAndAllSecurities: Amount;
}

/** Reads a balance sheet through `lookup`, which gives the filed instants of one report at one date. */
export function readBalanceSheet(lookup: Lookup): BalanceSheet {
  const totalAssets = filed(assets.TOTAL_ASSETS, lookup);
  const currentAssets = filed(assets.CURRENT_ASSETS, lookup);
  const cash = readCash(lookup, currentAssets);
  const currentSecurities = readCurrentSecurities(lookup, currentAssets, cash);
  const noncurrentSecurities = readNoncurrentSecurities(lookup, totalAssets, currentAssets);
  const receivables = readReceivables(lookup, currentAssets, cash, currentSecurities);
  const cashAndCurrentSecurities = tighten(
    sumAmounts([cash, currentSecurities]),
    residual(currentAssets, part(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup)),
    'cash_residual',
  );
  const cashAndAllSecurities = tighten(
    sumAmounts([cashAndCurrentSecurities, noncurrentSecurities]),
    residual(
      totalAssets,
      part(
        { sum: [assets.CURRENT_ASSETS_WITHOUT_INTEREST, assets.NONCURRENT_ASSETS_WITHOUT_INTEREST] },
        lookup,
      ),
    ),
    'all_securities_residual',
  );
  return {
    totalAssets: totalAssets === null ? UNKNOWN : exactly(totalAssets, 'reported'),
    debt: readDebt(lookup, totalAssets),
    cash,
    currentSecurities,
    noncurrentSecurities,
    receivables,
    receivablesAndCash: tighten(
      sumAmounts([receivables, cash]),
      residual(currentAssets, besideReceivables(lookup, currentSecurities)),
      'receivables_and_cash_residual',
    ),
    cashAndCurrentSecurities,
    cashAndAllSecurities,
  };
}

function readDebt(lookup: Lookup, totalAssets: Computed | null): Amount {
  const low = part(liabilities.DEBT_KNOWN, lookup);
  const total = totalLiabilities(lookup, totalAssets);
  let debt = between(low, null, []);
  debt = tighten(
    debt,
    residual(total, part(liabilities.LIABILITIES_WITHOUT_INTEREST, lookup)),
    'debt_residual',
  );
  return tightenByLegs(debt, lookup, total);
}

/** Bounds debt leg by leg, where current liabilities are filed: each leg by the tightest that its figures allow. */
function tightenByLegs(debt: Amount, lookup: Lookup, total: Computed | null): Amount {
  const current = filed(liabilities.CURRENT_LIABILITIES, lookup);
  if (total === null || current === null || current.value > total.value) return debt;
  const noncurrent = minusOf(total, current);
  const closedCurrent = closingResidual(
    current,
    part(liabilities.DEBT_CURRENT, lookup),
    parts(liabilities.CURRENT_FACE_LINES, lookup),
  );
  const closedNoncurrent = closingResidual(
    noncurrent,
    part(liabilities.DEBT_NONCURRENT, lookup),
    parts(liabilities.NONCURRENT_FACE_LINES, lookup),
  );
  const currentLeg =
    closedCurrent ??
    filed(liabilities.DEBT_CURRENT_TOTAL, lookup) ??
    residual(current, part(liabilities.CURRENT_LIABILITIES_WITHOUT_INTEREST, lookup));
  const noncurrentLeg =
    closedNoncurrent ??
    residual(noncurrent, part(liabilities.NONCURRENT_LIABILITIES_WITHOUT_INTEREST, lookup));
  if (currentLeg === null || noncurrentLeg === null) return debt;
  return tighten(debt, sumOf([currentLeg, noncurrentLeg]), 'debt_by_legs');
}

/** Total liabilities, or an upper end of them: assets less equity still holds temporary equity. */
function totalLiabilities(lookup: Lookup, totalAssets: Computed | null): Computed | null {
  const ends = [filed(liabilities.TOTAL_LIABILITIES, lookup)];
  for (const tag of liabilities.EQUITY) {
    const equity = lookup(qualifiedTag(tag));
    ends.push(totalAssets === null || equity === null ? null : minusOf(totalAssets, equity));
  }
  const present = ends.filter((end) => end !== null && end.value >= 0).filter((end) => end !== null);
  return present.length === 0 ? null : minOf(present);
}

function readCash(lookup: Lookup, currentAssets: Computed | null): Amount {
  const stated = filed(assets.CASH, lookup);
  if (stated !== null) return exactly(stated, 'reported');
  const low = part(assets.CASH_KNOWN, lookup);
  const cash = tighten(
    between(low, null, []),
    filed(assets.CASH_WITH_RESTRICTED, lookup),
    'cash_with_restricted',
  );
  return tighten(
    cash,
    residual(currentAssets, part(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup)),
    'cash_residual',
  );
}

function readCurrentSecurities(lookup: Lookup, currentAssets: Computed | null, cash: Amount): Amount {
  const other = sumOf([cash.low, part(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup)]);
  const securities = tighten(
    between(part(assets.CURRENT_SECURITIES_KNOWN, lookup), null, []),
    residual(currentAssets, other),
    'current_securities_residual',
  );
  const total = filed(assets.CASH_AND_CURRENT_SECURITIES_TOTAL, lookup);
  return tighten(securities, residual(total, cash.low), 'cash_and_securities_total');
}

function readNoncurrentSecurities(
  lookup: Lookup,
  totalAssets: Computed | null,
  currentAssets: Computed | null,
): Amount {
  const low = part(assets.NONCURRENT_SECURITIES_KNOWN, lookup);
  if (totalAssets === null || currentAssets === null) return between(low, null, []);
  const other = sumOf([currentAssets, part(assets.NONCURRENT_ASSETS_WITHOUT_INTEREST, lookup)]);
  return tighten(between(low, null, []), residual(totalAssets, other), 'noncurrent_securities_residual');
}

function readReceivables(
  lookup: Lookup,
  currentAssets: Computed | null,
  cash: Amount,
  currentSecurities: Amount,
): Amount {
  return tighten(
    between(part(assets.RECEIVABLES_KNOWN, lookup), null, []),
    residual(currentAssets, sumOf([cash.low, besideReceivables(lookup, currentSecurities)])),
    'receivables_residual',
  );
}

/** Current assets that are neither cash nor receivables. */
function besideReceivables(lookup: Lookup, currentSecurities: Amount): Computed {
  return sumOf([currentSecurities.low, part(assets.CURRENT_ASSETS_BESIDE_RECEIVABLES, lookup)]);
}

/** The filed figure under alternative tags for one total: the largest, where filers state two. */
function filed(tags: readonly string[], lookup: Lookup): Computed | null {
  const figures = tags.map((tag) => lookup(qualifiedTag(tag))).filter((figure) => figure !== null);
  return figures.length === 0 ? null : maxOf(figures);
}

function part(term: Term, lookup: Lookup): Computed {
  return knownPart(term, lookup) ?? ZERO;
}

function parts(terms: readonly Term[], lookup: Lookup): readonly Computed[] {
  return terms.map((term) => knownPart(term, lookup)).filter((found) => found !== null);
}

/** What remains of a whole; null where the whole is not filed, or less than its parts, which is wrong data. */
function residual(whole: Computed | null, parts: Computed): Computed | null {
  if (whole === null) return null;
  const rest = minusOf(whole, parts);
  return rest.value < 0 ? null : rest;
}
