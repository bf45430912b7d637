import type { KeyEntry } from './key-entry.ts';

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
