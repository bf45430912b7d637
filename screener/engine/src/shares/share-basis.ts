import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { compareQuotient, multiply, subtract } from '@common/base/exact';
import { isCommonStock, mayBeDepositary, quoteAt } from '../concepts/market-cap.ts';
import type { MarketQuote } from '../facts.ts';
import { rounded } from '../methodologies/digits.ts';
import type { LedgerEntry } from '../selection/fact-ledger.ts';
import type { ShareBasis, UnclearShareBasis } from '../share-basis-answer.ts';
import { factorsOf } from './open-splits.ts';
import { splitFactor } from './split-factor.ts';

/** Two counts of shares agree if they are this close: shares are issued and bought back between two reports. */
const COUNT_TOLERANCE = 0.1;
/** Within a month, a price that changes by more than this beside a split is not explained by the split. */
const MARKET_MOVE = 1.8;
/** A price that moves by this factor from one close to the next, while the listing keeps its count, may be a split. */
const PRICE_JUMP = 3;
/** A listing may have the new count before the new price, and one month's close may be missing. */
const DAYS_ACROSS_SPLIT = 92;
/** A close this long before the count's date is still compared with it. */
const DAYS_BEFORE_COUNT = 45;

/** What the amount per share of one screening rests on. */
interface ShareFacts {
  readonly symbol: string;
  /** The filed count of shares. */
  readonly count: LedgerEntry;
  /** Splits that the report states and that its count may not include yet: see `openSplits`. */
  readonly openSplits: readonly LedgerEntry[];
  /** Closes of the ticker, ordered by date; those after `asOf` are ignored. */
  readonly quotes: readonly MarketQuote[];
  readonly asOf: CalendarDate;
}

interface ListedQuote extends MarketQuote {
  readonly marketCap: number;
}

/**
 * On which day's shares an amount per share is, and how many of them stand for one share of the filed count.
 *
 * A count and a close are on one basis only if something shows it: the listing's capitalisation over its close is the
 * number of shares of that day. If that is the filed count, nothing was split in between. If it is a multiple of it,
 * the listing agreed with the count before, and its price fell by the same factor, the shares were split. If it is the
 * same multiple or fraction on the day of the count, the ticker of a foreign filer is that of a depositary share.
 * Otherwise the factor is an interval that holds both bases. Where no capitalisation is known the amount stays on the basis of the
 * count's own date, which the answer names.
 *
 * No look-ahead: closes after `asOf` and reports filed later are not read.
 */
export function shareBasisOf(facts: ShareFacts): ShareBasis {
  const { symbol, quotes, asOf } = facts;
  const quote = isCommonStock(symbol) ? quoteAt(quotes, asOf) : null;
  if (quote === null) return withoutClose(facts);
  return isListed(quote) ? byListing(facts, quote) : byClose(facts, quote);
}

function byListing(facts: ShareFacts, quote: ListedQuote): ShareBasis {
  const { count, quotes, openSplits, asOf } = facts;
  const shares = count.fact.value;
  const since = addDays(count.fact.end, -DAYS_BEFORE_COUNT);
  const listed = quotes.filter(isListed).filter(({ date }) => date >= since && date <= quote.date);
  if (agrees(quote, shares)) {
    const jump = jumpIn(listed, shares);
    if (jump !== null) return unclear(facts, 'price_jump', spanOf([jump.factor]), jump.quotes);
    if (quote.date < asOf && openSplits.length > 0) return splitFiled(facts, quote.date, [quote]);
    return known(facts, { status: 'listed', date: quote.date, factor: 1, quotes: [quote] });
  }
  const split = splitIn(listed, quote, shares);
  if (split !== null) {
    const { factor } = split;
    const stated = openSplits.filter(({ fact }) => factorsOf(fact.value).includes(factor));
    const quoted = split.after === quote ? [split.before, quote] : [split.before, split.after, quote];
    return known(facts, { status: 'split', date: quote.date, factor, quotes: quoted, stated });
  }
  for (const entry of openSplits) {
    const factor = factorsOf(entry.fact.value).find((one) => agrees(quote, multiply(shares, one)));
    if (factor === undefined) continue;
    return known(facts, { status: 'split', date: quote.date, factor, quotes: [quote], stated: [entry] });
  }
  const depositary = mayBeDepositary(count.report.form) ? depositaryShares(facts, listed, quote) : null;
  if (depositary !== null) return known(facts, { status: 'depositary', date: quote.date, ...depositary });
  return unclear(facts, 'counts_differ', spanOf([sharesOf(quote) / shares]), [quote]);
}

/** Closes alone: a large move of the price may be a split, and a smaller one shows nothing. */
function byClose(facts: ShareFacts, quote: MarketQuote): ShareBasis {
  const { count, quotes } = facts;
  const atCount = quotes.findLast(({ date }) => date <= count.fact.end);
  const fall = atCount === undefined ? 1 : atCount.close / quote.close;
  if (atCount !== undefined && isMoved(fall, MARKET_MOVE)) {
    const furthest = fall > 1 ? fall * MARKET_MOVE : fall / MARKET_MOVE;
    return unclear(facts, 'price_jump', spanOf([furthest]), [atCount, quote]);
  }
  return withoutClose(facts);
}

