import type { CompanyProfile } from '../facts.ts';
import { INDUSTRIES, INDUSTRY_COMPANIES } from './industries.ts';

export type Industry = (typeof INDUSTRIES)[number];

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
  const company = industryOfCompany(cik);
  if (company !== null) return { sector: company.sector, source: 'company' };
  const code = sic === null ? null : industryOfCode(sic);
  if (code !== null) return { sector: code.sector, source: 'sic' };
  return sector == null ? null : { sector, source: 'listing' };
}

/**
 * The industry of a company by our list of companies, else by its SIC code; null where neither says one.
 * @example industryOf({ cik: '0001318605', sic: '3711' })?.name // 'Cars and their parts'
 * @example industryOf({ cik: '0000055785', sic: '2670' })?.name // 'Household goods'
 */
export function industryOf({ cik, sic }: Pick<CompanyProfile, 'cik' | 'sic'>): Industry | null {
  return industryOfCompany(cik) ?? (sic === null ? null : industryOfCode(sic));
}

function industryOfCompany(cik: string): Industry | null {
  const id = INDUSTRY_COMPANIES.find(([number]) => number === cik)?.[2];
  return INDUSTRIES.find((industry) => industry.id === id) ?? null;
}

function industryOfCode(sic: string): Industry | null {
  return INDUSTRIES.find(({ codes }) => codes.some((range) => isWithin(sic, range))) ?? null;
}

function isWithin(sic: string, codes: string): boolean {
  const [first = '', last = first] = codes.split('-');
  return first <= sic && sic <= last;
}
