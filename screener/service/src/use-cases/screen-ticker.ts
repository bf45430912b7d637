import { type CalendarDate, dateOfInstant, isCalendarDate } from '@common/base/calendar';
import { requiredMs } from '@common/base/instant';
import { type Failure, fail, ok, type Result } from '@common/base/result';
import { Chosen, chosenOf, type DecidedChosen } from '@screener/engine/chosen';
import { EtfLookThrough } from '@screener/engine/funds/fund-screening';
import { type Trust, trustOf } from '@screener/engine/funds/trusts';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { type DecidedNextStep, NextStep } from '@screener/engine/next-step';
import { type AnswerOf, nullable, object } from '@screener/engine/schema-parts';
import type { Approximation, DecidedScreening } from '@screener/engine/screened';
import { LastVerdict, Screening } from '@screener/engine/screening';
import type { ScreeningOptions } from '@screener/engine/screening-input';
import { isWellFormedTicker, normaliseTicker } from '@screener/sources/company-tickers';
import { Type } from 'typebox';
import type { LiveRates } from '../rates/live-rates.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { didYouMean, LONGEST_SEARCH, type Search } from '../search/search.ts';
import { DataSource, type FundClassRecord, type Listing, type ScreenerStore } from '../store/store.ts';
import { understandChosen } from './chosen-methodologies.ts';
import { lastVerdictOf, loadSubject, noFacts } from './compute-screening.ts';
import type { FundMemo } from './fund-memo.ts';
import { keepAnswer } from './keep-screening.ts';
import type { LiveFacts } from './live-facts.ts';
import type { LiveQuotes } from './live-quotes.ts';
import { nextStepOf, tellFormer, wasListedAt } from './next-step.ts';
import { presentDate, screenWhen } from './present.ts';
import { lookThroughFund, refuseBullion } from './screen-fund.ts';
import { refuseUnknownTicker } from './unknown-ticker.ts';
import { tellUnreached, wasReached } from './unreached.ts';

export type ScreenRefusal =
  | 'malformed_ticker'
  | 'ticker_not_found'
  | 'invalid_as_of'
  | 'unknown_rules'
  | 'unknown_methodology'
  | 'facts_unavailable';

export interface ScreenDeps {
  readonly store: ScreenerStore;
  /** Facts from the SEC on demand; null if live mode is off. */
  readonly live: LiveFacts | null;
  /** Closes from a provider on demand; null if none is configured. */
  readonly liveQuotes: LiveQuotes | null;
  readonly options: ScreeningOptions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Exchange rates from the ECB on demand; null or absent if live mode is off. */
  readonly liveRates?: LiveRates | null;
  /** What look-throughs share; without it, each starts from scratch. */
  readonly fundMemo?: FundMemo;
  /** Proposes tickers for an unknown one; without it, none are proposed. */
  readonly search?: Search;
}

interface ScreenRequest {
  readonly ticker: string;
  readonly asOf: string | null;
  readonly rules: string | null;
  /** Ids, comma-separated; absent for no choice. */
  readonly methodologies?: string | undefined;
}

/** An answer as it is documented: a screening of the engine, and what the service adds to it. */
export const WordedAnswer = object({
  ...Screening.properties,
  last_verdict: nullable(
    LastVerdict,
    'For not_screenable: of the last 12 filing dates with a close, the newest at which there was a verdict, with it. Null where there is a verdict now, where there was none then, and for funds',
  ),
  next_step: nullable(NextStep, 'For not_screenable: what can be done; null where there is a verdict'),
  data_source: DataSource,
  etf_look_through: Type.Optional(EtfLookThrough),
  chosen: Type.Optional(Chosen),
});
export type WordedAnswer = AnswerOf<typeof WordedAnswer>;

/** An answer before it is put into words: codes and values. */
export type ScreenAnswer = ScreenedAnswer & {
  readonly next_step: DecidedNextStep | null;
  readonly chosen?: DecidedChosen;
};

type ScreenedAnswer = DecidedScreening &
  Pick<WordedAnswer, 'last_verdict' | 'data_source' | 'etf_look_through'>;

/** A parsed request: the key of an answer. */
export interface UnderstoodRequest {
  readonly symbol: string;
  readonly asOf: CalendarDate | null;
  readonly rules: RuleSetId;
  /** The ids of the methodologies that the caller follows; absent or null for no choice. */
  readonly chosen?: readonly string[] | null;
}

export const DATA_SOURCE = 'data_source';
/** The approximation that an answer is as of the snapshot’s day. */
export const SNAPSHOT_DATE = 'snapshot_date';
/** Companies report every quarter, so facts this much older than the requested date get a warning. */
const FACTS_AGE_WARNING_DAYS = 135;

