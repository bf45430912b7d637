import { type CalendarDate, dateOfInstant, isCalendarDate } from '@common/base/calendar';
import { multiply, quotient } from '@common/base/exact';
import { ok, type Result } from '@common/base/result';
import { trustOf } from '@screener/engine/funds/trusts';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { filingUrl } from '@screener/engine/source-url';
import { type Span, ZAKAT_RATES, type ZakatYear, zakatOf } from '@screener/engine/zakat/zakat';
import { type ZakatableAssets, zakatableAssets } from '@screener/engine/zakat/zakatable-assets';
import {
  HELD_FOR,
  type HeldFor,
  type HeldLine,
  type HoldingsRefusal,
  MOST_HOLDINGS,
  readHoldings,
} from '@screener/sources/holdings/read-holdings';
import { ZAKAT_IN_WORDS } from '@screener/words/zakat';
import { apartOf } from '../portfolio/line-apart.ts';
import { type LineApart, type MatchedHolding, matchHoldings, sumOf } from '../portfolio/match-holdings.ts';
import { type Standing, standingOf } from '../portfolio/standing.ts';
import { closeOf, valueIn } from '../portfolio/value-holding.ts';
import type { Search } from '../search/search.ts';
import { inputOf, loadSubject } from '../use-cases/compute-screening.ts';
import { screenBatch } from '../use-cases/screen-batch.ts';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '../use-cases/screen-ticker.ts';
import type { Balance, Zakat, ZakatHolding } from './zakat.ts';

export interface ZakatDeps extends ScreenDeps {
  readonly search: Search;
  readonly onFailure: (error: unknown, symbol: string) => void;
}

export const GOLD_UNITS = ['gram', 'ounce'] as const;

interface AskedZakat {
  /** Why lines that do not say so are held. */
  readonly heldFor: HeldFor;
  /** US dollars for `goldUnit` of gold of 24 carats. */
  readonly goldPrice: number;
  readonly goldUnit: (typeof GOLD_UNITS)[number];
  readonly year: ZakatYear;
  /** Other wealth that counts, in US dollars. */
  readonly other: number;
  /** Whether short-term securities of a company count with its cash. */
  readonly securities: boolean;
}

const LIMIT_MS = 20_000;
/** What a whole list takes while it is counted and sent. */
export const ZAKAT_BYTES = MOST_HOLDINGS * 8_192;
const DOLLARS = 'USD';
const DECIMALS = 6;
/** The ounce in which gold is priced, the troy ounce. */
const GRAMS_AN_OUNCE = 31.1034768;

/** One holding, held for one reason. */
interface Purposed {
  readonly holding: MatchedHolding;
  readonly heldFor: HeldFor;
}

/** Adds up what counts of shares held to trade and for income, and works out the zakat of it. */
export async function assessZakat(
  deps: ZakatDeps,
  text: string,
  asked: AskedZakat,
): Promise<Result<Zakat, HoldingsRefusal>> {
  const read = readHoldings(text);
  if (!read.ok) return read;
  const today = dateOfInstant(deps.clock());
  const { held, sold, notYet, unclear } = byStanding(read.value.lines, today);
  const { holdings: matched, apart: kept } = await matchHoldings(deps.search, held);
  const purposed = matched.flatMap((one) => byPurpose(one, asked.heldFor));
  const holdings = await countAll(deps, purposed, asked.securities);
  const cash = sumOf(kept.filter(isDollarCash).map(({ line }) => line.value)) ?? 0;
  const apart = kept.filter((one) => !isDollarCash(one));
  const unread = [...read.value.unread, ...unclear];
  const parts = [
    ...holdings.map(countedOf),
    ...[cash, asked.other].map((value) => ({ low: value, high: value })),
    ...[...apart, ...unread].map(() => null),
  ];
  const goldPrice =
    asked.goldUnit === 'gram' ? asked.goldPrice : quotient([asked.goldPrice], [GRAMS_AN_OUNCE]);
  const { base, nisab, reaches, due } = zakatOf(parts, goldPrice, asked.year);
  return ok({
    year: asked.year,
    rate_pct: multiply(100, ZAKAT_RATES[asked.year]),
    gold_price: toDecimals(goldPrice),
    nisab: toDecimals(nisab),
    securities: asked.securities,
    other: asked.other,
    cash,
    base_low: base.low,
    base_high: base.high,
    reaches,
    due_low: toDecimals(due.low),
    due_high: due.high === null ? null : toDecimals(due.high),
    left_out: [
      ...holdings.filter(({ state }) => state !== 'counted').map(({ symbol }) => symbol),
      ...apart.map(({ line }) => line.asked),
      ...unread.map((one) => one.text),
    ],
    holdings: holdings.sort((a, b) => (b.counts_high ?? -1) - (a.counts_high ?? -1)),
    apart: apart.map(apartOf),
    sold,
    not_yet_held: notYet,
    unread,
    as_of: today,
    note: ZAKAT_IN_WORDS,
  });
}

