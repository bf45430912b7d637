import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '@common/base/calendar';
import { type FundProfile, isTooOld, refuseFund, screenFund } from '@screener/engine/funds/fund-answer';
import type { FundReport } from '@screener/engine/funds/fund-report';
import { FUND_REPORT_AGE_LIMIT_MONTHS } from '@screener/engine/funds/fund-rules';
import type { ScreenedFund } from '@screener/engine/funds/fund-screening';
import { fundReportsNotHere } from '@screener/engine/funds/fund-staleness';
import { type HoldingScreening, summarise } from '@screener/engine/funds/holding-screening';
import type { Resolution } from '@screener/engine/funds/resolve-holding';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { ruleSetOf } from '@screener/engine/methodologies/rule-sets';
import type { Missing } from '@screener/engine/screened';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import { fundName } from '@screener/sources/fund-names';
import { decodeFundReport } from '@screener/sources/nport/encode';
import type { FundClassRecord, Listing, ScreenerStore } from '../store/store.ts';
import { screenSubject, subjectOf } from './compute-screening.ts';
import { createFundMemo, type FundMemo, type GenerationMemo } from './fund-memo.ts';
import { resolveHoldings } from './resolve-holdings.ts';
import type { FundCase } from './screening-case.ts';

interface FundDeps {
  readonly store: Pick<ScreenerStore, 'funds' | 'generation' | 'rates'>;
  readonly options: ScreeningOptions;
  /** Null if live mode is off; otherwise a missing report could be fetched. */
  readonly live?: object | null;
  /** Companies already screened; without it, each look-through screens all of its companies. */
  readonly fundMemo?: FundMemo;
}

interface FundRequest {
  /** The fund, with its name if that is known without a report. */
  readonly fund: FundClassRecord & { readonly name?: string };
  readonly asOf: CalendarDate;
  /** No day was named, so that the newest report here counts, however old. */
  readonly isPresent?: boolean;
  readonly today: CalendarDate;
  readonly rules: RuleSetId;
  /** Only these methodologies; null for all. */
  readonly chosen?: readonly string[] | null;
}

/**
 * How many companies are screened between two turns of the event loop, so that other requests are answered in
 * the meantime.
 */
const COMPANIES_PER_TURN = 10;

/** Screens a fund by the newest report of its holdings at or before a date, from the stored facts. */
export function lookThroughFund(deps: FundDeps, request: FundRequest): Promise<ScreenedFund> {
  const memo = deps.fundMemo ?? createFundMemo();
  return memo.inTurn(async () => lookThrough(deps, request, memo.at(await deps.store.generation())));
}

async function lookThrough(
  deps: FundDeps,
  request: FundRequest,
  memo: GenerationMemo,
): Promise<ScreenedFund> {
  const { fund, asOf, isPresent = false, today } = request;
  const rules = ruleSetOf(request.rules, request.chosen ?? null);
  const stored = await deps.store.funds.newestFundReport(fund.fund, asOf);
  if (stored === null) {
    const profile: FundProfile = {
      symbol: fund.symbol,
      cik: fund.cik,
      name: fund.name ?? fundName(fund.fund) ?? `Fund series ${fund.fund}`,
    };
    return refuseFund({ profile, asOf, today, rules }, null, noReport(asOf, deps.live != null));
  }
  const report = decodeFundReport(stored.content, stored);
  const profile = profileOf(fund, report);
  if (isTooOld(report, asOf)) {
    return refuseFund({ profile, asOf, today, rules }, report, tooOld(report, asOf));
  }
  const notHere = isPresent ? null : fundReportsNotHere(report, { asOf, today });
  if (notHere !== null) {
    return refuseFund({ profile, asOf, today, rules }, report, { code: notHere.code, gap: notHere });
  }
  const knowledge = await knowHoldings(deps, request, report, memo);
  return screenFund({ profile, report, knowledge, asOf, today, rules });
}

