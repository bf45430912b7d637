import { fail, ok, type Result } from '@common/base/result';
import type { KeyEntry, KeySet } from '@platform/protocol/key-entry';
import { keyOf } from './signed.ts';
import type { UsedKey } from './verification.ts';

/** The keys of one verification. Remembers which were relied on. */
export interface KeyRing {
  /** The same object each time. */
  readonly find: (kid: string) => Result<KeyEntry, 'kid_unknown' | 'pinned_key_differs'>;
  readonly used: () => readonly UsedKey[];
}

/**
 * INVARIANT: a pinned key wins. A receipt that brings another key under the same kid is refused; it is not checked
 * against its own.
 */
export function createKeyRing(embedded: KeySet, pinned: KeySet): KeyRing {
  const found = new Map<string, ReturnType<KeyRing['find']>>();
  const used: UsedKey[] = [];
  const look: KeyRing['find'] = (kid) => {
    const own = keyOf(embedded, kid);
    const trusted = keyOf(pinned, kid);
    if (own !== undefined && trusted !== undefined && !isSameKey(own, trusted)) {
      return fail('pinned_key_differs', `the receipt’s key ${kid} is not the pinned key of that name`);
    }
    const key = trusted === undefined ? own : merge(trusted, own);
    if (key === undefined) return fail('kid_unknown', `no key named ${kid} is in the receipt`);
    used.push(usedKey(key, trusted !== undefined));
    return ok(key);
  };
  return {
    find: (kid) => {
      const key = found.get(kid) ?? look(kid);
      found.set(kid, key);
      return key;
    },
    used: () => used,
  };
}

function isSameKey(one: KeyEntry, other: KeyEntry): boolean {
  return (
    one.kid === other.kid &&
    one.alg === other.alg &&
    one.role === other.role &&
    one.public_key === other.public_key
  );
}

/**
 * The pinned facts, all of them: a receipt must not extend a key's validity or make it a hardware key. A compromise or
 * an enrolment that only the receipt knows of still counts; such an enrolment is checked against the pinned facts.
 */
function merge(trusted: KeyEntry, own: KeyEntry | undefined): KeyEntry {
  if (own === undefined) return trusted;
  return {
    ...trusted,
    compromised_at: trusted.compromised_at ?? own.compromised_at,
    enrolment: trusted.enrolment ?? own.enrolment,
  };
}

function usedKey(key: KeyEntry, pinned: boolean): UsedKey {
  const { kid, role, fingerprint, independent, hardware, compromised_at } = key;
  return { kid, role, fingerprint, pinned, independent, hardware, compromised_at };
}
