import { type Static, Type } from 'typebox';
import { KeySet } from './key-entry.ts';
import { SignedTreeHead } from './log.ts';
import { Balance, SignedMovementPage } from './movement.ts';
import {
  Amount,
  Currency,
  closed,
  DeploymentId,
  Hash,
  Name,
  nullable,
  ReceiptId,
  TenantId,
} from './primitives.ts';

/** How the receipts of an account and its counterparty's list can differ. */
const DIFFERENCES = [
  /** A receipt says it was paid; the list has no such movement. */
  'missing_at_counterparty',
  /** The list has a movement with the key of a payment, and there is no receipt of it. */
  'without_receipt',
  /** The same, and nobody here knows yet whether it was paid. */
  'outcome_unknown',
  'paid_twice',
  'amount_differs',
  'currency_differs',
  'payee_differs',
  'reference_differs',
  /** A balance of the list is not the one before it and the movement. */
  'balance_differs',
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

export const Difference = closed({
  kind: Type.Enum([...DIFFERENCES]),
  receipt_id: nullable(ReceiptId),
  /** The counterparty's id. */
  movement_id: nullable(Type.String({ maxLength: 128 })),
  /** What each side says: an amount, a currency, a payee's account, a reference, a balance; null if it says nothing. */
  by_receipt: nullable(Type.String()),
  by_counterparty: nullable(Type.String()),
});
export type Difference = Static<typeof Difference>;

/** A month as `2026-10`. */
export const StatementMonth = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: 'Such as 2026-10',
});

const Count = Type.Integer({ minimum: 0 });
const whose = { tenant: TenantId, account: Name, month: StatementMonth };

/**
 * What came of comparing the receipts of an account with its counterparty's list: what a notice needs. `not_compared`: the
 * counterparty lists nothing, or did not answer.
 */
export const Reconciliation = closed({
  ...whose,
  outcome: Type.Enum(['agrees', 'differs', 'not_compared']),
  differences: Count,
});
export type Reconciliation = Static<typeof Reconciliation>;

/** The sums of a month, and the differences. */
export const StatementSummary = closed({
  currency: Currency,
  opening: Balance,
  closing: Balance,
  /** Payments that are in both lists. */
  payments: Count,
  paid: Amount,
  /** Movements that no receipt is about. */
  others: Count,
  others_in: Amount,
  others_out: Amount,
  /** Payments that a person approved, those that were held and not paid, and those that were refused. */
  approved: Count,
  held: Count,
  refused: Count,
  differences: Type.Array(Difference),
});
export type StatementSummary = Static<typeof StatementSummary>;

export const STATEMENT_TYPE = 'sanad/account-statement/1';

/** The first line of a statement's file. */
export const StatementHead = closed({
  type: Type.Literal(STATEMENT_TYPE),
  deployment: DeploymentId,
  ...whose,
  /** The head that every receipt of the file is proven to be under; null if there is none. */
  head: nullable(SignedTreeHead),
  /** The keys that signed the head and the pages. */
  keys: KeySet,
});
export type StatementHead = Static<typeof StatementHead>;

/**
 * A further line. A part that receipts have in common is a line of its own before the first of them, and the SHA-256 of its
 * canonical text stands in its place: mandate, profile, plugin, keys, and of each directory the entry with its proof, in
 * which the entry and the head are parts again.
 */
export const StatementLine = Type.Union([
  closed({ part: Type.Unknown() }),
  closed({
    receipt: Type.Record(Type.String(), Type.Unknown()),
    proof: Type.Array(Hash, { maxItems: 64 }),
  }),
  closed({ movements: SignedMovementPage }),
  /** The last line: how many of each, and what comes of them. Null without a list of movements. */
  closed({
    end: closed({ receipts: Count, pages: Count, summary: nullable(StatementSummary) }),
  }),
]);
export type StatementLine = Static<typeof StatementLine>;