/** Returns what a fund is screened from, by the newest report here; null without one. */
export async function readFundCase(deps: FundDeps, request: FundRequest): Promise<FundCase | null> {
  const { fund, asOf, today, rules } = request;
  const stored = await deps.store.funds.newestFundReport(fund.fund, asOf);
  if (stored === null) return null;
  const report = decodeFundReport(stored.content, stored);
  const memo = deps.fundMemo ?? createFundMemo();
  return memo.inTurn(async () => {
    const at = memo.at(await deps.store.generation());
    const knowledge = await knowHoldings(deps, request, report, at);
    return { profile: profileOf(fund, report), report, knowledge, asOf, today, rules };
  });
}

/** Finds the companies that a report lists, and screens each. */
async function knowHoldings(
  deps: FundDeps,
  request: FundRequest,
  report: FundReport,
  memo: GenerationMemo,
): Promise<FundCase['knowledge']> {
  const { funds } = deps.store;
  const resolutions = await resolveHoldings(funds, report, () => memo.names(() => funds.listingNames()));
  const screenings = await screenListings(deps, request, resolutions, memo);
  return resolutions.map((resolution) => ({
    resolution,
    screening:
      resolution === null || resolution.method === null
        ? null
        : (screenings.get(resolution.listing.symbol) ?? null),
  }));
}

/** Returns the answer for a trust that holds metal: it has no companies to look through to. */
export function refuseBullion(
  profile: FundProfile,
  { asOf, today, rules, chosen = null }: Omit<FundRequest, 'fund'>,
  metal: string,
): ScreenedFund {
  return refuseFund({ profile, asOf, today, rules: ruleSetOf(rules, chosen) }, null, {
    code: 'holds_no_securities',
    gap: { code: 'holds_no_securities', metal },
  });
}

function profileOf({ symbol, cik }: FundClassRecord, report: FundReport): FundProfile {
  return { symbol, cik, name: report.seriesName ?? report.registrant };
}

function noReport(asOf: CalendarDate, live: boolean): Missing {
  return { code: 'holdings_not_at_hand', gap: { code: 'holdings_not_at_hand', as_of: asOf, live } };
}

function tooOld({ periodEnd }: FundReport, asOf: CalendarDate): Missing {
  const months = FUND_REPORT_AGE_LIMIT_MONTHS;
  return {
    code: 'holdings_too_old',
    gap: { code: 'holdings_too_old', as_of: asOf, period_end: periodEnd, months },
  };
}

/** Screens each company once; the result is by symbol. */
async function screenListings(
  deps: FundDeps,
  request: FundRequest,
  resolutions: readonly (Resolution | null)[],
  memo: GenerationMemo,
): Promise<ReadonlyMap<string, HoldingScreening>> {
  const found = new Map<string, HoldingScreening>();
  const symbols = new Set<string>();
  for (const resolution of resolutions) {
    if (resolution === null || resolution.method === null) continue;
    const { symbol } = resolution.listing;
    const known = memo.screenings.get(keyOf(symbol, request));
    if (known === undefined) symbols.add(symbol);
    else found.set(symbol, known);
  }
  const listings = await deps.store.funds.listingsOf([...symbols]);
  for (let start = 0; start < listings.length; start += COMPANIES_PER_TURN) {
    const some = listings.slice(start, start + COMPANIES_PER_TURN);
    for (const screening of await screenSome(deps, request, some)) {
      found.set(screening.symbol, screening);
      memo.screenings.set(keyOf(screening.symbol, request), screening);
    }
    await setImmediate();
  }
  return found;
}

async function screenSome(
  { store, options }: FundDeps,
  { asOf, rules, chosen = null }: FundRequest,
  listings: readonly Listing[],
): Promise<readonly HoldingScreening[]> {
  const [facts, quotes] = await Promise.all([
    store.funds.factsOf([...new Set(listings.map(({ cik }) => cik))]),
    store.funds.quotesOf(listings.map(({ symbol }) => symbol)),
  ]);
  const screenings: HoldingScreening[] = [];
  for (const listing of listings) {
    const series = quotes.get(listing.symbol) ?? [];
    const subject = await subjectOf(store, listing, facts.get(listing.cik) ?? null, series);
    screenings.push(summarise(screenSubject(subject, asOf, rules, options, { chosen })));
  }
  return screenings;
}

function keyOf(symbol: string, { asOf, rules, chosen }: FundRequest): string {
  return `${symbol} ${asOf} ${rules} ${chosen?.join() ?? ''}`;
}
