import { setImmediate } from 'node:timers/promises';
import { addMonths, type CalendarDate, dateOfInstant, isCalendarDate } from '@common/base/calendar';
import { multiply } from '@common/base/exact';
import { ok, type Result } from '@common/base/result';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { excludedLines } from '@screener/engine/methodologies/standing';
import { fiscalYearEnds } from '@screener/engine/purify/fiscal-years';
import { lotPurifier } from '@screener/engine/purify/purify-holding';
import { type Give, type Lot, type PurifiedYear, sumOfGives } from '@screener/engine/purify/purify-lot';
import { filingUrl } from '@screener/engine/source-url';
import {
  type HeldLine,
  type HoldingsRefusal,
  MOST_HOLDINGS,
  readHoldings,
} from '@screener/sources/holdings/read-holdings';
import { METHODS_IN_WORDS } from '@screener/words/purification';
import { apartOf } from '../portfolio/line-apart.ts';
import { type MatchedHolding, matchHoldings, sumOf } from '../portfolio/match-holdings.ts';
import type { Search } from '../search/search.ts';
import { inputOf, loadSubject } from '../use-cases/compute-screening.ts';
import { screenBatch } from '../use-cases/screen-batch.ts';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '../use-cases/screen-ticker.ts';
import type { Method, Purification, PurifiedHolding } from './purification.ts';

export interface PurificationDeps extends ScreenDeps {
  readonly search: Search;
  readonly onFailure: (error: unknown, symbol: string) => void;
  /** Default: `current`. */
  readonly rules?: RuleSetId;
}

/** What is asked about the holdings. */
interface AskedPurification {
  /** The calendar year in which fiscal years end; null for every one since the purchase; absent for the last. */
  readonly year?: number | null | undefined;
  /** Id of the methodology that is followed; absent for the one that states a method of its own. */
  readonly methodology?: string | undefined;
}

/** AAOIFI alone asks for the amount a share; the index providers purify dividends. */
const ASKS_BY_SHARE = 'aaoifi';
const DOLLARS = 'USD';
const LIMIT_MS = 20_000;
/** What a whole list takes while it is purified and sent. */
export const PURIFICATION_BYTES = MOST_HOLDINGS * 16_384;
const DECIMALS = 6;

/** The method that a methodology asks for. */
function methodOf(methodology: string): Method {
  return methodology === ASKS_BY_SHARE ? 'by_share' : 'by_dividends';
}

/** Reads the holdings of a text, and works out what is to be given away of each, from annual reports. */
export async function assessPurification(
  deps: PurificationDeps,
  text: string,
  { year: asked, methodology = ASKS_BY_SHARE }: AskedPurification,
): Promise<Result<Purification, HoldingsRefusal>> {
  const read = readHoldings(text);
  if (!read.ok) return read;
  const today = dateOfInstant(deps.clock());
  const year = asked === undefined ? Number(today.slice(0, 4)) - 1 : asked;
  const dated = read.value.lines.filter((line) => wrongDateIn(line, today) === null);
  const undated = read.value.lines.flatMap((line) => {
    const wrong = wrongDateIn(line, today);
    return wrong === null ? [] : [{ line: line.line, text: `${line.asked}: ${wrong}` }];
  });
  const { holdings: matched, apart } = await matchHoldings(deps.search, dated);
  const bySymbol = new Map(matched.map((one) => [one.symbol, one]));
  const results = await screenBatch(
    {
      async screen(request) {
        const screened = await screenTicker(deps, request);
        const holding = bySymbol.get(request.symbol);
        if (!screened.ok || holding === undefined) return screened.ok ? ok(null) : screened;
        return ok(await purified(deps, { holding, answer: screened.value, year, methodology }));
      },
      clock: deps.clock,
      batchLimitMs: LIMIT_MS,
      onFailure: deps.onFailure,
      chosen: null,
      rules: deps.rules ?? 'current',
    },
    matched.map(({ symbol }) => symbol),
  );
  const holdings = matched.map((holding, index) => {
    const result = results[index];
    const kept = result !== undefined && 'answer' in result ? result.answer : null;
    return (
      kept ?? notScreened(holding, result !== undefined && 'error' in result ? result.error.message : '')
    );
  });
  const method = methodOf(methodology);
  return ok({
    year,
    methodology,
    method,
    sums: {
      by_share: sumBy(holdings, 'by_share'),
      by_days: sumBy(holdings, 'by_days'),
      by_dividends: sumBy(holdings, 'by_dividends'),
    },
    holdings: holdings.sort((a, b) => (b[method]?.usual ?? -1) - (a[method]?.usual ?? -1)),
    apart: apart.map(apartOf),
    unread: [...read.value.unread, ...undated],
    as_of: today,
    note: METHODS_IN_WORDS,
  });
}

