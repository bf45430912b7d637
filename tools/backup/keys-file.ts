import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fail, ok, type Result } from '@common/base/result';
import { readKeyFile } from '@common/kit/private-file';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** A file of the keys folder or of the secrets, unchanged. */
export interface KeptFile {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

const FORMAT = 'sanad/keys-backup/1';
const FILE_MODE = 0o600;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
/** One guess needs 128 MiB. */
const SCRYPT = { N: 131_072, r: 8, p: 1, maxmem: 268_435_456 };
const SHORTEST_PASSPHRASE = 16;
/** The input's mode, as of a file. */
const LONGEST_PASSPHRASE = 65_536;

const Header = Type.Object({
  format: Type.Literal(FORMAT),
  salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  nonce: Type.String({ pattern: '^[0-9a-f]{24}$' }),
});
const Part = Type.Object({
  path: Type.String({ pattern: '^(keys|secrets)(/(?!\\.\\.?(/|$))[^/\\\\\\u0000]+)+$' }),
  mode: Type.Integer({ minimum: 0, maximum: 0o777 }),
  bytes: Type.Integer({ minimum: 0 }),
});
const Contents = Type.Object({ files: Type.Array(Part) });

/**
 * Reads the passphrase from a file that nobody else can read, or for `-` from standard input, which another
 * user may have opened.
 */
export async function readPassphrase(file: string): Promise<Result<string, 'passphrase_unusable'>> {
  const named = file === '-' ? 'standard input' : file;
  let text: string | undefined;
  try {
    text = (file === '-' ? await standardInput() : await readKeyFile(file, 'private'))?.trim();
  } catch (error) {
    return fail('passphrase_unusable', error instanceof Error ? error.message : String(error));
  }
  if (text === undefined) {
    return fail(
      'passphrase_unusable',
      `there is no passphrase file ${file}: docs/operations/backup-and-restore.md says how to make one.`,
    );
  }
  if (text.includes('\uFFFD')) {
    return fail('passphrase_unusable', `the passphrase in ${named} is not text: write it in base64.`);
  }
  if (text.length >= SHORTEST_PASSPHRASE) return ok(text);
  return fail(
    'passphrase_unusable',
    `the passphrase in ${named} is shorter than ${SHORTEST_PASSPHRASE} characters.`,
  );
}

async function standardInput(): Promise<string> {
  // A passphrase typed at a terminal would appear on the screen.
  if (process.stdin.isTTY) throw new Error('standard input is a terminal: name a file, or give one with <');
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > LONGEST_PASSPHRASE)
      throw new Error(`standard input is longer than ${LONGEST_PASSPHRASE} characters`);
  }
  return text;
}

/** Writes the files into one encrypted file, which must not exist yet. */
export async function writeKeysFile(
  file: string,
  kept: readonly KeptFile[],
  passphrase: string,
): Promise<void> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const header = `${JSON.stringify({ format: FORMAT, salt: salt.toString('hex'), nonce: nonce.toString('hex') })}\n`;
  const files = kept.map(({ path, mode, bytes }) => ({ path, mode, bytes: bytes.length }));
  const contents = `${JSON.stringify({ files })}\n`;
  const plain = gzipSync(Buffer.concat([Buffer.from(contents), ...kept.map(({ bytes }) => bytes)]));
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), nonce);
  cipher.setAAD(Buffer.from(header));
  const parts = [Buffer.from(header), cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  const handle = await open(file, 'wx', FILE_MODE);
  try {
    for (const part of parts) await handle.appendFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const TAG_BYTES = 16;
const NEWLINE = 10;

/**
 * Reads what `writeKeysFile` wrote. INVARIANT: nothing of it is used before the whole has proven unchanged.
 */
export async function readKeysFile(
  file: string,
  passphrase: string,
): Promise<Result<readonly KeptFile[], 'keys_file_unusable'>> {
  const whole = await readFile(file).catch(() => null);
  if (whole === null) return fail('keys_file_unusable', `${file} cannot be read.`);
  const end = whole.indexOf(NEWLINE) + 1;
  const header = parse(whole.subarray(0, end).toString('utf8'));
  if (!Value.Check(Header, header) || whole.length < end + TAG_BYTES) {
    return fail(
      'keys_file_unusable',
      `${file} is not of the form ${FORMAT}: name a file that sanad backup --keys made.`,
    );
  }
  const key = keyOf(passphrase, Buffer.from(header.salt, 'hex'));
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(header.nonce, 'hex'));
  decipher.setAAD(whole.subarray(0, end));
  decipher.setAuthTag(whole.subarray(-TAG_BYTES));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(whole.subarray(end, -TAG_BYTES)), decipher.final()]);
  } catch {
    return fail('keys_file_unusable', `${file}: the passphrase is another one, or the file was changed.`);
  }
  return filesIn(gunzipSync(plain), file);
}

function filesIn(plain: Buffer, file: string): Result<readonly KeptFile[], 'keys_file_unusable'> {
  let at = plain.indexOf(NEWLINE) + 1;
  const contents = parse(plain.subarray(0, at).toString('utf8'));
  if (!Value.Check(Contents, contents))
    return fail('keys_file_unusable', `${file} names files that do not belong in it.`);
  return ok(
    contents.files.map(({ path, mode, bytes }) => {
      const from = at;
      at += bytes;
      return { path, mode, bytes: plain.subarray(from, at) };
    }),
  );
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, KEY_BYTES, SCRYPT);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
