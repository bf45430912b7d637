import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Scripts by name, and the files that they were made from, unless the recipe has their text. */
interface Compiled {
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/** The content of the folder. */
interface FolderContent {
  readonly scripts: Readonly<Record<string, string>>;
  /** The SHA-256 of each file, by its path. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Each version of the compiler has its own file. */
const COMPILER = fileURLToPath(import.meta.resolve('esbuild/package.json'));

/**
 * The folder beside the compiled code that Node itself keeps (`NODE_COMPILE_CACHE`). Null if it keeps none.
 */
export function compiledFolder(): string | null {
  const folder = getCompileCacheDir();
  return folder === undefined ? null : join(folder, 'scripts');
}

/**
 * Returns the result of `compile`, and calls it only if the folder has no result of an earlier start, made
 * from the same files by the same compiler. `recipe` says what is made, and how. If nothing can be kept, each
 * start compiles again.
 */
export async function compileOnce(
  recipe: string,
  compile: () => Compiled | Promise<Compiled>,
  folder: string | null = compiledFolder(),
): Promise<Compiled['scripts']> {
  const place = folder === null ? null : join(folder, `${sha256(recipe)}.json`);
  const kept = place === null ? null : await readKept(place);
  if (kept !== null) return kept.scripts;
  const startedAt = Date.now();
  const { scripts, files } = await compile();
  if (folder !== null && place !== null) {
    const hashes = await hashAll([COMPILER, ...files], startedAt);
    if (hashes !== null) await keep(folder, place, { scripts, hashes });
  }
  return scripts;
}

/** Null if there is none, or if a file has changed. */
async function readKept(place: string): Promise<FolderContent | null> {
  try {
    const kept: FolderContent = JSON.parse(await readFile(place, 'utf8'));
    const isSame = await Promise.all(
      Object.entries(kept.hashes).map(async ([path, hash]) => sha256(await readFile(path)) === hash),
    );
    return isSame.every(Boolean) ? kept : null;
  } catch {
    return null;
  }
}

/** Null if a file changed meanwhile, because the compiler may have read the earlier content. */
async function hashAll(paths: readonly string[], startedAt: number): Promise<FolderContent['hashes'] | null> {
  const hashed = await Promise.all(
    paths.map(async (path) => {
      const { mtimeMs } = await stat(path);
      return { path, hash: sha256(await readFile(path)), isOld: mtimeMs < startedAt };
    }),
  );
  return hashed.every(({ isOld }) => isOld)
    ? Object.fromEntries(hashed.map(({ path, hash }) => [path, hash]))
    : null;
}

/**
 * Writes the whole file or nothing, since several services may start at once. An unwritable folder is no
 * error.
 */
async function keep(folder: string, place: string, kept: FolderContent): Promise<void> {
  const draft = `${place}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, place);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
