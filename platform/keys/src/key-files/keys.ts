import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatInstant } from '@common/base/instant';
import {
  createKeyFile,
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  moveKeyFile,
  readKeyFile,
  replaceKeyFile,
} from '@common/kit/private-file';
import { KeyEntry, type KeyRole } from '@platform/core/objects/key-entry';
import { Value } from 'typebox/value';
import { openDeploymentId } from '../deployment-id.ts';
import { currentSigner } from './current-signer.ts';
import { generatePrivateKey, type KeyAlgorithm, type KeyPair, readPrivateKey } from './key-pair.ts';

/**
 * A deployment's keys and secrets, in one folder (`SERVICE_KEYS_DIR`): `<kid>.pem` private keys of services,
 * `public/<kid>.json` public entries of everyone, `people/<kid>.pem` keys of people, `<name>.secret` shared
 * secrets, `deployment.id` the id that every signed object names. A `KeyFileError` refuses unusable files. It
 * says what to do and repeats no secret.
 */

interface ServiceKey {
  readonly kid: string;
  readonly alg: KeyAlgorithm;
  readonly entry: KeyEntry;
  /**
   * Returns the hex signature over a hash of 64 lowercase hex digits, by the kid's present key. A replacement
   * takes effect at once.
   */
  readonly sign: (ascii: string) => string;
  /** This call created the key: tell the operator. */
  readonly created: boolean;
}

interface ServiceKeyOptions {
  /** The keys folder, created with mode 0700 if it does not exist. */
  readonly dir: string;
  readonly kid: string;
  readonly alg: KeyAlgorithm;
  readonly role: KeyRole;
  /** The present in milliseconds since the epoch. A new key is valid from then on. */
  readonly clock: () => number;
}

const KID = /^[a-z][A-Za-z0-9_.-]{0,127}$/;
const PUBLIC_FOLDER = 'public';
/** How old the keys may be that a service has read, in milliseconds. */
export const KEYS_LOOK_MS = 100;
/** The names to read, in place of a listing. */
const NO_FOLDER = 'no folder';
/** More keys than any deployment has. */
export const MAX_PUBLIC_KEYS = 10_000;

/**
 * A service's key, created on the first start. Processes that start at the same time all get the same key. An
 * existing entry does not change, including `not_after` and `compromised_at`.
 */
export async function openServiceKey(options: ServiceKeyOptions): Promise<ServiceKey> {
  const { dir, kid, alg, role } = options;
  const file = join(dir, `${checkedKid(kid)}.pem`);
  const deployment = await openDeploymentId(dir);
  await makePrivateFolder(join(dir, PUBLIC_FOLDER));
  await finishReplacement(dir, kid);
  const { pair, created } = await openOrCreate(file, alg);
  if (pair.alg !== alg) {
    throw new KeyFileError(`${file} holds an ${pair.alg} key, but ${kid} must be ${alg}; move it away`);
  }
  const entry = await publicEntry(options, deployment, pair);
  if (entry.role !== role) {
    throw new KeyFileError(
      `${publicFile(dir, kid)} has role ${entry.role}, not ${role}: a key may hold only one role`,
    );
  }
  return { kid, alg, entry, sign: currentSigner(file, publicFile(dir, kid), pair), created };
}

/** A person's key: `kid` is the file's name without `.pem`. */
interface PersonKey extends KeyPair {
  readonly kid: string;
}

/** Reads `people/<kid>.pem`. INVARIANT: services never call this; a person's key signs only on that person's behalf. */
export async function openPersonKey(file: string): Promise<PersonKey> {
  const kid = kidOfFile(file);
  const pem = await readKeyFile(file, 'private');
  if (pem === undefined)
    throw new KeyFileError(`${file} does not exist; create the key first, or name another file`);
  return { kid, ...readPrivateKey(pem, file) };
}

/** Creates `<folder>/<kid>.pem` (mode 0600), or reads the existing one: then `created` is false. */
export async function createKey(options: {
  readonly file: string;
  readonly alg: KeyAlgorithm;
}): Promise<PersonKey & { readonly created: boolean }> {
  const kid = kidOfFile(options.file);
  await makePrivateFolder(dirname(options.file));
  const { pair, created } = await openOrCreate(options.file, options.alg);
  return { kid, ...pair, created };
}

interface WatchPublicKeys {
  (): Promise<Readonly<Record<string, unknown>>>;
  /**
   * What distinguishes the folder of now from that of any other time, without a wait. Keys that are read after it was
   * taken are those of this state, or newer ones.
   */
  readonly state: () => string;
}

