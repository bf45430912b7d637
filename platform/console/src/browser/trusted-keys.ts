import type { Result } from '@common/base/result';
import { readKeySet } from '@platform/proof/key-set';
import { webCrypto } from '@platform/proof/web';
import type { KeySet } from '@platform/protocol/key-entry';

interface Storage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}
declare const localStorage: Storage;

const NAME = 'sanad.trusted-keys';

/** The keys that this browser’s reader chose to trust, kept here and nowhere else; null if there are none. */
export function trustedKeys(): KeySet | null {
  const text = withStorage((storage) => storage.getItem(NAME));
  if (text === null) return null;
  const read = readKeySet(webCrypto, text);
  return read.ok ? read.value : null;
}

export function trustKeys(text: string): Result<KeySet, 'keys_invalid'> {
  const read = readKeySet(webCrypto, text);
  if (read.ok) withStorage((storage) => storage.setItem(NAME, text));
  return read;
}

export function forgetKeys(): void {
  withStorage((storage) => storage.removeItem(NAME));
}

/** A browser may have no storage, or allow none. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
