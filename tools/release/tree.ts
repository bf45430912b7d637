import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import type { TarEntry } from './tar.ts';

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly bin?: Readonly<Record<string, string>>;
}

const OWNER_MAY_RUN = 0o100;
/** These hidden files are needed: the guides copy one, and the Dockerfile needs the other. */
const HIDDEN_BUT_NEEDED = ['.env.example', '.dockerignore'];
/** These are not needed to run it. */
const LEFT_OUT = [
  '**/test/**',
  'bench/**',
  '*/conformance/**',
  '.*',
  '.*/**',
  'biome.json',
  'tsconfig*.json',
];

/** Lists the committed paths. Throws if there are uncommitted changes, unless this is only a trial. */
export function committedFiles(root: string, { isTrial }: { readonly isTrial: boolean }): readonly string[] {
  const changed = git(root, 'status', '--porcelain').trim();
  if (changed !== '' && !isTrial) {
    throw new Error(
      `a release is made of what is committed; commit or remove, or try with --trial:\n${changed}`,
    );
  }
  const listed = git(
    root,
    'ls-files',
    '-z',
    '--cached',
    ...(isTrial ? ['--others', '--exclude-standard'] : []),
  );
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

/**
 * Collects what a container or a server needs to run all services and follow the guides: the committed files,
 * and the packages of package-lock.json with their commands.
 */
export function containerTree(root: string, committed: readonly string[]): readonly TarEntry[] {
  const own = committed.filter(
    (path) => HIDDEN_BUT_NEEDED.includes(path) || !LEFT_OUT.some((glob) => matchesGlob(path, glob)),
  );
  const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const entries = own.map((path) => fileEntry(root, path));
  for (const [path, { dev, link, resolved = '', bin }] of Object.entries(packages)) {
    // Packages for other systems are in the lock but not installed.
    if (dev === true || !path.includes('node_modules/') || !existsSync(join(root, path))) continue;
    const at = path.lastIndexOf('node_modules/') + 'node_modules/'.length;
    if (link === true) entries.push({ path, link: posix.relative(posix.dirname(path), resolved) });
    else entries.push(...filesOf(root, path));
    // The lock lists the commands of a workspace at its folder, not at the link to it.
    for (const [name, file] of Object.entries(bin ?? packages[resolved]?.bin ?? {})) {
      const folder = `${path.slice(0, at)}.bin`;
      entries.push({ path: `${folder}/${name}`, link: posix.relative(folder, posix.join(path, file)) });
    }
  }
  return entries;
}

/** Lists a package's own files. Packages in it have their own entry in the lock. */
function filesOf(root: string, folder: string): readonly TarEntry[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(root, path);
    return entry.isFile() ? [fileEntry(root, path)] : [];
  });
}

function fileEntry(root: string, path: string): TarEntry {
  const file = join(root, path);
  return { path, bytes: readFileSync(file), isProgram: (lstatSync(file).mode & OWNER_MAY_RUN) !== 0 };
}

function git(root: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 67_108_864,
  });
  if (status === 0) return stdout;
  throw new Error(`git ${words.join(' ')}: ${stderr}`);
}
