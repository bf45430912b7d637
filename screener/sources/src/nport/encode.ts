import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import type { FundHolding, FundReport } from '@screener/engine/funds/fund-report';
import type { FilingOfReport } from './parse.ts';

/** A holding of which nothing is filed, with its members in the order of a row; the type ensures that none is left out. */
const NOTHING_FILED: { readonly [Member in keyof Required<FundHolding>]: FundHolding[Member] | null } = {
  name: null,
  title: null,
  lei: null,
  cusip: null,
  isin: null,
  ticker: null,
  otherIds: null,
  balance: null,
  units: null,
  currency: null,
  exchangeRate: null,
  valueUsd: null,
  pct: null,
  payoffProfile: null,
  assetCategory: null,
  issuerCategory: null,
  country: null,
  derivativeKind: null,
  contract: null,
  restricted: null,
  fairValueLevel: null,
};
const COLUMNS = Object.keys(NOTHING_FILED) as readonly (keyof FundHolding)[];

interface EncodedFundReport {
  /** The content of the document itself. Its filing is given separately. */
  readonly content: Uint8Array;
  /** SHA-256 of the content before compression, lowercase hex. */
  readonly contentHash: string;
}

/** A report as the store and the snapshot keep it. The same report gives the same bytes. */
export function encodeFundReport(report: FundReport): EncodedFundReport {
  const { accession: _accession, filed: _filed, sourceUrl: _sourceUrl, holdings, ...head } = report;
  const rows = holdings.map((holding) => COLUMNS.map((column) => holding[column]));
  const text = JSON.stringify({ ...head, columns: COLUMNS, rows });
  return {
    content: gzipSync(text, { level: 9 }),
    contentHash: createHash('sha256').update(text).digest('hex'),
  };
}

/**
 * Reads what `encodeFundReport` wrote: anything else is broken infrastructure, and throws. Reports stored by earlier
 * versions lack columns, such as contracts, whose exposure is then unknown.
 */
export function decodeFundReport(content: Uint8Array, filing: FilingOfReport): FundReport {
  const { columns, rows, ...head } = JSON.parse(gunzipSync(content).toString('utf8'));
  const holdings = (rows as readonly (readonly unknown[])[]).map((row) => {
    // A copy of one shape: thousands of objects that grow member by member take several times the memory.
    const holding: Record<string, unknown> = { ...NOTHING_FILED };
    (columns as readonly string[]).forEach((column, place) => {
      holding[column] = row[place];
    });
    return holding;
  });
  return { ...head, ...filing, holdings };
}

/** This many of its first bytes are enough for `readFundName`. */
export const FUND_HEAD_BYTES = 4_096;

/** The fund's name, from the first bytes of what `encodeFundReport` wrote: the holdings come after it. */
export function readFundName(head: Uint8Array): string {
  const text = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
  const end = text.indexOf(',"columns":');
  if (end === -1) throw new Error('a stored fund report does not begin with its head');
  const { seriesName, registrant } = JSON.parse(`${text.slice(0, end)}}`) as FundReport;
  return seriesName ?? registrant;
}
