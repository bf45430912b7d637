import type { Result } from '@common/base/result';
import { webCrypto } from '@platform/core/crypto/web';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { SignedType } from '@platform/core/objects/roles';
import type { Signature } from '@platform/core/objects/signature';
import { verifySignature } from '@platform/core/signed/signed';

interface NewSignature {
  readonly hash: string;
  readonly signature: Signature;
  readonly entry: KeyEntry;
  readonly type: SignedType;
}

/**
 * Whether the signature is what everyone else will check: by the entry’s present key, over this hash, for an object that
 * such a key may sign; of a passkey also page, domain and verified holder. Whether the key is valid at this moment is for
 * the authority to say, by its clock.
 */
export function checkedHere({ hash, signature, entry, type }: NewSignature): Result<unknown> {
  const { retired: _, ...present } = entry;
  return verifySignature(webCrypto, { hash, signature, key: present, type, at: present.not_before });
}