/** A line that was not held on any day yet counts for nothing in any year: a zero would say that nothing is due. */
function wrongDateIn({ bought, sold }: HeldLine, today: CalendarDate): string | null {
  const unreadable = [bought, sold].find((day) => day !== null && !isCalendarDate(day));
  if (unreadable != null) return unreadable;
  if (bought !== null && bought > today) return `bought ${bought}`;
  return bought !== null && sold !== null && bought >= sold ? `bought ${bought}, sold ${sold}` : null;
}

interface Asked {
  readonly holding: MatchedHolding;
  readonly answer: ScreenAnswer;
  readonly year: number | null;
  readonly methodology: string;
}

const NO_GIVES = { by_share: null, by_days: null, by_dividends: null } as const;

async function purified(deps: PurificationDeps, asked: Asked): Promise<PurifiedHolding> {
  const { holding, answer, methodology } = asked;
  const base = {
    ...notScreened(holding, null),
    name: answer.name,
    fails: answer.methodologies.some(({ id, status }) => id === methodology && status === 'fail'),
  };
  if (answer.type !== 'company') return { ...base, ...ofFund(holding, answer) };
  if (excludedLines(answer.business_activity, methodology).length > 0)
    return { ...base, state: 'business_excluded' };
  return { ...base, ...(await ofCompany(deps, asked)) };
}

/** A fund is purified by its dividends, at the rate of the holdings whose rate is known. */
function ofFund(holding: MatchedHolding, { purification }: ScreenAnswer): Partial<PurifiedHolding> {
  const { covered_rate_pct: rate, coverage_pct: coverage, low_pct: low } = purification;
  const dividends = sumOf(holding.lines.map((line) => line.dividends));
  const part = (pct: number) => toDecimals(multiply(dividends ?? 0, pct / 100));
  return {
    state: 'counted',
    currency: DOLLARS,
    covered_rate_pct: rate,
    coverage_pct: coverage,
    by_dividends:
      dividends === null || rate === null
        ? null
        : { low: part(Math.min(low, rate)), usual: part(rate), high: null },
  };
}

async function ofCompany(
  deps: PurificationDeps,
  { holding, answer, year }: Asked,
): Promise<Partial<PurifiedHolding>> {
  const listing = await deps.store.findListing(holding.symbol);
  if (listing === null) return { state: 'no_annual_report' };
  const subject = await loadSubject(deps.store, listing);
  const input = inputOf(
    subject,
    { asOf: answer.as_of, today: answer.today },
    RULE_SETS.current,
    deps.options,
  );
  const lots = holding.lines.map(lotOf);
  const isAsked = (end: CalendarDate, lot: Lot) =>
    year === null ? isHeldIn(end, lot) : end.startsWith(`${year}-`);
  const purify = lotPurifier(input, isAsked);
  const years: (readonly PurifiedYear[])[] = [];
  for (const lot of lots) {
    // Purifying is all computation: others have their turn between two lots.
    await setImmediate();
    years.push(purify(lot));
  }
  const all = years.flat();
  const isDated = year !== null || lots.every(({ bought }) => bought !== null);
  return {
    state: all.length > 0 ? 'counted' : isDated ? 'no_annual_report' : 'no_purchase_date',
    newest_year: fiscalYearEnds(input).at(-1) ?? null,
    currency: all.at(-1)?.year.report.currency ?? null,
    lots: lots.map((lot, index) => ({
      line: holding.lines[index]?.line ?? 0,
      shares: lot.shares,
      bought: lot.bought,
      sold: lot.sold,
      years: (years[index] ?? []).map((one) => yearOf(one, listing.cik)),
    })),
    by_share: written(sumOfGives(all.map(({ byShare }) => byShare))),
    by_days: written(sumOfGives(all.map(({ byDays }) => byDays))),
    by_dividends: written(sumOfGives(all.map(({ byDividends }) => byDividends))),
  };
}

