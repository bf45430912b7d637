import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { PEOPLE } from '../testing/prepare-people.ts';
import { PROGRAMS } from '../testing/prepare-programs.ts';
import { bundlePrograms } from '../testing/program-bundles.ts';

const ENTRY = 'app/src/main.ts';
const FILES = {
  [ENTRY]: `import { isMainThread, Worker } from 'node:worker_threads';
import { where } from './deep/where.ts';
import cjs from './deep/old.cjs';
const said: string[] = [import.meta.url, import.meta.filename, ...where(), ...cjs(), process.argv[1] ?? ''];
if (isMainThread && process.argv[2] === 'thread') new Worker(new URL(import.meta.url));
else console.log(JSON.stringify(said));
`,
  'app/src/deep/where.ts': `export const where = (): string[] => [import.meta.dirname, 'not import.meta.url'];
`,
  'app/src/deep/old.cjs': `'use strict';
module.exports = () => [__dirname, __filename, String(this === undefined), require('node:path').sep];
`,
};
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    await utimes(join(root, path), LONG_AGO, LONG_AGO);
  }
}

test('a bundle says of itself what the sources say, also in a thread and after a launcher', () =>
  withTempDir(async (root) => {
    const launcher = `process.argv.splice(1, 1, ${JSON.stringify(join(root, ENTRY))}); import(process.argv[1]);`;
    await write(root, { ...FILES, 'launch.cjs': launcher });
    const folder = await bundlePrograms({ root, entries: [ENTRY], cache: join(root, 'cache') });
    const start = [`--import=${pathToFileURL(join(folder, 'start.mjs'))}`];
    const run = (...args: readonly string[]) => {
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
      assert.equal(stderr, '');
      return stdout;
    };
    const sources = run(ENTRY);
    assert.match(sources, /"not import\.meta\.url"/);
    // Only the bundle is left.
    await write(root, { [ENTRY]: "console.log('from the sources');" });
    assert.equal(run(ENTRY), 'from the sources\n');
    assert.equal(run(...start, ENTRY), sources);
    assert.equal(run(...start, ENTRY, 'thread'), sources);
    assert.equal(run(...start, 'launch.cjs'), sources);
  }));

test('bundles are kept until a file of theirs changes', () =>
  withTempDir(async (root) => {
    await write(root, { ...FILES, 'package.json': '{}' });
    const bundle = (entries = [ENTRY]) => bundlePrograms({ root, entries, cache: join(root, 'cache') });
    const first = await bundle();
    assert.equal(await bundle(), first);
    await writeFile(
      join(root, 'app/src/deep/where.ts'),
      'export const where = (): string[] => ["elsewhere"];',
    );
    const second = await bundle();
    assert.notEqual(second, first);
    assert.match(readFileSync(join(second, 'app/src/main.mjs'), 'utf8'), /elsewhere/);
    assert.notEqual(await bundle([ENTRY, 'app/src/deep/where.ts']), second);
    await write(root, { 'package.json': '{"type":"module"}' });
    assert.notEqual(await bundle(), second);
  }));

test('what is prepared is there', () =>
  withTempDir(async (folder) => {
    const { SANAD_TEST_PEOPLE: made = '' } = (await PEOPLE.prepare(folder)).env;
    assert.match(readFileSync(join(made, 'keys/deployment.id'), 'utf8'), /\S/);
    const { SANAD_TEST_PROGRAMS: bundles = '' } = (await PROGRAMS.prepare()).env;
    const version = [`--import=${join(bundles, 'start.mjs')}`, 'platform/authority/src/main.ts', '--version'];
    assert.match(spawnSync(process.execPath, version, { encoding: 'utf8' }).stdout, /^authority \d/);
  }));
