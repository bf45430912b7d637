import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { isAccession } from './accession.ts';
import { type Cik, normaliseCik } from './cik.ts';
import { isWellFormedTicker, normaliseTicker, type TickerRow } from './company-tickers.ts';
import { normaliseSic } from './sic-codes.ts';

/** One filer of a directory of US-listed filers, as it was on the day it was seen. */
export interface DirectoryFiler extends TickerRow {
  /** Four digits; null where the directory gives none. */
  readonly sic: string | null;
  /** The filer's newest annual report on that day, where known. */
  readonly annualReport: string | null;
  readonly seen: CalendarDate;
}

type DirectoryRefusal = 'corrupt_directory';

const HEADER = 'cik\tticker\tname\texchange\tsic\tlast_annual_accession\tseen';

/** The SEC's own spelling. */
const EXCHANGES: Readonly<Record<string, string>> = { NASDAQ: 'Nasdaq' };

/** Reads a directory of filers: tab-separated, one line a filer. A line that does not fit refuses the whole. */
export function parseFilerDirectory(
  bytes: Uint8Array,
): Result<ReadonlyMap<Cik, DirectoryFiler>, DirectoryRefusal> {
  const [header, ...lines] = new TextDecoder().decode(bytes).trimEnd().split(/\r?\n/);
  if (header !== HEADER) return corrupt(`its first line must be ${HEADER.replaceAll('\t', ', ')}`);
  const filers = new Map<Cik, DirectoryFiler>();
  for (const [index, line] of lines.entries()) {
    const filer = parseLine(line);
    if (filer === null) return corrupt(`line ${index + 2} is not a filer`);
    if (filers.has(filer.cik)) return corrupt(`line ${index + 2} repeats CIK ${filer.cik}`);
    filers.set(filer.cik, filer);
  }
  return ok(filers);
}

function parseLine(line: string): DirectoryFiler | null {
  const [number, ticker, name, exchange = '', code = '', annual = '', seen = '', ...rest] = line.split('\t');
  const cik = normaliseCik(number);
  const sic = normaliseSic(code);
  const symbol = normaliseTicker(ticker ?? '');
  const wrong =
    !isWellFormedTicker(symbol) ||
    (sic === null && code !== '') ||
    (annual !== '' && !isAccession(annual)) ||
    !isCalendarDate(seen) ||
    rest.length > 0;
  if (cik === null || name === undefined || name === '' || wrong) return null;
  return {
    cik,
    symbol,
    name,
    exchange: exchange === '' ? null : (EXCHANGES[exchange] ?? exchange),
    sic,
    annualReport: annual === '' ? null : annual,
    seen,
  };
}

function corrupt(reason: string): Result<never, DirectoryRefusal> {
  return fail('corrupt_directory', `the directory of filers is not usable: ${reason}`);
}
