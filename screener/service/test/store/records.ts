import { createHash } from 'node:crypto';
import type { MarketQuote } from '@screener/engine/facts';
import type { DatedScreening } from '@screener/engine/history/dated-screening';
import type { CompanyRecord, ImportEntry, StoredScreening, TickerRecord } from '../../src/store/store.ts';

/** A filer whose facts are the bytes of `content`: the store does not look inside them. */
export function company(cik: string, content: string, through: string | null = '2025-02-14'): CompanyRecord {
  const facts = new TextEncoder().encode(content);
  return {
    cik,
    name: `Filer ${Number(cik)}`,
    facts,
    factsHash: createHash('sha256').update(facts).digest('hex'),
    factsThrough: through,
  };
}

export function ticker(symbol: string, cik: string): TickerRecord {
  return { symbol, cik, name: `${symbol} on the list`, exchange: 'NYSE' };
}

export function entry(name: string, record: CompanyRecord): ImportEntry {
  return { name, outcome: 'imported', message: null, company: record };
}

export function refusal(name: string, message: string): ImportEntry {
  return { name, outcome: 'refused', message, company: null };
}

export function quote(symbol: string, date: string, changes: Partial<MarketQuote> = {}): MarketQuote {
  return { symbol, date, close: 100.25, currency: 'USD', marketCap: 1e12, source: 'an exchange', ...changes };
}

/** A stored screening; `word` distinguishes fingerprints of one day. */
export function screening(
  symbol: string,
  asOf: string,
  word: string,
  changes: Partial<StoredScreening> = {},
): StoredScreening {
  return {
    symbol,
    rules: 'current',
    asOf,
    fingerprint: createHash('sha256').update(word).digest('hex'),
    recordedAt: 0,
    screening: said(asOf),
    changes: null,
    origin: 'backfill',
    ...changes,
  };
}

function said(asOf: string): DatedScreening {
  return {
    as_of: asOf,
    rules: 'current',
    engine_version: '1',
    compliance: 'compliant',
    score: 77.9,
    business_activity: 'pass',
    purification_pct: 2.659124873455352,
    methodologies: [
      {
        id: 'djim',
        passed: true,
        status: 'pass',
        checks: [
          { ratio: 'debt_to_market_cap', value: 0.1, threshold: 0.33, passed: true, status: 'pass' },
          { ratio: 'deposits_to_market_cap', value: null, threshold: 0.33, passed: false, status: 'unknown' },
        ],
      },
    ],
    anchor: {
      form: '10-Q',
      period_end: '2024-12-28',
      filed: '2025-01-31',
      accession: '0000320193-25-000008',
      source_url:
        'https://www.sec.gov/Archives/edgar/data/320193/000032019325000008/0000320193-25-000008-index.htm',
    },
    missing: [{ code: 'market_cap', message: 'no price: “none” within 45 days' }],
  };
}
