import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A ticker of a fund, of the SEC's list of fund classes. */
export interface FundTicker {
  readonly symbol: string;
  /** The series id, or `CIK##########` of a registrant without series. */
  readonly fund: string;
  readonly classId: string;
  readonly cik: string;
}

/** The file of a snapshot that names every fund of the SEC's list, with a report here or without. */
export const FUND_TICKERS_FILE = 'fund-tickers.json.gz';

/** Registrants, then their series, then the classes of each. */
type Encoded = readonly (readonly [cik: string, series: readonly EncodedSeries[]])[];
type EncodedSeries = readonly [
  fund: string,
  ...classes: readonly (readonly [symbol: string, classId: string])[],
];

/** The same tickers give the same bytes, whatever their order. */
export function encodeFundTickers(tickers: readonly FundTicker[]): Uint8Array {
  const sorted = [...tickers].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const registrants = Map.groupBy(sorted, ({ cik }) => cik);
  const encoded: Encoded = [...registrants].map(([cik, ofRegistrant]) => [
    cik,
    [...Map.groupBy(ofRegistrant, ({ fund }) => fund)].map(([fund, classes]) => [
      fund,
      ...classes.map(({ symbol, classId }) => [symbol, classId] as const),
    ]),
  ]);
  return gzipSync(JSON.stringify(encoded), { level: 9 });
}

function keyOf({ cik, fund, symbol }: FundTicker): string {
  return `${cik} ${fund} ${symbol}`;
}

/** Reads what `encodeFundTickers` wrote: anything else is broken infrastructure, and throws. */
function decodeFundTickers(content: Uint8Array): readonly FundTicker[] {
  const encoded = JSON.parse(gunzipSync(content).toString('utf8')) as Encoded;
  return encoded.flatMap(([cik, series]) =>
    series.flatMap(([fund, ...classes]) =>
      classes.map(([symbol, classId]) => ({ symbol, fund, classId, cik })),
    ),
  );
}

/** The tickers of a snapshot; none in one that an earlier version built. */
export async function readFundTickers(directory: string): Promise<readonly FundTicker[]> {
  try {
    return decodeFundTickers(await readFile(join(directory, FUND_TICKERS_FILE)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
