import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './bundle/licences.ts';
import { sourcesOf } from './pack/sources.ts';

/**
 * `npm run pack-client [-- <folder>]` and `npm run pack-agent [-- <folder>]` pack what other people install from npm,
 * in JavaScript with types and without dependencies, for Node 20 or newer and for browsers: the client of the
 * screening service, and the agents' side of the platform. It prints the path of the tarball.
 */
interface Package {
  readonly folder: string;
  /** The sources that people import, by the path under which they do. */
  readonly entries: Readonly<Record<string, string>>;
  /** Libraries that are bundled: the first as code and types, the others as types, which the first needs. */
  readonly bundled: readonly string[];
}

const ROOT = join(import.meta.dirname, '..');
const PACKAGES: Readonly<Record<string, Package>> = {
  client: {
    folder: 'screener/client',
    entries: { '.': 'screener-client' },
    bundled: ['openapi-fetch', 'openapi-typescript-helpers'],
  },
  agent: {
    folder: 'platform/agent',
    entries: {
      '.': 'agent',
      ...{ './ai-sdk': 'ai-sdk', './langchain': 'langchain' },
      ...{ './openai': 'openai', './openai-agents': 'openai-agents', './webhook': 'webhook' },
    },
    bundled: [],
  },
};

const [name = '', target] = process.argv.slice(2);
const chosen = PACKAGES[name];
if (chosen === undefined) throw new Error(`pack one of ${Object.keys(PACKAGES).join(', ')}`);
const out = resolve(target ?? join(ROOT, 'dist'));
const folder = mkdtempSync(join(tmpdir(), `sanad-${name}-`));
try {
  await bundleCode(chosen, folder);
  emitTypes(chosen, folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(chosen), null, 2)}\n`);
  // Copy it as text: a copied file would keep its mode, and so would the package.
  writeFileSync(join(folder, 'README.md'), readFileSync(join(ROOT, chosen.folder, 'README.md')));
  mkdirSync(out, { recursive: true });
  console.log(join(out, pack(folder)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bundleCode({ folder: source, entries, bundled }: Package, into: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    metafile: true,
    entryPoints: Object.values(entries).map((entry) => `${source}/src/${entry}.ts`),
    outdir: into,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    charset: 'utf8',
  });
  // A source of types alone is no input of the bundle.
  const own = readdirSync(join(ROOT, source, 'src')).map((file) => `${source}/src/${file}`);
  writeFileSync(join(into, 'SOURCES.txt'), sourcesOf(ROOT, [...Object.keys(metafile.inputs), ...own]));
  if (bundled.length === 0) return;
  const libraries = bundled.map((library) => `node_modules/${library}/`);
  writeFileSync(join(into, 'LICENSES.txt'), `${licencesOf(ROOT, libraries)}\n`);
}

/**
 * Writes the compiler's declarations, and those of the bundled libraries beside them, so that no import
 * leaves the folder.
 */
function emitTypes({ folder: source, entries, bundled }: Package, into: string): void {
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck'];
  const language = ['--target', 'es2022', '--lib', 'es2024,dom,dom.iterable', '--module', 'nodenext'];
  run(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    ...Object.values(entries).map((entry) => join(ROOT, source, 'src', `${entry}.ts`)),
    ...['--outDir', into],
    ...options,
    ...language,
    '--allowImportingTsExtensions',
  ]);
  for (const library of bundled) {
    const declarations = readFileSync(join(ROOT, 'node_modules', library, 'dist/index.d.mts'));
    writeFileSync(join(into, `${library}.d.ts`), declarations);
  }
  for (const file of readdirSync(into).filter((each) => each.endsWith('.d.ts'))) {
    const path = join(into, file);
    writeFileSync(path, pointInside(readFileSync(path, 'utf8'), bundled));
  }
}

function pointInside(declarations: string, bundled: readonly string[]): string {
  return bundled.reduce(
    (text, library) => text.replaceAll(`'${library}'`, `'./${library}.js'`),
    declarations.replaceAll(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"),
  );
}

function manifest({ folder: source, entries }: Package): object {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
  const { name: called, version, description, engines = { node: '>=20' } } = read(source);
  return {
    name: called,
    version,
    description,
    license: read('.').license,
    type: 'module',
    sideEffects: false,
    engines,
    exports: Object.fromEntries(
      Object.entries(entries).map(([path, entry]) => [
        path,
        { types: `./${entry}.d.ts`, default: `./${entry}.js` },
      ]),
    ),
  };
}

function pack(source: string): string {
  const packed = run('npm', ['pack', '--json', '--pack-destination', out], source);
  const [{ filename }]: [{ filename: string }] = JSON.parse(packed);
  return filename;
}

function run(command: string, args: readonly string[], cwd = ROOT): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
}
