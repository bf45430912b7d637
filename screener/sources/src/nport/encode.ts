import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import type { FundHolding, FundReport } from '@screener/engine/funds/fund-report';
import type { FilingOfReport } from './parse.ts';

/** Members of a holding in the order of a row; the type ensures that none is left out. */
const COLUMNS = Object.keys({
  name: true,
  title: true,
  lei: true,
  cusip: true,
  isin: true,
  ticker: true,
  otherIds: true,
  balance: true,
  units: true,
  currency: true,
  exchangeRate: true,
  valueUsd: true,
  pct: true,
  payoffProfile: true,
  assetCategory: true,
  issuerCategory: true,
  country: true,
  derivativeKind: true,
  contract: true,
  restricted: true,
  fairValueLevel: true,
} satisfies Record<keyof FundHolding, true>) as readonly (keyof FundHolding)[];

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

/** Columns that reports stored by earlier versions lack: their contracts are then of unknown exposure. */
const LATER_COLUMNS: Pick<FundHolding, 'contract' | 'exchangeRate'> = { contract: null, exchangeRate: null };

/** Reads what `encodeFundReport` wrote: anything else is broken infrastructure, and throws. */
export function decodeFundReport(content: Uint8Array, filing: FilingOfReport): FundReport {
  const { columns, rows, ...head } = JSON.parse(gunzipSync(content).toString('utf8'));
  const holdings = (rows as readonly (readonly unknown[])[]).map((row) => ({
    ...LATER_COLUMNS,
    ...Object.fromEntries((columns as readonly string[]).map((column, place) => [column, row[place]])),
  }));
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
