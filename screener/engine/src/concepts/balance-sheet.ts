import { type Amount, between, exactly, sumAmounts, tighten, UNKNOWN } from '../amounts/amount.ts';
import { type ComputedNumber, sumOf, ZERO } from '../amounts/expression.ts';
import { roundingOf } from '../amounts/rounding.ts';
import * as assets from './assets.ts';
import { closeFace } from './face-closure.ts';
import { readLeg } from './leg.ts';
import { readDebt } from './read-debt.ts';
import { filed, leastFiled, partOf, residual } from './reading.ts';
import { knownParts, type Lookup } from './term.ts';

/** The amounts that methodologies take from one balance sheet. Cash and securities are disjoint. */
export interface BalanceSheet {
  readonly totalAssets: Amount;
  readonly debt: Amount;
  readonly cash: Amount;
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
  const current = filed(assets.CURRENT_ASSETS, lookup);
  const cash = readCash(lookup, current);
  const { currentSecurities, equity } = readCurrentSecurities(lookup, current, cash);
  const receivables = readReceivables(
    lookup,
    current,
    cash,
    sumOf([currentSecurities.low, equity]),
    isSplit(cash, currentSecurities),
  );
  const cashAndCurrentSecurities = tighten(
    sumAmounts([cash, currentSecurities]),
    residual(current, partOf(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup)),
    'cash_residual',
  );
  const cashAndAllSecurities = readAllSecurities(lookup, totalAssets, current, cashAndCurrentSecurities);
  return {
    totalAssets: totalAssets === null ? UNKNOWN : exactly(totalAssets, 'reported'),
    debt: readDebt(lookup, totalAssets),
    cash,
    receivables,
    receivablesAndCash: tighten(
      sumAmounts([receivables, cash]),
      residual(current, besideReceivables(lookup, sumOf([currentSecurities.low, equity]))),
      'receivables_and_cash_residual',
    ),
    cashAndCurrentSecurities: tighten(
      cashAndCurrentSecurities,
      cashAndAllSecurities.high,
      'all_securities_residual',
    ),
    cashAndAllSecurities,
  };
}

function readCash(lookup: Lookup, current: ComputedNumber | null): Amount {
  const stated = filed(assets.CASH, lookup);
  if (stated !== null) return exactly(stated, 'reported');
  const cash = readLeg({
    total: current,
    candidates: knownParts([assets.CASH_KNOWN], lookup),
    lines: [],
    residuals: [residual(current, partOf(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup))],
    rule: 'cash_residual',
  });
  return tighten(cash, leastFiled(assets.CASH_WITH_RESTRICTED, lookup), 'cash_with_restricted');
}

interface CurrentSecurities {
  readonly currentSecurities: Amount;
  /** Equity securities that are certainly a separate line of current assets, outside `currentSecurities`. */
  readonly equity: ComputedNumber;
}

function readCurrentSecurities(
  lookup: Lookup,
  current: ComputedNumber | null,
  cash: Amount,
): CurrentSecurities {
  const room = residual(current, cash.low);
  const candidates = knownParts(assets.CURRENT_SECURITIES, lookup);
  // Without a stated cash figure, the rest of current assets may include it: the face cannot prove that no line is
  // missing.
  const lines = cash.basis === 'reported' ? knownParts(assets.CURRENT_FACE_LINES, lookup) : [];
  const rule = 'current_securities_residual';
  const equity = partOf(assets.EQUITY_SECURITIES, lookup);
  const besideEquity = equity.value > 0 && cash.basis === 'reported' ? residual(room, equity) : null;
  const closed =
    besideEquity === null
      ? null
      : closeFace(besideEquity, candidates.length === 0 ? [ZERO] : candidates, lines);
  if (closed !== null) return { currentSecurities: between(closed.low, closed.high, [rule]), equity };
  const residuals = [
    residual(room, partOf(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup)),
    residual(room, partOf(assets.SURE_CURRENT_ASSETS, lookup)),
  ];
  return {
    currentSecurities: readLeg({ total: room, candidates, lines, residuals, rule }),
    equity: ZERO,
  };
}

/** Whether no unfiled amount can be cash or a security, so that the face can prove receivables. */
function isSplit(cash: Amount, currentSecurities: Amount): boolean {
  return cash.basis === 'reported' && currentSecurities.low.value === currentSecurities.high?.value;
}

/** `securities` are the known ones, with or without interest. */
function readReceivables(
  lookup: Lookup,
  current: ComputedNumber | null,
  cash: Amount,
  securities: ComputedNumber,
  split: boolean,
): Amount {
  const room = residual(current, sumOf([cash.low, securities]));
  return readLeg({
    total: room,
    candidates: knownParts(assets.RECEIVABLES, lookup),
    sums: knownParts(assets.RECEIVABLE_SUMS, lookup),
    beside: knownParts(assets.OTHER_FACE_LINE, lookup),
    lines: split ? knownParts(assets.FACE_LINES_BESIDE_RECEIVABLES, lookup) : [],
    residuals: [residual(room, partOf(assets.CURRENT_ASSETS_BESIDE_RECEIVABLES, lookup))],
    rule: 'receivables_residual',
  });
}

/** Current assets that are neither cash nor receivables. */
function besideReceivables(lookup: Lookup, securities: ComputedNumber): ComputedNumber {
  return sumOf([securities, partOf(assets.CURRENT_ASSETS_BESIDE_RECEIVABLES, lookup)]);
}

function readAllSecurities(
  lookup: Lookup,
  totalAssets: ComputedNumber | null,
  current: ComputedNumber | null,
  cashAndCurrentSecurities: Amount,
): Amount {
  const rest = totalAssets === null || current === null ? null : residual(totalAssets, current);
  const lines = partOf(assets.NONCURRENT_ASSETS_WITHOUT_INTEREST, lookup);
  const noncurrent = readLeg({
    total: rest,
    candidates: knownParts(assets.NONCURRENT_SECURITIES, lookup),
    lines: knownParts(assets.NONCURRENT_FACE_LINES, lookup),
    residuals: [residual(rest, lines), residual(rest, partOf(assets.SURE_NONCURRENT_ASSETS, lookup))],
    rule: 'noncurrent_securities_residual',
  });
  const all = tighten(
    sumAmounts([cashAndCurrentSecurities, noncurrent]),
    totalAssets,
    'all_securities_residual',
  );
  // Lines that exceed non-current assets by more than rounding are wrong data, and reduce nothing of current
  // assets.
  const totals = [totalAssets, current].filter((total) => total !== null).map(({ value }) => value);
  if (rest !== null && lines.value - rest.value > roundingOf(totals)) return all;
  const other = sumOf([partOf(assets.CURRENT_ASSETS_WITHOUT_INTEREST, lookup), lines]);
  return tighten(all, residual(totalAssets, other), 'all_securities_residual');
}
