/** What happened to a subscription, a payment or a customer, by the provider's own id. */
export interface PaymentMark {
  readonly subject: string;
  /**
   * `ended`: a subscription; `unpaid`, `paid`: its invoices; `refunded`: a payment, or one of a customer's.
   */
  readonly kind: 'ended' | 'unpaid' | 'paid' | 'refunded';
  /** When the provider says it happened, in milliseconds since the epoch, like all instants here. */
  readonly at: number;
}

/** A completed checkout. */
export interface Purchase {
  /** The checkout's id; several events may report one checkout. */
  readonly id: string;
  /** The account that our link named; null if the payer came without that link. */
  readonly reference: string | null;
  readonly email: string | null;
  readonly customer: string | null;
  readonly subscription: string | null;
  readonly paymentIntent: string | null;
  /** The amount in the currency's smallest unit. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly createdAt: number;
  /** When the money arrived; null while it is on its way. */
  readonly paidAt: number | null;
}

/** An event of the provider in our terms. */
export interface PaymentNews {
  readonly eventId: string;
  readonly type: string;
  readonly purchase: Purchase | null;
  readonly marks: readonly PaymentMark[];
}

export type PaymentState = 'waiting' | 'paid' | 'unpaid' | 'refunded' | 'ended';

/** A purchase as the operator sees it. */
export interface PaymentListed extends Omit<Purchase, 'reference'> {
  /** The account whose tier the purchase pays for; null if it matches none or the account was deleted. */
  readonly account: string | null;
  readonly accountEmail: string | null;
  /** How the account was found; null if the purchase matches none. */
  readonly matchedBy: 'reference' | 'email' | 'admin' | null;
  /** When the operator assigned the purchase; null if the operator did not. */
  readonly assignedAt: number | null;
  readonly state: PaymentState;
}

interface PaymentTimes {
  readonly now: number;
  /** When the other keys of an account end, if a key becomes its current free one. */
  readonly othersEndAt: number;
}

export interface PaymentStore {
  /**
   * Processes an event once and sets the tier of the accounts that it concerns, in one transaction. Returns
   * false if the event was known. INVARIANT: the result does not depend on the order of events.
   */
  take(news: PaymentNews, at: PaymentTimes): Promise<boolean>;
  /** Lists purchases: those paid but without an account first, then newest first. */
  list(limit: number): Promise<readonly PaymentListed[]>;
  find(payment: string): Promise<PaymentListed | null>;
  /**
   * Gives an unmatched purchase to an account. Returns false if either does not exist or the purchase is
   * matched.
   */
  assign(payment: string, account: string, at: PaymentTimes): Promise<boolean>;
  /** Undoes `assign`; returns false if no account has the purchase by `assign`. */
  unassign(payment: string, at: PaymentTimes): Promise<boolean>;
}
