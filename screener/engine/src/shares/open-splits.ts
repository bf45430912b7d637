import { addDays } from '@common/base/calendar';
import { compareQuotient, multiply, subtract } from '@common/base/exact';
import type { Anchor } from '../selection/anchor.ts';
import type { FactLedger, LedgerEntry } from '../selection/fact-ledger.ts';

/**
 * Shares after a split for one before it: 20. For a reverse split of one for eight, some filers give 0.125 and some 8.
 */
export const SPLIT_RATIO = 'us-gaap:StockholdersEquityNoteStockSplitConversionRatio1';
/** The tags that nothing but the basis of a share count rests on. */
export const SPLIT_TAGS: ReadonlySet<string> = new Set([SPLIT_RATIO]);

/** A split takes effect within a year of the day that a report gives for it, which may be that of its announcement. */
const DAYS_TO_EFFECT = 366;
/** How far the count of a year before, times the ratio, may be from the count now. */
const RESTATED_TOLERANCE = 0.25;

/**
 * The splits that the anchor's report states and that its share count may not include yet. The day that filers tag a
 * ratio with may be that of the announcement, the record or the effect, so the day alone decides nothing: a split is
 * in the count if the count of a year before, times the ratio, is about the count now, or if its day is over a year
 * before that of the count.
 */
export function openSplits(ledger: FactLedger, anchor: Anchor, count: LedgerEntry): readonly LedgerEntry[] {
  const { report, yearBefore } = anchor;
  const before = yearBefore === null ? [] : ledger.facts(yearBefore, count.fact.tag, 'shares');
  const earlier = before.toSorted((a, b) => (a.end < b.end ? 1 : -1))[0]?.value ?? 0;
  const isCounted = (ratio: number) =>
    factorsOf(ratio).some((factor) => isAbout(count.fact.value, multiply(earlier, factor)));
  const oldest = addDays(count.fact.end, -DAYS_TO_EFFECT);
  const open = ledger
    .facts(report, SPLIT_RATIO, 'pure')
    .filter(({ value, end }) => value > 0 && value !== 1 && end >= oldest && !isCounted(value));
  const byRatio = new Map(open.map((fact) => [fact.value, fact]));
  return [...byRatio.values()].map((fact) => ledger.cite(fact, report));
}

/** The two factors that a filed ratio may stand for, since filers write a reverse split in two ways. */
export function factorsOf(ratio: number): readonly [number, number] {
  return [ratio, 1 / ratio];
}

function isAbout(count: number, expected: number): boolean {
  if (expected <= 0) return false;
  return compareQuotient(Math.abs(subtract(count, expected)), expected, RESTATED_TOLERANCE) <= 0;
}
