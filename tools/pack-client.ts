import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './bundle/licences.ts';

/**
 * `npm run pack-client [-- <folder>]` packs the client of the screening service for npm, in JavaScript with
 * types and without dependencies, for Node 20 or newer and for browsers. It prints the path of the tarball.
 */
const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'screener/client');
const ENTRY = 'screener-client';
/** Libraries that are bundled: the first as code and types, the second as types, which the first needs. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers'] as const;

const out = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const folder = mkdtempSync(join(tmpdir(), 'sanad-client-'));
try {
  await bundleCode(folder);
  emitTypes(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  // Copy it as text: a copied file would keep its mode, and so would the package.
  writeFileSync(join(folder, 'README.md'), readFileSync(join(CLIENT, 'README.md')));
  mkdirSync(out, { recursive: true });
  console.log(join(out, pack(folder)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bundleCode(target: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`screener/client/src/${ENTRY}.ts`],
    outfile: join(target, `${ENTRY}.js`),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    charset: 'utf8',
  });
  const libraries = BUNDLED.map((library) => `node_modules/${library}/`);
  writeFileSync(join(target, 'LICENSES.txt'), `${licencesOf(ROOT, libraries)}\n`);
}

/**
 * Writes the compiler's declarations, and those of the bundled libraries beside them, so that no import
 * leaves the folder.
 */
function emitTypes(target: string): void {
  const source = join(CLIENT, 'src', `${ENTRY}.ts`);
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck'];
  const language = ['--target', 'es2022', '--lib', 'es2024,dom,dom.iterable', '--module', 'nodenext'];
  run(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    source,
    '--outDir',
    target,
    ...options,
    ...language,
    '--allowImportingTsExtensions',
  ]);
  for (const library of BUNDLED) {
    const declarations = readFileSync(join(ROOT, 'node_modules', library, 'dist/index.d.mts'));
    writeFileSync(join(target, `${library}.d.ts`), declarations);
  }
  for (const name of [ENTRY, ...BUNDLED]) {
    const path = join(target, `${name}.d.ts`);
    writeFileSync(path, pointInside(readFileSync(path, 'utf8')));
  }
}

function pointInside(declarations: string): string {
  return BUNDLED.reduce(
    (text, library) => text.replaceAll(`'${library}'`, `'./${library}.js'`),
    declarations.replaceAll(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"),
  );
}

function manifest(): object {
  const { name, version, description } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
  const { license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` } },
  };
}

function pack(target: string): string {
  const packed = run('npm', ['pack', '--json', '--pack-destination', out], target);
  const [{ filename }]: [{ filename: string }] = JSON.parse(packed);
  return filename;
}

function run(command: string, args: readonly string[], cwd = ROOT): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
}
