import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@common/base/result';
import type { CompanyFacts, MarketQuote } from '@screener/engine/facts';
import type { RuleSet, RuleSetId } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { screen } from '@screener/engine/screen';
import type { Screening } from '@screener/engine/screening';
import { ratesOf, readSnapshot } from '@screener/service/use-cases/read-snapshot';
import { worded } from '@screener/words/answer';

const snapshot = unwrap(await readSnapshot(fileURLToPath(new URL('../../data/snapshot', import.meta.url))));
const rates = ratesOf(snapshot);
export const companies = new Map(snapshot.companies.map((company) => [company.cik, company]));
/** Holdings of VOO, whose report gives no tickers, and of SPUS. */
export const { fundReports } = snapshot;
/** Those whose company has facts. */
export const tickers = snapshot.tickers.filter((ticker) => companies.has(ticker.cik));

export interface Request {
  readonly symbol: string;
  readonly asOf: string;
  /** The day on which it is asked; by default `asOf`. */
  readonly today?: string;
  readonly rules?: RuleSetId | RuleSet;
  readonly yieldBound?: boolean;
  readonly factsOf?: (facts: CompanyFacts) => CompanyFacts;
  readonly quotesOf?: (quotes: readonly MarketQuote[]) => readonly MarketQuote[];
  readonly ratesOf?: (known: typeof rates) => typeof rates;
}

/** An answer as a client gets it: through JSON. */
export function answerTo({
  symbol,
  asOf,
  today = asOf,
  rules = 'current',
  yieldBound = true,
  factsOf = (facts) => facts,
  quotesOf = (quotes) => quotes,
  ratesOf: changed = (known) => known,
}: Request): Screening {
  const ticker = tickers.find((candidate) => candidate.symbol === symbol);
  const company = companies.get(ticker?.cik ?? '');
  assert.ok(ticker !== undefined && company !== undefined, `${symbol} is not in the snapshot`);
  const { facts, ...details } = company;
  const quotes = snapshot.quotes.get(symbol) ?? [];
  const screening = screen({
    profile: { ...details, symbol, exchange: ticker.exchange },
    facts: factsOf(facts),
    quotes: quotesOf(quotes),
    rates: changed(rates),
    asOf,
    today,
    factsThrough: asOf,
    rules: typeof rules === 'string' ? RULE_SETS[rules] : rules,
    options: { yieldBound },
  });
  return JSON.parse(JSON.stringify(worded(screening)));
}

/**
 * Before the first report, at some filings from the first to the last, at the snapshot's date, and after the newest
 * report is stale.
 */
export function datesOf(cik: string, filings: number): readonly string[] {
  const filed = [...new Set(companies.get(cik)?.facts.reports.map((report) => report.filed) ?? [])];
  const step = Math.max(1, (filed.length - 1) / (filings - 1));
  const some = filed.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return [...new Set(['2009-01-01', ...some, ...filed.slice(-2), snapshot.asOf, '2030-06-30'])];
}

/** Prices from a source that gives no capitalisations. */
export const withoutCaps = (quotes: readonly MarketQuote[]) =>
  quotes.map((quote) => ({ ...quote, marketCap: null }));
