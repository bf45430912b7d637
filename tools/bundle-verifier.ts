import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { licencesOf } from './bundle/licences.ts';
import { sourcesOf } from './pack/sources.ts';
import { trustBundle } from './pack/trust.ts';

/**
 * `npm run bundle-verifier [-- <file>] [--sources <file>]`: the verifier as one file that plain Node 20.12 or newer runs,
 * without node_modules. The file contains the current trust bundle and the licences of the bundled packages; the other
 * names the sources that it was made of, by their digests.
 */
const ROOT = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: 'string' } },
});
const outfile = resolve(positionals[0] ?? join(ROOT, 'dist/sanad-verify.mjs'));

const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const options: BuildOptions = {
  absWorkingDir: ROOT,
  entryPoints: ['platform/verifier/src/main.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.12',
  charset: 'utf8',
  define: { SANAD_TRUST_BUNDLE: JSON.stringify(trustBundle(ROOT)), SANAD_VERSION: JSON.stringify(version) },
  banner: { js: '#!/usr/bin/env node' },
};

const { metafile } = await build({ ...options, metafile: true, write: false } as const);
const inputs = Object.keys(metafile.inputs);
await build({ ...options, outfile, footer: { js: licences(inputs) } });
if (values.sources !== undefined) writeFileSync(values.sources, sourcesOf(ROOT, inputs));
console.log(outfile);

/** A comment with the licence of each package that contributes a file to the bundle. */
function licences(inputs: readonly string[]): string {
  return `/*\n${licencesOf(ROOT, inputs).replaceAll('*/', '* /')}\n*/`;
}
