import { daysBetween } from '@common/base/calendar';
import { isCommonStock } from '@screener/engine/concepts/market-cap';
import { normaliseName } from '@screener/engine/names/normalise-name';
import type { TickerRow } from '@screener/sources/company-tickers';
import type { ListingSpan } from '@screener/sources/prices/listing-spans';
import type { FormerName, FormerSymbol } from '@screener/sources/snapshot/symbols';

interface Inputs {
  readonly spans: readonly ListingSpan[];
  /** The SEC's lists of tickers, newest first. */
  readonly lists: readonly (readonly TickerRow[])[];
  readonly formerNames: readonly FormerName[];
}

/** A symbol that follows another appears at the next month-end; of a month that is missing, at the one after. */
const LONGEST_GAP_DAYS = 70;

/** Securities of a company that are not its common stock: nobody looks for them by their old ticker. */
const NOT_COMMON =
  /warrant|\bunits?\b|\brights?\b|preferred|preference|\bnotes?\b|debenture|when.issued|\b1\/\d+|\d%|\bdue\b/i;

/** Where a listing's name of a security goes on after the company's. */
const SECURITY =
  / *(?:-|\b(?:class|series) [a-z]\b|\bcommon\b|\bordinary\b|\bamerican dep|\bdepositary\b|\bads\b|\bshares?\b|\bsponsored\b|\bsubordinate\b|\blimited partner).*$/i;

/** @example companyOf('Block Inc. Class A Common Stock') // 'Block Inc.' */
export function companyOf(security: string): string {
  const name = security.replace(SECURITY, '').trim();
  return name === '' ? security.trim() : name;
}

/**
 * Returns the tickers of common stock that the exchanges' listing has lost, and those that the SEC's newest list has
 * lost, ordered by ticker. The new ticker of the same shares is known where the listing names the same security under a
 * new ticker at the next month-end, or where the SEC's lists give the filer another first ticker.
 */
export function formerListings({ spans, lists, formerNames }: Inputs): readonly FormerSymbol[] {
  const [newest = [], ...older] = lists;
  const listedNow = new Set(newest.map(({ symbol }) => symbol));
  const lastDate = spans.reduce((latest, { last }) => (last > latest ? last : latest), '');
  const firstOf = Map.groupBy(spans, ({ name }) => normaliseName(name));
  const spanOf = new Map(spans.map((span) => [span.symbol, span]));
  const olderRow = new Map(older.flat().map((row) => [row.symbol, row]));
  const follows = successors(newest, older);
  const cikOfFormerName = new Map(formerNames.map(({ name, cik }) => [normaliseName(name), cik]));
  const tickersOf = Map.groupBy(newest, ({ cik }) => cik);

  const renamedTo = ({ symbol, name, last }: ListingSpan, cik: string | null): string | null => {
    const isNext = (other: string | undefined) => {
      const first = other === undefined ? undefined : spanOf.get(other)?.first;
      return first !== undefined && first > last && daysBetween(last, first) <= LONGEST_GAP_DAYS;
    };
    const same = (firstOf.get(normaliseName(name)) ?? []).find((span) => isNext(span.symbol));
    if (same !== undefined) return same.symbol;
    const filer = cik ?? cikOfFormerName.get(normaliseName(companyOf(name)));
    const next = tickersOf.get(filer ?? '')?.find((row) => isCommonStock(row.symbol) && isNext(row.symbol));
    return next?.symbol ?? follows.get(symbol) ?? null;
  };

  return spans
    .filter(({ symbol, last, name }) => {
      const isGone = last < lastDate && !listedNow.has(symbol);
      return isGone && isCommonStock(symbol) && !NOT_COMMON.test(name);
    })
    .map((span) => {
      const row = olderRow.get(span.symbol);
      const cik = row?.cik ?? null;
      const name = row?.name ?? companyOf(span.name);
      return { symbol: span.symbol, name, cik, lastListed: span.last, renamedTo: renamedTo(span, cik) };
    });
}

/** The new first ticker of each filer by its old one, where the old one is gone and the new one is new. */
function successors(
  newest: readonly TickerRow[],
  older: readonly (readonly TickerRow[])[],
): ReadonlyMap<string, string> {
  const before = older.flat();
  const known = new Set(before.map(({ symbol }) => symbol));
  const listed = new Set(newest.map(({ symbol }) => symbol));
  const firstNow = firstOfFiler(newest);
  return new Map(
    [...firstOfFiler(before)].flatMap(([cik, old]): readonly [string, string][] => {
      const now = firstNow.get(cik);
      return now === undefined || listed.has(old) || known.has(now) ? [] : [[old, now]];
    }),
  );
}

function firstOfFiler(rows: readonly TickerRow[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { cik, symbol } of rows) if (!first.has(cik)) first.set(cik, symbol);
  return first;
}