/** Parses and checks a request, without I/O. */
export function understand(
  request: ScreenRequest,
  today: CalendarDate,
): Result<UnderstoodRequest, ScreenRefusal> {
  const symbol = normaliseTicker(request.ticker);
  if (!isWellFormedTicker(symbol)) {
    return fail(
      'malformed_ticker',
      'A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.',
    );
  }
  if (request.asOf !== null && (!isCalendarDate(request.asOf) || request.asOf > today)) {
    return fail(
      'invalid_as_of',
      `as_of must be an existing date, written YYYY-MM-DD, from 1900-01-01 to today (${today}).`,
    );
  }
  const rules = request.rules ?? 'current';
  if (!Object.hasOwn(RULE_SETS, rules)) {
    return fail('unknown_rules', `rules must be one of ${Object.keys(RULE_SETS).join(', ')}.`);
  }
  const chosen = understandChosen(request.methodologies);
  if (!chosen.ok) return chosen;
  return ok({ symbol, asOf: request.asOf, rules: rules as RuleSetId, chosen: chosen.value });
}

/** For screenings that ask no source and store nothing: without today's price, they are no change of the company. */
export function fromStoredFacts(deps: ScreenDeps): ScreenDeps {
  const store: ScreenerStore = { ...deps.store, saveScreenings: async () => 0 };
  return { ...deps, live: null, liveQuotes: null, liveRates: null, store };
}

/** Screens a ticker at a date, by default the present date of the stored data, and stores what changed. */
export async function screenTicker(
  deps: ScreenDeps,
  request: UnderstoodRequest,
): Promise<Result<ScreenAnswer, ScreenRefusal>> {
  const screened = await screenListed(deps, { ...request, chosen: null });
  if (!screened.ok) return screened;
  const ended = deps.search?.formerOf(request.symbol) ?? null;
  const former = wasListedAt(request.asOf, ended) ? null : ended;
  const answer = tellFormer(screened.value, former);
  const today = dateOfInstant(deps.clock());
  const next = nextStepOf(answer, { isLive: deps.live !== null, asOf: request.asOf, today, former });
  const told = { ...answer, next_step: next };
  if (request.chosen == null) return ok(told);
  const own = await screenListed(deps, request);
  return own.ok ? ok({ ...told, chosen: chosenOf(own.value) }) : own;
}

/** Screens by the chosen methodologies alone, if there are any. */
async function screenListed(
  deps: ScreenDeps,
  request: UnderstoodRequest,
): Promise<Result<ScreenedAnswer, ScreenRefusal>> {
  // Companies come first, because a ticker that a fund once had may now be a company's.
  const known = await deps.store.findListing(request.symbol);
  const trust = known === null ? null : trustOf(known);
  if (known !== null && trust !== null) return answerTrust(deps, request, known, trust);
  const fund = known === null ? await deps.store.funds.findFund(request.symbol) : null;
  if (fund !== null) return answerFund(deps, request, fund);
  const found = await findListing(deps, request, known);
  if (!found.ok) return found.error.code === 'ticker_not_found' ? findNewFund(deps, request) : found;
  const { listing, source, unreached } = found.value;
  const today = dateOfInstant(deps.clock());
  const asOf = request.asOf ?? (await presentDate(deps, source, listing));
  // This is not a refusal: without a current close, the checks on market capitalisation are unknown and say
  // so.
  const priced = (await deps.liveQuotes?.refreshQuotes(listing.symbol, asOf)) ?? ok('fresh');
  const loaded = await loadSubject(deps.store, listing);
  // The SEC was asked for facts and had none.
  const askedInVain = loaded.facts === null && source === 'sec_live' && unreached === null;
  const subject = askedInVain ? { ...loaded, facts: noFacts(listing) } : loaded;
  const isLive = unreached !== null;
  const when = {
    asOf,
    isPresent: request.asOf === null,
    today,
    rules: request.rules,
    options: deps.options,
    isLive,
    chosen: request.chosen ?? null,
  };
  const first = screenWhen(subject, when);
  const rated = await refreshRates(deps.liveRates ?? null, first);
  const screening =
    rated.ok && rated.value === 'updated' ? screenWhen(await loadSubject(deps.store, listing), when) : first;
  if (loaded.facts === null && unreached !== null && screening.compliance === 'not_screenable') {
    return unavailable(unreached, deps.clock());
  }
  const told = tellUnreached(screening, {
    sec: unreached?.message ?? null,
    price: priced.ok ? null : priced.error.message,
    rates: rated.ok ? null : rated.error.message,
    factsThrough: listing.factsThrough,
  });
  // A source that could not be reached for a moment must not appear in the history as a change of the
  // company.
  if (request.asOf === null && request.chosen == null && wasReached(told)) {
    await keepAnswer(deps, subject, screening);
  }
  return ok({
    ...told,
    last_verdict: lastVerdictOf(subject, screening, deps.options),
    approximations: [
      ...told.approximations,
      ...(request.asOf === null && source === 'snapshot'
        ? [screenedAtSnapshot(asOf, deps.live !== null)]
        : []),
      ...agesOf(listing, screening.as_of),
    ],
    data_source: source,
  });
}

