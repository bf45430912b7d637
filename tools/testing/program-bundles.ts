import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from 'esbuild';
import { bundle, manifestsOf } from '../bundle/bundle.ts';

/**
 * Bundles programs, so that a start reads about fifty files instead of a thousand and takes half the
 * processor time.
 */
interface Programs {
  readonly root: string;
  /** The modules of the programs, relative to `root`. */
  readonly entries: readonly string[];
  /** The folder that keeps bundles from run to run. */
  readonly cache: string;
}

/** The last result, and its inputs. */
interface BundleRecord {
  readonly folder: string;
  /** All bundled files, and the files that say how to bundle, with time and size. */
  readonly stamps: Readonly<Record<string, string>>;
}

/** These files say how to bundle. */
const RECIPE = [import.meta.filename, join(import.meta.dirname, '../bundle/bundle.ts')];
const KEPT_MS = 86_400_000;

/**
 * Bundles the programs unless that has been done. Returns the folder with the bundles and `start.mjs`. If
 * `start.mjs` is imported before an entry, Node runs the bundle instead. Everything else is as from the
 * sources: `import.meta`, `__dirname` and the command line name the original files.
 */
export async function bundlePrograms({ root, entries, cache }: Programs): Promise<string> {
  const record = join(cache, `${hashOf([version, root, ...entries])}.json`);
  const last = await readMade(record);
  if (last !== null && existsSync(last.folder) && isUpToDate(root, last.stamps)) return last.folder;
  await mkdir(cache, { recursive: true });
  await removeOld(cache);
  const startedAt = Date.now();
  const folder = await mkdtemp(join(cache, 'run-'));
  const bundled = await bundle({
    root,
    entries: entries.map((entry) => ({ in: entry, out: withoutEnding(entry) })),
    folder,
  });
  await writeFile(join(folder, 'start.mjs'), startModule(root, entries, folder));
  const paths = [
    ...new Set([...bundled.values()].flat()),
    ...manifestsOf(root),
    ...RECIPE.map((file) => relative(root, file)),
  ];
  const stamps = Object.fromEntries(paths.map((path) => [path, stampOf(root, path)]));
  // The bundle may contain the earlier content of a file that changed meanwhile.
  const isKept = paths.every((path) => statSync(join(root, path)).mtimeMs < startedAt);
  if (isKept) {
    await writeFile(`${folder}.json`, JSON.stringify({ folder, stamps } satisfies BundleRecord));
    await rename(`${folder}.json`, record);
  }
  return folder;
}

function startModule(root: string, entries: readonly string[], folder: string): string {
  const bundles = entries.map((entry) => [
    pathToFileURL(join(root, entry)).href,
    pathToFileURL(join(folder, `${withoutEnding(entry)}.mjs`)).href,
  ]);
  return `import { registerHooks } from 'node:module';
const bundles = new Map(${JSON.stringify(bundles)});
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const url = bundles.get(found.url);
    if (url === undefined) return found;
    hooks.deregister();
    return { ...found, url, format: 'module' };
  },
});
`;
}

function withoutEnding(entry: string): string {
  return entry.replace(/\.ts$/, '');
}

async function readMade(record: string): Promise<BundleRecord | null> {
  try {
    return JSON.parse(await readFile(record, 'utf8'));
  } catch {
    return null;
  }
}

function isUpToDate(root: string, stamps: BundleRecord['stamps']): boolean {
  return Object.entries(stamps).every(([path, stamp]) => stampOf(root, path) === stamp);
}

function stampOf(root: string, path: string): string {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size}`;
}

/** Another run may still start programs from today's bundles. */
async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true });
  }
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
