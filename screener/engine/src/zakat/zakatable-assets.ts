import { multiply, quotient } from '@common/base/exact';
import { type Amount, between, exactly, sumAmounts, tighten } from '../amounts/amount.ts';
import { evidenceIds, sumOf } from '../amounts/expression.ts';
import { CURRENT_ASSETS } from '../concepts/assets.ts';
import { INVENTORY } from '../concepts/inventory.ts';
import { filed, partOf, residual } from '../concepts/reading.ts';
import type { Lookup } from '../concepts/term.ts';
import type { Report } from '../facts.ts';
import { findingsAt } from '../screen.ts';
import type { ScreeningInput } from '../screening-input.ts';
import type { ShareBasis } from '../share-basis-answer.ts';

/** Of a balance sheet. `high` is null if nothing bounds it. */
interface OpenSpan {
  readonly low: number;
  readonly high: number | null;
}

/** What counts for zakat of one company, in its report's currency. */
export interface ZakatableAssets {
  readonly report: Report;
  /** Cash; with current interest-bearing securities where these are counted too. */
  readonly cash: OpenSpan;
  readonly receivables: OpenSpan;
  readonly inventories: OpenSpan;
  readonly total: OpenSpan;
  /** The tags of the figures behind the total, and of the share count. */
  readonly tags: readonly string[];
  /** Shares outstanding as filed. */
  readonly shares: number;
  readonly basis: Pick<ShareBasis, 'date' | 'factor_low' | 'factor_high'>;
  readonly perShare: OpenSpan;
}

/** A filed inventory is all of it; what is not filed is what remains of current assets. */
const WHOLE_INVENTORY = ['InventoryNet', 'ifrs-full:Inventories'];
const RULE = 'current_assets';

/**
 * Cash, receivables and inventories of the newest report at `asOf`, and for one share of the present; null without a
 * report of the last 18 months or a share count. `withSecurities` counts current interest-bearing securities too.
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
  const cash = withSecurities ? liquid : amounts.cash;
  // All of them are on the face of current assets.
  const total = tighten(sumAmounts([cash, receivables, inventories]), current, RULE);
  const shares = count.fact.value;
  const part = (value: number, factor: number) => quotient([value], [multiply(shares, factor)]);
  const behind = [total.low, total.high].flatMap((end) => (end === null ? [] : evidenceIds(end.from)));
  return {
    report,
    cash: spanOf(cash),
    receivables: spanOf(receivables),
    inventories: spanOf(inventories),
    total: spanOf(total),
    tags: [...new Set([...behind.map((id) => ledger.entry(id).fact.tag), count.fact.tag])],
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

function spanOf({ low, high }: Amount): OpenSpan {
  return { low: low.value, high: high?.value ?? null };
}
