import type { Faults as KitFaults } from '@common/kit/faults';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { OrderRequest, ReleaseRequest, TransferRequest } from '../requests/effects.ts';

/** A final refusal: the same request gets the same one again. */
interface StandingRefusal {
  readonly code: string;
  readonly message: string;
}

/** The answer to a request under an idempotency key, the first time and every later time. */
export type Answer =
  | { readonly kind: 'acknowledged'; readonly ack: SignedAck }
  | { readonly kind: 'refused'; readonly refusal: StandingRefusal };

/** `key_reused`: the key was used before with another body. Nothing was done now. */
export type Outcome = Answer | { readonly kind: 'key_reused' };

interface Keyed {
  readonly idempotency_key: string;
}

/** A request for one effect. */
export interface Order<Request extends Keyed = Keyed> {
  /** Of the effect. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 of the body's canonical JSON: tells a repeated request from another one under the same key. */
  readonly bodyHash: string;
  readonly body: Request;
}

export interface TokenStore {
  /** False when the token was used before. `expiresAt` in seconds: until then it is remembered. */
  claimToken(jti: string, expiresAt: number, nowS: number): Promise<boolean>;
  /** Answers when the database does. */
  ping(): Promise<void>;
}

export interface Account {
  readonly account_id: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Decimal string. */
  readonly balance: string;
}

/** The two accounts after a transfer, or why there can be none. */
export type Movement =
  | { readonly ok: true; readonly fromBalance: string; readonly toBalance: string }
  | { readonly ok: false; readonly refusal: StandingRefusal };

export interface BankStore extends TokenStore {
  account(accountId: string): Promise<Account | null>;
  /** Opens those that do not exist yet. */
  openAccounts(accounts: readonly Account[]): Promise<void>;
  /**
   * Debit, credit and answer in one transaction: after a crash there are all or none. `move` decides on the balances,
   * `acknowledge` signs; both may run again if the database repeats the transaction, and have no effect of their own.
   */
  transfer(
    order: Order<TransferRequest>,
    move: (from: Account | null, to: Account | null) => Movement,
    acknowledge: () => SignedAck,
  ): Promise<Outcome>;
}

export interface ReleasedRecord {
  readonly record_id: string;
  readonly sensitivity: string;
  readonly title: string;
}

export interface Requester {
  readonly requester_id: string;
  readonly name: string;
  readonly verified: boolean;
}

export interface RecipientStore extends TokenStore {
  record(recordId: string): Promise<ReleasedRecord | null>;
  requester(requesterId: string): Promise<Requester | null>;
  /** Adds those that do not exist yet. */
  addRecords(records: readonly ReleasedRecord[]): Promise<void>;
  addRequesters(requesters: readonly Requester[]): Promise<void>;
  /** Release and answer in one transaction. If the record is unknown, it is `record` from then on. */
  release(
    order: Order<ReleaseRequest>,
    record: ReleasedRecord,
    answerFor: (record: ReleasedRecord) => Answer,
  ): Promise<Outcome>;
}

/** How much was traded at which price and what is held then, or why nothing was. Decimal strings. */
export type Fill =
  | { readonly ok: true; readonly quantity: string; readonly price: string; readonly position: string }
  | { readonly ok: false; readonly refusal: StandingRefusal };

export interface BrokerStore extends TokenStore {
  /** What is held of a symbol: a decimal string. */
  position(symbol: string): Promise<string>;
  /** Position, order and answer in one transaction, as in `BankStore.transfer`. */
  place(
    order: Order<OrderRequest>,
    fill: (held: string) => Fill,
    acknowledge: (quantity: string, price: string) => SignedAck,
  ): Promise<Outcome>;
}

/** Steps at which a crash test may end the process. */
export const FAULT_POINTS = ['debited', 'committed', 'answered'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

export type Faults = KitFaults<FaultPoint>;