/**
 * Handles a ticker that is not a company's: screens its fund from the SEC's current list, or proposes other
 * tickers.
 */
async function findNewFund(
  deps: ScreenDeps,
  request: UnderstoodRequest,
): Promise<Result<ScreenedAnswer, ScreenRefusal>> {
  if (deps.live === null) return refuseUnknownTicker(deps, request.symbol);
  const tickers = await deps.live.refreshFundTickers();
  if (!tickers.ok) return unlisted(deps, request.symbol, tickers.error);
  const fund = await deps.store.funds.findFund(request.symbol);
  return fund === null ? refuseUnknownTicker(deps, request.symbol) : answerFund(deps, request, fund);
}

/** Answers for a trust without series, whose ticker is listed among the companies'. */
async function answerTrust(
  deps: ScreenDeps,
  request: UnderstoodRequest,
  { symbol, cik, name }: Listing,
  { holds }: Trust,
): Promise<Result<ScreenedAnswer, ScreenRefusal>> {
  if (holds === 'securities') {
    return answerFund(deps, request, { symbol, fund: `CIK${cik}`, classId: '', cik, name });
  }
  const source = await sourceAtHand(deps.store, cik);
  const asOf = request.asOf ?? (await presentDate(deps, source));
  const { rules, chosen = null } = request;
  const today = dateOfInstant(deps.clock());
  const screening = refuseBullion({ symbol, cik, name }, { asOf, today, rules, chosen }, holds);
  return ok({ ...screening, last_verdict: null, data_source: source });
}

async function answerFund(
  deps: ScreenDeps,
  request: UnderstoodRequest,
  fund: FundClassRecord & { readonly name?: string },
): Promise<Result<ScreenedAnswer, ScreenRefusal>> {
  const found = await fundSource(deps, fund);
  if (!found.ok) return found;
  const { source, unreached } = found.value;
  const asOf = request.asOf ?? (await fundDate(deps, source, fund));
  const today = dateOfInstant(deps.clock());
  const isPresent = request.asOf === null;
  const { rules, chosen = null } = request;
  const screening = await lookThroughFund(deps, { fund, asOf, isPresent, today, rules, chosen });
  const { facts_through: factsThrough } = screening;
  const told = tellUnreached(screening, { sec: unreached?.message ?? null, price: null, factsThrough });
  return ok({
    ...told,
    last_verdict: null,
    approximations: [
      ...told.approximations,
      ...(request.asOf === null && source === 'snapshot'
        ? [screenedAtSnapshot(asOf, deps.live !== null)]
        : []),
      ...(deps.live === null ? [] : [HOLDINGS_AT_HAND]),
    ],
    data_source: source,
  });
}

/** Fetches the fund's newest report in live mode. If that fails, an older stored one is used. */
async function fundSource(
  { store, live, clock }: ScreenDeps,
  { fund }: FundClassRecord,
): Promise<Result<{ readonly source: DataSource; readonly unreached: Failure | null }, ScreenRefusal>> {
  let unreached: Failure | null = null;
  if (live !== null) {
    const refreshed = await live.refreshFundReports(fund);
    if (refreshed.ok) return ok({ source: 'sec_live', unreached });
    const today = dateOfInstant(clock());
    if ((await store.funds.newestFundReport(fund, today)) === null) {
      return unavailable(refreshed.error, clock());
    }
    unreached = refreshed.error;
  }
  const isBulk = (await store.setting(DATA_SOURCE)) === 'sec_bulk';
  return ok({ source: isBulk ? 'sec_bulk' : 'snapshot', unreached });
}

const HOLDINGS_AT_HAND: Approximation = { id: 'holdings_from_facts_at_hand' };

/**
 * Returns the date of a fund's screening without `as_of`. From the snapshot alone, this is the day of its
 * newest report, whose holdings are the last that are known. However long ago that is, the answer shows it
 * beside the holdings.
 */
export async function fundDate(
  deps: Pick<ScreenDeps, 'store' | 'clock'>,
  source: DataSource,
  { fund }: FundClassRecord,
): Promise<CalendarDate> {
  const present = await presentDate(deps, source);
  if (source !== 'snapshot') return present;
  const report = await deps.store.funds.newestFundReport(fund, present);
  return report === null ? present : (report.filed ?? report.periodEnd);
}

