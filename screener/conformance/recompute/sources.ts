import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { UnusableInput } from './unusable.ts';

/** What the publishers themselves gave, read from their own files. */
export interface Sources {
  /** Whether there are files of a filer; a filing that came after them is not in them. */
  readonly filed: (cik: string) => Filed | null;
  /** Units of a currency for one euro on a day; null where the European Central Bank gave none. */
  readonly daily: (currency: string, day: string) => number | null;
  /** Units of a currency for one US dollar, on the average of a month, given by its first day. */
  readonly monthly: (currency: string, start: string) => number | null;
  /** The close and the capitalisation of a listing at the end of a month; null if the file lacks it. */
  readonly listed: (symbol: string, day: string) => Listed | null;
}

interface Listed {
  readonly close: number;
  readonly marketCap: number;
}

export interface Figure {
  readonly xbrl_tag: string;
  readonly value: number;
  readonly unit: string;
  readonly form: string;
  readonly period_start: string | null;
  readonly period_end: string;
  readonly filed: string;
  readonly accession: string;
}

interface Filed {
  readonly has: (figure: Figure) => boolean;
  /** The period end of the newest periodic report that was filed by a day. */
  readonly newestBy: (day: string) => string | null;
}

/** Countries as the Federal Reserve names them, of currencies that the European Central Bank does not quote. */
const COUNTRIES: Readonly<Record<string, string>> = { TWD: 'Taiwan', LKR: 'Sri Lanka' };
/** A day with this part of the most figures is one that a report is about: a year before may have more. */
const MAIN_PART = 4;
const PERIODIC_FORM = /^(10-K|10-KT|10-Q|10-QT|20-F|40-F)(\/A)?$/;

/** Opens a folder with `companyfacts`, `fx` and `market`; null if it is not there. */
export function openSources(folder: string): Sources | null {
  const parts = ['companyfacts', 'fx', 'market'].map((name) => join(folder, name));
  if (!parts.every((part) => existsSync(part))) return null;
  const [facts = '', fx = '', market = ''] = parts;
  const ofFiler = kept((cik: string) => readFiled(facts, cik));
  const daily = kept((_: string) => readDaily(fx));
  const monthly = kept((_: string) => readMonthly(fx));
  const listing = kept((_: string) => gunzipSync(readFileSync(fileIn(market, /^us_month_end/))).toString());
  const ofSymbol = kept((symbol: string) => readListed(listing(''), symbol));
  return {
    filed: ofFiler,
    daily: (currency, day) => daily('').get(`${currency} ${day}`) ?? null,
    monthly: (currency, start) => monthly('').get(`${COUNTRIES[currency]} ${start}`) ?? null,
    listed: (symbol, day) => ofSymbol(symbol).get(day) ?? null,
  };
}

function kept<Value>(read: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    known.set(key, value);
    return value;
  };
}

function fileIn(folder: string, name: RegExp): string {
  const file = readdirSync(folder).find((candidate) => name.test(candidate));
  if (file === undefined)
    throw new UnusableInput(`${folder} has no file ${name}; name the publishers’ own files as they do`);
  return join(folder, file);
}

type Fact = Readonly<Record<'start' | 'end' | 'accn' | 'form' | 'filed', string> & { val: number }>;

/** Reads all files of a filer, which were taken on different days; null if there are none. */
function readFiled(folder: string, cik: string): Filed | null {
  const files = readdirSync(folder).filter((name) => name.startsWith(`CIK${cik}`) && name.endsWith('.gz'));
  if (files.length === 0) return null;
  const figures = new Set<string>();
  const reports = new Map<string, Report>();
  for (const file of files) {
    const { facts } = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString());
    for (const [taxonomy, tags] of Object.entries<Record<string, { units: Record<string, Fact[]> }>>(facts)) {
      for (const [tag, { units }] of Object.entries(tags)) {
        for (const [unit, list] of Object.entries(units)) {
          for (const { start, end, val, accn, form, filed } of list) {
            figures.add([`${taxonomy}:${tag}`, val, unit, form, start ?? '', end, filed, accn].join(' '));
            if (taxonomy === 'dei' || !PERIODIC_FORM.test(form) || end > filed) continue;
            const report = reports.get(accn) ?? { filed, ends: new Map() };
            report.ends.set(end, (report.ends.get(end) ?? 0) + 1);
            reports.set(accn, report);
          }
        }
      }
    }
  }
  return {
    has: ({ xbrl_tag: tag, value, unit, form, period_start: start, period_end: end, filed, accession }) =>
      figures.has([tag, value, unit, form, start ?? '', end, filed, accession].join(' ')),
    newestBy: (day) => {
      const known = [...reports.values()].filter(({ filed }) => filed <= day);
      return known.map(periodEndOf).sort().at(-1) ?? null;
    },
  };
}

interface Report {
  readonly filed: string;
  /** How many figures it has for each day or period end. */
  readonly ends: Map<string, number>;
}

/** The last day of which a report has many figures: single ones may be of a later day, such as the sale of a unit. */
function periodEndOf({ ends }: Report): string {
  const most = Math.max(...ends.values());
  const main = [...ends].filter(([, figures]) => figures >= most / MAIN_PART).map(([end]) => end);
  return main.sort().at(-1) ?? '';
}

/** Reads the only file of the archive: a line for each day, a column for each currency. */
function readDaily(folder: string): ReadonlyMap<string, number> {
  const [head = '', ...lines] = firstFileOf(readFileSync(fileIn(folder, /^ecb_/))).split('\n');
  const currencies = head.trim().split(',');
  const rates = new Map<string, number>();
  for (const line of lines) {
    const [day, ...cells] = line.trim().split(',');
    cells.forEach((cell, index) => {
      if (Number(cell) > 0) rates.set(`${currencies[index + 1]} ${day}`, Number(cell));
    });
  }
  return rates;
}

/** Inflates the first file of a zip archive, whose sizes stand in the directory at its end. */
function firstFileOf(archive: Buffer): string {
  const entry = archive.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  const size = archive.readUInt32LE(entry + 20);
  const start = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
  return inflateRawSync(archive.subarray(start, start + size)).toString();
}

function readMonthly(folder: string): ReadonlyMap<string, number> {
  const lines = gunzipSync(readFileSync(fileIn(folder, /^fed_/)))
    .toString()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [day, country, rate] = line.trim().split(',');
      return [`${country} ${day}`, Number(rate)] as const;
    }),
  );
}

/** Finds the lines of a symbol: day, exchange, symbol, a name that may have commas, close, capitalisation. */
function readListed(text: string, symbol: string): ReadonlyMap<string, Listed> {
  const own = new RegExp(
    `^(\\d{4}-\\d{2}-\\d{2}),[a-z]+,${symbol.replace('-', '/')},(?:"[^"]*"|[^,]*),([\\d.]*),([\\d.]*),`,
    'gm',
  );
  return new Map(
    [...text.matchAll(own)].map(([, day = '', close, marketCap]) => [
      day,
      { close: Number(close), marketCap: Number(marketCap) },
    ]),
  );
}
