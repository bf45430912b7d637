import type { Faults as KitFaults } from '@common/kit/faults';
import type { SignedAck } from '@platform/core/objects/counterparty';
import type { TokenStore } from '@platform/frame/used-tokens';
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

/**
 * `token_used`: the broker token was used before. `key_reused`: the key was used before with another body. `too_late`:
 * the broker token expired before the transaction had its turn. In all cases nothing was done.
 */
export type Outcome =
  | Answer
  | { readonly kind: 'token_used' }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'too_late' };

/** What had been done under an idempotency key at `asOf`, in milliseconds since the epoch; null: nothing. */
interface Standing {
  readonly answer: SignedAck | null;
  readonly asOf: number;
}

interface Keyed {
  readonly idempotency_key: string;
}

export interface Order<Request extends Keyed = Keyed> {
  /** The id of the effect. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 of the body's canonical JSON, to tell a repeated request from another one under the same key. */
  readonly bodyHash: string;
  readonly body: Request;
  /** The broker token, which is used up with the order. Its end is in seconds since the epoch. */
  readonly token: { readonly jti: string; readonly exp: number };
  /** Whether the broker token is still good. Asked in the transaction, once no other can hold the key. */
  readonly isCurrent: () => boolean;
}

export interface AnswerStore {
  /**
   * What was done under a key; a refusal did nothing. INVARIANT: after null, no order whose token had expired at `asOf` takes effect:
   * the look-up waits for a transaction that holds the key, and a later one finds its token expired.
   */
  standing(key: string, clock: () => number): Promise<Standing>;
}

export interface Account {
  readonly account_id: string;
  /** An ISO 4217 code. */
  readonly currency: string;
  /** A decimal string. */
  readonly balance: string;
}

/** A movement of an account, as its list shows it. */
export interface BookedMovement {
  readonly movement_id: string;
  /** Milliseconds since the epoch. */
  readonly bookedAt: number;
  readonly direction: 'in' | 'out';
  readonly amount: string;
  /** After the movement. */
  readonly balance: string;
  readonly other_account: string;
  readonly reference: string | null;
  readonly text: string | null;
  readonly idempotency_key: string | null;
}

/** From the first instant to before the last one, in milliseconds since the epoch; after that movement, if one is named. */
export interface MovementPeriod {
  readonly from: number;
  readonly until: number;
  readonly after: string | null;
}

export interface ListedMovements {
  readonly currency: string;
  /** The first of them, or else the first one after the period; null if there is none. */
  readonly next: BookedMovement | null;
  /** The balance now. */
  readonly present: string;
  /** Oldest first. */
  readonly movements: readonly BookedMovement[];
  readonly more: boolean;
}

/** The two balances after a transfer, or why it is refused. */
export type Movement =
  | { readonly ok: true; readonly fromBalance: string; readonly toBalance: string }
  | { readonly ok: false; readonly refusal: StandingRefusal };

export interface BankStore extends TokenStore, AnswerStore {
  account(accountId: string): Promise<Account | null>;
  /** A page of an account's movements; null if there is no such account, or the movement to go on after is not one of its. */
  movements(accountId: string, period: MovementPeriod, limit: number): Promise<ListedMovements | null>;
  /** Opens the accounts that do not exist yet. */
  openAccounts(accounts: readonly Account[]): Promise<void>;
  /**
   * Writes debit, credit and answer in one transaction, so a crash leaves all or none. `move` decides on the
   * balances, and `acknowledge` signs. Both may run again if the database repeats the transaction, and must
   * have no other effect.
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
  /** Adds the records that do not exist yet. */
  addRecords(records: readonly ReleasedRecord[]): Promise<void>;
  addRequesters(requesters: readonly Requester[]): Promise<void>;
  /** Writes release and answer in one transaction. An unknown record is first stored as `record`. */
  release(
    order: Order<ReleaseRequest>,
    record: ReleasedRecord,
    answerFor: (record: ReleasedRecord) => Answer,
  ): Promise<Outcome>;
}

/**
 * The quantity traded, its price and the position afterwards, or why the order is refused. Decimal strings.
 */
export type Fill =
  | { readonly ok: true; readonly quantity: string; readonly price: string; readonly position: string }
  | { readonly ok: false; readonly refusal: StandingRefusal };

export interface BrokerStore extends TokenStore, AnswerStore {
  /** The quantity held of a symbol, as a decimal string. */
  position(symbol: string): Promise<string>;
  /** Writes position, order and answer in one transaction, as `BankStore.transfer` does. */
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
