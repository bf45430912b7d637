import type { KeyVersion } from '../objects/key-entry.ts';
import { tenantsInWords } from '../objects/tenants.ts';

type NamedKey = Pick<KeyVersion, 'kid' | 'tenants'>;

/**
 * Says why a root of trust may not enrol a key; null if it may. INVARIANT: a root that is bounded to tenants
 * gives nobody more than it has. An approver and a counterparty are not bounded to tenants, so only a root
 * for every tenant may enrol theirs.
 * @example reachFault({ kid: 'root_a', tenants: ['*'] }, { kid: 'cfo_b', tenants: null }) // null
 * @example reachFault({ kid: 'root_a', tenants: ['tn_a'] }, { kid: 'cfo_b', tenants: null })
 *   // 'root_a speaks only for tn_a, and cfo_b is bounded to none: it takes a root for every tenant'
 */
export function reachFault(root: NamedKey, key: NamedKey): string | null {
  const own = root.tenants ?? [];
  if (own.includes('*')) return null;
  if (key.tenants?.every((tenant) => own.includes(tenant)) === true) return null;
  const whose = key.tenants === null ? 'is bounded to none' : `is for ${tenantsInWords(key)}`;
  return `${root.kid} speaks only for ${tenantsInWords(root)}, and ${key.kid} ${whose}: it takes a root for every tenant`;
}
