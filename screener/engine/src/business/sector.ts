import type { CompanyProfile } from '../facts.ts';
import { SECTOR_CODES, SECTOR_COMPANIES, SECTORS, type Sector } from './sector-table.ts';

/** What says so: our list of companies, the SIC code, or the source of the listing. */
export const SECTOR_SOURCES = ['company', 'sic', 'listing'] as const;

/** A company's sector as a person knows it, and what says so. */
interface KnownSector {
  readonly sector: string;
  readonly source: (typeof SECTOR_SOURCES)[number];
}

/**
 * The sector of a company: by our list of companies, else by its SIC code, else as the source of the listing names it;
 * null where nothing does.
 * @example sectorOf({ cik: '0001318605', sic: '3711', sector: 'Industrials' })
 *   // { sector: 'Consumer Discretionary', source: 'sic' }
 * @example sectorOf({ cik: '0000000001', sic: '7389', sector: null }) // null
 */
export function sectorOf({
  cik,
  sic,
  sector,
}: Pick<CompanyProfile, 'cik' | 'sic' | 'sector'>): KnownSector | null {
  const company = SECTOR_COMPANIES.find(([number]) => number === cik)?.[2] ?? null;
  if (company !== null) return { sector: company, source: 'company' };
  const code = sic === null ? null : sectorOfCode(sic);
  if (code !== null) return { sector: code, source: 'sic' };
  return sector == null ? null : { sector, source: 'listing' };
}

function sectorOfCode(sic: string): Sector | null {
  return SECTORS.find((sector) => SECTOR_CODES[sector].some((codes) => isWithin(sic, codes))) ?? null;
}

function isWithin(sic: string, codes: string): boolean {
  const [first = '', last = first] = codes.split('-');
  return first <= sic && sic <= last;
}
