import { AsyncLocalStorage } from 'node:async_hooks';
import type { PersonsRole } from '@platform/core/objects/key-entry';
import { isTenantOf } from '@platform/core/objects/tenants';

/** The person for whom a request is answered, by the key with which they signed in. */
export interface Reader {
  readonly kid: string;
  readonly person: string;
  readonly role: PersonsRole;
  /** Null for an approver without bounds, who may read all that they may be asked about. */
  readonly tenants: string[] | null;
  /** What they signed, by which an authority that asks knows them. */
  readonly session: string;
}

/** Somebody on the way into a console that asks people to sign in. */
const STRANGER = 'stranger';

const readers = new AsyncLocalStorage<Reader | typeof STRANGER>();

/** Answers a request for a reader. */
export function forReader<Made>(reader: Reader, make: () => Made): Made {
  return readers.run(reader, make);
}

/** Answers a request on the way in. */
export function forStranger<Made>(make: () => Made): Made {
  return readers.run(STRANGER, make);
}

export function isStranger(): boolean {
  return readers.getStore() === STRANGER;
}

/** Who reads now; null on a console that is open to everyone, and on the way in. */
export function currentReader(): Reader | null {
  const reader = readers.getStore() ?? null;
  return reader === STRANGER ? null : reader;
}

/** Whether what belongs to a tenant is shown now, on a console that asks people to sign in: to nobody, nothing. */
export function mayRead(tenant: string): boolean {
  const reader = currentReader();
  return reader !== null && (reader.tenants === null || isTenantOf(reader, tenant));
}

/** The same for what is put together from several answers: a console that is open to everyone shows all of it. */
export function mayList(tenant: string): boolean {
  return readers.getStore() === undefined || mayRead(tenant);
}

/** The same for readers who are shown the same, for what is read once for all of them. */
export function scopeOf(reader: Reader | null): string {
  const tenants = reader?.tenants ?? ['*'];
  return tenants.includes('*') ? '*' : tenants.toSorted().join(' ');
}
