import type { Ends } from './audit-amounts.ts';
import { auditQuotient } from './audit-methodologies.ts';
import { type CaseFile, roleName } from './case-file.ts';
import { daysBetween } from './dates.ts';
import {
  absolute,
  compare,
  decimal,
  divide,
  type Fraction,
  fractionOf,
  multiply,
  ONE,
  subtract,
  ZERO,
} from './fraction.ts';

const SHARE_COUNTS = ['cover_page_shares', 'balance_sheet_shares'];
const TENTH = decimal('0.1');
const MARKET_MOVE = decimal('1.8');
const PRICE_JUMP = decimal('3');
const DAYS_ACROSS_SPLIT = 92;
const SPLIT_TOLERANCE = decimal('0.02');
const SPLIT_DISTANCE = decimal('0.25');
const THREE_FOR_TWO = decimal('1.5');

type Basis = NonNullable<CaseFile['answer']['purification']['share_basis']>;
type Quote = Basis['quotes'][number];
const PATH = 'purification.share_basis';

/** Audits the amounts per share: their share count, the basis of that count, and the quotients. */
export function auditAmountsPerShare(
  caseFile: CaseFile,
  interest: Ends,
  income: Fraction | null,
  isKnown: boolean,
): void {
  const { answer, audit } = caseFile;
  const said = answer.purification;
  const count = auditShares(caseFile);
  const basis = said.share_basis;
  const hasCount = count !== null && compare(count, ZERO) > 0;
  audit.holds(PATH, basis?.status ?? null, (basis !== null) === hasCount, 'a basis where there is a count');
  if (basis === null || count === null || !hasCount) {
    for (const name of ['amount_per_share', 'amount_per_share_low', 'amount_per_share_high'] as const) {
      audit.same(`purification.${name}`, said[name], null);
    }
    return;
  }
  auditBasis(caseFile, basis, count);
  const [fewest, most] = [basis.factor_low, basis.factor_high].map((factor) =>
    multiply(count, fractionOf(factor)),
  );
  if (fewest === undefined || most === undefined) return;
  const each = (value: Fraction | null, shares: Fraction) =>
    value === null || !isKnown ? null : divide(value, shares);
  const single = basis.factor_low === basis.factor_high ? each(income, most) : null;
  auditQuotient(caseFile, 'purification.amount_per_share', said.amount_per_share, single);
  auditQuotient(
    caseFile,
    'purification.amount_per_share_low',
    said.amount_per_share_low,
    each(interest.low, most),
  );
  auditQuotient(
    caseFile,
    'purification.amount_per_share_high',
    said.amount_per_share_high,
    each(interest.high, fewest),
  );
}

function auditShares(caseFile: CaseFile): Fraction | null {
  const { answer, audit, evidence } = caseFile;
  const { shares, shares_evidence: id } = answer.purification;
  if (id === null) {
    audit.same('purification.shares', shares, null);
    return null;
  }
  const entry = evidence.get(id);
  const isCount = entry !== undefined && SHARE_COUNTS.includes(roleName(caseFile, id));
  audit.holds('purification.shares_evidence', id, isCount, 'evidence of a count of shares');
  audit.same('purification.shares', shares, entry?.value ?? null);
  return entry === undefined ? null : fractionOf(entry.value);
}

