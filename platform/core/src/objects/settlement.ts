import { type Static, Type } from 'typebox';
import { closed, DeploymentId, GrantId, Hash, Instant, nullable } from './primitives.ts';
import { Signature } from './signature.ts';

/** The longest reason that a principal gives for a cancellation or a settlement. */
export const MAX_PRINCIPAL_REASON = 280;

const Reason = Type.String({
  minLength: 1,
  maxLength: MAX_PRINCIPAL_REASON,
  description: 'Why, in the principal’s words; the receipt repeats it',
});

/** What the mandate's principal signs to stop one grant before its counterparty has acknowledged it. */
export const Cancellation = closed({
  type: Type.Literal('sanad/cancellation/1'),
  deployment: DeploymentId,
  grant_id: GrantId,
  action_hash: Hash,
  reason: Reason,
  cancelled_at: Instant,
});
export type Cancellation = Static<typeof Cancellation>;

/** `POST /grants/{grant_id}/cancel`. */
export const SignedCancellation = closed({
  cancellation: Cancellation,
  cancellation_hash: Hash,
  signature: Signature,
});
export type SignedCancellation = Static<typeof SignedCancellation>;

/**
 * What to do about an action of which nobody knows whether it happened. `ask_again`: the enforcement point asks the
 * counterparty again. The two others end the grant by the principal's word alone.
 */
export const SETTLEMENT_CHOICES = ['ask_again', 'count_as_done', 'count_as_not_done'] as const;
export type SettlementChoice = (typeof SETTLEMENT_CHOICES)[number];

/** What the mandate's principal signs about a grant in doubt. It proves who said it, never that it is so. */
export const Settlement = closed({
  type: Type.Literal('sanad/settlement/1'),
  deployment: DeploymentId,
  grant_id: GrantId,
  action_hash: Hash,
  /** The hash of the doubt that it answers, so that nobody can pair it with another. */
  doubt_hash: Hash,
  /** The hash of the settlement of the same doubt that it replaces; null for the first. */
  replaces_hash: nullable(Hash),
  choice: Type.Enum([...SETTLEMENT_CHOICES]),
  reason: Reason,
  settled_at: Instant,
});
export type Settlement = Static<typeof Settlement>;

/** `POST /grants/{grant_id}/settle`. */
export const SignedSettlement = closed({
  settlement: Settlement,
  settlement_hash: Hash,
  signature: Signature,
});
export type SignedSettlement = Static<typeof SignedSettlement>;

/**
 * Why the enforcement point no longer asks the counterparty by itself. `no_inquiry`: the counterparty cannot be asked,
 * and what the grant stands on has ended or the connector in force is for another counterparty. `no_answer`: it was
 * asked for as long as is usual, and gave no answer.
 */
export const DOUBT_REASONS = ['no_inquiry', 'no_answer'] as const;

/** What the enforcement point signs about a call that may have arrived, once only a person can decide. */
export const Doubt = closed({
  type: Type.Literal('sanad/doubt/1'),
  deployment: DeploymentId,
  grant_id: GrantId,
  action_hash: Hash,
  reason: Type.Enum([...DOUBT_REASONS]),
  detail: Type.String({ maxLength: 500 }),
  /** When it was recorded that the call may leave. */
  sent_at: Instant,
  declared_at: Instant,
});
export type Doubt = Static<typeof Doubt>;

export const SignedDoubt = closed({ doubt: Doubt, doubt_hash: Hash, signature: Signature });
export type SignedDoubt = Static<typeof SignedDoubt>;
