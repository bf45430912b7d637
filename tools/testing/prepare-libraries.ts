import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '@common/kit/repository';
import { build } from 'esbuild';

/**
 * Libraries of hundreds of small modules. Nearly every test file would link them again: a second of CPU in
 * each process.
 */
const LIBRARIES = ['typebox', 'kysely'] as const;

interface Library {
  readonly name: string;
  readonly version: string;
  /** The importable names: the name itself, and `<name>/<part>`. */
  readonly specifiers: readonly string[];
}

/**
 * Bundles each library into a few files with all of its exports, so that its parts still share state. A
 * module named in `NODE_OPTIONS` redirects the imports of test files there. Programs that a test starts do
 * not inherit it: they find their libraries as an installation does. The files remain from run to run, so
 * that Node's compile cache knows them.
 */
export const LINKED_LIBRARIES = {
  name: 'libraries',
  neededBy: 'common/base/src/result.ts',
  async prepare(): Promise<{ readonly env: Readonly<Record<string, string>> }> {
    const libraries = await Promise.all(LIBRARIES.map(readLibrary));
    const folder = join(REPOSITORY, 'node_modules/.cache/libraries', await keyOf(libraries));
    if (!existsSync(folder)) await bundle(libraries, folder);
    const option = `--import=${pathToFileURL(join(folder, 'redirect.mjs'))}`;
    const others = process.env.NODE_OPTIONS ?? '';
    return { env: { NODE_OPTIONS: `${others} ${option}`.trim() } };
  },
};

async function readLibrary(name: string): Promise<Library> {
  const text = await readFile(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8');
  const { version, exports } = JSON.parse(text) as { version: string; exports: Record<string, unknown> };
  const specifiers = Object.keys(exports).map((part) => name + part.slice(1));
  return { name, version, specifiers };
}

/** The key changes with the libraries and with this file. */
async function keyOf(libraries: readonly Library[]): Promise<string> {
  const made = createHash('sha256').update(await readFile(import.meta.filename));
  return made.update(JSON.stringify(libraries)).digest('hex').slice(0, 16);
}

/** Do this in one step, since another run may do the same at this moment. */
async function bundle(libraries: readonly Library[], folder: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  const specifiers = libraries.flatMap((library) => library.specifiers);
  await build({
    entryPoints: specifiers.map((specifier) => ({ in: specifier, out: outOf(specifier) })),
    absWorkingDir: REPOSITORY,
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    keepNames: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'error',
  });
  await writeFile(join(unfinished, 'redirect.mjs'), redirect(specifiers));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

function outOf(specifier: string): string {
  return specifier.replaceAll('/', '.');
}

/** This is plain JavaScript, so that no process strips types for it. */
function redirect(specifiers: readonly string[]): string {
  const files = specifiers.map((specifier) => [specifier, `./${outOf(specifier)}.mjs`]);
  return `import { registerHooks } from 'node:module';
const files = new Map(${JSON.stringify(files)});
const own = \`--import=\${import.meta.url}\`;
const others = (process.env.NODE_OPTIONS ?? '').split(' ').filter((option) => option !== own).join(' ');
if (others === '') delete process.env.NODE_OPTIONS;
else process.env.NODE_OPTIONS = others;
registerHooks({
  resolve(specifier, context, next) {
    const file = files.get(specifier);
    if (file === undefined) return next(specifier, context);
    return { url: new URL(file, import.meta.url).href, format: 'module', shortCircuit: true };
  },
});
`;
}
