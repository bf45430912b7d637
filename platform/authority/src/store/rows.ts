import { formatInstant, requiredMs } from '@common/base/instant';
import { toBoolean } from '@common/kit/sql/portable';
import { isLive } from '@platform/core/decide/grant-states';
import type { Selectable } from 'kysely';
import type { AuthoritySchema } from './schema.ts';
import type { NodeCoordinate, ReceiptMaterial, StoredGrant, StoredMandate } from './store.ts';

/** Converts between rows and the store's objects. This store wrote the JSON in a row, from checked values. */

export function toMandate(row: Selectable<AuthoritySchema['contract']>): StoredMandate {
  return {
    contract: JSON.parse(row.contract_json),
    contract_hash: row.contract_hash,
    signature: JSON.parse(row.signature_json),
    registeredAt: row.registered_at,
    revocation: row.revocation_json === null ? null : JSON.parse(row.revocation_json),
  };
}

export function fromMandate(mandate: StoredMandate): Selectable<AuthoritySchema['contract']> {
  return {
    contract_id: mandate.contract.contract_id,
    tenant: mandate.contract.tenant,
    contract_hash: mandate.contract_hash,
    contract_json: JSON.stringify(mandate.contract),
    signature_json: JSON.stringify(mandate.signature),
    registered_at: instantColumn(mandate.registeredAt),
    revocation_json: mandate.revocation === null ? null : JSON.stringify(mandate.revocation),
  };
}

export function toGrant(row: Selectable<AuthoritySchema['action_grant']>): StoredGrant {
  return {
    grant: JSON.parse(row.grant_json),
    grant_hash: row.grant_hash,
    signature: JSON.parse(row.signature_json),
    plugin: row.plugin,
    action: JSON.parse(row.action_json),
    actionHash: row.action_hash,
    policyDecision: JSON.parse(row.decision_json),
    status: row.status as StoredGrant['status'],
    unique: toBoolean(row.is_unique),
    reservations: JSON.parse(row.reservations_json),
    proposedAt: row.proposed_at,
    ending: row.ending_json === null ? null : JSON.parse(row.ending_json),
    approval: row.approval_json === null ? null : JSON.parse(row.approval_json),
    earlierApprovals: row.earlier_approvals_json === null ? [] : JSON.parse(row.earlier_approvals_json),
    redemptionId: row.redemption_id,
    redeemedAt: row.redeemed_at,
    receiptId: row.receipt_id,
  };
}

/** All columns but the receipt's, which inserting the receipt sets. */
export function fromGrant(grant: StoredGrant) {
  const { tenant, contract_id, grant_id, idempotency_key, expires_at } = grant.grant;
  return {
    grant_id,
    tenant,
    contract_id,
    plugin: grant.plugin,
    status: grant.status,
    proposed_at: instantColumn(grant.proposedAt),
    expires_at: expires_at === null ? null : instantColumn(expires_at),
    live_key: grant.unique && isLive(grant.status) ? idempotency_key : null,
    action_hash: grant.actionHash,
    action_json: JSON.stringify(grant.action),
    grant_json: JSON.stringify(grant.grant),
    grant_hash: grant.grant_hash,
    signature_json: JSON.stringify(grant.signature),
    decision_json: JSON.stringify(grant.policyDecision),
    is_unique: grant.unique,
    reservations_json: JSON.stringify(grant.reservations),
    ending_json: grant.ending === null ? null : JSON.stringify(grant.ending),
    approval_json: grant.approval === null ? null : JSON.stringify(grant.approval),
    earlier_approvals_json:
      grant.earlierApprovals.length === 0 ? null : JSON.stringify(grant.earlierApprovals),
    redemption_id: grant.redemptionId,
    redeemed_at: grant.redeemedAt,
  };
}

/** In the row, the enforcement decision has its name from the interface document, `decision`. */
export function toMaterial(json: string): ReceiptMaterial {
  const { grantId, decision, ack } = JSON.parse(json);
  return { grantId, enforcement: decision, ack };
}

export function fromMaterial({ grantId, enforcement, ack }: ReceiptMaterial): string {
  return JSON.stringify({ grantId, decision: enforcement, ack });
}

/** INVARIANT: columns that SQL sorts or selects by hold the one spelling that sorts as the instants do. */
export function instantColumn(instant: string): string {
  return formatInstant(requiredMs(instant));
}

export function nodeKey({ level, index }: NodeCoordinate): string {
  return `${level}:${index}`;
}

/** A version as text that sorts as versions do: `1.10.0` after `1.9.0`. */
export function versionKey(version: string): string {
  return version
    .split('.')
    .map((part) => part.padStart(5, '0'))
    .join('.');
}
