import { createHash } from 'node:crypto';
import type { SnapshotSource } from './snapshot.ts';

const ORIGINS: Readonly<Record<string, string>> = {
  companyfacts: 'https://data.sec.gov/api/xbrl/companyfacts/',
  submissions: 'https://data.sec.gov/submissions/',
  tickers: 'https://www.sec.gov/files/',
  'filer-directory': 'https://data.sec.gov/submissions/ (as distilled in a directory of US-listed filers)',
  'financial-statement-data-sets': 'https://www.sec.gov/dera/data/financial-statement-data-sets',
  'sic-codes': 'https://www.sec.gov/search-filings/standard-industrial-classification-sic-code-list',
  market: 'US exchange screener, month-end closes',
  'daily-rates': 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
  'monthly-rates': 'https://www.federalreserve.gov/releases/g5/ (as copied by FRED)',
};

/** The hash is of the document itself, not of its compressed form. */
export function sourceOf(role: string, file: string, bytes: Uint8Array): SnapshotSource {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { role, file: file.replace(/\.gz$/, ''), sha256, origin: ORIGINS[role] ?? '' };
}
