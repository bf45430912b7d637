import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { VERSION } from '@common/kit/version';
import { ROOT_FOLDER } from '../source/codebase.ts';

/** What each command says of itself, by its words. */
const NAMES = {
  authority: 'sanad authority',
  'log monitor': 'sanad log',
  doctor: 'sanad doctor',
  backup: 'sanad backup',
  restore: 'sanad restore',
  keys: 'sanad',
} as const;

const run = promisify(execFile);

test('every command tells its version', async () => {
  for (const [words, name] of Object.entries(NAMES)) {
    const args = [join(ROOT_FOLDER, 'bin/sanad.cjs'), ...words.split(' '), '--version'];
    const { stdout } = await run(process.execPath, args);
    assert.equal(stdout, `${name} ${VERSION}\n`);
  }
});

/** Those that no test starts from its sources in any other way. */
const PROGRAMS = {
  'screener/cli/src/main.ts': 'sanad',
  'platform/verifier/src/main.ts': 'sanad-verify',
  'platform/witness/src/main.ts': 'witness',
};

test('every program starts from its sources', async () => {
  for (const [entry, name] of Object.entries(PROGRAMS)) {
    const { stdout } = await run(process.execPath, [join(ROOT_FOLDER, entry), '--version']);
    assert.equal(stdout, `${name} ${VERSION}\n`);
  }
});

test('npm start tells its version, and starts and makes nothing', async () => {
  await withTempDir(async (folder) => {
    const start = [join(ROOT_FOLDER, 'tools/node.cjs'), join(ROOT_FOLDER, 'tools/start.ts')];
    const env = { ...process.env, SERVICE_KEYS_DIR: join(folder, 'keys') };
    const { stdout, stderr } = await run(process.execPath, [...start, '--version', '--renew'], { env });
    assert.deepEqual([stdout, stderr], [`sanad ${VERSION}\n`, '']);
    const help = await run(process.execPath, [...start, '--help'], { env });
    assert.match(help.stdout, /^Usage: npm start/);
    assert.deepEqual(await readdir(folder), []);
  });
});