function withoutClose(facts: ShareFacts): ShareBasis {
  const { count, openSplits } = facts;
  const { end } = count.fact;
  if (openSplits.length > 0) return splitFiled(facts, end, []);
  return known(facts, { status: 'counted', date: end, factor: 1, quotes: [] });
}

function splitFiled(facts: ShareFacts, date: CalendarDate, quotes: readonly MarketQuote[]): ShareBasis {
  const span = spanOf(facts.openSplits.flatMap(({ fact }) => factorsOf(fact.value)));
  return { ...unclear(facts, 'split_filed', span, quotes), date, splits: idsOf(facts.openSplits) };
}

/** The last close on the old basis and the first on the new one, where the listing itself shows a split. */
function splitIn(listed: readonly ListedQuote[], quote: ListedQuote, shares: number) {
  const last = listed.findLastIndex((earlier) => agrees(earlier, shares));
  const before = listed[last];
  if (before === undefined) return null;
  for (const after of listed.slice(last + 1)) {
    const factor = splitFactor(sharesOf(after) / sharesOf(before));
    const isSoon = daysBetween(before.date, after.date) <= DAYS_ACROSS_SPLIT;
    if (factor === null || !isSoon || !agrees(quote, multiply(shares, factor))) return null;
    if (!isMoved(before.close / after.close / factor, MARKET_MOVE)) return { before, after, factor };
  }
  return null;
}

/**
 * Depositary shares for one share of the count, where the listing has a whole number of the one for the other, and had
 * the same on the day of the count: a split or an issue of shares since then would have changed it.
 */
function depositaryShares({ count }: ShareFacts, listed: readonly ListedQuote[], quote: ListedQuote) {
  const shares = count.fact.value;
  const factor = splitFactor(sharesOf(quote) / shares);
  const then = listed.findLast(({ date }) => date <= count.fact.end);
  if (factor === null || then === undefined || splitFactor(sharesOf(then) / shares) !== factor) return null;
  return { factor, quotes: then === quote ? [quote] : [then, quote] };
}

/** Two closes in sequence between which the price jumps while the listing keeps the count: it may be of before a split. */
function jumpIn(listed: readonly ListedQuote[], shares: number) {
  for (const [index, after] of listed.entries()) {
    const before = listed[index - 1];
    if (before === undefined || !agrees(before, shares) || !agrees(after, shares)) continue;
    const fall = before.close / after.close;
    if (daysBetween(before.date, after.date) <= DAYS_BEFORE_COUNT && isMoved(fall, PRICE_JUMP)) {
      return { factor: fall > 1 ? fall * MARKET_MOVE : fall / MARKET_MOVE, quotes: [before, after] };
    }
  }
  return null;
}

interface KnownBasis {
  readonly status: 'listed' | 'split' | 'depositary' | 'counted';
  readonly date: CalendarDate;
  readonly factor: number;
  readonly quotes: readonly MarketQuote[];
  readonly stated?: readonly LedgerEntry[];
}

function known({ count }: ShareFacts, { status, date, factor, quotes, stated = [] }: KnownBasis): ShareBasis {
  return {
    status,
    why: null,
    date,
    counted: count.fact.end,
    factor_low: factor,
    factor_high: factor,
    splits: idsOf(stated),
    quotes: quotes.map(listing),
  };
}

function unclear(
  { count }: ShareFacts,
  why: UnclearShareBasis,
  [low, high]: readonly [number, number],
  quotes: readonly MarketQuote[],
): ShareBasis {
  const date = quotes.at(-1)?.date ?? count.fact.end;
  return {
    status: 'unclear',
    why,
    date,
    counted: count.fact.end,
    factor_low: low,
    factor_high: high,
    splits: [],
    quotes: quotes.map(listing),
  };
}

function listing({ date, close, marketCap, source }: MarketQuote): ShareBasis['quotes'][number] {
  return { date, close, market_cap: marketCap, source };
}

/** The interval of factors that holds no split at all, and each of these. */
function spanOf(factors: readonly number[]): readonly [number, number] {
  return [rounded(Math.min(1, ...factors)), rounded(Math.max(1, ...factors))];
}

function isListed(quote: MarketQuote): quote is ListedQuote {
  return quote.marketCap !== null && quote.marketCap > 0 && quote.close > 0;
}

function sharesOf({ marketCap, close }: ListedQuote): number {
  return marketCap / close;
}

/** Whether close x shares is within a tenth of the listing's own capitalisation. */
function agrees({ marketCap, close }: ListedQuote, shares: number): boolean {
  const apart = Math.abs(subtract(marketCap, multiply(close, shares)));
  return compareQuotient(apart, marketCap, COUNT_TOLERANCE) <= 0;
}

function isMoved(factor: number, limit: number): boolean {
  return factor > limit || factor < 1 / limit;
}

function idsOf(entries: readonly LedgerEntry[]): readonly string[] {
  return entries.map(({ id }) => id);
}