function lotOf({ quantity, dividends, bought, sold }: HeldLine): Lot {
  const numberOf = (text: string | null) => (text === null ? null : Number(text));
  return { shares: numberOf(quantity), dividends: numberOf(dividends), bought, sold };
}

/** A lot of which nobody says since when it is held is of no certain year. */
function isHeldIn(end: CalendarDate, { bought, sold }: Lot): boolean {
  return bought !== null && bought <= end && (sold === null || addMonths(end, -12) < sold);
}

function yearOf(one: PurifiedYear, cik: string): PurifiedHolding['lots'][number]['years'][number] {
  const { report, start, end, income, revenue, shares, splits, tags } = one.year;
  return {
    start,
    end,
    report: {
      form: report.form,
      period_end: report.periodEnd,
      filed: report.filed,
      accession: report.accession,
      source_url: filingUrl(cik, report.accession),
    },
    tags,
    income_low: income.low,
    income_usual: income.usual,
    income_high: income.high,
    kind: income.kind,
    bill_yield_pct: income.billYield === null ? null : toDecimals(multiply(100, income.billYield)),
    revenue,
    shares_outstanding: shares?.fact.value ?? null,
    split_low: splits?.[0] ?? null,
    split_high: splits?.[1] ?? null,
    days: one.days,
    days_held: one.daysHeld,
    held_at_end: one.isHeldAtEnd,
    dividends: one.dividends === null ? null : { ...ends(one.dividends), from: one.dividends.from },
    by_share: written(one.byShare),
    by_days: written(one.byDays),
    by_dividends: written(one.byDividends),
  };
}

function notScreened({ symbol, name, lines }: MatchedHolding, problem: string | null): PurifiedHolding {
  return {
    symbol,
    name,
    state: 'not_screened',
    problem,
    fails: false,
    newest_year: null,
    currency: null,
    covered_rate_pct: null,
    coverage_pct: null,
    lots: lines.map((line) => {
      const { shares, bought, sold } = lotOf(line);
      return { line: line.line, shares, bought, sold, years: [] };
    }),
    ...NO_GIVES,
  };
}

function written(give: Give | null): PurifiedHolding[Method] {
  return give === null ? null : ends(give);
}

function ends({ low, usual, high }: Give): Give {
  return {
    low: toDecimals(low),
    usual: usual === null ? null : toDecimals(usual),
    high: high === null ? null : toDecimals(high),
  };
}

function toDecimals(value: number): number {
  return Number(value.toFixed(DECIMALS));
}

/** INVARIANT: a holding is in the sum with all of its ends, or not at all, so that the usual sum lies between the ends. */
function sumBy(holdings: readonly PurifiedHolding[], method: Method): Purification['sums'][Method] {
  const asked = holdings.filter(({ state }) => state === 'counted');
  const counted = asked.filter((one) => one[method]?.usual != null && isInDollars(one, method));
  const total = sumOfGives(counted.map((one) => one[method])) ?? { low: 0, usual: 0, high: 0 };
  return {
    ...ends(total),
    counted: counted.length,
    left_out: asked.filter((one) => !counted.includes(one)).map(({ symbol }) => symbol),
  };
}

/** Dividends are entered in dollars, whatever the currency of the report. */
function isInDollars({ currency, lots }: PurifiedHolding, method: Method): boolean {
  if (currency === DOLLARS) return true;
  const counted = lots.flatMap(({ years }) => years.map(({ dividends }) => dividends));
  return method === 'by_dividends' && counted.every((one) => one === null || one.from === 'entered');
}
