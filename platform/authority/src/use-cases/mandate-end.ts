import { fail } from '@common/base/result';
import { isOpen, isOver } from '@platform/policy/grant-states';
import { mandateEnd } from '@platform/policy/mandate-end';
import type { StoredGrant, StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import type { Ending } from './end-grant.ts';

/** `<profile>@<version>` in force for a mandate's profile; null while it cannot be trusted. */
export async function versionInForce(
  { readProfile }: Pick<AuthorityDeps, 'readProfile'>,
  { contract: mandate }: StoredMandate,
): Promise<string | null> {
  const profile = await readProfile(mandate.profile);
  return profile.ok ? `${profile.value.profile.name}@${profile.value.profile.version}` : null;
}

/** How a pending or active grant has ended by now, by its own time or with its mandate; null if it has not. */
export function endingOf(
  grant: StoredGrant,
  mandate: StoredMandate,
  policyVersion: string | null,
  nowMs: number,
): Ending | null {
  if (!isOpen(grant.status)) return null;
  if (isOver(grant.grant, nowMs)) {
    const missed = grant.status === 'pending' ? 'approved' : 'presented for execution';
    return {
      event: 'expire',
      reason: 'grant_expired',
      detail: `not ${missed} by ${grant.grant.expires_at}`,
    };
  }
  const end = mandateEnd(mandate, policyVersion, nowMs);
  return end === null ? null : { event: 'revoke', ...end };
}

/** The refusal for a grant that has ended, by its own time or with its mandate. Null for any other. */
export function refusalOfEnd(ending: Pick<Ending, 'reason' | 'detail'> | null) {
  switch (ending?.reason) {
    case 'grant_expired':
      return fail(ending.reason, `The grant is over: ${ending.detail}; the agent must propose again.`);
    case 'contract_revoked':
    case 'contract_expired':
      return fail(ending.reason, `The grant is denied: ${ending.detail}.`);
    default:
      return null;
  }
}
