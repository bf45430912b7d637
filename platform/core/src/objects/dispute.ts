import { type Static, Type } from 'typebox';
import { SignedAck } from './counterparty.ts';
import { SignedRejection } from './grant.ts';
import { SignedTreeHead } from './log.ts';
import { SignedRevocation } from './mandate.ts';
import { SignedMovementPage } from './movement.ts';
import { closed, Hash, Instant, nullable } from './primitives.ts';
import { SignedCancellation } from './settlement.ts';
import { StandingProof } from './standing.ts';

export const DISPUTE_TYPE = 'sanad/dispute/1';

/** What a dispute may be about. The first five are what a person signs; the last is what was done of it. */
export const GROUNDS = ['scope', 'amount', 'payee', 'approval', 'time', 'performance'] as const;
export type Ground = (typeof GROUNDS)[number];

/** The most receipts beside the one in dispute. */
export const MOST_OTHERS = 20;
/** The longest claim, and the longest answer to it. */
const MAX_SAID = 2_000;

/** What somebody says about it, which nobody vouches for. */
const Said = closed({
  by: Type.String({ minLength: 1, maxLength: 200 }),
  words: Type.String({ minLength: 1, maxLength: MAX_SAID }),
});
export type Said = Static<typeof Said>;

/** An object that a person or the counterparty signed and kept, in case the receipt does not have it. */
const KeptObject = Type.Union([SignedRevocation, SignedCancellation, SignedRejection, SignedAck]);
export type KeptObject = Static<typeof KeptObject>;

/** A proof of standing at a newer head than the receipt’s own, and that the log of that head goes on from it. */
const NewerStanding = closed({
  head: SignedTreeHead,
  consistency: Type.Array(Hash, { maxItems: 128 }),
  standing: StandingProof,
});
export type NewerStanding = Static<typeof NewerStanding>;

/**
 * A receipt in dispute, with what a judge needs and the receipt does not carry. Nobody signs the file: each part is worth
 * its own signatures, and `claim` and `answer` are worth nothing but to be read.
 */
export const Dispute = closed(
  {
    type: Type.Literal(DISPUTE_TYPE),
    made_at: Instant,
    ground: nullable(Type.Enum([...GROUNDS])),
    claim: nullable(Said),
    answer: nullable(Said),
    receipt: Type.Unknown({ description: 'The receipt, or a view of it' }),
    others: Type.Array(Type.Unknown(), {
      maxItems: MOST_OTHERS,
      description:
        'Receipts of the same tenant: the one before it, and those that count towards the same sums',
    }),
    kept: Type.Array(KeptObject, { maxItems: 20 }),
    standing: nullable(NewerStanding),
    movements: Type.Array(SignedMovementPage, { maxItems: 10 }),
  },
  { title: 'Dispute file', description: 'One receipt with all that its judge needs' },
);
export type Dispute = Static<typeof Dispute>;
