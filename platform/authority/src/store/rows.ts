import { formatInstant, requiredMs } from '@common/base/instant';
import { toBoolean } from '@common/kit/sql/portable';
import { isLive } from '@platform/core/decide/grant-states';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { ReceiptPlace } from '@platform/core/objects/log';
import type { Selectable } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { NodeCoordinate, ReportedGrant, StoredGrant, StoredMandate } from './store.ts';

/** Converts between rows and the store's objects. The store wrote the JSON in a row, from checked values. */

export function toMandate(row: Selectable<AuthoritySchema['contract']>): StoredMandate {
  return {
    contract: JSON.parse(row.contract_json),
    contract_hash: row.contract_hash,
    signature: JSON.parse(row.signature_json),
    registered_at: row.registered_at,
    revocation: row.revocation_json === null ? null : JSON.parse(row.revocation_json),
    revocationRecordedAt: row.revocation_recorded_at,
  };
}

export function fromMandate(mandate: StoredMandate): Selectable<AuthoritySchema['contract']> {
  return {
    contract_id: mandate.contract.contract_id,
    tenant: mandate.contract.tenant,
    contract_hash: mandate.contract_hash,
    contract_json: JSON.stringify(mandate.contract),
    signature_json: JSON.stringify(mandate.signature),
    registered_at: instantColumn(mandate.registered_at),
    revocation_json: mandate.revocation === null ? null : JSON.stringify(mandate.revocation),
    revocation_recorded_at: mandate.revocationRecordedAt,
  };
}

/** A grant's two rows, and the id of its receipt. */
type GrantRow = Selectable<AuthoritySchema['action_grant']> &
  Selectable<AuthoritySchema['grant_body']> & { readonly receipt_id: string | null };

export function toGrant(row: GrantRow): StoredGrant {
  return {
    record: toRecord(row),
    unique: toBoolean(row.is_unique),
    reservations: JSON.parse(row.reservations_json),
  };
}

/** INVARIANT: the fields are in the order in which they are sent. */
export function toRecord(row: GrantRow): GrantRecord {
  return {
    grant: JSON.parse(row.grant_json),
    grant_hash: row.grant_hash,
    signature: JSON.parse(row.signature_json),
    action: JSON.parse(row.action_json),
    salts: JSON.parse(row.salts_json),
    action_hash: row.action_hash,
    decision: JSON.parse(row.decision_json),
    ...ifPresent('directories', row.directories_json),
    status: row.status as GrantRecord['status'],
    ending: row.ending_json === null ? null : JSON.parse(row.ending_json),
    approval: row.approval_json === null ? null : JSON.parse(row.approval_json),
    ...(row.earlier_approvals_json === null
      ? {}
      : { earlier_approvals: JSON.parse(row.earlier_approvals_json) }),
    redemption_id: row.redemption_id,
    redeemed_at: row.redeemed_at,
    receipt_id: row.receipt_id,
    ...ifPresent('in_doubt', row.in_doubt_json),
    ...ifPresent('settlement', row.settlement_json),
    ...ifPresent('cancellation', row.cancellation_json),
  };
}

type ReportedRow = Pick<
  Selectable<AuthoritySchema['action_grant'] & AuthoritySchema['contract']>,
  'in_doubt_json' | 'cancellation_json' | 'revocation_json' | 'revocation_recorded_at'
> & {
  readonly receipt_id: string | null;
  readonly record_json: string | null;
  readonly webhook_of: string | null;
};

export function toReportedGrant(row: ReportedRow): ReportedGrant {
  const parse = (json: string | null) => (json === null ? null : JSON.parse(json));
  return {
    hasWebhook: row.webhook_of !== null,
    isInDoubt: row.in_doubt_json !== null,
    cancellation: parse(row.cancellation_json),
    revocation: parse(row.revocation_json),
    revocationRecordedAt: row.revocation_recorded_at,
    receiptId: row.receipt_id,
    event: parse(row.record_json),
  };
}

function ifPresent<Name extends string>(name: Name, json: string | null) {
  return json === null ? {} : { [name]: JSON.parse(json) };
}

/** All columns of both rows except those that are set later by statements of their own. */
export function fromGrant({ record, unique, reservations }: StoredGrant) {
  const { grant, action, status, ending, approval, earlier_approvals: earlier } = record;
  return {
    grant_id: grant.grant_id,
    tenant: grant.tenant,
    contract_id: grant.contract_id,
    status,
    proposed_at: instantColumn(action.proposed_at),
    expires_at: grant.expires_at === null ? null : instantColumn(grant.expires_at),
    live_key: unique && isLive(status) ? action.idempotency_key : null,
    action_hash: record.action_hash,
    action_json: JSON.stringify(action),
    salts_json: JSON.stringify(record.salts),
    grant_json: JSON.stringify(grant),
    grant_hash: record.grant_hash,
    signature_json: JSON.stringify(record.signature),
    decision_json: JSON.stringify(record.decision),
    is_unique: unique,
    reservations_json: JSON.stringify(reservations),
    directories_json: record.directories === undefined ? null : JSON.stringify(record.directories),
    ending_json: ending === null ? null : JSON.stringify(ending),
    approval_json: approval === null ? null : JSON.stringify(approval),
    earlier_approvals_json: earlier === undefined ? null : JSON.stringify(earlier),
    redemption_id: record.redemption_id,
    redeemed_at: record.redeemed_at,
  };
}

/** A receipt's columns without its body. */
export function fromPlace({ log_id: _, receipt_body_hash: __, ...place }: ReceiptPlace) {
  return { ...place, assembled_at: instantColumn(place.assembled_at) };
}

/** INVARIANT: columns by which SQL sorts or selects use one spelling, which sorts as the instants do. */
export function instantColumn(instant: string): string {
  return formatInstant(requiredMs(instant));
}

export function nodeKey({ level, index }: NodeCoordinate): string {
  return `${level}:${index}`;
}

/** Spells a version so that text order is version order: `1.10.0` after `1.9.0`. */
export function versionKey(version: string): string {
  return version
    .split('.')
    .map((part) => part.padStart(5, '0'))
    .join('.');
}
