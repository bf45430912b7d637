import { addDays, addMonths, type CalendarDate } from '@common/base/calendar';
import { INVESTMENT_EXPENSE_LIMIT } from '@screener/engine/concepts/bound-rules';
import type { CompanyFacts, Fact, MarketQuote, Report } from '@screener/engine/facts';
import { CIK } from '../support/make-facts.ts';
import { pick, type Random, seededRandom } from '../support/random.ts';
import { type FilerStyle, randomStyle } from './filer-style.ts';
import { ifrsBalances } from './ifrs-tags.ts';
import { type Quarter, quarterFlows, randomQuarter } from './true-flows.ts';
import { randomSheet, sum, type TrueSheet, type TrueTotals, totalsOf } from './true-sheet.ts';
import { usGaapBalances } from './us-gaap-tags.ts';

/**
 * Two fiscal years and a quarter or more of a company whose figures never contradict each other: what is true, and
 * the reports in which it files a random choice of the tags that fit.
 */
export interface SyntheticCompany {
  readonly facts: CompanyFacts;
  readonly quotes: readonly MarketQuote[];
  readonly asOf: CalendarDate;
  readonly truth: Truth;
}

/** At the anchor of a screening at `asOf`. */
export interface Truth extends TrueTotals {
  /** Receivables that the face shows as such, without and with those inside other current assets. */
  readonly leastReceivables: number;
  readonly mostReceivables: number;
  readonly revenue: number;
  readonly interestIncome: number;
  /** The assumptions about interest hold: `interest_yield`, its neighbour about expenses, and `interest_line_renamed`. */
  readonly assumptionsHold: boolean;
}

interface Recipe {
  readonly sheets: readonly TrueSheet[];
  readonly quarters: readonly Quarter[];
  readonly style: FilerStyle;
  readonly forms: 'us' | 'foreign' | 'canadian';
  readonly standard: 'us-gaap' | 'ifrs-full';
  /** Fiscal quarters of 13 weeks, or of calendar months. */
  readonly weeks: boolean;
  /** Which quarter's report is the newest when the company is screened: 4 to 7. */
  readonly newest: number;
  /** A later amendment of the newest report that gives a few figures, wrongly. */
  readonly partialAmendment: boolean;
  readonly seed: number;
}

const QUARTERS = 8;

/** The recipe for a seed: a failing test names the seed. */
export function recipeOf(seed: number): Recipe {
  const random = seededRandom(seed);
  const indexes = Array.from({ length: QUARTERS }, (_, index) => index);
  return {
    sheets: indexes.map(() => randomSheet(random)),
    quarters: indexes.map(() => randomQuarter(random)),
    style: randomStyle(random),
    forms: pick(['us', 'us', 'foreign', 'canadian'], random),
    standard: pick(['us-gaap', 'us-gaap', 'ifrs-full'], random),
    weeks: random() < 0.5,
    newest: 3 + Math.floor(random() * (QUARTERS - 3)),
    partialAmendment: random() < 0.5,
    seed,
  };
}

