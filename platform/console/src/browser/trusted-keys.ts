import type { Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import type { KeySet } from '@platform/core/objects/key-entry';
import { readKeySet } from '@platform/core/signed/key-set';

interface Storage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}
declare const localStorage: Storage;

const NAME = 'sanad.trusted-keys';

/**
 * The keys that this browser’s reader chose to trust, stored only in this browser; null if there are none.
 */
export function trustedKeys(): KeySet | null {
  const text = withStorage((storage) => storage.getItem(NAME));
  if (text === null) return null;
  const read = readKeySet(webCrypto, text);
  return read.ok ? read.value : null;
}

/** The keys under which a page checks signatures. */
interface ReaderKeys {
  readonly keys: KeySet;
  /** Whether the reader chose the keys; otherwise they are those that the authority itself shows. */
  readonly areTrusted: boolean;
  /** How a sentence names them: "by keys that you trust". */
  readonly whose: string;
}

/**
 * The keys that the reader trusts, or else those in `shown`, which the authority showed; empty if unreadable.
 */
export function readerKeys(shown: string): ReaderKeys {
  const trusted = trustedKeys();
  if (trusted !== null) return { keys: trusted, areTrusted: true, whose: 'by keys that you trust' };
  const read = readKeySet(webCrypto, shown);
  const whose = 'by the keys that the authority itself shows';
  return { keys: read.ok ? read.value : {}, areTrusted: false, whose };
}

export function trustKeys(text: string): Result<KeySet, 'keys_invalid'> {
  const read = readKeySet(webCrypto, text);
  if (read.ok) withStorage((storage) => storage.setItem(NAME, text));
  return read;
}

export function forgetKeys(): void {
  withStorage((storage) => storage.removeItem(NAME));
}

/** Returns null if the browser has no storage, or allows none. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
