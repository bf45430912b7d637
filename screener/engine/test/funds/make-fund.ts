import type { FundContract, FundHolding, FundReport } from '@screener/engine/funds/fund-report';
import type { HoldingScreening } from '@screener/engine/funds/holding-screening';
import type { HoldingKnowledge } from '@screener/engine/funds/look-through';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';

export function makeHolding(changes: Partial<FundHolding> = {}): FundHolding {
  return {
    name: 'Northwind Traders Inc',
    title: 'Northwind Traders Inc',
    lei: null,
    cusip: null,
    isin: null,
    ticker: null,
    otherIds: [],
    balance: '10',
    units: 'NS',
    currency: 'USD',
    exchangeRate: null,
    valueUsd: '100',
    pct: '10',
    payoffProfile: 'Long',
    assetCategory: 'EC',
    issuerCategory: 'CORP',
    country: 'US',
    derivativeKind: null,
    contract: null,
    restricted: false,
    fairValueLevel: '1',
    ...changes,
  };
}

/** A contract in US dollars: by default a future of this notional. */
export function makeContract(
  notional: string | null,
  valueUsd = '0',
  changes: Partial<FundContract> = {},
  kind = 'FUT',
): FundHolding {
  return makeHolding({
    valueUsd,
    assetCategory: 'DE',
    derivativeKind: kind,
    units: 'NC',
    contract: {
      notional: notional === null ? null : { amount: notional, currency: 'USD' },
      bought: null,
      sold: null,
      strike: null,
      sharesPerContract: null,
      unrealised: valueUsd,
      ...changes,
    },
  });
}

export function makeReport(holdings: readonly FundHolding[], netAssets = '1000'): FundReport {
  return {
    accession: '0001999100-25-000007',
    filed: '2025-11-28',
    sourceUrl: 'https://www.sec.gov/Archives/edgar/data/1999100/000199910025000007/x-index.htm',
    form: 'NPORT-P',
    seriesId: 'S000099001',
    seriesName: 'Made Up Equity ETF',
    registrant: 'Made Up Trust',
    cik: '0001999100',
    periodEnd: '2025-09-30',
    fiscalYearEnd: '2025-12-31',
    isFinal: false,
    totalAssets: netAssets,
    totalLiabilities: '0',
    netAssets,
    holdings,
  };
}

type Changes = Partial<HoldingScreening>;

export const IDS = METHODOLOGIES.map(({ current }) => current.id);

/** The same value for each methodology. */
export function forEach<T>(value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(IDS.map((id) => [id, value]));
}

export function makeScreening(
  compliance: HoldingScreening['compliance'],
  changes: Changes = {},
): HoldingScreening {
  const status = compliance === 'compliant' ? 'pass' : compliance === 'not_screenable' ? 'unknown' : 'fail';
  return {
    symbol: 'NWND',
    name: 'NORTHWIND TRADERS INC',
    cik: '0001999001',
    compliance,
    score: compliance === 'compliant' ? 90 : compliance === 'not_screenable' ? 0 : 30,
    methodologies: forEach(status),
    business: 'pass',
    ratios: forEach(status),
    purificationPct: compliance === 'not_screenable' ? null : 1.5,
    purificationLowPct: 1,
    purificationHighPct: compliance === 'not_screenable' ? null : 2,
    missing: [],
    ...changes,
  };
}

export function known(compliance: HoldingScreening['compliance'], changes: Changes = {}): HoldingKnowledge {
  const screening = makeScreening(compliance, changes);
  const { symbol, cik, name } = screening;
  return { resolution: { method: 'ticker', matched: symbol, listing: { symbol, cik, name } }, screening };
}

export const UNRESOLVED: HoldingKnowledge = {
  resolution: { method: null, reason: 'nothing leads to it' },
  screening: null,
};
