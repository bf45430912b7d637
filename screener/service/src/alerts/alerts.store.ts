import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { StoredScreening } from '../store/store.ts';
import type { ByChoice, FundState, FundTurn } from '../store/told.store.ts';

export const CHANNELS = ['webhook', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A change of a company, by the account’s choice where it made one; or a turn of a fund. */
export type AlertSubject =
  | { readonly kind: 'company'; readonly screening: StoredScreening; readonly choice: ByChoice | null }
  | { readonly kind: 'fund'; readonly turn: FundTurn };

/** A change of a ticker that the account watches; all instants are milliseconds since the epoch. */
export interface StoredAlert {
  /** `alr_` and 32 hex digits. */
  readonly id: string;
  readonly account: string;
  readonly at: number;
  readonly of: AlertSubject;
}

/** A delivery that one process holds until its lease runs out. */
export interface DeliveryLease {
  readonly token: string;
  readonly channel: Channel;
  /** The number of attempts so far, including this one. */
  readonly attempts: number;
  readonly alert: StoredAlert;
}

/** A delivery as the account sees it. */
export interface Delivery {
  readonly alert: string;
  readonly channel: Channel;
  readonly symbol: string;
  readonly at: number;
  readonly attempts: number;
  readonly state: 'waiting' | 'delivered' | 'given_up';
  /** Why the last attempt failed; null if it did not. */
  readonly problem: string | null;
  /** When the delivery is tried next; null if it has ended. */
  readonly nextAt: number | null;
}

export interface StoredWebhook {
  readonly url: string;
  readonly salt: string;
}

export interface StoredEmail {
  readonly email: string;
  readonly askedAt: number;
  readonly isConfirmed: boolean;
}

/** A fund, and by what it is watched. */
export interface FundByChoice {
  readonly symbol: string;
  readonly rules: RuleSetId;
  /** Ids; null for no choice. */
  readonly methodologies: readonly string[] | null;
}

/** Alerts, their destinations, and the outbox of their deliveries. Tokens are stored as hashes. */
export interface AlertStore {
  /** Lists an account's alerts, newest first. */
  alertsOf(account: string, limit: number): Promise<readonly StoredAlert[]>;

  /** What is known of a fund by a choice, with which the next screening is compared; null before the first. */
  fundState(fund: FundByChoice): Promise<FundState | null>;
  /** Keeps what is known of a fund, and enters a turn for everybody who watches it by that choice, in one transaction. */
  saveFundState(fund: FundByChoice, state: FundState, turn: FundTurn | null, now: number): Promise<void>;

  hasFeed(account: string): Promise<boolean>;
  /** Replaces the token of an account's feed; null removes the feed. */
  saveFeed(account: string, tokenHash: string | null): Promise<void>;
  accountOfFeed(tokenHash: string): Promise<string | null>;

  webhookOf(account: string): Promise<StoredWebhook | null>;
  /** Replaces an account's webhook. Null removes it and gives up the deliveries that wait for it. */
  saveWebhook(account: string, webhook: StoredWebhook | null, now: number): Promise<void>;

  emailOf(account: string): Promise<StoredEmail | null>;
  /** Stores an address to be confirmed. Nothing else is sent to it until the token comes back. */
  askEmail(account: string, email: string, tokenHash: string, now: number): Promise<void>;
  /**
   * Confirms the address whose link has this token. Returns false if the link is unknown or older than
   * `since`.
   */
  confirmEmail(tokenHash: string, since: number, now: number): Promise<boolean>;
  removeEmail(account: string, now: number): Promise<void>;

  /** Leases the delivery that has been due for the longest time; null if none is due. */
  take(token: string, now: number, leaseMs: number): Promise<DeliveryLease | null>;
  /** The next three end a lease, and do nothing if it was lost. */
  delivered(lease: DeliveryLease, now: number): Promise<void>;
  postpone(lease: DeliveryLease, until: number, problem: string): Promise<void>;
  giveUp(lease: DeliveryLease, now: number, problem: string): Promise<void>;
  /** Lists an account's deliveries, newest first. */
  deliveriesOf(account: string, limit: number): Promise<readonly Delivery[]>;
  /** Counts the deliveries of all accounts that ended from `since` on and before `until`. */
  countDeliveries(span: {
    readonly since: number;
    readonly until: number;
  }): Promise<{ readonly sent: number; readonly given_up: number }>;
  /** Puts a delivery that was given up back into the outbox. */
  sendAgain(account: string, alert: string, channel: Channel, now: number): Promise<void>;
}
