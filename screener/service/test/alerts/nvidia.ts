import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeMonthEnds } from '@screener/sources/prices/month-ends';
import { writeSnapshot } from '@screener/sources/snapshot/snapshot';

/**
 * A flip as it was filed. On 2025-10-26 cash and marketable securities were 37.6 % of NVIDIA's assets (60,608 of 161,148
 * million dollars; 10-Q, 0001045810-25-000230), on 2026-01-25 they were 30.2 % (62,556 of 206,803; 10-K,
 * 0001045810-26-000021). FTSE and MSCI allow a third.
 */
export const NVIDIA = { symbol: 'NVDA', cik: '0001045810', name: 'NVIDIA CORP' } as const;
export const NEWER_FILING = { accession: '0001045810-26-000021', filed: '2026-02-25' } as const;
/** The day before the newer filing, and the day after it. */
export const DAY_BEFORE = '2026-02-24';
export const BEFORE = Date.parse(`${DAY_BEFORE}T15:00:00Z`);
export const AFTER = Date.parse('2026-02-26T15:00:00Z');

/**
 * Facts of four reports (0001045810-24-000316, -25-000023, -25-000230 and -26-000021) as the SEC's companyfacts has them:
 * all rows of the tags that screenings read.
 */
const FACTS = new URL('./nvidia-facts.csv', import.meta.url);
/** The columns are: tag, unit, start, end, val, accn, fy, fp, form, filed. */
const FILED = 9;
/** Month-end closes before both filings, with the capitalisation. */
const CLOSES = [
  { date: '2025-10-30', close: 202.89, marketCap: 4_930_227_000_000 },
  { date: '2026-01-30', close: 191.13, marketCap: 4_644_459_000_000 },
];

/** The `companyfacts` document of a day: what had been filed by then. */
export async function nvidiaFacts(through: string): Promise<Uint8Array> {
  const [, ...lines] = (await readFile(FACTS, 'utf8')).trim().split('\n');
  const rowsOf = Map.groupBy(
    lines.map((line) => line.split(',')).filter((cells) => (cells[FILED] ?? '') <= through),
    ([tag, unit]) => `${tag} ${unit}`,
  );
  const facts: Record<string, Record<string, object>> = {};
  for (const [heading, rows] of rowsOf) {
    const [, taxonomy = '', tag = '', unit = ''] = /^(.+):(.+) (.+)$/.exec(heading) ?? [];
    facts[taxonomy] = { ...facts[taxonomy], [tag]: { units: { [unit]: rows.map(factRow) } } };
  }
  const document = { cik: Number(NVIDIA.cik), entityName: NVIDIA.name, facts };
  return new TextEncoder().encode(JSON.stringify(document));
}

function factRow([, , start = '', end, val, accn, fy, fp, form, filed]: readonly string[]): object {
  const period = start === '' ? { end } : { start, end };
  return { ...period, val: Number(val), accn, fy: Number(fy), fp, form, filed };
}

/** A folder for `sanad ingest`, with the document of a day. */
export async function writeNvidiaArchive(folder: string, through: string): Promise<string> {
  const archive = join(folder, `companyfacts-${through}`);
  await mkdir(archive);
  await writeFile(join(archive, `CIK${NVIDIA.cik}.json`), await nvidiaFacts(through));
  return archive;
}

/** A snapshot that knows who NVIDIA is and its closes, but none of its facts. */
export async function writeNvidiaSnapshot(directory: string): Promise<void> {
  const { symbol, cik, name } = NVIDIA;
  const sic = { sic: '3674', sicDescription: 'Semiconductors & Related Devices', sicSource: 'submissions' };
  const quotes = CLOSES.map((quote) => ({ ...quote, symbol, currency: 'USD', source: '' }));
  await writeSnapshot(directory, {
    asOf: '2026-01-30',
    sources: [],
    companies: [],
    funds: [],
    fundReports: [],
    fundTickers: [],
    history: [],
    filers: [{ cik, name, ...sic }],
    tickers: [{ symbol, cik, name, exchange: 'Nasdaq', sector: 'Technology' }],
    quotes: new Map([[symbol, quotes]]),
    monthEnds: encodeMonthEnds(new Map(), ''),
    rates: [],
  });
}
