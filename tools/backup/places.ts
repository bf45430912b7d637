import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { SCREENER_CONFIG } from '@screener/service/config';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of a deployment beside its databases. */
interface Folders {
  readonly profiles: string;
  readonly mandates: string;
  readonly keys: string;
  readonly secrets: string;
  readonly receipts: string;
}

const SETTINGS = {
  PROFILES_DIR: AUTHORITY_CONFIG.PROFILES_DIR,
  MANDATES_DIR: AUTHORITY_CONFIG.MANDATES_DIR,
  SERVICE_KEYS_DIR: AUTHORITY_CONFIG.SERVICE_KEYS_DIR,
  RECEIPTS_DIR: AUTHORITY_CONFIG.RECEIPTS_DIR,
  SECRETS_DIR: SCREENER_CONFIG.SECRETS_DIR,
};

/** Returns where the services keep them. Throws if a setting is wrong. */
export function foldersOf(env: Environment): Folders {
  const read = readConfig(SETTINGS, env, REPOSITORY);
  if (!read.ok) throw new Error(read.error.message);
  const { PROFILES_DIR, MANDATES_DIR, SERVICE_KEYS_DIR, RECEIPTS_DIR, SECRETS_DIR } = read.value.config;
  return {
    profiles: PROFILES_DIR,
    mandates: MANDATES_DIR,
    keys: SERVICE_KEYS_DIR,
    receipts: RECEIPTS_DIR,
    secrets: SECRETS_DIR,
  };
}

/**
 * Lists the files below a folder, sorted, with `/` between names; none if there is no such folder. It omits
 * drafts and follows links to files. INVARIANT: it throws if anything cannot be read, so that a backup never
 * silently lacks what it claims to have.
 */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = (await ifThere(readdir(folder))) === null ? [] : await entriesBelow(folder);
  const files: string[] = [];
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.name.endsWith('.tmp') && (await isFile(entry, path))) files.push(path);
  }
  return files.map((path) => relative(folder, path).split(sep).join('/')).sort();
}

function entriesBelow(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { recursive: true, withFileTypes: true });
}

async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const target = await ifThere(stat(path));
  if (target?.isFile() === true) return true;
  const what = target === null ? 'nothing' : 'something other than a file';
  throw new Error(`${path} is a link to ${what}: put there what it should lead to, or remove it.`);
}

/** Null if there is no such file or folder; throws if it exists but cannot be read. */
export async function ifThere<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a deployment's id; null if there is none. */
export async function deploymentIn(keys: string): Promise<string | null> {
  const text = await ifThere(readFile(join(keys, 'deployment.id'), 'utf8'));
  return text === null ? null : text.trim();
}
