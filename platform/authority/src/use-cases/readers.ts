import type { Crypto } from '@common/evidence/crypto';
import { isPersonsRole, type KeySet, type PersonsRole } from '@platform/core/objects/key-entry';
import { readSession } from '@platform/core/signed/session';
import { isReadToken } from '@platform/keys/read-token';
import { readSessionToken } from '@platform/keys/session-token';

/** Who reads. `role` is null for a service, `tenants` for those who may read all. */
export interface Reader {
  readonly role: PersonsRole | null;
  readonly tenants: readonly string[] | null;
}

interface ReaderDeps {
  readonly crypto: Crypto;
  readonly keys: () => Promise<KeySet>;
  readonly clock: () => number;
  readonly gatewaySecret: string;
  readonly consoleOrigin: string;
}

const SERVICE: Reader = { role: null, tenants: null };

/** Who sent a bearer token: a service with its token, or a person with the session that they signed. Null for nobody known. */
export async function readerOf(
  { crypto, keys, clock, gatewaySecret, consoleOrigin }: ReaderDeps,
  bearer: string,
): Promise<Reader | null> {
  if (isReadToken(gatewaySecret, bearer, clock())) return SERVICE;
  const signed = readSessionToken(bearer);
  if (signed === null) return null;
  const read = readSession(crypto, { signed, keys: await keys(), origin: consoleOrigin, nowMs: clock() });
  if (!read.ok) return null;
  const { tenants, role } = read.value;
  if (!isPersonsRole(role)) return null;
  // An approver without bounds may be asked about any tenant’s payments.
  return { role, tenants: tenants?.includes('*') === true ? null : tenants };
}

/** Whether a reader of these tenants may read what is a tenant’s. */
export function mayRead(tenants: readonly string[] | null, tenant: string): boolean {
  return tenants === null || tenants.includes(tenant);
}