/** Of a day that is none, and of a reason that is none, it is not known what they say. */
function byStanding(lines: readonly HeldLine[], today: CalendarDate) {
  const told = (which: readonly HeldLine[], what: (line: HeldLine) => string) =>
    which.map((line) => ({ line: line.line, text: `${line.asked}: ${what(line)}` }));
  const standings = Map.groupBy(lines, (line) =>
    unclearIn(line) === null ? standingOf(line, today) : 'unclear',
  );
  const of = (standing: Standing) => standings.get(standing) ?? [];
  return {
    held: of('held'),
    sold: told(of('sold'), ({ sold }) => `sold ${sold}`),
    notYet: told(of('bought_later'), ({ bought }) => `bought ${bought}`),
    unclear: told(of('unclear'), (line) => unclearIn(line) ?? ''),
  };
}

/** What a line says that says nothing, in its words; null if there is nothing of the kind. */
function unclearIn({ bought, sold, heldFor }: HeldLine): string | null {
  if (sold !== null && !isCalendarDate(sold)) return `sold ${sold}`;
  if (bought !== null && !isCalendarDate(bought)) return `bought ${bought}`;
  return heldFor === null || HELD_FOR.some((one) => one === heldFor) ? null : `held for ${heldFor}`;
}

/** Lines of one security may be held for different reasons. */
function byPurpose(holding: MatchedHolding, otherwise: HeldFor): readonly Purposed[] {
  return HELD_FOR.flatMap((heldFor) => {
    const lines = holding.lines.filter((line) => (line.heldFor ?? otherwise) === heldFor);
    if (lines.length === 0) return [];
    return [{ heldFor, holding: { ...holding, lines, quantity: sumOf(lines.map((line) => line.quantity)) } }];
  });
}

function isDollarCash({ kind, line }: LineApart): boolean {
  return (
    kind === 'cash' &&
    line.value !== null &&
    (line.currency ?? DOLLARS) === DOLLARS &&
    Number(line.value) >= 0
  );
}

function countedOf({ counts_low: low, counts_high: high }: ZakatHolding): Span | null {
  return low === null || high === null ? null : { low, high };
}

async function countAll(
  deps: ZakatDeps,
  purposed: readonly Purposed[],
  securities: boolean,
): Promise<ZakatHolding[]> {
  const bySymbol = Map.groupBy(purposed, ({ holding }) => holding.symbol);
  const results = await screenBatch<readonly ZakatHolding[]>(
    {
      async screen(request) {
        const counted: ZakatHolding[] = [];
        for (const one of bySymbol.get(request.symbol) ?? []) {
          if (one.heldFor === 'trade') {
            counted.push(await atMarket(deps, one));
            continue;
          }
          const screened = await screenTicker(deps, request);
          if (!screened.ok) return screened;
          counted.push(await byBalance(deps, one, screened.value, securities));
        }
        return ok(counted);
      },
      clock: deps.clock,
      batchLimitMs: LIMIT_MS,
      onFailure: deps.onFailure,
      chosen: null,
    },
    [...bySymbol.keys()],
  );
  return [...bySymbol.values()].flatMap((ofSymbol, index) => {
    const result = results[index];
    if (result !== undefined && 'answer' in result) return result.answer;
    const problem = result?.error.message ?? null;
    return ofSymbol.map((one) => ({ ...notCounted(one, 'not_screened'), problem }));
  });
}

