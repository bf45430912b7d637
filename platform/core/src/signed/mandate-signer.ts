import { fail, ok, type Result } from '@common/base/result';
import type { KeyEntry } from '../objects/key-entry.ts';
import type { Mandate } from '../objects/mandate.ts';

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

/**
 * `*` means all.
 * @example tenantsInWords({ tenants: ['tn_a', 'tn_b'] }) // 'tn_a, tn_b'
 * @example tenantsInWords({ tenants: ['*'] }) // 'every tenant'
 */
export function tenantsInWords({ tenants }: Pick<KeyEntry, 'tenants'>): string {
  if (tenants === null) return 'none';
  return tenants.includes('*') ? 'every tenant' : tenants.join(', ');
}

/**
 * Whether a key may sign for the tenant.
 * @example isTenantOf({ tenants: ['*'] }, 'tn_a') // true
 * @example isTenantOf({ tenants: null }, 'tn_a') // false
 */
export function isTenantOf({ tenants }: Pick<KeyEntry, 'tenants'>, tenant: string): boolean {
  return tenants !== null && (tenants.includes('*') || tenants.includes(tenant));
}