/** Recomputes from the closes and the filed splits that the answer shows which basis they allow. */
function auditBasis(caseFile: CaseFile, basis: Basis, count: Fraction): void {
  const { answer, audit, evidence } = caseFile;
  const { status, why, date, counted, quotes, splits, factor_low: low, factor_high: high } = basis;
  const entry = evidence.get(answer.purification.shares_evidence ?? '');
  audit.same(`${PATH}.counted`, counted, entry?.period_end ?? null);
  audit.same(`${PATH}.date`, date, quotes.at(-1)?.date ?? counted);
  audit.holds(
    `${PATH}.why`,
    why,
    (why !== null) === (status === 'unclear'),
    'a reason where the basis is unclear',
  );
  const isOrdered = quotes.every((quote, index) => quote.date > (quotes[index - 1]?.date ?? ''));
  audit.holds(`${PATH}.quotes`, quotes.length, isOrdered, 'oldest first, each day once');
  const isPast = quotes.every((quote) => quote.date <= answer.as_of);
  audit.holds(`${PATH}.quotes`, date, isPast, `not after ${answer.as_of}: no look-ahead`);
  audit.holds(
    `${PATH}.splits`,
    splits,
    splits.every((id) => roleName(caseFile, id) === 'split_ratio'),
    'evidence of splits',
  );
  auditSameClose(caseFile, basis);
  const isForeign = /^(20-F|40-F|6-K)/.test(entry?.form ?? '');
  audit.holds(`${PATH}.status`, status, status !== 'depositary' || isForeign, 'of a foreign private issuer');
  const rule = status === 'unclear' ? DOUBTS[why ?? 'counts_differ'] : STATUSES[status];
  const isSo = rule({
    basis,
    count,
    quotes,
    factors: factorsOf(caseFile, splits),
    low: fractionOf(low),
    high: fractionOf(high),
  });
  audit.holds(
    PATH,
    { status, why, factor_low: low, factor_high: high },
    isSo,
    'what its closes and splits show',
  );
}

/** The close that the basis rests on is the one that the answer values the company by. */
function auditSameClose({ answer, audit }: CaseFile, { status, quotes }: Basis): void {
  const { id, figure, value, close, date } = answer.market_data;
  if (id === null) return;
  const isListed = figure === 'market_cap';
  audit.holds(
    `${PATH}.status`,
    status,
    status !== 'counted' || !isListed,
    'compared with the capitalisation',
  );
  const newest = quotes.at(-1);
  if (newest === undefined || newest.date !== date) {
    const rule = 'the close of market_data, or those of a jump before it';
    audit.holds(`${PATH}.quotes`, newest?.date ?? null, !isListed || status === 'unclear', rule);
    return;
  }
  audit.same(`${PATH}.quotes`, newest.close, close);
  audit.same(`${PATH}.quotes`, newest.source, answer.market_data.source);
  if (isListed) audit.same(`${PATH}.quotes`, newest.market_cap, value);
}

interface Shown {
  readonly basis: Basis;
  readonly count: Fraction;
  readonly quotes: readonly Quote[];
  /** What the filed ratios may stand for: each, and one divided by it. */
  readonly factors: readonly Fraction[];
  readonly low: Fraction;
  readonly high: Fraction;
}

type Rule = (shown: Shown) => boolean;

const STATUSES: Readonly<Record<Exclude<Basis['status'], 'unclear'>, Rule>> = {
  listed: ({ quotes, count, low, high }) =>
    quotes.length === 1 && quotes.every((quote) => agrees(quote, count)) && isOne(low) && isOne(high),
  split: (shown) => isShownByListing(shown) || isShownByFiling(shown),
  depositary: ({ basis, quotes, count, low, high }) => {
    const [then] = quotes;
    const isThen = then !== undefined && then.date <= basis.counted;
    const isEach = quotes.every((quote) => isSplit(divide(sharesOf(quote), count), low));
    return quotes.length <= 2 && isThen && isEach && compare(low, high) === 0;
  },
  counted: ({ quotes, low, high }) => quotes.length === 0 && isOne(low) && isOne(high),
};

const DOUBTS: Readonly<Record<NonNullable<Basis['why']>, Rule>> = {
  split_filed: ({ factors, low, high }) => factors.length > 0 && isSpan(low, high, factors),
  price_jump: ({ quotes: [before, after], count, low, high }) => {
    if (before === undefined || after === undefined) return false;
    const fall = divide(fractionOf(before.close), fractionOf(after.close));
    const isListed = before.market_cap !== null && after.market_cap !== null;
    if (isListed && !(agrees(before, count) && agrees(after, count))) return false;
    const isRise = compare(fall, ONE) < 0;
    const furthest = isRise ? divide(fall, MARKET_MOVE) : multiply(fall, MARKET_MOVE);
    return isMoved(fall, isListed ? PRICE_JUMP : MARKET_MOVE) && isSpan(low, high, [furthest]);
  },
  counts_differ: ({ quotes: [quote], count, low, high }) =>
    quote !== undefined &&
    quote.market_cap !== null &&
    !agrees(quote, count) &&
    isSpan(low, high, [divide(sharesOf(quote), count)]),
};

