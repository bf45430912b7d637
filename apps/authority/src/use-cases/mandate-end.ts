import { fail } from '@sanad/base/result';
import type { StoredContract, StoredGrant } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { instantOf } from './deps.ts';
import { endGrant } from './end-grant.ts';

export interface MandateEnd {
  readonly reason: 'contract_revoked' | 'contract_expired';
  readonly detail: string;
}

/** `<profile>@<version>` in force for a mandate's profile; null while it cannot be trusted. */
export async function versionInForce(
  { readProfile }: Pick<AuthorityDeps, 'readProfile'>,
  { contract }: StoredContract,
): Promise<string | null> {
  const profile = await readProfile(contract.profile);
  return profile.ok ? `${profile.value.profile.name}@${profile.value.profile.version}` : null;
}

/** Why a mandate is at its end: revoked, past its time, or signed under another version of its profile. */
export function mandateEnd(
  { contract, revocation }: StoredContract,
  policyVersion: string | null,
  now: string,
): MandateEnd | null {
  if (revocation !== null) {
    return {
      reason: 'contract_revoked',
      detail: `the mandate was revoked at ${revocation.revocation.revoked_at}`,
    };
  }
  if (contract.valid_to < now) {
    return { reason: 'contract_expired', detail: `the mandate was valid until ${contract.valid_to}` };
  }
  if (policyVersion !== null && contract.policy_version !== policyVersion) {
    const detail = `the mandate was signed under ${contract.policy_version}, and ${policyVersion} is in force: sign a new mandate`;
    return { reason: 'contract_expired', detail };
  }
  return null;
}

/** The refusal for a grant that has ended with its mandate before. */
export function endOf({ ending }: StoredGrant) {
  const reason = ending?.reason;
  if (reason !== 'contract_revoked' && reason !== 'contract_expired') return null;
  return fail(reason, `The grant is denied: ${ending?.detail}.`);
}

type Deps = Pick<
  AuthorityDeps,
  'store' | 'readProfile' | 'crypto' | 'authority' | 'clock' | 'venue' | 'receiptQueued'
>;

/** Ends a grant that waits or is active although its mandate is at its end: nobody shall be asked to approve it. */
export async function endWithMandate(deps: Deps, grant: StoredGrant): Promise<void> {
  if (grant.status !== 'pending' && grant.status !== 'active') return;
  const contract = await deps.store.contract(grant.grant.contract_id);
  if (contract === null) return;
  const version = await versionInForce(deps, contract);
  if (mandateEnd(contract, version, instantOf(deps.clock())) === null) return;
  await deps.store.atomically(async (unit) => {
    await unit.lockTenant(grant.grant.tenant);
    const [held, mandate] = [
      await unit.grant(grant.grant.grant_id),
      await unit.contract(grant.grant.contract_id),
    ];
    const end = mandate === null ? null : mandateEnd(mandate, version, instantOf(deps.clock()));
    if (held === null || end === null || (held.status !== 'pending' && held.status !== 'active')) return;
    await endGrant(deps, unit, held, { outcome: 'denied', ...end });
  });
  deps.receiptQueued();
}
