import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyFacts, CompanyProfile, Fact, MarketQuote, Report } from '@screener/engine/facts';
import { fromRoot } from './repository.ts';

/**
 * The companies of the embedded snapshot. This package may not import the package that writes and reads the snapshot,
 * so the few lines that decode it are repeated here.
 */
export interface SnapshotCompany {
  readonly facts: CompanyFacts;
  readonly profile: CompanyProfile;
  readonly quotes: readonly MarketQuote[];
}

type EncodedReport = readonly [string, string, string, string, string | null, number];
type EncodedSeries = readonly [string, string, number[], number[], number[], number[]];

interface EncodedCompany {
  readonly v: number;
  readonly cik: string;
  readonly name: string;
  readonly dates: readonly string[];
  readonly reports: readonly EncodedReport[];
  readonly series: readonly EncodedSeries[];
}

let known: readonly SnapshotCompany[] | undefined;

/** Decoded once for all tests of a file. */
export function snapshotCompanies(): readonly SnapshotCompany[] {
  known ??= decodeSnapshot();
  return known;
}

function decodeSnapshot(): readonly SnapshotCompany[] {
  const folder = fromRoot('screener/data/snapshot');
  const sics = new Map(
    (JSON.parse(read(folder, 'companies.json')) as { cik: string; sic: string | null }[]).map(
      ({ cik, sic }) => [cik, sic],
    ),
  );
  const symbols = new Map(
    (JSON.parse(read(folder, 'tickers.json')) as [string, string][]).map(([symbol, cik]) => [cik, symbol]),
  );
  const quotes = readQuotes(read(folder, 'quotes.csv'));
  const files = readdirSync(join(folder, 'facts')).sort();
  return files.map((file) => {
    const facts = decode(JSON.parse(read(folder, join('facts', file))) as EncodedCompany);
    const symbol = symbols.get(facts.cik) ?? `CIK${facts.cik}`;
    const sic = sics.get(facts.cik) ?? null;
    return {
      facts,
      profile: {
        cik: facts.cik,
        symbol,
        name: facts.name,
        sic,
        sicDescription: null,
        sicSource: sic === null ? null : 'snapshot',
        exchange: null,
      },
      quotes: quotes.get(symbol) ?? [],
    };
  });
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function decode(stored: EncodedCompany): CompanyFacts {
  if (stored.v !== 1) throw new Error(`the snapshot has version ${stored.v}: this decoder knows version 1`);
  const reports = stored.reports.map(
    ([accession, form, filed, periodEnd, currency, factCount]): Report => ({
      accession,
      form,
      filed,
      periodEnd,
      currency,
      factCount,
    }),
  );
  const date = (index: number | undefined): string | null =>
    index === undefined || index < 0 ? null : (stored.dates[index] ?? null);
  const facts = stored.series.flatMap(([tag, unit, starts, ends, values, accessions]) =>
    values.map(
      (value, row): Fact => ({
        tag,
        unit,
        start: date(starts[row]),
        end: date(ends[row]) ?? '',
        value,
        accession: reports[accessions[row] ?? -1]?.accession ?? '',
      }),
    ),
  );
  return { cik: stored.cik, name: stored.name, reports, facts };
}

function readQuotes(csv: string): ReadonlyMap<string, readonly MarketQuote[]> {
  const bySymbol = new Map<string, MarketQuote[]>();
  for (const line of csv.trim().split('\n').slice(1)) {
    const [date = '', symbol = '', close = '', marketCap = ''] = line.split(',');
    const quote: MarketQuote = {
      symbol,
      date,
      close: Number(close),
      currency: 'USD',
      marketCap: marketCap === '' ? null : Number(marketCap),
      source: 'snapshot',
    };
    const known = bySymbol.get(symbol);
    if (known === undefined) bySymbol.set(symbol, [quote]);
    else known.push(quote);
  }
  return bySymbol;
}
