import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
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
  valueUsd: true,
  pct: true,
  payoffProfile: true,
  assetCategory: true,
  issuerCategory: true,
  country: true,
  derivativeKind: true,
  restricted: true,
  fairValueLevel: true,
} satisfies Record<keyof FundHolding, true>) as readonly (keyof FundHolding)[];

interface EncodedFundReport {
  /** What the document itself says; the filing that it came in is given separately. */
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

/** Reads what `encodeFundReport` wrote: anything else is broken infrastructure, and throws. */
export function decodeFundReport(content: Uint8Array, filing: FilingOfReport): FundReport {
  const { columns, rows, ...head } = JSON.parse(gunzipSync(content).toString('utf8'));
  const holdings = (rows as readonly (readonly unknown[])[]).map((row) =>
    Object.fromEntries((columns as readonly string[]).map((column, place) => [column, row[place]])),
  );
  return { ...head, ...filing, holdings };
}
