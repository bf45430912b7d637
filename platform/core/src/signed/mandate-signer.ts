import { fail, ok, type Result } from '@common/base/result';
import type { KeyEntry } from '../objects/key-entry.ts';
import type { Mandate } from '../objects/mandate.ts';
import { isTenantOf, tenantsInWords } from '../objects/tenants.ts';

export type MandateSignerRefusal = 'signer_is_another_principal' | 'tenant_not_of_principal';

/**
 * Whether a mandate may be signed with this key: it is its principal's, and names the mandate's tenant.
 * @example checkMandateSigner(
 *     { kid: 'principal_anna', person: 'anna', tenants: ['tn_a'] }, { principal: 'anna', tenant: 'tn_b' },
 *   ).error.code // 'tenant_not_of_principal'
 */
export function checkMandateSigner(
  key: Pick<KeyEntry, 'kid' | 'person' | 'tenants'> | undefined,
  { principal, tenant }: Pick<Mandate, 'principal' | 'tenant'>,
): Result<void, MandateSignerRefusal> {
  if (key?.person !== principal) {
    return fail(
      'signer_is_another_principal',
      `the mandate names ${principal} as its principal, but ${key?.kid ?? 'the key'} is not that person’s key`,
    );
  }
  if (isTenantOf(key, tenant)) return ok(undefined);
  return fail(
    'tenant_not_of_principal',
    `${key.kid} may not sign for the tenant ${tenant}, only for ${tenantsInWords(key)}: enrol a key of ${principal} that names ${tenant}`,
  );
}