/** The listing agreed with the count before, has a multiple of it now, and the price fell by the same factor. */
function isShownByListing({ quotes, count, low, high }: Shown): boolean {
  const [before, after] = quotes;
  const now = quotes.at(-1);
  if (before === undefined || after === undefined || now === undefined || compare(low, high) !== 0)
    return false;
  const grown = divide(sharesOf(after), sharesOf(before));
  const fall = divide(fractionOf(before.close), fractionOf(after.close));
  return (
    agrees(before, count) &&
    daysBetween(before.date, after.date) <= DAYS_ACROSS_SPLIT &&
    isSplit(grown, low) &&
    agrees(now, multiply(count, low)) &&
    !isMoved(divide(fall, low), MARKET_MOVE)
  );
}

function isShownByFiling({ quotes, count, factors, low, high }: Shown): boolean {
  const now = quotes.at(-1);
  const isFiled = factors.some((factor) => isSame(factor, low));
  return now !== undefined && isFiled && compare(low, high) === 0 && agrees(now, multiply(count, low));
}

/** Whether a change of a number of shares is a split by this factor: whole, one divided by whole, or three for two. */
function isSplit(change: Fraction, factor: Fraction): boolean {
  const isReverse = compare(factor, ONE) < 0;
  const [from, to] = isReverse ? [divide(ONE, change), divide(ONE, factor)] : [change, factor];
  if (to.denominator === 0n) return false;
  const whole = fractionOf(Math.round(Number(to.numerator / to.denominator) + remainder(to)));
  const isWhole = isSame(whole, to) && compare(whole, ONE) > 0;
  if (!isWhole && !(compare(to, THREE_FOR_TWO) === 0 && !isReverse)) return false;
  const apart = absolute(subtract(from, to));
  return compare(apart, multiply(SPLIT_TOLERANCE, to)) <= 0 && compare(apart, SPLIT_DISTANCE) <= 0;
}

function remainder({ numerator, denominator }: Fraction): number {
  return Number(((numerator % denominator) * 1_000_000n) / denominator) / 1_000_000;
}

/** Whether two numbers print alike: one divided by thirty has no last digit. */
function isSame(a: Fraction, b: Fraction): boolean {
  return compare(absolute(subtract(a, b)), multiply(decimal('0.000001'), absolute(b))) <= 0;
}

function isSpan(low: Fraction, high: Fraction, factors: readonly Fraction[]): boolean {
  const all = [ONE, ...factors];
  const least = all.reduce((best, one) => (compare(one, best) < 0 ? one : best));
  const most = all.reduce((best, one) => (compare(one, best) > 0 ? one : best));
  // The ends are printed with six digits.
  const isNear = (a: Fraction, b: Fraction) =>
    compare(absolute(subtract(a, b)), multiply(decimal('0.00001'), b)) <= 0;
  return isNear(low, least) && isNear(high, most);
}

function factorsOf({ evidence }: CaseFile, splits: readonly string[]): readonly Fraction[] {
  return splits.flatMap((id) => {
    const value = evidence.get(id)?.value ?? 0;
    return value > 0 ? [fractionOf(value), divide(ONE, fractionOf(value))] : [];
  });
}

/** Whether close x shares is within a tenth of the capitalisation. */
function agrees({ close, market_cap: cap }: Quote, shares: Fraction): boolean {
  if (cap === null || cap <= 0) return false;
  const apart = absolute(subtract(fractionOf(cap), multiply(fractionOf(close), shares)));
  return compare(apart, multiply(TENTH, fractionOf(cap))) <= 0;
}

function sharesOf({ close, market_cap: cap }: Quote): Fraction {
  return divide(fractionOf(cap ?? 0), fractionOf(close));
}

function isMoved(factor: Fraction, limit: Fraction): boolean {
  return compare(factor, limit) > 0 || compare(factor, divide(ONE, limit)) < 0;
}

function isOne(factor: Fraction): boolean {
  return compare(factor, ONE) === 0;
}
