import { statementsRefusal } from '@platform/core/decide/statements-again';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import type { ProfileInForce } from '@platform/core/signed/profile';
import { readStatements } from '@platform/core/signed/statements';
import type { AuthorityDeps } from './deps.ts';
import type { Ending } from './end-grant.ts';

/**
 * How a grant has ended because a statement that it was decided by no longer answers its rule: it has run out, or its key
 * is marked as stolen. Null if all still do.
 */
export function endOfStatements(
  { crypto, deployment }: Pick<AuthorityDeps, 'crypto' | 'deployment'>,
  { action }: Pick<GrantRecord, 'action'>,
  { mandate, inForce, keys }: JudgedBy,
  nowMs: number,
): Ending | null {
  if (action.statements === undefined) return null;
  const found = readStatements(crypto, action.statements, { deployment, keys });
  const { profile, plugin } = inForce;
  const refusal = statementsRefusal({ profile, manifest: plugin.manifest, mandate, action }, found, nowMs);
  return refusal === null ? null : { event: 'revoke', reason: refusal.reason, detail: refusal.detail };
}

interface JudgedBy {
  readonly mandate: Mandate;
  readonly inForce: ProfileInForce;
  readonly keys: KeySet;
}
