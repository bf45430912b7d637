import { fail } from '@common/base/result';
import { isOpen, isOver } from '@platform/core/decide/grant-states';
import { mandateEnd } from '@platform/core/decide/mandate-end';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import { isReason, type Reason } from '@platform/core/objects/reasons';
import type { SignedCancellation } from '@platform/core/objects/settlement';
import { checkSignerNow } from '@platform/core/signed/stolen-keys';
import type { StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import type { Ending } from './end-grant.ts';

/** The facts by which a mandate is judged now. */
export interface InForce extends Pick<AuthorityDeps, 'crypto'> {
  /** `<profile>@<version>`; null while the profile cannot be trusted. */
  readonly policyVersion: string | null;
  readonly keys: KeySet;
}

export async function inForceFor(
  { crypto, keys, readProfile }: Pick<AuthorityDeps, 'crypto' | 'keys' | 'readProfile'>,
  { contract: mandate }: StoredMandate,
): Promise<InForce> {
  const profile = await readProfile(mandate.profile);
  const policyVersion = profile.ok ? `${profile.value.profile.name}@${profile.value.profile.version}` : null;
  return { crypto, policyVersion, keys: await keys() };
}

/**
 * Returns why a mandate is over now, or null if it is not. A mandate whose key was marked as stolen is over,
 * because a mark is permanent. A merely unknown key ends nothing, since it may be back in a moment.
 */
export function endOfMandate(
  mandate: StoredMandate,
  { crypto, policyVersion, keys }: InForce,
  nowMs: number,
): ReturnType<typeof mandateEnd> {
  const end = mandateEnd(mandate, policyVersion, nowMs);
  if (end !== null) return end;
  const { contract_hash: hash, signature } = mandate;
  const signer = checkSignerNow(crypto, { hash, signature }, keys);
  if (signer.ok || signer.error.code !== 'key_compromised') return null;
  const detail = `of the mandate’s signature, ${signer.error.message}; sign a new mandate with another key`;
  return { reason: 'contract_expired', detail };
}

/**
 * How a pending or active grant has ended by now, by its own time, with its mandate or once it was approved, by a mark
 * on the key of an approval; null if it has not.
 */
export function endingOf(
  { grant, status, approval, earlier_approvals: earlier = [] }: GrantRecord,
  mandate: StoredMandate,
  inForce: InForce,
  nowMs: number,
): Ending | null {
  if (!isOpen(status)) return null;
  if (isOver(grant, nowMs)) {
    const missed = status === 'pending' ? 'approved' : 'presented for execution';
    return {
      event: 'expire',
      reason: 'grant_expired',
      detail: `not ${missed} by ${grant.expires_at}`,
    };
  }
  const end = endOfMandate(mandate, inForce, nowMs);
  if (end !== null) return { event: 'revoke', ...end };
  if (status === 'pending') return null;
  const { crypto, keys } = inForce;
  for (const { action_hash: hash, signature } of [...earlier, ...(approval === null ? [] : [approval])]) {
    const signer = checkSignerNow(crypto, { hash, signature }, keys);
    if (signer.ok || signer.error.code !== 'key_compromised') continue;
    const detail = `of an approval, ${signer.error.message}; propose the action again`;
    return { event: 'revoke', reason: 'grant_invalid', detail };
  }
  return null;
}

/** What has ended of that on which a redeemed grant stands; null if nothing has. */
export function endOfSpent(
  { grant, cancellation }: GrantRecord,
  mandate: StoredMandate,
  inForce: InForce,
  nowMs: number,
): Pick<Ending, 'reason' | 'detail'> | null {
  if (cancellation !== undefined) {
    const detail = cancellationDetail(mandate.contract.principal, cancellation);
    return { reason: 'cancelled_by_principal', detail };
  }
  const end = endOfMandate(mandate, inForce, nowMs);
  if (end !== null) return end;
  return isOver(grant, nowMs)
    ? { reason: 'grant_expired', detail: `not begun by ${grant.expires_at}` }
    : null;
}

/** What a grant's ending says about its cancellation. */
export function cancellationDetail(
  principal: string,
  { cancellation, signature }: SignedCancellation,
): string {
  return `Cancelled by ${principal} (${signature.kid}): ${cancellation.reason}`;
}

/**
 * Returns the refusal for a grant that ended by its own time, with its mandate or by a rule: an entry by which the action
 * was decided has ended. It has the reason of the receipt. Null for any other end.
 */
export function refusalOfEnd(
  ending: Pick<Ending, 'reason' | 'detail'> | null,
): ReturnType<typeof fail<'grant_expired' | Reason>> | null {
  if (ending === null) return null;
  const { reason, detail } = ending;
  switch (reason) {
    case 'grant_expired':
      return fail(reason, `The grant is over: ${detail}; the agent must propose again.`);
    case 'contract_revoked':
    case 'contract_expired':
      return fail(reason, `The grant is denied: ${detail}.`);
    default:
      return isReason(reason)
        ? fail(reason, `The grant is denied: ${detail}. A new request is judged by what is in force then.`)
        : null;
  }
}
