import type { BooleanColumn } from '@common/kit/sql/portable';
import type { ColumnType, RawBuilder } from 'kysely';

type Integer = ColumnType<number | string | bigint, number, number>;
type NullableInteger = ColumnType<number | string | bigint | null, number | null, number | null>;

/** Rows as the database returns them; see migrations/. */
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
    complete_through: string | null;
  };
  ticker: { symbol: string; cik: string; name: string; exchange: string | null; sector: string | null };
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
  fund_class: { symbol: string; fund: string; class_id: string; cik: string };
  fund_report: {
    fund: string;
    period_end: string;
    content_hash: string;
    filed: string | null;
    accession: string | null;
    source_url: string | null;
    content: Uint8Array;
  };
  security_number: { number: string; symbol: string };
  account: {
    id: string;
    email: string;
    tier: string;
    /** The password's hash in the PHC string format. */
    password: string | null;
    created_at: Integer;
    sessions_valid_from: Integer;
    activated_at: NullableInteger;
    /** True if the operator granted the partner tier: the account keeps it, whatever is paid or not. */
    is_granted: BooleanColumn;
    /** When the account proved that it reads the mail of its address. An address has one such account. */
    proven_at: NullableInteger;
  };
  payment_event: { id: string; type: string; received_at: Integer };
  payment: {
    id: string;
    account: string | null;
    matched_by: string | null;
    email: string | null;
    customer: string | null;
    subscription: string | null;
    payment_intent: string | null;
    amount: NullableInteger;
    currency: string | null;
    created_at: Integer;
    paid_at: NullableInteger;
    assigned_at: NullableInteger;
  };
  payment_mark: { subject: string; kind: string; at: Integer };
  sign_in_link: { token_hash: string; email: string; next: string; watch: string; asked_at: Integer };
  ended_session: { session: string; expires_at: Integer };
  followed: { account: string; methodologies: string; rules: string; language: string | null };
  saved_portfolio: { account: string; holdings: string; saved_at: Integer; looks: string | null };
  watched_fund: { symbol: string; rules: string; methodologies: string; state: string };
  attestation_key: { public_key: string; not_before: Integer; not_after: NullableInteger };
  attestation: {
    number: Integer;
    statement_hash: string;
    list_hash: string;
    evidence_hash: string;
    public_key: string;
    expires_at: Integer;
    sealed: string | null;
  };
  watched_ticker: { account: string; symbol: string; added_at: Integer };
  alert: {
    id: string;
    account: string;
    symbol: string;
    rules: string;
    as_of: string;
    fingerprint: string;
    created_at: Integer;
    told: string | null;
  };
  alert_delivery: {
    alert: string;
    channel: string;
    account: string;
    attempts: Integer;
    free_at: Integer;
    lease_token: string | null;
    ended_at: NullableInteger;
    outcome: string | null;
    problem: string | null;
  };
  alert_feed: { account: string; token_hash: string };
  alert_webhook: { account: string; url: string; salt: string };
  alert_email: {
    account: string;
    email: string;
    token_hash: string;
    asked_at: Integer;
    confirmed_at: NullableInteger;
  };
  api_key: {
    hash: string;
    label: string;
    email: string;
    tier: string;
    created_at: Integer;
    ended_at: NullableInteger;
    ends_at: NullableInteger;
    account: string;
  };
  sign_up: { email: string; use_case: string; attribution: string | null; created_at: Integer };
  waitlist: {
    email: string;
    interest: string;
    use_case: string;
    attribution: string | null;
    created_at: Integer;
  };
  bulk_job: {
    id: string;
    owner: string;
    total: Integer;
    idempotency_key: string | null;
    request_hash: string | null;
    created_at: ColumnType<number | string | bigint, number | RawBuilder<number>, never>;
  };
  bulk_symbol: {
    job_id: string;
    position: Integer;
    owner: string;
    symbol: string;
    turn: Integer;
    free_at: Integer;
    lease_token: string | null;
    leases: Integer;
    retries: Integer;
    result: string | null;
  };
  unfinished_work: { name: string; inputs: string; state: string };
  ranking: { kind: string; summary: string; started_at: Integer; finished_at: Integer };
  ranking_line: { kind: string; place: Integer; content: string };
  ranking_run: {
    kind: string;
    token: string | null;
    started_at: ColumnType<
      number | string | bigint,
      number | RawBuilder<number>,
      number | RawBuilder<number>
    >;
    free_at: ColumnType<number | string | bigint, number | RawBuilder<number>, number | RawBuilder<number>>;
  };
  listing_close: {
    symbol: string;
    status: string;
    session: string;
    close: number;
    market_cap: number | null;
  };
  listing_state: { id: Integer; content: string };
  unreached: { source: string; until: Integer; message: string };
  index_state: {
    id: Integer;
    first_day: string | null;
    last_day: string | null;
    run_at: NullableInteger;
    message: string | null;
    free_at: ColumnType<number | string | bigint, number | RawBuilder<number>, number | RawBuilder<number>>;
    token: string | null;
  };
  index_due: { cik: string; day: string };
  usage_call: {
    day: string;
    tier: string;
    account: string;
    operation: string;
    status: Integer;
    calls: Integer;
  };
  usage_ticker: { day: string; outcome: string; ticker: string; calls: Integer };
  post: {
    id: string;
    slug: string;
    title: string;
    excerpt: string;
    body_md: string;
    body_html: string;
    is_published: BooleanColumn;
    published_at: NullableInteger;
    changed_at: Integer;
  };
  blog: { id: Integer; feed_id: string };
}
