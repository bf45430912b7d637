import { requiredMs } from '@common/base/instant';
import type { Mandate, SignedRevocation } from '../objects/mandate.ts';

interface MandateEnd {
  readonly reason: 'contract_revoked' | 'contract_expired';
  readonly detail: string;
}

interface Ending {
  readonly contract: Pick<Mandate, 'valid_to' | 'policy_version'>;
  readonly revocation: SignedRevocation | null;
}

/**
 * Why a mandate is over: revoked, past its time, or signed under another version of its profile than `policyVersion`,
 * the one in force (`<profile>@<version>`; null while none can be trusted).
 * @example mandateEnd({
 *     contract: { valid_to: '2026-12-31T00:00:00Z', policy_version: 'pay.v1@1.0.0' }, revocation: null,
 *   }, 'pay.v1@1.0.1', 0).reason // 'contract_expired'
 */
export function mandateEnd(
  { contract: mandate, revocation }: Ending,
  policyVersion: string | null,
  nowMs: number,
): MandateEnd | null {
  if (revocation !== null) {
    return {
      reason: 'contract_revoked',
      detail: `the mandate was revoked at ${revocation.revocation.revoked_at}`,
    };
  }
  if (requiredMs(mandate.valid_to) <= nowMs) {
    return { reason: 'contract_expired', detail: `the mandate was valid until ${mandate.valid_to}` };
  }
  if (policyVersion !== null && mandate.policy_version !== policyVersion) {
    const detail = `the mandate was signed under ${mandate.policy_version}, but ${policyVersion} is in force: sign a new mandate`;
    return { reason: 'contract_expired', detail };
  }
  return null;
}
