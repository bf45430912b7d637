import type { FundHolding } from './fund-report.ts';

/**
 * Where a holding's weight goes. The first five are for equities, by the verdict on the company; the others are not
 * judged: the answer says what they are, but the filing does not show whether they comply.
 */
export const BUCKETS = [
  'compliant',
  'questionable',
  'non_compliant',
  'not_screenable',
  'unresolved',
  'cash',
  'debt',
  'derivatives',
  'other',
  'unlisted_assets',
  'liabilities',
] as const;
export type Bucket = (typeof BUCKETS)[number];

export const JUDGED_BUCKETS = ['compliant', 'questionable', 'non_compliant'] as const;

export type HoldingKind = 'equity' | 'cash' | 'debt' | 'derivatives' | 'other';

/** What each bucket holds, for schemas and the methodology page. */
export const BUCKET_WORDS: Readonly<Record<Bucket, string>> = {
  compliant: 'common equity of a company whose verdict is compliant',
  questionable: 'common equity of a company whose verdict is questionable',
  non_compliant: 'common equity of a company whose verdict is non-compliant',
  not_screenable: 'common equity of a company that could not be screened',
  unresolved: 'common equity that could not be matched to a listed company',
  cash: 'cash as the fund keeps it: short-term investment vehicles (money market funds)',
  debt: 'bonds, structured notes, loans, asset-backed securities, repurchase agreements; sukuk are filed among them',
  derivatives: 'futures, forwards, options, swaps, rights, at the value filed; open by their exposure',
  other: 'preferred equity, shares of other funds, short positions, commodities, real property',
  unlisted_assets:
    'total assets less all holdings: cash at the bank, receivables, and lines that are missing',
  liabilities: 'debts, beyond holdings of negative value: no assets, and never open',
};

/** Asset categories of Form N-PORT, item C.4.a. */
export const KIND_OF_CATEGORY: Readonly<Record<string, HoldingKind>> = {
  EC: 'equity',
  EP: 'other',
  STIV: 'cash',
  RA: 'debt',
  DBT: 'debt',
  SN: 'debt',
  LON: 'debt',
  'ABS-MBS': 'debt',
  'ABS-APCP': 'debt',
  'ABS-CBDO': 'debt',
  'ABS-O': 'debt',
  DCO: 'derivatives',
  DCR: 'derivatives',
  DE: 'derivatives',
  DFE: 'derivatives',
  DIR: 'derivatives',
  DO: 'derivatives',
  COMM: 'other',
  RE: 'other',
  OTHER: 'other',
};

/** Registered and private funds: their holdings are in their own filings. */
const FUND_ISSUERS: ReadonlySet<string> = new Set(['RF', 'PF']);

/**
 * Classifies a holding by its filing. A short position is not a holding of the company's shares.
 * @example kindOf({ assetCategory: 'EC', derivativeKind: null, payoffProfile: 'Short' }) // 'other'
 */
export function kindOf(holding: FundHolding): HoldingKind {
  const kind = KIND_OF_CATEGORY[holding.assetCategory ?? ''] ?? 'other';
  if (holding.derivativeKind !== null) return 'derivatives';
  if (kind !== 'equity') return kind;
  if (FUND_ISSUERS.has(holding.issuerCategory ?? '')) return 'other';
  return holding.payoffProfile === 'Short' || Number(holding.valueUsd) < 0 ? 'other' : 'equity';
}
