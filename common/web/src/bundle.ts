import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * TypeScript modules by name, each with all that it imports, from npm too, as one classic script: it also runs in a page
 * that was saved to a disk, where browsers load no modules. Together, because what they share is then read once. A page’s
 * policy forbids `eval`, so libraries are told at once that there is none: trying it would be reported as a breach.
 */
export function bundleScripts<Name extends string>(
  entries: Readonly<Record<Name, URL>>,
): Readonly<Record<Name, string>> {
  const names = Object.keys(entries) as Name[];
  const { outputFiles } = buildSync({
    entryPoints: names.map((name) => ({ in: fileURLToPath(entries[name]), out: name })),
    outdir: '/',
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    define: { 'globalThis.Function': 'undefined' },
    logLevel: 'silent',
  });
  // In the order of the entries.
  const texts = names.map((name, index) => [name, outputFiles[index]?.text ?? ''] as const);
  return Object.fromEntries(texts) as Record<Name, string>;
}
