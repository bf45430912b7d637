import type { StoredScreening } from '../store/store.ts';

export const CHANNELS = ['webhook', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A flip of a ticker that the account watches; all instants are milliseconds since the epoch. */
export interface StoredAlert {
  /** `alr_` and 32 hex digits. */
  readonly id: string;
  readonly account: string;
  readonly at: number;
  /** The kept screening that has the flip. */
  readonly screening: StoredScreening;
}

/** A delivery that this process holds until its lease runs out. */
export interface DeliveryLease {
  readonly token: string;
  readonly channel: Channel;
  /** This one included. */
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
  /** Why the last attempt failed. */
  readonly problem: string | null;
  /** When it is tried next; null where it has ended. */
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

/** Alerts, where they go, and the outbox of their deliveries. Tokens are stored as hashes. */
export interface AlertStore {
  /** Newest first. */
  alertsOf(account: string, limit: number): Promise<readonly StoredAlert[]>;

  hasFeed(account: string): Promise<boolean>;
  /** Null ends it. */
  saveFeed(account: string, tokenHash: string | null): Promise<void>;
  accountOfFeed(tokenHash: string): Promise<string | null>;

  webhookOf(account: string): Promise<StoredWebhook | null>;
  /** Null removes it, and gives up what waits for it. */
  saveWebhook(account: string, webhook: StoredWebhook | null, now: number): Promise<void>;

  emailOf(account: string): Promise<StoredEmail | null>;
  /** Until the token comes back, nothing else is sent. */
  askEmail(account: string, email: string, tokenHash: string, now: number): Promise<void>;
  /** Whether a link that is not older than `since` was confirmed, now or before. */
  confirmEmail(tokenHash: string, since: number, now: number): Promise<boolean>;
  removeEmail(account: string, now: number): Promise<void>;

  /** The delivery that waits longest, if one is due. */
  take(token: string, now: number, leaseMs: number): Promise<DeliveryLease | null>;
  /** These three end a lease, and do nothing where it was lost. */
  delivered(lease: DeliveryLease, now: number): Promise<void>;
  postpone(lease: DeliveryLease, until: number, problem: string): Promise<void>;
  giveUp(lease: DeliveryLease, now: number, problem: string): Promise<void>;
  /** Newest first. */
  deliveriesOf(account: string, limit: number): Promise<readonly Delivery[]>;
  /** Deliveries of everybody that ended from `since` on and before `until`. */
  countDeliveries(span: {
    readonly since: number;
    readonly until: number;
  }): Promise<{ readonly sent: number; readonly given_up: number }>;
  /** Puts a delivery that was given up back. */
  sendAgain(account: string, alert: string, channel: Channel, now: number): Promise<void>;
}
