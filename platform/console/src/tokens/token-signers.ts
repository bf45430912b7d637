import { fail, type Result } from '@common/base/result';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';

/** Who may make and end tokens: the principal of their mandates. */
export function tokenSigners(
  { principal, tenant }: Pick<Mandate, 'principal' | 'tenant'>,
  keys: KeySet,
): { readonly allows: (entry: KeyEntry) => Result<unknown>; readonly asked: readonly KeyEntry[] } {
  const allows = (entry: KeyEntry): Result<unknown> =>
    entry.role === 'principal'
      ? checkMandateSigner(entry, { principal, tenant })
      : fail('role_not_allowed', `${entry.kid} is no principal’s key`);
  return { allows, asked: Object.values(keys).filter((entry) => allows(entry).ok) };
}
