import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const bundled = new Map<string, string>();

/**
 * A TypeScript module and all that it imports, from npm too, as one classic script: it also runs in a page that was saved
 * to a disk, where browsers load no modules. Made once a process. The page’s policy forbids `eval`, so libraries are
 * told at once that there is none: trying it would be reported as a breach.
 */
export function bundleScript(entry: URL): string {
  const known = bundled.get(entry.href);
  if (known !== undefined) return known;
  const path = fileURLToPath(entry);
  const { outputFiles } = buildSync({
    entryPoints: [path],
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
  const text = outputFiles[0]?.text ?? '';
  bundled.set(entry.href, text);
  return text;
}
