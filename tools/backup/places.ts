import { readdir, readFile } from 'node:fs/promises';
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

/** Where the services have them. Throws if a setting is wrong. */
export function foldersOf(env: Environment): Folders {
  const read = readConfig(SETTINGS, env, REPOSITORY);
  if (!read.ok) throw new Error(read.error.message);
  const { PROFILES_DIR, MANDATES_DIR, SERVICE_KEYS_DIR, RECEIPTS_DIR, SECRETS_DIR } = read.value.config;
  return {
    ...{ profiles: PROFILES_DIR, mandates: MANDATES_DIR, keys: SERVICE_KEYS_DIR },
    ...{ receipts: RECEIPTS_DIR, secrets: SECRETS_DIR },
  };
}

/** Files below a folder, sorted, with `/` between names; none if there is no such folder. Drafts are left out. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Of a deployment's id; null if there is none. */
export async function deploymentIn(keys: string): Promise<string | null> {
  const text = await readFile(join(keys, 'deployment.id'), 'utf8').catch(() => null);
  return text === null ? null : text.trim();
}
