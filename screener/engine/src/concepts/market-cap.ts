import { type CalendarDate, daysBetween } from '@common/base/calendar';
import { compareQuotient, multiply, subtract } from '@common/base/exact';
import { ok } from '@common/base/result';
import { type Amount, exactly } from '../amounts/amount.ts';
import type { CompanyFacts, Fact, MarketQuote, Report } from '../facts.ts';
import type { RateSeries } from '../rates/rate-series.ts';
import { type Translation, translationAt } from '../rates/translation.ts';
import type { MarketCapRefusal, ReadResult, ShareCountDoubt } from '../screened.ts';
import type { LedgerEntry } from '../selection/fact-ledger.ts';

/** A close more than this many days before the screening date is too old. */
export const QUOTE_AGE_LIMIT_DAYS = 45;
/** A cover-page count below this is a placeholder (1, 100, 1000). */
const LEAST_SHARES = 10_000;
/** A count that differs by this factor from one of the two years before is a typo or a split. */
const SCALE_FACTOR = 5;
const SCALE_WINDOW_DAYS = 730;
/** Between the count's date and the close's, a price change beyond this looks like a split. */
const SPLIT_FACTOR = 1.8;
/** Beyond this share of the source's capitalisation, an answer names both figures. */
const CAPITALISATION_TOLERANCE = 0.1;
/** The SEC's spelling of preferred stock, warrants, units and rights; a class of common stock is one letter A to O. */
const NOT_COMMON_STOCK = /-(?:P[A-Z]?|W[A-Z]*|U[A-Z]*|R[A-Z]*)$/;
/** The evidence id of the market figure. */
export const MARKET_ID = 'm1';

/**
 * Whether a symbol in the SEC's spelling is not that of preferred stock, a warrant, a unit or a right.
 * @example isCommonStock('BRK-B') // true
 * @example isCommonStock('BAC-PL') // false
 */
export function isCommonStock(symbol: string): boolean {
  return !NOT_COMMON_STOCK.test(symbol);
}

/**
 * Whether the ticker may be that of a depositary share, by the form of the filer's report.
 * @example mayBeDepositary('20-F/A') // true
 * @example mayBeDepositary('10-K') // false
 */
export function mayBeDepositary(form: string): boolean {
  return /^(20-F|40-F|6-K)/.test(form);
}

export interface MarketCap {
  readonly amount: Amount;
  readonly quote: MarketQuote;
  /** The market figure that `m1` stands for: the source's capitalisation, or a close. */
  readonly figure: 'market_cap' | 'close';
  readonly value: number;
  /** How the report's amounts are put into the currency of the price; null where they are in it. */
  readonly translation: Translation | null;
}

/** The newest quote on or before `asOf`. `quotes` are for one ticker, ordered by date. */
export function quoteAt(quotes: readonly MarketQuote[], asOf: CalendarDate): MarketQuote | null {
  let found: MarketQuote | null = null;
  for (const quote of quotes) if (quote.date <= asOf) found = quote;
  return found !== null && daysBetween(found.date, asOf) <= QUOTE_AGE_LIMIT_DAYS ? found : null;
}

/**
 * Market capitalisation at `asOf` (ADR 0012): as the price source gives it, which is on one share basis; otherwise
 * close x cover-page shares where both are certainly on the same basis (never for a filer of 20-F, 40-F or 6-K: a depositary
 * share is not one ordinary share). The quote alone decides which of the two, never whether a share count is filed.
 */
export function marketCapAt(
  symbol: string,
  quotes: readonly MarketQuote[],
  asOf: CalendarDate,
  report: Report,
  cover: LedgerEntry | null,
  facts: CompanyFacts,
  rates: readonly RateSeries[],
): ReadResult<MarketCap, MarketCapRefusal> {
  const quote = quoteAt(quotes, asOf);
  if (!isCommonStock(symbol)) {
    return refuse({ code: 'not_common_stock', symbol });
  }
  if (quote === null) {
    return refuse({ code: 'no_price', days: QUOTE_AGE_LIMIT_DAYS, as_of: asOf });
  }
  const translation = translationTo(quote.currency, report, asOf, rates);
  if (!translation.ok) return translation;
  if (quote.marketCap !== null) {
    const amount = exactly({ value: quote.marketCap, from: MARKET_ID }, 'reported');
    return ok({
      amount,
      quote,
      figure: 'market_cap',
      value: quote.marketCap,
      translation: translation.value,
    });
  }
  if (translation.value !== null || mayBeDepositary(report.form)) {
    return refuse({ code: 'depositary_ratio_unknown' });
  }
  return fromShares(quotes, quote, report, cover, facts);
}

