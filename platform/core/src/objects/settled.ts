import { type Static, Type } from 'typebox';
import { ADAPTER_OF, PROVIDER_ANSWER } from './counterparty.ts';
import { closed, DeploymentId, GrantId, Hash, Instant, Name, nullable } from './primitives.ts';
import { Signature } from './signature.ts';

/** What can become of something that a counterparty has accepted. Until then it is submitted, and nothing says so. */
const SETTLED_STATES = ['settled', 'failed', 'returned'] as const;
export type SettledState = (typeof SETTLED_STATES)[number];

/**
 * What became later of what an acknowledgment accepted: an addendum to a receipt, which it changes in nothing. Signed by
 * the key of the same name as the acknowledgment, with the same marks if that is an adapter's.
 */
export const Settled = closed(
  {
    type: Type.Literal('sanad/settled/1'),
    deployment: DeploymentId,
    grant_id: GrantId,
    action_hash: Hash,
    ack_hash: Hash,
    state: Type.Enum([...SETTLED_STATES]),
    /** By the clock of the provider, or of the counterparty itself. */
    at: Instant,
    [ADAPTER_OF]: Type.Optional(Name),
    [PROVIDER_ANSWER]: Type.Optional(Hash),
  },
  { title: 'Addendum to a receipt', description: 'What became later of what a counterparty accepted' },
);
export type Settled = Static<typeof Settled>;

export const SignedSettled = closed({ settled: Settled, settled_hash: Hash, signature: Signature });
export type SignedSettled = Static<typeof SignedSettled>;

/** What has become last of what a counterparty accepted; null if nothing is known yet. */
export const Became = {
  ...nullable(closed({ state: Type.Enum([...SETTLED_STATES]), at: Instant })),
  description: 'What became later of what the counterparty accepted; null if nothing is known yet',
};
export type Became = Static<typeof Became>;

/** Of the addenda to a receipt, in their order. */
export function becameOf(addenda: readonly Pick<SignedSettled, 'settled'>[]): Became {
  const last = addenda.at(-1)?.settled;
  return last === undefined ? null : { state: last.state, at: last.at };
}

/**
 * Whether what was accepted came to nothing.
 * @example isUndone('returned') // true
 */
export function isUndone(state: SettledState): boolean {
  return state !== 'settled';
}

/**
 * Whether a state may follow on another one; null: nothing is known yet. What is settled may come back; the rest is final.
 * @example mayFollow(null, 'settled') // true
 * @example mayFollow('settled', 'returned') // true
 * @example mayFollow('failed', 'settled') // false
 */
export function mayFollow(before: SettledState | null, state: SettledState): boolean {
  return before === null || (before === 'settled' && state === 'returned');
}

/**
 * Whether nothing can follow on a state.
 * @example isFinal('settled') // false
 * @example isFinal('returned') // true
 */
export function isFinal(state: SettledState): boolean {
  return !SETTLED_STATES.some((next) => mayFollow(state, next));
}
