import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { FATES, type Fate } from '@screener/engine/names/former-listing';
import { readSymbols } from '@screener/sources/snapshot/symbols';
import { aliasKey, type EverydayName, type KnownNames, knownNames, type ToldListing } from './known-names.ts';

type NamesRefusal = 'names_refused';

const BRANDS = { file: 'brands.tsv', columns: ['ticker', 'names'] } as const;
const FORMER = {
  file: 'former.tsv',
  columns: ['symbol', 'names', 'fate', 'by', 'successor', 'date', 'source'],
} as const;

/** Reads everyday names and former listings: the folder's two tables, and what the snapshot knows. */
export async function readNames(folder: string, snapshot: string): Promise<Result<KnownNames, NamesRefusal>> {
  const brands = await readTable(folder, BRANDS);
  if (!brands.ok) return brands;
  const former = await readTable(folder, FORMER);
  if (!former.ok) return former;
  const told: ToldListing[] = [];
  for (const [at, row] of former.value.entries()) {
    const listing = toldListing(row);
    if (listing === null) {
      return refused(`${FORMER.file}, line ${at + 2}: ${row[2]} is none of ${FATES.join(', ')}`);
    }
    told.push(listing);
  }
  const everyday = brands.value.flatMap(([ticker = '', names = '']) =>
    names.split('; ').map((name): EverydayName => ({ name, symbols: [ticker] })),
  );
  return ok(knownNames({ everyday: merged(everyday), told, symbols: await readSymbols(snapshot) }));
}

/** A name in several rows stands for all of their tickers, in the order of the file. */
function merged(names: readonly EverydayName[]): readonly EverydayName[] {
  return [...Map.groupBy(names, ({ name }) => aliasKey(name)).values()].map((same) => ({
    name: same[0]?.name ?? '',
    symbols: same.flatMap(({ symbols }) => symbols),
  }));
}

function toldListing(row: readonly string[]): ToldListing | null {
  const [symbol = '', names = '', fate = '', by = '', successor = '', month = '', source = ''] = row;
  if (!isFate(fate)) return null;
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    symbol,
    names: names.split('; '),
    fate,
    by: orNull(by),
    renamed_to: fate === 'renamed' ? orNull(successor) : null,
    successor: fate === 'renamed' ? null : orNull(successor),
    month: orNull(month),
    source: orNull(source),
  };
}

function isFate(text: string): text is Fate {
  return FATES.some((fate) => fate === text);
}

async function readTable(
  folder: string,
  { file, columns }: { readonly file: string; readonly columns: readonly string[] },
): Promise<Result<readonly (readonly string[])[], NamesRefusal>> {
  let text: string;
  try {
    text = await readFile(join(folder, file), 'utf8');
  } catch (error) {
    return refused(
      `${join(folder, file)} cannot be read (${error instanceof Error ? error.message : error}): set NAMES_DIR to the folder of the names`,
    );
  }
  const [header = '', ...lines] = text.trimEnd().split('\n');
  if (header !== columns.join('\t')) return refused(`${file}: the first line must be ${columns.join(', ')}`);
  const rows = lines.map((line) => line.split('\t'));
  const short = rows.findIndex((row) => row.length !== columns.length);
  return short === -1
    ? ok(rows)
    : refused(`${file}, line ${short + 2}: it must have ${columns.length} columns, separated by tabs`);
}

function refused(message: string): Result<never, NamesRefusal> {
  return fail('names_refused', `${message}.`);
}
