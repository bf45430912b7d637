import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A keys folder that cannot be used. The message says what to do, and never what a file contains. */
export class KeyFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyFileError';
  }
}

const PRIVATE_FILE_MODE = 0o600;
const PUBLIC_FILE_MODE = 0o644;
const FOLDER_MODE = 0o700;
const READABLE_BY_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;
type Access = 'private' | 'public';

/**
 * No file that belongs in a keys folder is longer: a private key, a secret, or a public entry with all keys
 * that its kid has had, some with what a device proved.
 */
const MAX_BYTES: Readonly<Record<Access, number>> = { private: 65_536, public: 2_097_152 };
/** Windows keeps access lists instead of these bits, and always shows them set. */
const HAS_MODE_BITS = platform() !== 'win32';

/** Opening a named pipe would wait for a writer. */
const TO_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export function isErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Creates the folder with mode 0700; refuses one where others could put their own files. */
export async function makePrivateFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: FOLDER_MODE });
  const { mode } = await stat(dir);
  if (HAS_MODE_BITS && (mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new KeyFileError(`${dir} is writable by group or others; run: chmod 700 '${dir}'`);
  }
}

/**
 * Returns a file's text; undefined if there is no such file. With `private`, it refuses a file that others
 * may read.
 */
export async function readKeyFile(file: string, access: Access): Promise<string | undefined> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, TO_READ);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    checkFound(file, access, await handle.stat());
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** Like `readKeyFile`, for reads so short that the thread pool would cost ten times as much. */
export function readKeyFileNow(file: string, access: Access): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, TO_READ);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    checkFound(file, access, fstatSync(descriptor));
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** INVARIANT: `found` describes the open file, so that nobody can swap it in between. */
function checkFound(file: string, access: Access, found: Stats): void {
  if (!found.isFile()) throw new KeyFileError(`${file} is not a regular file; move it away`);
  if (found.size > MAX_BYTES[access]) {
    throw new KeyFileError(`${file} is too long (${found.size} bytes; at most ${MAX_BYTES[access]})`);
  }
  if (access === 'private' && HAS_MODE_BITS && (found.mode & READABLE_BY_OTHERS) !== 0) {
    throw new KeyFileError(
      `${file} is accessible to group or others; run: chmod 600 '${file}', and replace it if someone may have read it`,
    );
  }
}

/**
 * Writes a file that must not exist yet. Returns false if it does, even if another process created it a
 * moment ago. INVARIANT: a reader finds the whole file or none, and nobody ever overwrites one.
 */
export async function createKeyFile(file: string, text: string, access: Access): Promise<boolean> {
  checkLength(file, text, access);
  const draft = join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.tmp`);
  const handle = await open(draft, 'wx', access === 'private' ? PRIVATE_FILE_MODE : PUBLIC_FILE_MODE);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a rename, a link fails if the name exists.
    await link(draft, file);
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(file));
  return true;
}

/** Replaces a file. A reader finds the old one or the new one, whole, even after a power cut. */
export async function replaceKeyFile(file: string, text: string, access: Access): Promise<void> {
  checkLength(file, text, access);
  const draft = join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.tmp`);
  const handle = await open(draft, 'wx', access === 'private' ? PRIVATE_FILE_MODE : PUBLIC_FILE_MODE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveKeyFile(draft, file);
}

/** Like `replaceKeyFile`, with a file that is already written. */
export async function moveKeyFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/**
 * INVARIANT: every written file can be read again, because one unreadable file stops all that read the
 * folder.
 */
function checkLength(file: string, text: string, access: Access): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES[access]) return;
  throw new KeyFileError(
    `${file} would be too long (${bytes} bytes; at most ${MAX_BYTES[access]}): nothing was written`,
  );
}

/** Ensures that a power cut does not lose a new name: a key that signed something must still be there. */
export async function syncFolder(dir: string): Promise<void> {
  if (!HAS_MODE_BITS) return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
