import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarDate } from '@common/base/calendar';

/** A ticker that an exchange listed once and lists no longer. */
export interface FormerSymbol {
  readonly symbol: string;
  /** What the company was called when the listing ended. */
  readonly name: string;
  /** Null where no list of the SEC has the ticker. */
  readonly cik: string | null;
  /** The last month-end at which the listing had it. */
  readonly lastListed: CalendarDate;
  /** The ticker that the same shares have had since; null if there is none, or it is not known. */
  readonly renamedTo: string | null;
}

/** A name that a filer once had. */
export interface FormerName {
  readonly name: string;
  readonly cik: string;
}

/** The number of a security: an ISIN, or the CUSIP where the country numbers by CUSIP. */
export interface SecurityNumber {
  readonly number: string;
  readonly symbol: string;
}

/** By what else the snapshot's companies can be found. */
export interface SnapshotSymbols {
  readonly former: readonly FormerSymbol[];
  readonly names: readonly FormerName[];
  readonly numbers: readonly SecurityNumber[];
}

const NO_SYMBOLS: SnapshotSymbols = { former: [], names: [], numbers: [] };

export const SYMBOLS_FILE = 'symbols.json';

const FORMER_COLUMNS = ['symbol', 'name', 'cik', 'lastListed', 'renamedTo'] as const;

interface Written {
  readonly former: readonly (readonly [string, string, string | null, string, string | null])[];
  readonly names: readonly (readonly [string, string])[];
  readonly numbers: readonly (readonly [string, string])[];
}

/** The content of `symbols.json`: one row per line, so that a new snapshot shows as changed lines. */
export function encodeSymbols({ former, names, numbers }: SnapshotSymbols): string {
  const tables = {
    former: former.map((row) => FORMER_COLUMNS.map((column) => row[column])),
    names: names.map(({ name, cik }) => [name, cik]),
    numbers: numbers.map(({ number, symbol }) => [number, symbol]),
  };
  const members = Object.entries(tables).map(
    ([name, rows]) => `${JSON.stringify(name)}: [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function decodeSymbols(text: string): SnapshotSymbols {
  const { former, names, numbers } = JSON.parse(text) as Written;
  return {
    former: former.map(([symbol, name, cik, lastListed, renamedTo]) => ({
      symbol,
      name,
      cik,
      lastListed,
      renamedTo,
    })),
    names: names.map(([name, cik]) => ({ name, cik })),
    numbers: numbers.map(([number, symbol]) => ({ number, symbol })),
  };
}

/** Reads `symbols.json` of a snapshot folder. A snapshot without it has no other names. */
export async function readSymbols(directory: string): Promise<SnapshotSymbols> {
  try {
    return decodeSymbols(await readFile(join(directory, SYMBOLS_FILE), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_SYMBOLS;
    throw error;
  }
}
