import { fail, ok, type Result } from '@common/base/result';
import { hardwareGround } from '../decide/hardware.ts';
import type { KeyEntry, KeySet, KeyVersion } from '../objects/key-entry.ts';
import { entryOf, versionsOf } from '../signed/key-history.ts';
import { keyOf } from '../signed/signed.ts';
import type { UsedKey } from './verification.ts';

/** The keys of one verification. Remembers which were relied on. */
export interface KeyRing {
  /** The same object each time. */
  readonly find: (kid: string) => Result<KeyEntry, 'kid_unknown' | 'pinned_key_differs'>;
  /** Why keys that the receipt brings are not the pinned ones of their names, relied on or not. */
  readonly strangers: () => readonly string[];
  /** Says which of the kid's keys made a signature. */
  readonly reliesOn: (version: KeyVersion) => void;
  readonly used: () => readonly UsedKey[];
}

/**
 * INVARIANT: a pinned key wins. A receipt that brings a key that is not among the pinned ones of its kid is refused; it is
 * not checked against its own.
 */
export function createKeyRing(embedded: KeySet, pinned: KeySet): KeyRing {
  const found = new Map<string, ReturnType<KeyRing['find']>>();
  const reliedOn = new Map<string, Map<string, KeyVersion>>();
  const look: KeyRing['find'] = (kid) => {
    const own = keyOf(embedded, kid);
    const trusted = keyOf(pinned, kid);
    const stranger = strangerIn(own, trusted);
    if (stranger !== null) return stranger;
    const key = trusted === undefined ? own : merge(trusted, own);
    if (key === undefined) return fail('kid_unknown', `no key named ${kid} is in the receipt`);
    return ok(key);
  };
  return {
    find: (kid) => {
      const key = found.get(kid) ?? look(kid);
      found.set(kid, key);
      return key;
    },
    strangers: () =>
      Object.keys(embedded).flatMap((kid) => {
        const stranger = strangerIn(keyOf(embedded, kid), keyOf(pinned, kid));
        return stranger === null ? [] : [stranger.error.message];
      }),
    reliesOn: (version) => {
      const versions = reliedOn.get(version.kid) ?? new Map<string, KeyVersion>();
      reliedOn.set(version.kid, versions.set(version.public_key, version));
    },
    used: () =>
      [...found].flatMap(([kid, key]) => {
        if (!key.ok) return [];
        const versions = [...(reliedOn.get(kid)?.values() ?? [key.value])];
        return versions.map((version) => usedKey(version, keyOf(pinned, kid) !== undefined));
      }),
  };
}

type KeyDifference = ReturnType<typeof fail<'pinned_key_differs'>>;

/** The refusal of a receipt's own key that its pinned entry does not have; null if there is none. */
function strangerIn(own: KeyEntry | undefined, trusted: KeyEntry | undefined): KeyDifference | null {
  if (own === undefined || trusted === undefined) return null;
  const stranger = versionsOf(own).find((version) => pinnedOf(trusted, version) === undefined);
  return stranger === undefined ? null : differing(own.kid, stranger, trusted);
}

function differing(kid: string, own: KeyVersion, trusted: KeyEntry): KeyDifference {
  if (own.deployment !== trusted.deployment) {
    return fail(
      'pinned_key_differs',
      `the receipt’s key ${kid} is not of the deployment whose keys are pinned, ${trusted.deployment}, but of ${own.deployment}`,
    );
  }
  return fail(
    'pinned_key_differs',
    `the receipt’s key ${kid} is not the pinned key of that name, nor one that it replaced: if the key was replaced since you got yours, get the new ones from whom you trust`,
  );
}

function pinnedOf(trusted: KeyEntry, own: KeyVersion): KeyVersion | undefined {
  return versionsOf(trusted).find(
    (version) =>
      version.deployment === own.deployment &&
      version.kid === own.kid &&
      version.alg === own.alg &&
      version.role === own.role &&
      version.public_key === own.public_key,
  );
}

/**
 * Uses all pinned facts, so that a receipt cannot extend a key's validity or make it a hardware key. A
 * compromise or an enrolment that only the receipt contains still counts; such an enrolment is checked
 * against the pinned facts.
 */
function merge(trusted: KeyEntry, own: KeyEntry | undefined): KeyEntry {
  if (own === undefined) return trusted;
  const merged = versionsOf(trusted).map((version) => {
    const known = versionsOf(own).find(({ public_key: key }) => key === version.public_key);
    if (known === undefined) return version;
    return {
      ...version,
      compromised_at: version.compromised_at ?? known.compromised_at,
      enrolment: version.enrolment ?? known.enrolment,
    };
  });
  return entryOf(merged) ?? trusted;
}

function usedKey(key: KeyVersion, pinned: boolean): UsedKey {
  const { kid, role, fingerprint, independent, alg, webauthn, compromised_at } = key;
  const ground = hardwareGround(key);
  return {
    kid,
    role,
    fingerprint,
    pinned,
    independent,
    alg,
    compromised_at,
    hardware: ground !== null,
    hardware_ground: ground,
    synced: webauthn?.backup_eligible === true,
    enrolled_by: key.enrolment?.signature.kid ?? null,
  };
}
