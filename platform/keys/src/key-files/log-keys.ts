import { createPrivateKey } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes, fromHex } from '@common/evidence/bytes';
import { ed25519Signer } from '@common/evidence/node';
import {
  createKeyFile,
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  moveKeyFile,
  readKeyFileNow,
} from '@common/kit/private-file';
import { Hash, Instant } from '@platform/core/objects/primitives';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { generatePrivateKey, readPrivateKey } from './key-pair.ts';

/**
 * The keys that sign the log's checkpoints (ADR 0027): `checkpoint.pem`, and `checkpoint.next.pem` beside it
 * during a change. `checkpoint.retired.json` has the public halves of retired keys. INVARIANT: none has an
 * entry in `public/`, so nothing that they sign can pass for an object of the protocol.
 */

/** Signs the text of a note with Ed25519. */
interface LogKey {
  /** The public key, 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export interface LogKeys {
  /** The keys that sign every checkpoint, the older first: two during a change. */
  readonly signing: readonly LogKey[];
  /** The keys that signed before. Signatures of a stolen one do not count. */
  readonly retired: readonly { readonly publicKey: Uint8Array; readonly stolen: boolean }[];
}

const RetiredLogKeys = Type.Object(
  {
    retired: Type.Array(
      Type.Object(
        { public_key: Hash, retired_at: Instant, stolen: Type.Boolean() },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type RetiredLogKeys = Static<typeof RetiredLogKeys>;

const LOOK_MS = 100;

export function logKeyFiles(dir: string) {
  return {
    first: join(dir, 'checkpoint.pem'),
    next: join(dir, 'checkpoint.next.pem'),
    retired: join(dir, 'checkpoint.retired.json'),
  } as const;
}

/** Reads the keys that the folder has now, and makes none. */
export async function readLogKeys(dir: string): Promise<LogKeys> {
  return readNow(dir).keys;
}

/**
 * The log's keys; makes the first one if there is none. `keys` looks at the files at most every 100 ms, so
 * that a running authority signs with a new key, and no longer with an old one, at once. Until something
 * changes it returns the same object. `onUnreadable` is called once about files that a running authority
 * cannot read: a copy in progress, or another user's. The authority then continues with the keys that it
 * knows.
 */
export async function openLogKeys(
  dir: string,
  onUnreadable: (error: unknown) => void = () => {},
): Promise<{ readonly keys: () => LogKeys; readonly created: boolean }> {
  await makePrivateFolder(dir);
  const { first, next } = logKeyFiles(dir);
  await finishRetirement(dir);
  const { signing } = await readLogKeys(dir);
  const isThere = readNow(dir).first !== null;
  if (isThere && signing.length === 0) {
    throw new KeyFileError(
      `${first} holds a key that was retired: put back its newest copy, or move it away to get a new one`,
    );
  }
  if (!isThere && signing.length > 0) {
    throw new KeyFileError(
      `${first} is gone, and ${next} is there: put it back, or run sanad keys retire checkpoint --lost with its verifier key`,
    );
  }
  const created = !isThere && (await createKeyFile(first, generatePrivateKey('ed25519'), 'private'));
  return { keys: watch(dir, onUnreadable), created };
}

/** Replaces the old key by the new one, if the old one is retired, or missing and reported as lost. */
export async function finishRetirement(dir: string, isLost = false): Promise<void> {
  const files = logKeyFiles(dir);
  const { first, next, isRetired } = readNow(dir);
  if (next === null || isRetired(next)) return;
  if (first === null ? !isLost : !isRetired(first)) return;
  try {
    await moveKeyFile(files.next, files.first);
  } catch (error) {
    // Another process did this a moment ago.
    if (!isErrorCode(error, 'ENOENT')) throw error;
  }
}

function watch(dir: string, onUnreadable: (error: unknown) => void): () => LogKeys {
  // Read the state first, so that the next look sees later changes.
  let known = { state: stateOf(dir), keys: readNow(dir).keys };
  let unreadable: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    let state = '';
    try {
      state = stateOf(dir);
      if (state === known.state) return;
      const { keys } = readNow(dir);
      if (continues(known.keys, keys)) known = { state, keys };
      unreadable = null;
    } catch (error) {
      if (unreadable !== state) onUnreadable(error);
      unreadable = state;
    }
  };
  return () => {
    if (performance.now() - lookedAt < LOOK_MS) return known.keys;
    look();
    lookedAt = performance.now();
    return known.keys;
  };
}

/**
 * Whether the folder continues from its earlier state. INVARIANT: only the list of retired keys takes a key
 * out of use. Missing files, and an older copy of the folder under a running authority, change nothing; the
 * next start says what is wrong.
 */
function continues(before: LogKeys, now: LogKeys): boolean {
  const find = <Key extends { readonly publicKey: Uint8Array }>(keys: readonly Key[], sought: Uint8Array) =>
    keys.find(({ publicKey }) => equalBytes(publicKey, sought));
  const signing = before.signing.every(
    ({ publicKey }) => (find(now.signing, publicKey) ?? find(now.retired, publicKey)) !== undefined,
  );
  const retired = before.retired.every(({ publicKey, stolen }) => {
    const still = find(now.retired, publicKey);
    return still !== undefined && (still.stolen || !stolen);
  });
  return signing && retired && now.signing.length > 0;
}

/** This is synchronous, because the thread pool would cost ten times as much for so short a look. */
function stateOf(dir: string): string {
  return Object.values(logKeyFiles(dir))
    .map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? '-' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    })
    .join('\n');
}

/**
 * INVARIANT: the retired keys are read before the new key, and the new one before the old one. So a reader
 * during a retirement finds the new key in one place or both, and never the old one alone.
 */
export function readNow(dir: string) {
  const files = logKeyFiles(dir);
  const retired = retiredIn(readKeyFileNow(files.retired, 'public'), files.retired);
  const next = keyIn(readKeyFileNow(files.next, 'private'), files.next);
  const first = keyIn(readKeyFileNow(files.first, 'private'), files.first);
  const isRetired = ({ publicKey }: LogKey): boolean =>
    retired.some((old) => equalBytes(old.publicKey, publicKey));
  const isTwice = first !== null && next !== null && equalBytes(first.publicKey, next.publicKey);
  const signing = [first, isTwice ? null : next].filter((key) => key !== null && !isRetired(key));
  return { first, next, isRetired, keys: { signing, retired } as LogKeys };
}

function keyIn(pem: string | undefined, file: string): LogKey | null {
  if (pem === undefined) return null;
  const { alg, public_key } = readPrivateKey(pem, file);
  const publicKey = fromHex(public_key);
  if (alg !== 'ed25519' || publicKey === null) {
    throw new KeyFileError(`${file} holds an ${alg} key, but it must be ed25519; move it away`);
  }
  return { publicKey, sign: ed25519Signer(createPrivateKey(pem)) };
}

function retiredIn(text: string | undefined, file: string): LogKeys['retired'] {
  return readRetired(text ?? null, file).retired.map(({ public_key, stolen }) => ({
    publicKey: fromHex(public_key) ?? new Uint8Array(),
    stolen,
  }));
}

/** Without a file there are none. */
export function readRetired(text: string | null, file: string): RetiredLogKeys {
  if (text === null) return { retired: [] };
  try {
    const parsed: unknown = JSON.parse(text);
    if (Value.Check(RetiredLogKeys, parsed)) return parsed;
  } catch {
    // This is reported below.
  }
  throw new KeyFileError(`${file} is not the list of retired keys that sanad wrote; restore it`);
}

/** Merges two such lists; returns the first unchanged if the other adds nothing. */
export function retiredInEither(one: string, other: string, file: string): string {
  const known = readRetired(one, file).retired;
  const more = readRetired(other, file).retired;
  const isIn = (key: string, list: typeof known) => list.some(({ public_key }) => public_key === key);
  const isStolen = (key: string) => more.some(({ public_key, stolen }) => public_key === key && stolen);
  const kept = known.map((entry) => ({ ...entry, stolen: entry.stolen || isStolen(entry.public_key) }));
  const added = more.filter(({ public_key }) => !isIn(public_key, known));
  const isSame = added.length === 0 && kept.every(({ stolen }, at) => stolen === known[at]?.stolen);
  return isSame ? one : retiredText({ retired: [...kept, ...added] });
}

export function retiredText(kept: RetiredLogKeys): string {
  return `${JSON.stringify(kept, null, 2)}\n`;
}
