import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { type Readers, UMASKS } from '@common/kit/service/settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** How many files of a folder are looked at. */
const MOST_FILES = 10_000;
/** Windows keeps access lists instead of these bits. */
const HAS_MODE_BITS = platform() !== 'win32';

/** Whom the settings let read a deployment's files. A wrong value, which no service accepts, means the owner. */
export function readersIn(env: Environment): Readers {
  const given = env.FILES_READABLE_BY ?? '';
  return Object.hasOwn(UMASKS, given) ? (given as Readers) : 'owner';
}

/**
 * Closes folders to others, where an earlier version made them open. With that, nobody reaches the files in
 * them either. Only folders below `root` are the deployment's own. Returns a line for the terminal for each.
 */
export async function closeFolders(
  folders: readonly string[],
  { root, env, uid }: { readonly root: string; readonly env: Environment; readonly uid: number | undefined },
): Promise<readonly string[]> {
  if (!HAS_MODE_BITS) return [];
  const mask = UMASKS[readersIn(env)];
  const lines: string[] = [];
  for (const folder of new Set(folders)) {
    const path = relative(root, folder);
    if (path === '' || path.startsWith('..') || isAbsolute(path)) continue;
    const found = await lstat(folder).catch(() => null);
    if (found === null || !found.isDirectory() || found.uid !== uid || (found.mode & mask) === 0) continue;
    await chmod(folder, found.mode & 0o777 & ~mask);
    lines.push(`closed ${path} to other users of this machine; FILES_READABLE_BY says who may read it`);
  }
  return lines;
}

/** How many files of a folder others can read, beyond those whom the settings allow. */
export async function countReadable(folder: string, readers: Readers): Promise<number> {
  const mask = UMASKS[readers];
  const found = await stat(folder).catch(() => null);
  // Without the folder's own bits, nobody gets at what is in it.
  if (!HAS_MODE_BITS || found === null || (found.mode & mask & 0o055) === 0) return 0;
  const names = await readdir(folder).catch(() => []);
  const modes = await Promise.all(
    names.slice(0, MOST_FILES).map((name) => lstat(join(folder, name)).catch(() => null)),
  );
  return modes.filter((each) => each?.isFile() === true && (each.mode & mask & 0o044) !== 0).length;
}
