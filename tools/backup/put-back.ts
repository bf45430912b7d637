import { appendFile, copyFile, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder, replaceKeyFile } from '@common/kit/private-file';
import { KeyEntry } from '@platform/core/objects/key-entry';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { markedAlsoAs } from '@platform/core/signed/key-history';
import { retiredInEither } from '@platform/keys/key-files/log-keys';
import { Value } from 'typebox/value';
import type { KeptFile } from './keys-file.ts';
import { headIn, newestKeptHead } from './log.ts';
import type { CopiedFile } from './manifest.ts';

const HEAD = 'keys/kept/log-head.json';
/** Their readers take every place once, in any order. */
const PLACES: readonly string[] = ['keys/kept/receipts.jsonl', 'keys/kept/entries.jsonl'];
const PUBLIC = /^keys\/public\/[^/]+\.json$/;
const ENROLMENTS = 'keys/kept/enrolments.jsonl';
const RETIRED = 'keys/checkpoint.retired.json';

interface Places {
  readonly keys: string;
  readonly secrets: string;
  readonly profiles: string;
  readonly mandates: string;
}

/**
 * Puts back missing files. INVARIANT: it overwrites no existing file, except the kept head by a larger one,
 * and adds enrolments: the memory of the log, and each enrolment once taken, never goes back. A key that
 * either side knows as stolen is marked as stolen, and a key of checkpoints that either side knows as retired
 * is retired.
 */
export async function placeKeys(kept: readonly KeptFile[], places: Places): Promise<readonly string[]> {
  let added = 0;
  const marked: string[] = [];
  for (const { path, mode, bytes } of kept) {
    const target = targetOf(path, places);
    await makeFolders(dirname(target));
    if (await create(target, bytes, mode)) added += 1;
    else if (path === ENROLMENTS) await addLines(target, bytes);
    else if (path === RETIRED) await addRetired(target, bytes);
    else if (PUBLIC.test(path)) marked.push(...(await addMarks(target, bytes)));
    else if (path === HEAD && isLarger(bytes, await newestKeptHead(places.keys))) {
      await replaceKeyFile(target, bytes.toString('utf8'), 'public');
      for (const lines of kept.filter((each) => PLACES.includes(each.path)))
        await appendFile(targetOf(lines.path, places), Buffer.concat([Buffer.from('\n'), lines.bytes]));
    }
  }
  return [`Keys: ${added} of ${kept.length} files put back; what was there already stays as it is.`].concat(
    marked.map((kid) => `Keys: ${kid} is marked as stolen as early as the backup says.`),
  );
}

/**
 * Returns the key's id if the backup knew it, or a key that it replaced, as stolen, and the folder did not,
 * or only since later.
 */
async function addMarks(file: string, bytes: Buffer): Promise<readonly string[]> {
  const [there, backed] = [entryIn(await readFile(file)), entryIn(bytes)];
  if (there === null || backed === null) return [];
  const entry = markedAlsoAs(there, backed);
  if (entry === there) return [];
  await replaceKeyFile(file, `${JSON.stringify(entry, null, 2)}\n`, 'public');
  return [entry.kid];
}

/** Null if it is no key. The reader of the folder reports that. */
function entryIn(bytes: Buffer): KeyEntry | null {
  try {
    const entry: unknown = JSON.parse(bytes.toString('utf8'));
    return Value.Check(KeyEntry, entry) ? entry : null;
  } catch {
    return null;
  }
}

async function addRetired(file: string, bytes: Buffer): Promise<void> {
  const there = await readFile(file, 'utf8');
  const merged = retiredInEither(there, bytes.toString('utf8'), file);
  if (merged !== there) await replaceKeyFile(file, merged, 'public');
}

/** Adds the entries that it lacks. */
async function addLines(file: string, bytes: Buffer): Promise<void> {
  const there = new Set((await readFile(file, 'utf8')).split('\n'));
  const missing = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => !there.has(line));
  if (missing.length > 0) await appendFile(file, `\n${missing.join('\n')}\n`);
}

/** Puts back the signed files that are missing. */
export async function placeFiles(
  folder: string,
  files: readonly CopiedFile[],
  places: Places,
): Promise<readonly string[]> {
  let added = 0;
  for (const { file } of files) {
    const target = targetOf(file, places);
    await mkdir(dirname(target), { recursive: true });
    try {
      await copyFile(join(folder, file), target, 1);
      added += 1;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return [`Signed files: ${added} of ${files.length} put back; what was there already stays as it is.`];
}

function targetOf(path: string, places: Places): string {
  const [name = '', ...rest] = path.split('/');
  if (!Object.hasOwn(places, name)) throw new Error(`the backup has a file of ${name}, which is put nowhere`);
  return join(places[name as keyof Places], ...rest);
}

async function makeFolders(folder: string): Promise<void> {
  await makePrivateFolder(folder);
}

async function create(file: string, bytes: Buffer, mode: number): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

function isLarger(bytes: Buffer, known: SignedTreeHead | null): boolean {
  const size = headIn(bytes.toString('utf8'))?.tree_head.tree_size ?? 0;
  return size > (known?.tree_head.tree_size ?? 0);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
