import type { Crypto } from '@common/evidence/crypto';
import type { StatementFound } from '../decide/rules/rule.ts';
import type { ActionStatements } from '../objects/attested.ts';
import type { KeySet, KeyVersion } from '../objects/key-entry.ts';
import { type SignedRefusal, verifySigned } from './signed.ts';

interface Reader {
  readonly deployment: string;
  readonly keys: KeySet;
  /**
   * Whether the mark on a stolen key counts. By default each does, as for all that is decided now; who judges the past
   * compares dates.
   */
  readonly isLost?: (key: KeyVersion) => boolean;
}

const STRANGERS: readonly SignedRefusal[] = ['kid_unknown', 'role_not_allowed', 'kid_mismatch'];
const OVER: readonly SignedRefusal[] = ['key_not_yet_valid', 'key_expired'];

/**
 * Checks who signed an action’s statements: an enrolled attester of this deployment, whose key was valid when it signed.
 * INVARIANT: a statement names no deployment, so its key must be of this one, and enrolled. What is said is judged by the rule.
 * @example readStatements(crypto, undefined, { deployment: 'dp_a', keys: {} }) // {}
 */
export function readStatements(
  crypto: Crypto,
  statements: ActionStatements | undefined,
  { deployment, keys, isLost = ({ compromised_at: lost }) => lost !== null }: Reader,
): Readonly<Record<string, StatementFound>> {
  const read = Object.entries(statements ?? {}).map(([rule, signed]) => {
    const { statement, statement_hash: hash, signature } = signed;
    const by = verifySigned(crypto, { object: statement, hash, signature, keys, at: statement.issued_at });
    return [rule, { statement, kid: signature.kid, signer: signerFault(by, deployment, isLost) }] as const;
  });
  return Object.fromEntries(read);
}

function signerFault(
  by: ReturnType<typeof verifySigned>,
  deployment: string,
  isLost: NonNullable<Reader['isLost']>,
): StatementFound['signer'] {
  if (!by.ok) {
    const { code } = by.error;
    if (code === 'key_compromised') return 'stolen';
    if (OVER.includes(code)) return 'over';
    return STRANGERS.includes(code) ? 'stranger' : 'forged';
  }
  if (by.value.deployment !== deployment || by.value.enrolment === null) return 'stranger';
  return isLost(by.value) ? 'stolen' : null;
}

/**
 * The statements of an action that was judged before, for who only counts what it took.
 * @example givenStatements(undefined) // {}
 */
export function givenStatements(
  statements: ActionStatements | undefined,
): Readonly<Record<string, StatementFound>> {
  return Object.fromEntries(
    Object.entries(statements ?? {}).map(([rule, { statement, signature }]) => [
      rule,
      { statement, kid: signature.kid, signer: null },
    ]),
  );
}
