/** What happened to a subscription, a payment or a customer, by the provider's own id. */
export interface PaymentMark {
  readonly subject: string;
  /** `ended` a subscription, `unpaid` and `paid` its invoices, `refunded` a payment or a customer's. */
  readonly kind: 'ended' | 'unpaid' | 'paid' | 'refunded';
  /** When the provider says it happened, in milliseconds since the epoch, like all instants here. */
  readonly at: number;
}

/** A completed checkout. */
export interface Purchase {
  /** The checkout's id: several events may tell of one. */
  readonly id: string;
  /** The account that our link named; null where the payer came without it. */
  readonly reference: string | null;
  readonly email: string | null;
  readonly customer: string | null;
  readonly subscription: string | null;
  readonly paymentIntent: string | null;
  /** In the currency's smallest unit. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly createdAt: number;
  /** Null while the money is on its way. */
  readonly paidAt: number | null;
}

/** What an event of the provider says, in our words. */
export interface PaymentNews {
  readonly eventId: string;
  readonly type: string;
  readonly purchase: Purchase | null;
  readonly marks: readonly PaymentMark[];
}

export type PaymentState = 'waiting' | 'paid' | 'unpaid' | 'refunded' | 'ended';

/** A purchase as the operator sees it. */
export interface PaymentListed extends Omit<Purchase, 'reference'> {
  /** The account whose tier it pays for; null where it fits none, and where its account was deleted. */
  readonly account: string | null;
  readonly accountEmail: string | null;
  /** How the account was found; null where it fits none. */
  readonly matchedBy: 'reference' | 'email' | 'admin' | null;
  /** When the operator assigned it; null if it was not the operator. */
  readonly assignedAt: number | null;
  readonly state: PaymentState;
}

interface PaymentTimes {
  readonly now: number;
  /** Where a key becomes the current free one of its address, the others go on until then. */
  readonly othersEndAt: number;
}

export interface PaymentStore {
  /**
   * Takes in an event, once, and sets the tier of the accounts that it concerns, in one transaction. False if it was
   * known. INVARIANT: the result is the same in whatever order events come.
   */
  take(news: PaymentNews, at: PaymentTimes): Promise<boolean>;
  /** Those that fit nobody first, then the newest first. */
  list(limit: number): Promise<readonly PaymentListed[]>;
  find(payment: string): Promise<PaymentListed | null>;
  /** Gives a purchase that fits no account to one; false if there is no such purchase or account, or it had one. */
  assign(payment: string, account: string, at: PaymentTimes): Promise<boolean>;
  /** Takes a purchase back from the account that `assign` gave it to; false if there is no such purchase. */
  unassign(payment: string, at: PaymentTimes): Promise<boolean>;
}
