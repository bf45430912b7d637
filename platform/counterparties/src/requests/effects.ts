import {
  Amount,
  Currency,
  closed,
  GrantId,
  Hash,
  IdempotencyKey,
  Name,
  Text,
} from '@platform/core/objects/primitives';
import { type Static, Type } from 'typebox';

/** The body of `POST /transfers`. */
export const TransferRequest = closed({
  from_account: Name,
  to_account: Name,
  amount: Amount,
  currency: Currency,
  beneficiary_id: Type.Optional(Name),
  memo: Type.Optional(Text),
  reference: Type.Optional(Text),
  grant_id: GrantId,
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type TransferRequest = Static<typeof TransferRequest>;

/** The body of `POST /releases`. */
export const ReleaseRequest = closed({
  record_id: Name,
  recipient_id: Name,
  purpose: Name,
  sensitivity: Name,
  reference: Type.Optional(Text),
  grant_id: GrantId,
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type ReleaseRequest = Static<typeof ReleaseRequest>;

export const TickerSymbol = Type.String({
  pattern: '^[A-Z0-9][A-Z0-9._-]{0,31}$',
  description: 'Ticker symbol',
});

/** The body of `POST /orders`. */
export const OrderRequest = closed({
  symbol: TickerSymbol,
  side: Type.Enum(['buy', 'sell']),
  notional: Amount,
  currency: Currency,
  reference: Type.Optional(Text),
  grant_id: GrantId,
  action_hash: Hash,
  idempotency_key: IdempotencyKey,
});
export type OrderRequest = Static<typeof OrderRequest>;
