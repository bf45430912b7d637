import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { multiply } from '@common/base/exact';
import { ok, type Result } from '@common/base/result';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { filingUrl } from '@screener/engine/source-url';
import { type Span, type Zakat, type ZakatYear, zakatOf } from '@screener/engine/zakat/zakat';
import { type ZakatableAssets, zakatableAssets } from '@screener/engine/zakat/zakatable-assets';
import { type HoldingsRefusal, readHoldings } from '@screener/sources/holdings/read-holdings';
import { type LineApart, type MatchedHolding, matchHoldings } from '../portfolio/match-holdings.ts';
import { closesOf, type Valued, valueIn } from '../portfolio/value-holding.ts';
import type { Search } from '../search/search.ts';
import { inputOf, loadSubject } from '../use-cases/compute-screening.ts';
import { screenBatch } from '../use-cases/screen-batch.ts';
import { type ScreenDeps, screenTicker } from '../use-cases/screen-ticker.ts';

export interface ZakatDeps extends ScreenDeps {
  readonly search: Search;
  readonly onFailure: (error: unknown, symbol: string) => void;
}

export interface AskedZakat {
  /** Holdings to trade and for income, as text; empty for none. */
  readonly trade: string;
  readonly income: string;
  /** Dollars for a gram of gold. */
  readonly goldPrice: number;
  readonly year: ZakatYear;
  /** Other wealth that counts, in dollars. */
  readonly other: number;
  /** Whether a company’s interest-bearing securities count too. */
  readonly withSecurities: boolean;
}

export type ZakatPurpose = 'trade' | 'income';

export interface ZakatHolding {
  readonly symbol: string;
  readonly name: string | null;
  readonly purpose: ZakatPurpose;
  readonly quantity: number | null;
  /** To trade: its value, and where that comes from. */
  readonly valued: Valued | null;
  /** For income: the balance sheet; null without one. */
  readonly assets: ZakatableAssets | null;
  readonly sourceUrl: string | null;
  /** What counts of it, in dollars; null where that is not known. */
  readonly counts: Span | null;
}

export interface ZakatAnswer extends Zakat {
  readonly holdings: readonly ZakatHolding[];
  readonly apart: readonly LineApart[];
  readonly unread: readonly { readonly line: number; readonly text: string }[];
  readonly asOf: CalendarDate;
}

const LIMIT_MS = 20_000;
const DOLLARS = 'USD';

/** Adds up what counts of shares held to trade and for income, and works out the zakat of it. */
export async function assessZakat(
  deps: ZakatDeps,
  asked: AskedZakat,
): Promise<Result<ZakatAnswer, HoldingsRefusal>> {
  const holdings: ZakatHolding[] = [];
  const apart: LineApart[] = [];
  const unread: ZakatAnswer['unread'][number][] = [];
  for (const purpose of ['trade', 'income'] as const) {
    if (asked[purpose].trim() === '') continue;
    const read = readHoldings(asked[purpose]);
    if (!read.ok) return read;
    const matched = await matchHoldings(deps.search, read.value.lines);
    const found = await countAll(deps, matched.holdings, purpose, asked.withSecurities);
    holdings.push(...found);
    apart.push(...matched.apart);
    unread.push(...read.value.unread);
  }
  const parts = [...holdings.flatMap(({ counts }) => counts ?? []), { low: asked.other, high: asked.other }];
  const zakat = zakatOf(parts, asked.goldPrice, asked.year);
  return ok({ ...zakat, holdings, apart, unread, asOf: dateOfInstant(deps.clock()) });
}

async function countAll(
  deps: ZakatDeps,
  matched: readonly MatchedHolding[],
  purpose: ZakatPurpose,
  withSecurities: boolean,
): Promise<readonly ZakatHolding[]> {
  const bySymbol = new Map(matched.map((one) => [one.symbol, one]));
  const results = await screenBatch(
    {
      async screen(request) {
        const holding = bySymbol.get(request.symbol);
        if (holding === undefined) return ok(null);
        if (purpose === 'trade') return ok(await atMarket(deps, holding));
        const screened = await screenTicker(deps, request);
        return screened.ok ? ok(await byBalance(deps, holding, screened.value, withSecurities)) : screened;
      },
      clock: deps.clock,
      batchLimitMs: LIMIT_MS,
      onFailure: deps.onFailure,
      chosen: null,
    },
    matched.map(({ symbol }) => symbol),
  );
  return matched.map((holding, index) => {
    const result = results[index];
    return (result !== undefined && 'answer' in result ? result.answer : null) ?? unknown(holding, purpose);
  });
}

function unknown({ symbol, name, quantity }: MatchedHolding, purpose: ZakatPurpose): ZakatHolding {
  return { symbol, name, purpose, quantity, valued: null, assets: null, sourceUrl: null, counts: null };
}

async function atMarket(deps: ZakatDeps, holding: MatchedHolding): Promise<ZakatHolding> {
  const valued = valueIn(holding, await closesOf(deps, holding.symbol));
  const { value } = valued;
  return {
    ...unknown(holding, 'trade'),
    valued,
    counts: value === null ? null : { low: value, high: value },
  };
}

async function byBalance(
  deps: ZakatDeps,
  holding: MatchedHolding,
  { as_of: asOf, today }: { readonly as_of: CalendarDate; readonly today: CalendarDate },
  withSecurities: boolean,
): Promise<ZakatHolding> {
  const none = unknown(holding, 'income');
  const listing = await deps.store.findListing(holding.symbol);
  if (listing === null) return none;
  const subject = await loadSubject(deps.store, listing);
  const input = inputOf(subject, { asOf, today }, RULE_SETS.current, deps.options);
  const assets = zakatableAssets(input, withSecurities);
  if (assets === null) return none;
  const { quantity } = holding;
  const isCounted = quantity !== null && assets.report.currency === DOLLARS;
  const { low, high } = assets.perShare;
  return {
    ...none,
    assets,
    sourceUrl: filingUrl(listing.cik, assets.report.accession),
    counts: isCounted
      ? { low: multiply(quantity, low), high: high === null ? null : multiply(quantity, high) }
      : null,
  };
}
