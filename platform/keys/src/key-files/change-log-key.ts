import { unlink } from 'node:fs/promises';
import { formatInstant } from '@common/base/instant';
import { equalBytes, toHex } from '@common/evidence/bytes';
import { createKeyFile, KeyFileError, readKeyFile, replaceKeyFile } from '@common/kit/private-file';
import { generatePrivateKey } from './key-pair.ts';
import {
  finishRetirement,
  logKeyFiles,
  type RetiredLogKeys,
  readNow,
  readRetired,
  retiredText,
} from './log-keys.ts';

/** The public keys, 32 bytes each. */
export interface LogKeyChange {
  readonly old: Uint8Array;
  readonly fresh: Uint8Array;
}

/** Makes a second key of the log's checkpoints, beside the first: running authorities sign with both at once. */
export async function addLogKey(dir: string): Promise<LogKeyChange> {
  await finishRetirement(dir);
  const files = logKeyFiles(dir);
  const { first, next, keys } = readNow(dir);
  if (first === null || keys.signing.length === 0) {
    throw new KeyFileError(`${files.first} is not there: sanad keys init and the authority’s start make it`);
  }
  if (keys.signing.length > 1) {
    throw new KeyFileError(
      `two keys sign checkpoints already: end that with sanad keys retire checkpoint, then make another`,
    );
  }
  // An older backup put it back: it is retired, or already in use.
  if (next !== null) await unlink(files.next);
  await createKeyFile(files.next, generatePrivateKey('ed25519'), 'private');
  const fresh = readNow(dir).next;
  if (fresh === null)
    throw new KeyFileError(`${files.next} was removed while it was being created; do it again`);
  return { old: first.publicKey, fresh: fresh.publicKey };
}

/** The change in progress; null if one key signs. */
export function logKeyChange(dir: string): LogKeyChange | null {
  const { first, next, isRetired } = readNow(dir);
  if (first === null || next === null || isRetired(next)) return null;
  return equalBytes(first.publicKey, next.publicKey) ? null : { old: first.publicKey, fresh: next.publicKey };
}

interface Retirement {
  readonly nowMs: number;
  /** Its signatures no longer count, so witnesses that show one prove nothing. */
  readonly stolen: boolean;
}

/**
 * Ends the change: the old key no longer signs, and its private half is deleted. INVARIANT: its public half
 * is stored first, which alone ends its use, so a crash after that loses nothing.
 */
export async function retireLogKey(dir: string, retirement: Retirement): Promise<LogKeyChange> {
  const change = logKeyChange(dir);
  if (change === null) {
    throw new KeyFileError(
      'there is no second key of checkpoints: make it with sanad keys rotate checkpoint, tell readers, then retire the old one',
    );
  }
  await keepRetired(dir, change.old, retirement);
  await finishRetirement(dir);
  return change;
}

/** Retires a lost key by its public half: it no longer signs, and a folder without it is not too old. */
export async function giveUpLogKey(
  dir: string,
  publicKey: Uint8Array,
  retirement: Retirement,
): Promise<void> {
  const { signing } = readNow(dir).keys;
  if (signing.some((key) => equalBytes(key.publicKey, publicKey))) {
    throw new KeyFileError(
      'that key is here, and signs: it is not lost. Make a second one with sanad keys rotate checkpoint, and retire this one without --lost',
    );
  }
  await keepRetired(dir, publicKey, retirement);
  await finishRetirement(dir, true);
}

/** A key that was marked as stolen remains so. */
async function keepRetired(dir: string, publicKey: Uint8Array, { nowMs, stolen }: Retirement): Promise<void> {
  const { retired: file } = logKeyFiles(dir);
  const { retired } = readRetired((await readKeyFile(file, 'public')) ?? null, file);
  const hex = toHex(publicKey);
  const known = retired.find(({ public_key }) => public_key === hex);
  const entry = {
    public_key: hex,
    retired_at: known?.retired_at ?? formatInstant(nowMs),
    stolen: stolen || known?.stolen === true,
  };
  const kept: RetiredLogKeys = {
    retired: [entry, ...retired.filter(({ public_key }) => public_key !== hex)],
  };
  await replaceKeyFile(file, retiredText(kept), 'public');
}