interface FoundListing {
  readonly listing: Listing;
  readonly source: DataSource;
  /** Why the SEC was not reached; null if it was, or did not have to be asked. */
  readonly unreached: Failure | null;
}

async function findListing(
  deps: ScreenDeps,
  request: UnderstoodRequest,
  known: Listing | null,
): Promise<Result<FoundListing, ScreenRefusal>> {
  const { store, live } = deps;
  let listing = known;
  if (listing === null && live !== null) {
    const tickers = await live.refreshTickers();
    if (!tickers.ok) return unlisted(deps, request.symbol, tickers.error);
    listing = await store.findListing(request.symbol);
  }
  if (listing === null) return refuseUnknownTicker(deps, request.symbol);
  // Facts that reach past the requested date include everything filed by then.
  const reachesDate =
    request.asOf !== null && listing.factsThrough !== null && request.asOf <= listing.factsThrough;
  if (live === null || reachesDate) {
    return ok({ listing, source: await sourceAtHand(store, listing.cik), unreached: null });
  }
  const refreshed = await live.refreshFacts(listing.cik);
  if (refreshed.ok) {
    const updated = (await store.findListing(request.symbol)) ?? listing;
    // The SEC was asked just now, or lists nothing newer: all that is filed is here.
    const complete = { ...updated, completeThrough: dateOfInstant(deps.clock()) };
    return ok({ listing: complete, source: 'sec_live', unreached: null });
  }
  return ok({ listing, source: await sourceAtHand(store, listing.cik), unreached: refreshed.error });
}

/**
 * Returns the source of a filer's stored facts: the SEC, if it was ever asked for them; otherwise what filled
 * the store.
 */
async function sourceAtHand(store: ScreenerStore, cik: string): Promise<DataSource> {
  if ((await store.factsCheckedAt(cik)) !== null) return 'sec_live';
  return (await store.setting(DATA_SOURCE)) === 'sec_bulk' ? 'sec_bulk' : 'snapshot';
}

/**
 * Refuses a ticker that is not stored here while the SEC's list cannot be reached: it may be new, or a typo.
 */
async function unlisted(
  { search, clock }: Pick<ScreenDeps, 'search' | 'clock'>,
  symbol: string,
  reason: Failure,
): Promise<Result<never, ScreenRefusal>> {
  const { error } = unavailable(reason, clock());
  const suggestions = (await search?.suggest(symbol)) ?? [];
  const message = `${error.message} ${symbol} is not among the tickers stored here.${didYouMean(suggestions)}`;
  return fail('facts_unavailable', message, {
    ...error.detail,
    ...(suggestions.length === 0 ? {} : { suggestions }),
  });
}

/**
 * Refuses because facts are unavailable. `detail.retry_after_s` says how long the SEC must not be asked, if
 * that is known.
 */
function unavailable(
  reason: Failure,
  now: number,
): { readonly ok: false; readonly error: Failure<ScreenRefusal> } {
  const until = reason.detail?.until;
  const retryAfterS = typeof until === 'string' ? Math.ceil((requiredMs(until) - now) / 1_000) : null;
  return fail(
    'facts_unavailable',
    `The SEC’s facts are unavailable: ${reason.message} Try again later.`,
    retryAfterS === null ? undefined : { retry_after_s: Math.max(1, retryAfterS) },
  );
}

/**
 * Adds tickers to the refusal of a malformed one: `detail.suggestions` proposes some if the text is a name.
 */
export async function suggestFor<Code extends string>(
  { search }: Pick<ScreenDeps, 'search'>,
  typed: string,
  refused: Failure<Code>,
): Promise<Result<never, Code>> {
  const suggestions =
    refused.code === 'malformed_ticker' && typed.length <= LONGEST_SEARCH
      ? ((await search?.suggest(typed)) ?? [])
      : [];
  if (suggestions.length === 0) return { ok: false, error: refused };
  return fail(refused.code, `${refused.message}${didYouMean(suggestions)}`, { suggestions });
}

/**
 * States that the answer is as of the snapshot's day. In live mode this happens only if the SEC was not
 * reached.
 */
function screenedAtSnapshot(asOf: CalendarDate, live: boolean): Approximation {
  return { id: SNAPSHOT_DATE, as_of: asOf, live };
}

/** Warns if the facts end well before the screening date, because a report may be missing. */
function agesOf(listing: Listing, asOf: CalendarDate): readonly Approximation[] {
  const { factsThrough, completeThrough } = listing;
  if (factsThrough === null || (completeThrough !== null && completeThrough >= asOf)) return [];
  const age = (Date.parse(asOf) - Date.parse(factsThrough)) / 86_400_000;
  if (age <= FACTS_AGE_WARNING_DAYS) return [];
  return [{ id: 'facts_end_early', filed_through: factsThrough, as_of: asOf }];
}