interface Period {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

export function buildCompany(recipe: Recipe): SyntheticCompany {
  const random = seededRandom(recipe.seed);
  const periods = quarterPeriods(recipe.weeks);
  const facts: Fact[] = [];
  const reports: Report[] = [];
  for (let quarter = 0; quarter <= recipe.newest; quarter += 1) {
    const report = reportOf(recipe, periods, quarter);
    if (report === null) continue;
    reports.push(report);
    facts.push(...keepSome(factsOf(recipe, periods, quarter, report), recipe.style.tagsPercent, random));
  }
  const newest = reports.at(-1);
  if (newest === undefined) throw new Error('a company without a report');
  if (recipe.partialAmendment) {
    const amendment = amendmentOf(newest);
    reports.push(amendment);
    facts.push(...wrongFacts(facts, newest, amendment));
  }
  const asOf = addDays(newest.filed, 10);
  return {
    facts: { cik: CIK, name: 'SYNTHETIC CO', reports, facts },
    quotes: quotesOf(recipe, newest, asOf, random),
    asOf,
    truth: truthOf(recipe, newestQuarter(recipe)),
  };
}

/** The quarter of the newest report: foreign filers report once a year. */
function newestQuarter(recipe: Recipe): number {
  return recipe.forms === 'us' ? recipe.newest : recipe.newest >= 7 ? 7 : 3;
}

/** Consecutive quarters from the start of 2023; quarter 3 and 7 end a fiscal year. */
function quarterPeriods(weeks: boolean): readonly Period[] {
  let start = weeks ? '2022-12-25' : '2023-01-01';
  return Array.from({ length: QUARTERS }, (_, index) => {
    // The second fiscal year has 53 weeks.
    const next = weeks ? addDays(start, index === 7 ? 98 : 91) : addMonths(start, 3);
    const period = { start, end: addDays(next, -1) };
    start = next;
    return period;
  });
}

function reportOf(recipe: Recipe, periods: readonly Period[], quarter: number): Report | null {
  const isYearEnd = quarter % 4 === 3;
  if (recipe.forms !== 'us' && !isYearEnd) return null;
  const end = periods[quarter]?.end ?? '';
  const annual = { us: '10-K', foreign: '20-F', canadian: '40-F' }[recipe.forms];
  return {
    accession: `0000000001-${end.slice(2, 4)}-${String(quarter).padStart(6, '0')}`,
    form: isYearEnd ? annual : '10-Q',
    filed: addDays(end, 35),
    periodEnd: end,
    currency: recipe.standard === 'ifrs-full' ? 'EUR' : 'USD',
    factCount: 80,
  };
}

function amendmentOf(report: Report): Report {
  return {
    ...report,
    accession: `${report.accession.slice(0, -1)}9`,
    form: `${report.form}/A`,
    filed: addDays(report.filed, 5),
    factCount: 3,
  };
}

function wrongFacts(facts: readonly Fact[], newest: Report, amendment: Report): Fact[] {
  return facts
    .filter((fact) => fact.accession === newest.accession)
    .slice(0, 3)
    .map((fact) => ({ ...fact, accession: amendment.accession, value: fact.value * 1000 + 1 }));
}

/** All that could be filed in one report: balances now and at the last year end, flows, and the cover page. */
function factsOf(recipe: Recipe, periods: readonly Period[], quarter: number, report: Report): Fact[] {
  const unit = report.currency ?? '';
  const { accession } = report;
  const balancesAt = (index: number): Fact[] => {
    const sheet = recipe.sheets[index];
    const end = periods[index]?.end;
    if (sheet === undefined || end === undefined) return [];
    const tags = recipe.standard === 'ifrs-full' ? ifrsBalances : usGaapBalances;
    return Object.entries(tags(sheet, recipe.style)).map(([tag, value]) => ({
      tag: tag.includes(':') ? tag : `us-gaap:${tag}`,
      unit,
      start: null,
      end,
      value,
      accession,
    }));
  };
  const lastYearEnd = quarter - (quarter % 4) - 1;
  const flows = flowPeriods(quarter).flatMap(([from, to]) => {
    const [first, last] = [periods[from], periods[to]];
    if (first === undefined || last === undefined) return [];
    const flowTags = quarterFlows(recipe.quarters.slice(from, to + 1), recipe.standard);
    return Object.entries(flowTags).map(([tag, value]) => ({
      tag,
      unit,
      start: first.start,
      end: last.end,
      value,
      accession,
    }));
  });
  const shares: Fact = {
    tag: 'dei:EntityCommonStockSharesOutstanding',
    unit: 'shares',
    start: null,
    end: addDays(report.filed, -7),
    value: 1_000_000 + quarter,
    accession,
  };
  return [...balancesAt(quarter), ...balancesAt(lastYearEnd), ...flows, shares];
}

/** First and last quarter of each period that the report of a quarter shows: its own, to date, and a year before. */
function flowPeriods(quarter: number): readonly (readonly [number, number])[] {
  const yearStart = quarter - (quarter % 4);
  const own: readonly [number, number] = [quarter, quarter];
  const toDate: readonly [number, number] = [yearStart, quarter];
  const shown = quarter % 4 === 0 ? [own] : [own, toDate];
  return [...shown, ...shown.map(([from, to]) => [from - 4, to - 4] as const)];
}

function keepSome(facts: readonly Fact[], percent: number, random: Random): Fact[] {
  return facts.filter(() => random() * 100 < percent);
}

function quotesOf(recipe: Recipe, newest: Report, asOf: CalendarDate, random: Random): MarketQuote[] {
  const { assets } = truthOf(recipe, newestQuarter(recipe));
  const bySource = random() < 0.7;
  return [60, 3].map((days) => ({
    symbol: 'EXMP',
    date: addDays(asOf, -days),
    close: 1 + Math.floor(random() * 3) / 10,
    currency: newest.currency ?? '',
    marketCap: bySource ? Math.max(1, Math.floor(assets * (0.2 + 3 * random()))) : null,
    source: 'synthetic',
  }));
}

function truthOf(recipe: Recipe, quarter: number): Truth {
  const sheet = recipe.sheets[quarter];
  if (sheet === undefined) throw new Error(`no sheet for quarter ${quarter}`);
  const yearBefore = recipe.sheets[quarter - 4];
  const year = recipe.quarters.slice(Math.max(0, quarter - 3), quarter + 1);
  const interestIncome = sum(year.map((flow) => flow.interestIncome));
  const balance = Math.max(
    ...[sheet, yearBefore].map((one) => (one === undefined ? 0 : interestBearing(one))),
  );
  const totals = totalsOf(sheet);
  const most = totals.tradeReceivables + totals.otherReceivables;
  return {
    ...totals,
    leastReceivables: recipe.style.otherReceivablesInsideOther ? totals.tradeReceivables : most,
    mostReceivables: most,
    revenue: sum(year.map((flow) => flow.revenue)),
    interestIncome,
    assumptionsHold:
      interestIncome <= 0.08 * balance &&
      sum(year.map((flow) => flow.investmentExpense)) <= INVESTMENT_EXPENSE_LIMIT * balance &&
      lineKeepsItsMeaning(recipe, quarter),
  };
}

/** Where the same part of the year before had neither dividends nor interest expense, nor had the two years. */
function lineKeepsItsMeaning({ quarters }: Recipe, quarter: number): boolean {
  const others = (period: readonly Quarter[]) =>
    sum(period.map((flow) => flow.dividendIncome + flow.interestExpense));
  const partOfYear = (quarter % 4) + 1;
  const yearBefore = quarters.slice(Math.max(0, quarter - 3 - partOfYear), Math.max(0, quarter - 3));
  if (others(yearBefore) > 0) return true;
  return others(quarters.slice(0, quarter + 1)) === 0;
}

function interestBearing(sheet: TrueSheet): number {
  const totals = totalsOf(sheet);
  return totals.cash + totals.currentSecurities + totals.noncurrentSecurities;
}
