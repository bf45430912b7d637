import type { CalendarDate } from '@common/base/calendar';
import { type FundStanding, fundByChoice, type RankedFund } from '@screener/engine/rankings/fund-line';
import { bySymbol } from '@screener/engine/rankings/ranking-line';
import { usedOf } from '@screener/engine/rankings/standings';
import { VERDICTS, type Verdict } from '@screener/engine/verdict/verdict';

/** A fund, and what the choice says of it. */
export interface ListedFund {
  readonly line: RankedFund;
  readonly standing: FundStanding;
}

export interface FundView {
  /** Those of the verdict: least of the nearest limit first; without a verdict, the largest compliant share first. */
  readonly funds: readonly ListedFund[];
  /** How many funds have each verdict by the choice. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The newest day of the verdicts of all that are known, whatever they are; null where none is known. */
  readonly asOf: CalendarDate | null;
}

/** The funds of one verdict by the chosen methodologies, or by all of them. */
export function viewFunds(
  lines: readonly RankedFund[],
  { chosen, verdict }: { readonly chosen: readonly string[] | null; readonly verdict: Verdict },
): FundView {
  const all = lines.map((line): ListedFund => ({ line, standing: fundByChoice(line, chosen) }));
  const byVerdict = Map.groupBy(all, ({ standing }) => standing.compliance);
  const funds = (byVerdict.get(verdict) ?? []).toSorted((a, b) =>
    verdict === 'compliant'
      ? usedOf(a.standing.nearest) - usedOf(b.standing.nearest) || bySymbol(a.line, b.line)
      : b.standing.compliant - a.standing.compliant || bySymbol(a.line, b.line),
  );
  const days = lines.map(({ as_of: day }) => day).toSorted();
  return {
    funds,
    counts: Object.fromEntries(VERDICTS.map((one) => [one, byVerdict.get(one)?.length ?? 0])) as Record<
      Verdict,
      number
    >,
    asOf: days.at(-1) ?? null,
  };
}
