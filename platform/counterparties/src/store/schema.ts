import type { BooleanColumn } from '@common/kit/sql/portable';
import type { TokenSchema } from '@platform/frame/used-tokens';
import type { ColumnType } from 'kysely';

type Integer = ColumnType<number | string | bigint, number, number>;

/** Tables that each counterparty has; see migrations/. */
export interface AnswerSchema extends TokenSchema {
  answer: { idempotency_key: string; body_hash: string; kind: string; body: string; answered_at: Integer };
}

export interface BankSchema extends AnswerSchema {
  account: {
    account_id: string;
    currency: string;
    balance: string;
    /** How many movements it has. The newest has this number. */
    movements: Integer;
    /** When the newest was booked; 0 before the first. */
    booked_at: Integer;
  };
  transfer: {
    transfer_id: string;
    grant_id: string;
    from_account: string;
    to_account: string;
    amount: string;
    currency: string;
    transferred_at: Integer;
    booked_at: Integer;
    idempotency_key: string;
    memo: string | null;
    reference: string | null;
    /** Its number among the movements of each account, and the balance after it. */
    from_number: Integer;
    from_balance: string;
    to_number: Integer;
    to_balance: string;
  };
}

export interface RecipientSchema extends AnswerSchema {
  record: { record_id: string; sensitivity: string; title: string };
  requester: { requester_id: string; name: string; verified: BooleanColumn };
  release: {
    release_id: string;
    grant_id: string;
    record_id: string;
    recipient_id: string;
    purpose: string;
    released_at: Integer;
  };
}

export interface BrokerSchema extends AnswerSchema {
  position: { symbol: string; quantity: string };
  placed_order: {
    order_id: string;
    grant_id: string;
    symbol: string;
    side: string;
    notional: string;
    quantity: string;
    placed_at: Integer;
  };
}
