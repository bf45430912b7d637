import { addDays, addMonths, type CalendarDate, daysBetween } from '@common/base/calendar';
import { type ComputedNumber, evidenceIds } from '../amounts/expression.ts';
import { averageBillYield } from '../concepts/bill-rates.ts';
import { captiveLenderOf } from '../concepts/captive-lenders.ts';
import { DIVIDENDS_A_SHARE } from '../concepts/dividends.ts';
import type { Report } from '../facts.ts';
import type { Findings } from '../findings.ts';
import { findingsAt } from '../screen.ts';
import type { ScreeningInput } from '../screening-input.ts';
import { ANCHOR_AGE_LIMIT_MONTHS, isAnnualForm, YEAR_DAYS } from '../selection/anchor.ts';
import type { LedgerEntry } from '../selection/fact-ledger.ts';
import { type FigureKind, usualInterest } from './usual-figure.ts';

/** One fiscal year of a company as its annual report gives it. Amounts are in the report's currency. */
export interface FiscalYear {
  readonly report: Report;
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  /** Gross interest income, the proxy for prohibited income. */
  readonly income: {
    readonly low: number;
    /** Null if nothing is filed and nothing can be estimated. */
    readonly usual: number | null;
    /** Null if nothing bounds it. */
    readonly high: number | null;
    readonly kind: FigureKind | null;
    /** The yield that an estimate rests on, as a fraction; null for others. */
    readonly billYield: number | null;
  };
  /** Null if none is filed. */
  readonly revenue: number | null;
  /** Shares outstanding on the cover, or in the balance sheet; null if neither is filed. */
  readonly shares: LedgerEntry | null;
  /** Dividends a share in the year; null if none are filed. */
  readonly dividends: number | null;
  /** The tags of the figures above. */
  readonly tags: readonly string[];
}

/** The ends of the fiscal years of which an annual report was filed by `asOf`, oldest first. */
export function fiscalYearEnds({ facts, asOf }: Pick<ScreeningInput, 'facts' | 'asOf'>): CalendarDate[] {
  const annual = facts.reports.filter(({ form, filed }) => filed <= asOf && isAnnualForm(form));
  return [...new Set(annual.map(({ periodEnd }) => periodEnd))].sort();
}

/**
 * Reads the fiscal year that ends on `end`, as filed by `asOf`; null if its annual report is not here or is not to be
 * believed. INVARIANT: only the report table says which year it is and when it began, never a fact.
 */
export function readFiscalYear(input: ScreeningInput, end: CalendarDate): FiscalYear | null {
  const findings = findingsOf(input, end);
  if (findings === null) return null;
  const { anchor, amounts, shares } = findings;
  const { report } = anchor;
  const start = startOf(input, end);
  const before = findingsOf(input, addDays(start, -1));
  const years = balanceYears(findings, before);
  const billYield = averageBillYield(start, end, report.currency);
  const usual = usualInterest({
    interest: amounts.interest_income,
    toPurify: findings.interestToPurify,
    balances: years.map((year) => year.amounts.cash_and_all_securities),
    billYield,
    isLender: captiveLenderOf(input.facts.cik) !== null,
  });
  const dividends = dividendsOf(findings, start);
  const { low, high } = amounts.interest_income;
  const revenue = amounts.revenue.high;
  const tags = [
    ...tagsOf(findings, [
      low,
      usual?.kind === 'filed_with_dividends' ? findings.interestToPurify : null,
      revenue,
    ]),
    ...(usual?.kind === 'estimate'
      ? years.flatMap((year) => tagsOf(year, [year.amounts.cash_and_all_securities.low]))
      : []),
    ...(shares === null ? [] : [shares.fact.tag]),
    ...(dividends === null ? [] : [dividends.tag]),
  ];
  return {
    report,
    start,
    end,
    income: {
      low: low.value,
      usual: usual?.value ?? null,
      high: high?.value ?? null,
      kind: usual?.kind ?? null,
      billYield: usual?.kind === 'estimate' ? billYield : null,
    },
    revenue: revenue !== null && revenue.value > 0 ? revenue.value : null,
    shares: shares !== null && shares.fact.value > 0 ? shares : null,
    dividends: dividends?.value ?? null,
    tags: [...new Set(tags)],
  };
}

/** The years whose cash is known, for the average of a balance; none if that of the year itself is not. */
function balanceYears(year: Findings, before: Findings | null): readonly Findings[] {
  const [now, then] = [year, before].filter((one) => one !== null && one.amounts.cash.low.value > 0);
  if (now !== year) return [];
  return then === null || then === undefined ? [year] : [year, then];
}

function tagsOf({ ledger }: Findings, figures: readonly (ComputedNumber | null)[]): readonly string[] {
  const ids = figures.flatMap((figure) => (figure === null ? [] : evidenceIds(figure.from)));
  return ids.map((id) => ledger.entry(id).fact.tag);
}

/** What was known of a year when the last report of it was filed. */
function findingsOf(input: ScreeningInput, end: CalendarDate): Findings | null {
  const latest = addMonths(end, ANCHOR_AGE_LIMIT_MONTHS);
  const isOfYear = ({ periodEnd, form }: Report) =>
    periodEnd < end || (periodEnd === end && isAnnualForm(form));
  const reports = input.facts.reports.filter(
    (report) => isOfYear(report) && report.filed <= input.asOf && report.filed <= latest,
  );
  const filed = reports.filter(({ periodEnd }) => periodEnd === end).map((report) => report.filed);
  const asOf = filed.sort().at(-1);
  if (asOf === undefined) return null;
  const read = findingsAt({ ...input, facts: { ...input.facts, reports }, quotes: [], rates: [], asOf });
  return read.ok ? read.value : null;
}

/** The day after the fiscal year before, where that is known; else a year before the end. */
function startOf(input: ScreeningInput, end: CalendarDate): CalendarDate {
  const before = fiscalYearEnds(input).findLast((one) => {
    const days = daysBetween(one, end);
    return days >= YEAR_DAYS.least && days <= YEAR_DAYS.most;
  });
  return addDays(before ?? addMonths(end, -12), 1);
}

function dividendsOf({ anchor, ledger }: Findings, start: CalendarDate) {
  const { report } = anchor;
  const least = YEAR_DAYS.least - 1;
  for (const tag of DIVIDENDS_A_SHARE) {
    const found = ledger
      .facts(report, tag, `${report.currency}/shares`)
      .filter((fact) => fact.end === report.periodEnd && fact.start !== null && fact.value >= 0)
      .filter((fact) => daysBetween(fact.start ?? start, fact.end) >= least);
    const values = new Set(found.map(({ value }) => value));
    const [value] = values;
    if (value !== undefined && values.size === 1) return { value, tag };
  }
  return null;
}
