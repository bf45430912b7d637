import { join } from 'node:path';
import { formatInstant, requiredMs } from '@common/base/instant';
import { createKeyFile, KeyFileError, readKeyFile } from '@common/kit/private-file';
import { type KeyEntry, type KeyVersion, MAX_RETIRED_KEYS } from '@platform/core/objects/key-entry';
import { entryOf, versionsOf } from '@platform/core/signed/key-history';
import { fileAlgorithm, generatePrivateKey, readPrivateKey } from './key-pair.ts';
import { finishReplacement, nextFile, readServiceEntry, replacePublicEntry } from './keys.ts';

/**
 * How long the old and the new key are both valid, before and after the replacement, since either may be
 * signing at the moment, and clocks differ.
 */
const OVERLAP_MS = 60_000;

/** The new key, and the old one with its end. */
export interface ReplacedKey {
  readonly fresh: KeyVersion;
  readonly ended: KeyVersion;
}

/**
 * Replaces a service's key. Running services use the new one at once. The old private key is deleted, but
 * what it signed remains valid. INVARIANT: the new key is published before it signs, and a crash at any point
 * leaves a key that is.
 */
export async function replaceServiceKey(dir: string, kid: string, nowMs: number): Promise<ReplacedKey> {
  await finishReplacement(dir, kid);
  const entry = await readServiceEntry(dir, kid);
  const file = join(dir, `${kid}.pem`);
  if ((await readKeyFile(file, 'private')) === undefined) {
    throw new KeyFileError(`${file} does not exist: only who holds the private key of ${kid} can replace it`);
  }
  const [old, ...retired] = versionsOf(entry);
  if (old === undefined || retired.length >= MAX_RETIRED_KEYS) {
    throw new KeyFileError(
      `${kid} was replaced ${MAX_RETIRED_KEYS} times, which is as often as a key can be`,
    );
  }
  const alg = fileAlgorithm(old.alg);
  if (alg === null) throw new KeyFileError(`${kid} is a device’s key: enrol its holder’s new one instead`);
  const next = nextFile(dir, kid);
  await createKeyFile(next, generatePrivateKey(alg), 'private');
  const pair = readPrivateKey((await readKeyFile(next, 'private')) ?? '', next);
  const fresh: KeyVersion = {
    ...old,
    public_key: pair.public_key,
    fingerprint: pair.fingerprint,
    not_before: formatInstant(nowMs - OVERLAP_MS),
    not_after: null,
    compromised_at: null,
  };
  const ended = { ...old, not_after: endOf(old, nowMs) };
  await publish(dir, [fresh, ended, ...retired]);
  await finishReplacement(dir, kid);
  return { fresh, ended };
}

/** A stolen key has no further use after its replacement. */
export function endOf({ not_after: end, compromised_at: lost }: KeyVersion, nowMs: number): string {
  const until = lost === null ? nowMs + OVERLAP_MS : nowMs;
  return end !== null && requiredMs(end) < until ? end : formatInstant(until);
}

/** Marks the keys that the kid had at that instant as stolen from then on, and returns them. */
export function compromisedSince(
  entry: KeyEntry,
  at: string,
): { readonly entry: KeyEntry; readonly marked: readonly KeyVersion[] } {
  const atMs = requiredMs(at);
  const marked: KeyVersion[] = [];
  const versions = versionsOf(entry).map((version) => {
    const { not_before: from, not_after: to, compromised_at: known } = version;
    const hadIt = requiredMs(from) <= atMs && (to === null || atMs <= requiredMs(to));
    // Keep an earlier known instant, so that nothing becomes valid again.
    if (!hadIt || (known !== null && requiredMs(known) <= atMs)) return version;
    const stolen = { ...version, compromised_at: formatInstant(atMs) };
    marked.push(stolen);
    return stolen;
  });
  return { entry: entryOf(versions) ?? entry, marked };
}

async function publish(dir: string, versions: readonly KeyVersion[]): Promise<void> {
  const entry = entryOf(versions);
  if (entry !== undefined) await replacePublicEntry(dir, entry);
}
