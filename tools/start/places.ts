import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { DATABASES, fileOf, urlOf } from '../databases.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether this user may read and write what is there; a folder must be one that can be entered, too. */
export type MayUse = (path: string, isFolder: boolean) => Promise<boolean>;

export const mayUse: MayUse = (path, isFolder) =>
  access(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0)).then(
    () => true,
    () => false,
  );

/** A folder or file that this user cannot read and write, and the settings whose files are there. */
interface ClosedPlace {
  readonly path: string;
  readonly settings: readonly string[];
}

const FOLDERS = (({ SERVICE_KEYS_DIR, RECEIPTS_DIR, PROFILES_DIR, MANDATES_DIR }) => ({
  SERVICE_KEYS_DIR,
  RECEIPTS_DIR,
  PROFILES_DIR,
  MANDATES_DIR,
}))(AUTHORITY_CONFIG);

/** Finds where the settings put files that this user cannot write, although all services write theirs. */
export async function closedPlaces(env: Environment, may: MayUse = mayUse): Promise<readonly ClosedPlace[]> {
  const read = readConfig(FOLDERS, env, REPOSITORY);
  const folders = read.ok ? Object.entries(read.value.config) : [];
  const files = DATABASES.flatMap((each): [string, string][] => {
    const file = fileOf(urlOf(each, env));
    return file === null || file === ':memory:' ? [] : [[each.setting, file]];
  });
  const closed = new Map<string, Set<string>>();
  const looked = new Map<string, Promise<boolean>>();
  const isOpen = async (path: string): Promise<string | null> => {
    const there = await stat(path).catch(() => null);
    if (there === null && dirname(path) !== path) return isOpen(dirname(path));
    const isFolder = there?.isDirectory() === true;
    const answer = looked.get(path) ?? may(path, isFolder);
    looked.set(path, answer);
    if (!(await answer)) return path;
    // A file's folder must be open as well: a database makes files beside it.
    return isFolder || there === null ? null : isOpen(dirname(path));
  };
  for (const [setting, place] of [...folders, ...files]) {
    const path = await isOpen(place);
    if (path !== null) closed.set(path, (closed.get(path) ?? new Set()).add(setting));
  }
  return [...closed].map(([path, settings]) => ({ path, settings: [...settings] }));
}

/** What is wrong with such a place, and what to do. */
export function closedWords({ settings }: ClosedPlace): string {
  const named = settings.join(', ');
  return `cannot be read and written by this user: start as its owner, give it to this user with chown, or name another place in ${named}`;
}