function notCounted(
  { holding: { symbol, name, quantity }, heldFor }: Purposed,
  state: ZakatHolding['state'],
): ZakatHolding {
  return {
    symbol,
    name,
    held_for: heldFor,
    state,
    problem: null,
    shares: quantity,
    value: null,
    value_from: null,
    close_date: null,
    balance: null,
    counts_low: null,
    counts_high: null,
  };
}

function hasEnded({ search }: ZakatDeps, { holding }: Purposed): boolean {
  return search.formerOf(holding.symbol) !== null;
}

async function atMarket(deps: ZakatDeps, one: Purposed): Promise<ZakatHolding> {
  const close = await closeOf(deps, one.holding.symbol);
  const valued = valueIn(one.holding, close);
  const { value } = valued;
  const without = hasEnded(deps, one) ? 'not_listed' : close === null ? 'no_value' : 'no_measure';
  return {
    ...notCounted(one, value === null ? without : 'counted'),
    ...valued,
    counts_low: value,
    counts_high: value,
  };
}

async function byBalance(
  deps: ZakatDeps,
  one: Purposed,
  answer: ScreenAnswer,
  securities: boolean,
): Promise<ZakatHolding> {
  const { symbol, lines, quantity } = one.holding;
  if (hasEnded(deps, one)) return notCounted(one, 'not_listed');
  const listing = await deps.store.findListing(symbol);
  if (listing === null || trustOf(listing) !== null) return notCounted(one, 'fund');
  const subject = await loadSubject(deps.store, listing);
  // As of today, so that a report counts no longer than for 18 months.
  const { today } = answer;
  const input = inputOf(subject, { asOf: today, today }, RULE_SETS.current, deps.options);
  const assets = zakatableAssets(input, securities);
  if (assets === null) return notCounted(one, 'no_balance');
  const balance = balanceOf(assets, listing.cik, answer.stale !== null);
  const isCounted = quantity !== null && lines.every((line) => line.quantity !== null);
  const { low, high } = assets.perShare;
  const state =
    assets.report.currency !== DOLLARS
      ? 'other_currency'
      : high === null
        ? 'not_bounded'
        : isCounted
          ? 'counted'
          : 'no_shares';
  if (state !== 'counted' || high === null || quantity === null)
    return { ...notCounted(one, state), balance };
  return {
    ...notCounted(one, state),
    balance,
    counts_low: toDecimals(multiply(quantity, low)),
    counts_high: toDecimals(multiply(quantity, high)),
  };
}

function balanceOf(assets: ZakatableAssets, cik: string, stale: boolean): Balance {
  const { report, cash, receivables, inventories, total, basis, perShare } = assets;
  return {
    report: {
      form: report.form,
      period_end: report.periodEnd,
      filed: report.filed,
      accession: report.accession,
      source_url: filingUrl(cik, report.accession),
    },
    stale,
    currency: report.currency,
    tags: assets.tags,
    cash_low: cash.low,
    cash_high: cash.high,
    receivables_low: receivables.low,
    receivables_high: receivables.high,
    inventories_low: inventories.low,
    inventories_high: inventories.high,
    total_low: total.low,
    total_high: total.high,
    shares_outstanding: assets.shares,
    factor_low: basis.factor_low,
    factor_high: basis.factor_high,
    per_share_low: toDecimals(perShare.low),
    per_share_high: perShare.high === null ? null : toDecimals(perShare.high),
  };
}

function toDecimals(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
