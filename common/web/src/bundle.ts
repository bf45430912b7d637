import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { compiledFolder, compileOnce } from './compile-once.ts';

const OPTIONS = {
  // The bundle is the same wherever it is made: an image has no tsconfig.json.
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
 * Bundles TypeScript modules, each by its name and with everything that it imports, from npm too, as one
 * classic script. Such a script also runs in a page saved to a disk, where browsers load no modules. The
 * modules are bundled together so that shared code is read once. `Function` is defined away because even
 * feature-detecting eval would trigger a CSP report.
 */
export async function bundleScripts<Name extends string>(
  entries: Readonly<Record<Name, URL>>,
  folder: string | null = compiledFolder(),
): Promise<Readonly<Record<Name, string>>> {
  const modules = Object.entries<URL>(entries).map(([out, module]) => ({ in: fileURLToPath(module), out }));
  const recipe = JSON.stringify({ modules, OPTIONS });
  return compileOnce(recipe, () => bundle(modules), folder) as Promise<Record<Name, string>>;
}

/** This loads the compiler only if there is something to compile. */
async function bundle(modules: readonly { readonly in: string; readonly out: string }[]) {
  const { buildSync } = await import('esbuild');
  const { outputFiles, metafile } = buildSync({
    ...OPTIONS,
    entryPoints: [...modules],
    outdir: '/',
    absWorkingDir: '/',
  });
  // The outputs are in the order of the entries.
  const scripts = Object.fromEntries(modules.map(({ out }, index) => [out, outputFiles[index]?.text ?? '']));
  return { scripts, files: Object.keys(metafile.inputs).map((path) => join('/', path)) };
}
