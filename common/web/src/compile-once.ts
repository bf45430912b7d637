import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Scripts by name, and the files that they were made of, unless the recipe has their text. */
interface Compiled {
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/** What lies in the folder. */
interface Kept {
  readonly scripts: Readonly<Record<string, string>>;
  /** SHA-256 of each file, by its path. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** A version of the compiler has a version of this file. */
const COMPILER = fileURLToPath(import.meta.resolve('esbuild/package.json'));

/** Beside the code that Node itself keeps compiled (`NODE_COMPILE_CACHE`). Null if it keeps none. */
export function compiledFolder(): string | null {
  const folder = getCompileCacheDir();
  return folder === undefined ? null : join(folder, 'scripts');
}

/**
 * What `compile` makes, which is called only if the folder does not have it from an earlier start, made of the same files
 * by the same compiler. `recipe` says what is made, and how. Where nothing can be kept, it is made anew at each start.
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

/** Null if there is none, or a file is no longer what it was. */
async function readKept(place: string): Promise<Kept | null> {
  try {
    const kept: Kept = JSON.parse(await readFile(place, 'utf8'));
    const isSame = await Promise.all(
      Object.entries(kept.hashes).map(async ([path, hash]) => sha256(await readFile(path)) === hash),
    );
    return isSame.every(Boolean) ? kept : null;
  } catch {
    return null;
  }
}

/** Null if a file was changed meanwhile: it may have been read as it was before. */
async function hashAll(paths: readonly string[], startedAt: number): Promise<Kept['hashes'] | null> {
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

/** Whole or not at all, since several services may start at once. A folder that only others may write to is no fault. */
async function keep(folder: string, place: string, kept: Kept): Promise<void> {
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