/**
 * Reads `<dir>/public/*.json`, by kid and unchecked: check each by schema and signature before use. Files are read
 * again only when the folder's listing, or a file's size or time, has changed; until then each call returns the same
 * object, so that what is derived from it can be cached by identity. It looks at most every `lookMs`: a look costs as
 * much as verifying a signature.
 */
export function watchPublicKeys(dir: string, lookMs: number = KEYS_LOOK_MS): WatchPublicKeys {
  const folder = join(dir, PUBLIC_FOLDER);
  let known: { readonly state: string; readonly entries: Readonly<Record<string, unknown>> } | undefined;
  let running: Promise<Readonly<Record<string, unknown>>> | undefined;
  let listed: { readonly at: number; readonly found: ReturnType<typeof listEntries> } | undefined;
  const list = () => {
    if (listed === undefined || performance.now() - listed.at >= lookMs)
      listed = { found: listEntries(folder), at: performance.now() };
    return listed.found;
  };
  const look = async () => {
    const { state, files } = list();
    // Do not return "no keys": while a disk is unavailable, signers would be refused for good.
    if (state === NO_FOLDER && known !== undefined && known.state !== NO_FOLDER)
      throw new KeyFileError(`${folder} is gone; restore it`);
    if (known?.state !== state) known = { state, entries: await readEntries(folder, files) };
    return known.entries;
  };
  const read = () => {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  };
  const state = () => {
    try {
      return list().state;
    } catch {
      // The next reading says what is wrong.
      return NO_FOLDER;
    }
  };
  return Object.assign(read, { state });
}

/**
 * Completes a replacement that was interrupted: the new key is published, and its private half waits beside the old one.
 */
export async function finishReplacement(dir: string, kid: string): Promise<void> {
  const next = nextFile(dir, kid);
  const pem = await readKeyFile(next, 'private');
  if (pem === undefined) return;
  const text = await readKeyFile(publicFile(dir, kid), 'public');
  if (text === undefined) return;
  const { public_key: published } = serviceEntry(text, publicFile(dir, kid));
  if (published !== readPrivateKey(pem, next).public_key) return;
  try {
    await moveKeyFile(next, join(dir, `${kid}.pem`));
  } catch (error) {
    // Another process did this a moment ago.
    if (!isErrorCode(error, 'ENOENT')) throw error;
  }
}

/** A private key that is about to take the place of `<kid>.pem`. */
export function nextFile(dir: string, kid: string): string {
  return join(dir, `${kid}.next.pem`);
}

async function openOrCreate(
  file: string,
  alg: KeyAlgorithm,
): Promise<{ readonly pair: KeyPair; readonly created: boolean }> {
  const found = await readKeyFile(file, 'private');
  if (found !== undefined) return { pair: readPrivateKey(found, file), created: false };
  const created = await createKeyFile(file, generatePrivateKey(alg), 'private');
  const pem = await readKeyFile(file, 'private');
  if (pem === undefined)
    throw new KeyFileError(`${file} was removed while it was being created; start again`);
  return { pair: readPrivateKey(pem, file), created };
}

async function publicEntry(options: ServiceKeyOptions, deployment: string, pair: KeyPair): Promise<KeyEntry> {
  const { dir, kid, role, clock } = options;
  const file = publicFile(dir, kid);
  const entry: KeyEntry = {
    deployment,
    kid,
    alg: pair.alg,
    public_key: pair.public_key,
    fingerprint: pair.fingerprint,
    role,
    person: null,
    tenants: null,
    // The key was made here, so the operator could have a copy, even of a counterparty's key.
    independent: false,
    hardware: false,
    not_before: formatInstant(clock()),
    not_after: null,
    compromised_at: null,
    enrolment: null,
  };
  const found = await readKeyFile(file, 'public');
  if (found === undefined && (await createKeyFile(file, entryText(entry), 'public'))) {
    return entry;
  }
  const stored = serviceEntry(found ?? (await readKeyFile(file, 'public')) ?? '', file);
  if (stored.deployment !== deployment) {
    throw new KeyFileError(
      `${file} belongs to the deployment ${stored.deployment}, but ${dir} to ${deployment}; restore the one that matches`,
    );
  }
  if (
    stored.public_key !== pair.public_key ||
    stored.fingerprint !== pair.fingerprint ||
    stored.kid !== kid
  ) {
    throw new KeyFileError(
      `${file} is not the public half of ${join(dir, `${kid}.pem`)}; restore the one that matches the other`,
    );
  }
  return stored;
}

