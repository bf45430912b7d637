import type { ColumnType } from 'kysely';

type Integer = ColumnType<number | string | bigint, number, number>;

/** Rows as the database gives them; see migrations/. */
export interface ScreenerSchema {
  company: {
    cik: string;
    name: string;
    sic: string | null;
    sic_description: string | null;
    sic_source: string | null;
    facts: Uint8Array | null;
    facts_hash: string | null;
    facts_through: string | null;
  };
  ticker: { symbol: string; cik: string; name: string; exchange: string | null };
  quote_series: { symbol: string; quotes: string };
  screening: {
    symbol: string;
    rules: string;
    as_of: string;
    fingerprint: string;
    recorded_at: Integer;
    screening: string;
    changes: string | null;
    origin: string;
  };
  import_entry: { source: string; name: string; outcome: string; message: string | null };
  sec_check: { cik: string; checked_at: Integer };
  sec_response: {
    url: string;
    etag: string | null;
    last_modified: string | null;
    fetched_at: Integer;
    bytes: Uint8Array;
  };
  sec_pace: { id: Integer; last_departure: Integer; held_until: Integer };
  setting: { name: string; value: string };
  generation: { id: Integer; value: Integer };
}
