import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { SnapshotSource } from './snapshot.ts';

const ORIGINS: Readonly<Record<string, string>> = {
  companyfacts: 'https://data.sec.gov/api/xbrl/companyfacts/',
  submissions: 'https://data.sec.gov/submissions/',
  tickers: 'https://www.sec.gov/files/',
  'filer-directory': 'https://data.sec.gov/submissions/ (as distilled in a directory of US-listed filers)',
  'financial-statement-data-sets': 'https://www.sec.gov/dera/data/financial-statement-data-sets',
  'sic-codes': 'https://www.sec.gov/search-filings/standard-industrial-classification-sic-code-list',
  market: 'US exchange screener, month-end closes',
};

/** The hash is of the document itself, not of its compressed form. */
export function sourceOf(role: string, file: string, bytes: Uint8Array): SnapshotSource {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { role, file: file.replace(/\.gz$/, ''), sha256, origin: ORIGINS[role] ?? '' };
}

export async function readMaybeGzipped(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
