import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { unreadableWords } from '@common/base/unreadable-file';
import { nodeCrypto } from '@common/evidence/node';
import { readAnchorKey } from '@platform/core/log/anchor/judge-anchor';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';
import type { Addendum } from '@platform/core/objects/log';
import { readKeySet } from '@platform/core/signed/key-set';
import { readAddenda } from '@platform/core/verify/addendum';
import {
  type BesideInputs,
  type BesideKind,
  type GivenText,
  readBeside,
  unreadable,
} from '@platform/core/verify/beside';
import { readReceipt } from '@platform/core/verify/checks/schema';
import type { GivenDocument } from '@platform/core/verify/documents';
import { checkGivenReceipt, MAX_GIVEN_BYTES } from '@platform/core/verify/judge';
import type { VerifyOptions } from '@platform/core/verify/verification';

export interface InputOptions {
  readonly keys?: string | undefined;
  readonly prev?: string | undefined;
  readonly asOf?: string | undefined;
  readonly anchor?: string | undefined;
  readonly trustedRoot?: string | undefined;
  readonly anchorKey?: string | undefined;
  readonly cloudKeys?: string | undefined;
  readonly proof?: string | undefined;
  readonly policy?: string | undefined;
  readonly document?: readonly string[] | undefined;
  readonly addendum?: string | undefined;
}

/** Reads the receipt’s text. */
export function readReceiptText(path: string): Result<string> {
  const text = readText(path);
  return text.ok ? checkGivenReceipt(path, text.value) : text;
}

/** Reads the options that name files and instants. */
export function readOptions({ keys, prev, asOf }: InputOptions): Result<VerifyOptions> {
  let options: VerifyOptions = {};
  if (keys !== undefined) {
    const text = readText(keys);
    const set = text.ok ? readKeySet(nodeCrypto, text.value) : text;
    if (!set.ok) return fail(set.error.code, `--keys ${keys}: ${set.error.message}`);
    options = { ...options, keys: set.value };
  }
  if (prev !== undefined) {
    const text = readText(prev);
    const previous = text.ok ? readReceipt(nodeCrypto, text.value) : text;
    if (!previous.ok) return fail(previous.error.code, `--prev ${prev}: ${previous.error.message}`);
    options = { ...options, previous: previous.value.document };
  }
  if (asOf !== undefined) {
    if (instantMs(asOf) === null) {
      return fail(
        'instant_invalid',
        `--as-of ${asOf}: write an instant in UTC, such as 2026-06-01T09:00:00Z`,
      );
    }
    options = { ...options, asOf };
  }
  return ok(options);
}

const NAMES = {
  proof: '--proof',
  policy: '--policy',
  anchor: '--anchor',
  trustedRoot: '--trusted-root',
  anchorKey: '--anchor-key',
  cloudKeys: '--cloud-keys',
} as const satisfies Readonly<Record<BesideKind, string>>;

/** Reads the evidence beside the receipt and its keys. `now`: milliseconds since the epoch. */
export function readBesideFiles(given: InputOptions, now: number): Result<BesideInputs> {
  const texts: Partial<Record<BesideKind, GivenText>> = {};
  for (const kind of Object.keys(NAMES) as BesideKind[]) {
    const path = given[kind];
    if (path === undefined) continue;
    // The option may have the key itself instead of a file.
    const isItself = kind === 'anchorKey' && readAnchorKey(path).ok;
    const text = isItself ? ok(path) : readText(path);
    const label = `${NAMES[kind]} ${path}`;
    if (!text.ok) return unreadable(kind, label, text.error);
    texts[kind] = { label, text: text.value };
  }
  return readBeside({ crypto: nodeCrypto, names: NAMES, now }, texts);
}

/** Hashes the files that may be the action’s documents. */
export function readDocuments({ document: paths = [] }: InputOptions): Result<readonly GivenDocument[]> {
  const given: GivenDocument[] = [];
  for (const path of paths) {
    const label = `--document ${path}`;
    const bytes = readBytes(path, DOCUMENT_LIMITS.bytes);
    if (!bytes.ok) return fail(bytes.error.code, `${label}: ${bytes.error.message}`);
    given.push({ label, sha256: createHash('sha256').update(bytes.value).digest('hex') });
  }
  return ok(given);
}

/** Reads what became later of what the receipt says; nothing if no file is named. */
export function readAddendum({ addendum: path }: InputOptions): Result<readonly Addendum[]> {
  if (path === undefined) return ok([]);
  const text = readText(path);
  const read = text.ok ? readAddenda(text.value) : text;
  return read.ok ? read : fail(read.error.code, `--addendum ${path}: ${read.error.message}`);
}

/** The files that options name. A report must not overwrite one. */
export function givenFiles(given: InputOptions): string[] {
  const { keys, prev, proof, policy, anchor, trustedRoot, anchorKey, cloudKeys, addendum } = given;
  const one = [keys, prev, proof, policy, anchor, trustedRoot, anchorKey, cloudKeys, addendum];
  const named = [...one, ...(given.document ?? [])];
  return named.filter((file) => file !== undefined);
}

/** Reads a file of UTF-8, within the size limit. */
export function readText(path: string): Result<string> {
  const bytes = readBytes(path, MAX_GIVEN_BYTES);
  if (!bytes.ok) return bytes;
  try {
    // A byte order mark stays, and is refused like everything else that is not JSON.
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.value));
  } catch (error) {
    return unreadableFile(path, error);
  }
}

function readBytes(path: string, most: number): Result<Uint8Array> {
  try {
    const bytes = readAtMost(path, most + 1);
    return bytes.length > most ? fail('too_large', `${path} has more than ${most} bytes`) : ok(bytes);
  } catch (error) {
    return unreadableFile(path, error);
  }
}

function unreadableFile(path: string, error: unknown): Result<never> {
  return fail('unreadable', unreadableWords(path, error));
}

/** It also reads a pipe, whose size is unknown beforehand and which may never end. */
function readAtMost(path: string, limit: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    // The buffer is not filled with zeros, because most files are far shorter.
    const bytes = Buffer.allocUnsafeSlow(limit);
    let length = 0;
    for (;;) {
      const read = readSync(file, bytes, length, limit - length, null);
      length += read;
      if (read === 0 || length === limit) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
