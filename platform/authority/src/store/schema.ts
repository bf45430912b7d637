import type { BooleanColumn } from '@common/kit/sql/portable';
import type { KnownActionsSchema } from '@platform/keys/known-actions';
import type { StandingSchema } from '@platform/keys/standing';
import type { Generated } from 'kysely';

/** Columns named `*_json` hold JSON in the protocol's schemas. */
export interface AuthoritySchema extends StandingSchema, KnownActionsSchema {
  tenant: { tenant: string; receipt_sequence: number; previous_receipt_hash: string | null };
  contract: {
    contract_id: string;
    tenant: string;
    contract_hash: string;
    contract_json: string;
    signature_json: string;
    registered_at: string;
    revocation_json: string | null;
    revocation_recorded_at: string | null;
  };
  rules: {
    profile_hash: string;
    profile_json: string;
    plugin_json: string;
    name: string;
    /** Text that sorts as versions do. */
    version_key: string;
  };
  profile_seen: { name: string; version: string; profile_hash: string };
  /** What the moves of a grant change. */
  action_grant: {
    grant_id: string;
    tenant: string;
    contract_id: string;
    status: string;
    proposed_at: string;
    expires_at: string | null;
    /** Null once the grant no longer bars another one with the same key. */
    live_key: string | null;
    ending_json: string | null;
    approval_json: string | null;
    earlier_approvals_json: string | null;
    redemption_id: string | null;
    redeemed_at: string | null;
    in_doubt_json: string | null;
    settlement_json: string | null;
    cancellation_json: string | null;
  };
  /** What a proposal fixes. Only an approval changes it, which signs the grant again. */
  grant_body: {
    grant_id: string;
    action_hash: string;
    action_json: string;
    salts_json: string;
    grant_json: string;
    grant_hash: string;
    signature_json: string;
    decision_json: string;
    is_unique: BooleanColumn;
    reservations_json: string;
    /** The directories' entries that decided, each with its proof; null without any. */
    directories_json: string | null;
  };
  /** Documents that agents attach to proposals. `contract_id`: the mandate under which one was uploaded. */
  document: {
    tenant: string;
    sha256: string;
    contract_id: string;
    media_type: string;
    size_bytes: number;
    /** Milliseconds since the epoch. */
    uploaded_at: number;
  };
  document_bytes: { tenant: string; sha256: string; bytes: Uint8Array };
  /** A document is kept while a grant names it. */
  document_use: { grant_id: string; sha256: string; tenant: string; named_at: number };
  /** Entries of directories, in force or ended: none is ever changed or removed. */
  directory_entry: {
    tenant: string;
    profile: string;
    directory: string;
    sequence: number;
    leaf_index: number;
    recorded_at: string;
    entry_hash: string;
    entry_json: string;
  };
  /** Entries that need another person's signature, each in its place behind the head or another of them. */
  directory_draft: {
    tenant: string;
    profile: string;
    directory: string;
    sequence: number;
    entered_at: string;
    entry_json: string;
  };
  /** Agents' tokens as their principals signed them, without the secrets. */
  agent_token: {
    token_id: string;
    tenant: string;
    expires_at: string;
    token_json: string;
    registered_at: string;
    last_used_at: string | null;
    end_json: string | null;
  };
  agent_token_mandate: { contract_id: string; token_id: string };
  /** The lengths of leases that authorities give, and when each was last in use, in milliseconds since the epoch. */
  lease_length: { send_within_ms: number; used_at: number };
  /** The highest counter that a person’s device has shown, by key. */
  sign_counter: { fingerprint: string; counter: number };
  /** Instants of notices are milliseconds since the epoch. */
  notice_round: { grant_id: string; route: number; round: string; due_at: number };
  /** What happened and is to be told; its row goes once there is a notice for each sink. */
  notice_event: {
    type: string;
    about: string;
    entered_at: number;
    tenants_json: string | null;
    content_json: string | null;
  };
  notice: {
    id: string;
    /** A grant's id, or what else names the event. */
    about: string;
    /** A person's name, or `sink:` and a sink's. */
    recipient: string;
    type: string;
    content_json: string | null;
    left_out: Generated<number>;
    until: number;
    entered_at: number;
    attempts: number;
    free_at: number;
    lease_token: string | null;
    ended_at: number | null;
    state: string;
    problem: string | null;
    /** The id of the address that accepts no more messages. */
    refused_by: string | null;
  };
  /** Where the agent of a mandate is told of its grants. `events_json`: of which. */
  agent_webhook: {
    contract_id: string;
    /** New each time that it is registered, as the secret is, which follows from it. */
    id: string;
    url: string;
    events_json: string;
    /** The token that registered it; null for one without a record. */
    token_id: string | null;
    ends_at: number | null;
    registered_at: number;
  };
  receipt_queue: { grant_id: string; queued_at: string; enforcement_json: string };
  /** One row, with `id` 1: the first leaf whose receipt may have no file in `out/`. */
  receipt_files: { id: number; next_leaf: number };
  /** The files of receipts whose bodies are deleted. */
  open_redemption: { grant_id: string };
  file_to_remove: { receipt_id: string };
  receipt: {
    receipt_id: string;
    grant_id: string;
    tenant: string;
    sequence: number;
    leaf_index: number;
    /** The leaf's data: 64 hex digits. */
    log_entry: string;
    profile: string;
    assembled_at: string;
    /** The id of the event that records that the body was deleted. */
    pruned_by: string | null;
  };
  /** Has no row once the body is deleted. */
  receipt_body: { leaf_index: number; receipt_json: string };
  /** What became later of what a receipt says: a leaf of its own. */
  addendum: {
    leaf_index: number;
    receipt_id: string;
    tenant: string;
    state: string;
    recorded_at: string;
    addendum_json: string;
  };
  /** Parts of receipts (`receipt-parts.ts`). They stay when a body is deleted: others have them too. */
  receipt_part: { hash: string; part_json: string };
  /** What a receipt says (`ReceiptRow`), for searches and tables. `amount_key` sorts as amounts do. */
  receipt_row: { leaf_index: number; decided_ms: number; amount_key: string | null; row_json: string };
  /** The terms by which a receipt is found (`core/row/search-terms.ts`). */
  receipt_term: { term: string; decided_ms: number; leaf_index: number };
  /** How often something was done by each entry of a list; `values_hash` is that of its values. */
  listed_use: {
    tenant: string;
    profile: string;
    list: string;
    values_hash: string;
    times: number;
    first_ms: number;
    last_ms: number;
  };
  mandate_term: { term: string; registered_at: string; contract_id: string };
  /** One row, with `id` 1: the first leaf whose receipt is not in the search yet. */
  search_state: { id: number; next_leaf: number };
  event: {
    sequence: number;
    event_id: string;
    kind: string;
    grant_id: string | null;
    event_hash: string;
    record_json: string;
  };
  /** `event_head` and `log_state` have one row each, with `id` 1, which a transaction locks to append. */
  event_head: { id: number; sequence: number; previous_hash: string | null };
  log_state: { id: number; tree_size: number };
  /** All that has ended, numbered from 0, and the nodes of the map of it (`core/log/standing`). */
  ending: { number: number; map_key: string; kind: string; id: string; ended_at: string; ended_by: string };
  ending_node: { hash: string; node: string; replaced_by: number | null };
  /** One row, with `id` 1, which a transaction locks to add an ending. */
  ending_state: { id: number; size: number; root_hash: string };
  log_node: { level: number; node_index: number; hash: string };
  /** The size that each witness last signed, and the largest that it claimed, by origin and witness. */
  log_witness: { origin: string; witness: string; tree_size: number; claimed_size: number };
  log_head: { tree_size: number; head_json: string };
  /** The checkpoint with the log's own signatures only. */
  log_checkpoint: { origin: string; tree_size: number; note: string };
  /** Heads on their way to a public log: `waiting`, `posted` with the log's entry, or `refused`. */
  log_anchor: {
    origin: string;
    tree_size: number;
    note: string;
    log_key: string;
    signature: string;
    state: string;
    entry: string | null;
    trusted_log: string | null;
    prepared_at: number;
  };
  log_cosignature: { origin: string; tree_size: number; name: string; key_id: string; line: string };
}