/** A report in the currency of the price needs no translation. */
function translationTo(
  to: string,
  { currency: from, periodEnd: date }: Report,
  asOf: CalendarDate,
  rates: readonly RateSeries[],
): ReadResult<Translation | null, MarketCapRefusal> {
  if (from === to) return ok(null);
  const found = from === null ? null : translationAt(rates, { from, to, date, asOf });
  return found === null ? refuse({ code: 'no_exchange_rate', price: to, report: from, date }) : ok(found);
}

function refuse(error: MarketCapRefusal): { readonly ok: false; readonly error: MarketCapRefusal } {
  return { ok: false, error };
}

function fromShares(
  quotes: readonly MarketQuote[],
  quote: MarketQuote,
  report: Report,
  cover: LedgerEntry | null,
  facts: CompanyFacts,
): ReadResult<MarketCap, MarketCapRefusal> {
  if (cover === null) {
    return refuse({ code: 'no_share_count' });
  }
  const shares = cover.fact.value;
  if (shares < LEAST_SHARES) {
    return refuse({ code: 'share_count_refused', shares, doubt: 'placeholder' });
  }
  const doubt = doubtfulScale(cover, quotes, facts);
  if (doubt !== null) return refuse({ code: 'share_count_refused', shares, ...doubt });
  const atCount = quotes.findLast((earlier) => earlier.date <= cover.fact.end);
  const change = atCount === undefined ? 1 : quote.close / atCount.close;
  if (report.filed > quote.date || change > SPLIT_FACTOR || change < 1 / SPLIT_FACTOR) {
    return refuse({ code: 'share_basis_unclear' });
  }
  const amount = exactly(
    { value: multiply(quote.close, shares), from: { times: [MARKET_ID, cover.id] } },
    'derived',
  );
  return ok({ amount, quote, figure: 'close', value: quote.close, translation: null });
}

/** The source's capitalisation and close x cover-page shares, if they are far apart. */
export interface CapitalisationGap {
  readonly given: number;
  readonly fromShares: number;
  /** The evidence id of the share count. */
  readonly shares: string;
}

/**
 * Null if the two agree within 10 %, or only one of them is known. It is for information and decides nothing.
 */
export function capitalisationGap(
  { quote, figure, value }: MarketCap,
  cover: LedgerEntry | null,
): CapitalisationGap | null {
  if (figure !== 'market_cap' || cover === null || cover.fact.value < LEAST_SHARES) return null;
  const fromShares = multiply(quote.close, cover.fact.value);
  if (compareQuotient(Math.abs(subtract(value, fromShares)), value, CAPITALISATION_TOLERANCE) <= 0)
    return null;
  return { given: value, fromShares, shares: cover.id };
}

/**
 * Why the count may be a typo or stand on the other side of a split: every report of the two years before
 * must give a count of the same scale. A rise is accepted if the closes fell with it, as in a split.
 *
 * INVARIANT: the report table says which counts must exist, so that a missing count never helps (ADR 0009).
 */
function doubtfulScale(
  cover: LedgerEntry,
  quotes: readonly MarketQuote[],
  facts: CompanyFacts,
): ShareCountDoubt | null {
  for (const report of reportsBefore(cover.report, facts.reports)) {
    const counts = facts.facts.filter(
      ({ accession, tag, unit }) =>
        accession === report.accession && tag === cover.fact.tag && unit === cover.fact.unit,
    );
    if (counts.length === 0) {
      return { doubt: 'nothing_to_compare', form: report.form, period_end: report.periodEnd };
    }
    const other = counts.find((count) => !isSameScale(count, cover.fact, quotes));
    if (other !== undefined) {
      return { doubt: 'other_scale', other: other.value, other_end: other.end };
    }
  }
  return null;
}

/** Lists the newest first, filed no later than the report, because later ones are not known yet. */
function reportsBefore(report: Report, reports: readonly Report[]): readonly Report[] {
  const before = reports.filter(
    (other) =>
      other.accession !== report.accession &&
      other.filed <= report.filed &&
      other.periodEnd <= report.periodEnd &&
      daysBetween(other.periodEnd, report.periodEnd) <= SCALE_WINDOW_DAYS,
  );
  const order = ({ filed, accession }: Report) => `${filed} ${accession}`;
  return before.sort((a, b) => (order(a) < order(b) ? 1 : -1));
}

function isSameScale(earlier: Fact, now: Fact, quotes: readonly MarketQuote[]): boolean {
  if (earlier.value >= SCALE_FACTOR * now.value) return false;
  if (now.value < SCALE_FACTOR * earlier.value) return true;
  const closeThen = quoteAt(quotes, earlier.end)?.close;
  const closeNow = quoteAt(quotes, now.end)?.close;
  if (closeThen === undefined || closeNow === undefined) return false;
  return closeNow * now.value < SCALE_FACTOR * closeThen * earlier.value;
}