/** The published entry of a service's key. */
export async function readServiceEntry(dir: string, kid: string): Promise<KeyEntry> {
  const file = publicFile(dir, checkedKid(kid));
  const text = await readKeyFile(file, 'public');
  if (text === undefined) {
    const there = serviceKids(dir);
    const which = there.length === 0 ? 'there are none' : `there are ${there.join(', ')}`;
    throw new KeyFileError(
      `there is no key ${kid} here (${file} does not exist); of services’ keys, ${which}`,
    );
  }
  const stored = parseEntry(text, file);
  if (Value.Check(KeyEntry, stored) && (stored.person !== null || stored.enrolment !== null)) {
    const whose = stored.person === null ? 'a counterparty’s' : 'a person’s';
    throw new KeyFileError(
      `${kid} is ${whose} key, and not a service’s of this folder: replace it with sanad keys replace ${kid}, which a principal signs`,
    );
  }
  return serviceEntry(text, file);
}

/** The kids whose two halves are here. */
function serviceKids(dir: string): readonly string[] {
  const kids = existsSync(dir) ? readdirSync(dir).flatMap((name) => /^(.*)\.pem$/.exec(name)?.[1] ?? []) : [];
  return kids.filter((kid) => existsSync(publicFile(dir, kid))).sort();
}

function serviceEntry(text: string, file: string): KeyEntry {
  const stored = parseEntry(text, file);
  if (Value.Check(KeyEntry, stored) && stored.person === null && stored.enrolment === null) return stored;
  throw new KeyFileError(`${file} is not the public entry of a service’s key; restore it, or move it away`);
}

function listEntries(folder: string): { state: string; files: readonly string[] } {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return { state: NO_FOLDER, files: [] };
    throw error;
  }
  const files = names.filter((name) => name.endsWith('.json') && KID.test(kidOf(name))).sort();
  if (files.length > MAX_PUBLIC_KEYS) {
    throw new KeyFileError(`${folder} holds ${files.length} keys; at most ${MAX_PUBLIC_KEYS}`);
  }
  // This is synchronous, because the thread pool would cost ten times as much for so short a look at each
  // file.
  const states = files.map((name) => {
    const found = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return `${name} gone`;
    return `${name} ${found.mtimeNs} ${found.ctimeNs} ${found.size} ${found.ino}`;
  });
  return { state: states.join('\n'), files };
}

async function readEntries(
  folder: string,
  files: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const entries = await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const text = await readKeyFile(file, 'public');
      return text === undefined ? [] : [[kidOf(name), parseEntry(text, file)] as const];
    }),
  );
  return Object.freeze(Object.fromEntries(entries.flat()));
}

function parseEntry(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new KeyFileError(`${file} is not JSON; restore it, or move it away`);
  }
}

/**
 * Puts a person's or a counterparty's entry into the folder. False if the kid already has one, because nobody
 * overwrites a key.
 */
export async function addPublicEntry(dir: string, entry: KeyEntry): Promise<boolean> {
  await makePrivateFolder(join(dir, PUBLIC_FOLDER));
  return createKeyFile(publicFile(dir, checkedKid(entry.kid)), entryText(entry), 'public');
}

/** Replaces the published entry of that kid. */
export function replacePublicEntry(dir: string, entry: KeyEntry): Promise<void> {
  return replaceKeyFile(publicFile(dir, checkedKid(entry.kid)), entryText(entry), 'public');
}

function entryText(entry: KeyEntry): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

export function publicFile(dir: string, kid: string): string {
  return join(dir, PUBLIC_FOLDER, `${kid}.json`);
}

function kidOf(name: string): string {
  return name.replace(/\.json$/, '');
}

function kidOfFile(file: string): string {
  const name = basename(file);
  if (!name.endsWith('.pem')) throw new KeyFileError(`${file} must be named <kid>.pem`);
  return checkedKid(name.slice(0, -'.pem'.length));
}

/** INVARIANT: a kid has no slash and starts with a letter, so that it names a file in the folder and none elsewhere. */
function checkedKid(kid: string): string {
  if (KID.test(kid)) return kid;
  throw new KeyFileError('a key id starts with a lowercase letter and has only letters, digits, _ . and -');
}
