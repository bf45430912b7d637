import { type Static, Type } from 'typebox';
import {
  Amount,
  Currency,
  closed,
  DeploymentId,
  Hash,
  Instant,
  Name,
  nullable,
  TenantId,
} from './primitives.ts';
import { Kid, Signature } from './signature.ts';

/** The most movements of one page. */
export const MOST_MOVEMENTS = 500;

/** What a counterparty calls a movement, or wrote to it. It is shown, and never interpreted. */
const Written = Type.String({ minLength: 1, maxLength: 512 });
const MovementId = Type.String({ minLength: 1, maxLength: 128, description: 'The counterparty’s id' });

export const Balance = Type.String({
  pattern: '^(0|-?[1-9]\\d{0,17}|-?(0|[1-9]\\d{0,17})\\.\\d{0,3}[1-9])$',
  description: 'Decimal string in its one canonical spelling; below zero with a minus sign',
});

/** The first day of a period, or the day after its last one. */
const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', description });

/** One movement of an account, as its counterparty books it. */
export const Movement = closed({
  movement_id: MovementId,
  booked_at: { ...Instant, description: 'By the counterparty’s clock' },
  direction: Type.Enum(['in', 'out'], { description: 'Into the account or out of it' }),
  amount: Amount,
  balance: { ...Balance, description: 'Of the account after this movement' },
  other_account: nullable(Written),
  reference: nullable(Written),
  text: nullable(Written),
  idempotency_key: nullable({
    ...Written,
    description: 'Of the payment that asked for it; null for any other',
  }),
});
export type Movement = Static<typeof Movement>;

const asked = {
  deployment: DeploymentId,
  tenant: TenantId,
  account: Name,
  from: Day('First day, UTC'),
  until: Day('The day after the last one, UTC'),
  after: nullable({ ...MovementId, description: 'The movement that the page before ended with' }),
};

/** Which movements the authority asks the enforcement point for: only that one may ask the counterparty. */
export const MovementQuestion = closed({
  type: Type.Literal('sanad/movement-question/1'),
  ...asked,
  asked_at: Instant,
});
export type MovementQuestion = Static<typeof MovementQuestion>;

export const SignedMovementQuestion = closed({
  question: MovementQuestion,
  question_hash: Hash,
  signature: Signature,
});
export type SignedMovementQuestion = Static<typeof SignedMovementQuestion>;

/**
 * A page of a counterparty's list of an account's movements in a period, oldest first. The enforcement point signs it: it
 * says what the counterparty answered, which may have signed nothing itself.
 */
export const MovementPage = closed({
  type: Type.Literal('sanad/movements/1'),
  ...asked,
  plugin: Name,
  counterparty: Kid,
  currency: Currency,
  opening: { ...Balance, description: 'Before the first movement of the page' },
  closing: { ...Balance, description: 'After its last one' },
  movements: Type.Array(Movement, { maxItems: MOST_MOVEMENTS }),
  more: Type.Boolean({
    description: 'Whether the period has further movements, which the next page begins with',
  }),
  listed_at: { ...Instant, description: 'By the enforcement point’s clock' },
});
export type MovementPage = Static<typeof MovementPage>;

export const SignedMovementPage = closed({ page: MovementPage, page_hash: Hash, signature: Signature });
export type SignedMovementPage = Static<typeof SignedMovementPage>;
