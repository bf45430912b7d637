import { type Static, Type } from 'typebox';
import {
  Amount,
  Currency,
  closed,
  Facade,
  GrantId,
  Hash,
  IdempotencyKey,
  Instant,
  MandateId,
  Name,
  nullable,
  ReceiptId,
  TenantId,
} from './primitives.ts';
import { Receipt } from './receipt.ts';

const { who, what, bundle } = Receipt.properties;

/** What a receipt says, on one line of a table. It proves nothing; the receipt does. */
export const ReceiptRow = closed({
  receipt_id: ReceiptId,
  grant_id: GrantId,
  contract_id: MandateId,
  tenant: TenantId,
  sequence: bundle.properties.sequence,
  leaf_index: Type.Integer({ minimum: 0, description: 'Place in the log' }),
  receipt_body_hash: Hash,
  plugin: Name,
  facade: Facade,
  outcome: what.properties.outcome,
  reason: what.properties.reason,
  level: what.properties.level_achieved,
  payee: nullable(Type.String({ description: 'To whom, or about what, the action is' })),
  payee_account: nullable(Type.String({ description: 'The payee’s account, where an action names it' })),
  payee_entry: nullable({ ...Name, description: 'What the payee’s entry is called in its directory' }),
  idempotency_key: IdempotencyKey,
  account: nullable(Type.String({ description: 'The tenant’s own account at the counterparty' })),
  amount: nullable(Amount),
  currency: nullable(Currency),
  reference: nullable(Type.String()),
  text: nullable(Type.String({ description: 'Free text of the action, such as a memo' })),
  agent: Name,
  principal: who.properties.principal,
  approved_by: Type.Array(Type.String(), { description: 'People, in the order in which they approved' }),
  rejected_by: nullable(Type.String()),
  cancelled_by: nullable(Type.String()),
  settled_by: nullable(Type.String()),
  counterparty: nullable(Type.String()),
  proposed_at: Instant,
  approved_at: nullable(Instant),
  executed_at: nullable(Instant),
  decided_at: Instant,
});
export type ReceiptRow = Static<typeof ReceiptRow>;
