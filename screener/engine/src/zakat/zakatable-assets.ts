import { multiply, quotient } from '@common/base/exact';
import { type Amount, between, exactly, sumAmounts, tighten } from '../amounts/amount.ts';
import { sumOf } from '../amounts/expression.ts';
import { CURRENT_ASSETS } from '../concepts/assets.ts';
import { INVENTORY } from '../concepts/inventory.ts';
import { filed, partOf, residual } from '../concepts/reading.ts';
import type { Lookup } from '../concepts/term.ts';
import type { Report } from '../facts.ts';
import { findingsAt } from '../screen.ts';
import type { ScreeningInput } from '../screening-input.ts';
import type { ShareBasis } from '../share-basis-answer.ts';
import type { Span } from './zakat.ts';

/** What counts for zakat of one company, in its report's currency. */
export interface ZakatableAssets {
  readonly report: Report;
  /** Cash; with interest-bearing securities of any term where these are counted too. */
  readonly cash: Span;
  readonly receivables: Span;
  readonly inventories: Span;
  readonly total: Span;
  /** Shares outstanding as filed. */
  readonly shares: number;
  readonly basis: Pick<ShareBasis, 'date' | 'factor_low' | 'factor_high'>;
  readonly perShare: Span;
}

/** A filed inventory is all of it; what is not filed is what remains of current assets. */
const WHOLE_INVENTORY = ['InventoryNet', 'ifrs-full:Inventories'];
const RULE = 'current_assets';

/**
 * Cash, receivables and inventories of the newest report at `asOf`, and for one share of the present; null without a
 * report or a share count. `withSecurities` counts interest-bearing securities too, as debts of others.
 */
export function zakatableAssets(input: ScreeningInput, withSecurities: boolean): ZakatableAssets | null {
  const read = findingsAt(input);
  if (!read.ok) return null;
  const { anchor, amounts, ledger, shares: count, shareBasis: basis } = read.value;
  const { report } = anchor;
  if (count === null || basis === null || count.fact.value <= 0) return null;
  const lookup: Lookup = (tag) => ledger.instant(report, tag, report.currency ?? '', []);
  const current = filed(CURRENT_ASSETS, lookup);
  const { receivables, cash_and_current_securities: liquid } = amounts;
  const inventories = inventoriesOf(lookup, residual(current, sumOf([liquid.low, receivables.low])));
  const cash = withSecurities ? amounts.cash_and_all_securities : amounts.cash;
  const sum = sumAmounts([cash, receivables, inventories]);
  // All three are on the face of current assets, beside the known securities.
  const total = withSecurities ? sum : tighten(sum, current, RULE);
  const shares = count.fact.value;
  const part = (value: number, factor: number) => quotient([value], [multiply(shares, factor)]);
  return {
    report,
    cash: spanOf(cash),
    receivables: spanOf(receivables),
    inventories: spanOf(inventories),
    total: spanOf(total),
    shares,
    basis,
    perShare: {
      low: part(total.low.value, basis.factor_high),
      high: total.high === null ? null : part(total.high.value, basis.factor_low),
    },
  };
}

function inventoriesOf(lookup: Lookup, rest: Amount['high']): Amount {
  const whole = filed(WHOLE_INVENTORY, lookup);
  if (whole !== null) return exactly(whole, 'reported');
  return tighten(between(partOf(INVENTORY, lookup), null, []), rest, RULE);
}

function spanOf({ low, high }: Amount): Span {
  return { low: low.value, high: high?.value ?? null };
}
