import { normaliseCik } from './cik.ts';

const ACCESSION = /^\d{10}-\d{2}-\d{6}$/;

/** True for an accession number as the SEC prints it: filer agent, year, sequence (`0000320193-24-000123`). */
export function isAccession(text: string): boolean {
  return ACCESSION.test(text);
}

/**
 * The page of one filing on sec.gov: its documents, form and dates. Null when the CIK or the accession number is
 * malformed, so that no link is ever invented.
 */
export function filingIndexUrl(cik: string, accession: string): string | null {
  const padded = normaliseCik(cik);
  if (padded === null || !isAccession(accession)) return null;
  const folder = `${Number(padded)}/${accession.replaceAll('-', '')}`;
  return `https://www.sec.gov/Archives/edgar/data/${folder}/${accession}-index.htm`;
}
