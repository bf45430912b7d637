import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { compiledFolder, compileOnce } from './compile-once.ts';

const OPTIONS = {
  // The same wherever it is made: an image has no tsconfig.json.
  tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
  bundle: true,
  write: false,
  metafile: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  legalComments: 'none',
  define: { 'globalThis.Function': 'undefined' },
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * TypeScript modules by name, each with all that it imports, from npm too, as one classic script: it also runs in a page
 * that was saved to a disk, where browsers load no modules. Together, because what they share is then read once. A page’s
 * policy forbids `eval`, so libraries are told at once that there is none: trying it would be reported as a breach.
 */
export async function bundleScripts<Name extends string>(
  entries: Readonly<Record<Name, URL>>,
  folder: string | null = compiledFolder(),
): Promise<Readonly<Record<Name, string>>> {
  const modules = Object.entries<URL>(entries).map(([out, module]) => ({ in: fileURLToPath(module), out }));
  const recipe = JSON.stringify({ modules, OPTIONS });
  return compileOnce(recipe, () => bundle(modules), folder) as Promise<Record<Name, string>>;
}

/** The compiler is loaded only if there is something to compile. */
async function bundle(modules: readonly { readonly in: string; readonly out: string }[]) {
  const { buildSync } = await import('esbuild');
  const { outputFiles, metafile } = buildSync({
    ...OPTIONS,
    entryPoints: [...modules],
    outdir: '/',
    absWorkingDir: '/',
  });
  // In the order of the entries.
  const scripts = Object.fromEntries(modules.map(({ out }, index) => [out, outputFiles[index]?.text ?? '']));
  return { scripts, files: Object.keys(metafile.inputs).map((path) => join('/', path)) };
}
