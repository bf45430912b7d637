import type { Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
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
 * Checks a signature as everyone else will: it is made by the entry’s present key, over this hash, for an
 * object that such a key may sign; for a passkey it also checks page, domain and verified holder. The
 * authority judges by its own clock whether the key is valid now.
 */
export function checkedHere({ hash, signature, entry, type }: NewSignature): Result<unknown> {
  const { retired: _, ...present } = entry;
  return verifySignature(webCrypto, { hash, signature, key: present, type, at: present.not_before });
}
