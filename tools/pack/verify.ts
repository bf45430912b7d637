import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from '../bundle/licences.ts';
import { sourcesOf } from './sources.ts';
import { trustBundle } from './trust.ts';

const PACKAGE = 'platform/verify';
/** Each entry, and the name of its file. */
const ENTRIES = { node: 'platform/verify/src/node.ts', web: 'platform/verify/src/web.ts' } as const;
/** The files with types: `web.ts` exports the same as `node.ts`. */
const TYPES = ['web.d.ts', 'answer.d.ts'] as const;

/**
 * Packs `@sanad/verify` into `out`: JavaScript with types and without dependencies, for Node and for browsers. Returns the
 * path of the tarball. INVARIANT: the same sources and installed packages give the same bytes.
 */
export async function packVerify(root: string, out: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-verify-'));
  try {
    const place = join(folder, 'package');
    mkdirSync(place);
    await bundle(root, place);
    emitTypes(root, folder, place);
    writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest(root), null, 2)}\n`);
    // Copy it as text: a copied file would keep its mode, and so would the package.
    writeFileSync(join(place, 'README.md'), readFileSync(join(root, PACKAGE, 'README.md')));
    mkdirSync(out, { recursive: true });
    const packed = run('npm', ['pack', '--json', '--pack-destination', folder], place);
    const [{ filename, version }]: [{ filename: string; version: string }] = JSON.parse(packed);
    // npm gives the package of the command, `sanad-verify`, a tarball of the same name.
    const tarball = join(out, `sanad-verify-library-${version}.tgz`);
    moveFile(join(folder, filename), tarball);
    return tarball;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both entries share what does not depend on the source of cryptography. */
async function bundle(root: string, place: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: place,
    bundle: true,
    splitting: true,
    chunkNames: 'shared',
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: 'es2022',
    charset: 'utf8',
    define: { SANAD_TRUST_BUNDLE: JSON.stringify(trustBundle(root)) },
  });
  const inputs = Object.keys(metafile.inputs);
  writeFileSync(join(place, 'LICENSES.txt'), `${licencesOf(root, inputs)}\n`);
  writeFileSync(join(place, 'SOURCES.txt'), sourcesOf(root, inputs));
}

/** The compiler writes the declarations of all that is imported; the package needs those that callers see. */
function emitTypes(root: string, folder: string, place: string): void {
  const all = join(folder, 'types');
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--incremental', 'false'];
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { rootDir: root, outDir: all, typeRoots: [join(root, 'node_modules/@types')] },
      include: [],
      files: [join(root, ENTRIES.web)],
    }),
  );
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, ...options], root);
  for (const name of TYPES) {
    const text = readFileSync(join(all, PACKAGE, 'src', name), 'utf8');
    writeFileSync(join(place, name), text.replaceAll(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
  }
}

function manifest(root: string): object {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const { name, version, description } = read(`${PACKAGE}/package.json`);
  const { license } = read('package.json');
  const types = './web.d.ts';
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.12' },
    exports: {
      // Bun and Deno have a node condition too, and not all of its cryptography.
      '.': { types, bun: './web.js', deno: './web.js', node: './node.js', default: './web.js' },
    },
  };
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // Another file system.
    copyFileSync(from, to);
  }
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
}
