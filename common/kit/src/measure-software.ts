import { createHash, hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The fields of a package.json that say what else runs with it. */
interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Type declarations, source maps and Markdown: nearly half of a service's files, none of which Node runs. */
const NEVER_RUNS = /\.(?:d\.[cm]?ts|map|md)$/;

/**
 * SHA-256 (hex) of a service's code as it is on the disk now: the files of the package in `folder` and of
 * all packages that it depends on, directly or not, found as Node finds them. The same files give the same
 * digest wherever they are; one changed byte gives another. It does not measure Node itself, tests, type
 * declarations, source maps, Markdown, or optional packages that are not installed. It is the process's own
 * claim: replaced software can claim anything.
 */
export function measureSoftware(folder: string): string {
  const packages = new Map<string, string>();
  collect(realpathSync(folder), packages);
  const digest = createHash('sha256');
  for (const [place, lines] of [...packages].sort(byName)) digest.update(`${place}\n${lines}`);
  return digest.digest('hex');
}

/** Adds a package and all that it depends on: name and version, and a line for each measured file. */
function collect(folder: string, packages: Map<string, string>): void {
  const manifest: Manifest & { readonly version?: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const place = `${manifest.name}@${manifest.version}`;
  if (packages.has(place)) return;
  packages.set(place, filesOf(folder));
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const found = find(name, folder);
    if (found === null) throw new Error(`${place} needs ${name}, which is not installed: run npm ci`);
    collect(found, packages);
  }
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    const found = find(name, folder);
    if (found !== null) collect(found, packages);
  }
}

/** Searches as Node does: in `node_modules` of the folder, then of each folder above it. */
function find(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (dirname(folder) === folder) return null;
  }
}

/** A line for each measured file: its hash and its path within the package. */
function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
    .filter(({ path }) => !/(?:^|\/)node_modules\//.test(path))
    .filter(({ path }) => !path.startsWith('test/') && !NEVER_RUNS.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ file, path }) => `${hash('sha256', readFileSync(file))}  ${path}\n`)
    .join('');
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
