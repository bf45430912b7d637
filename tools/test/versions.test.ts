import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
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

test('every command tells its version', async () => {
  const run = promisify(execFile);
  for (const [words, name] of Object.entries(NAMES)) {
    const args = [join(ROOT_FOLDER, 'bin/sanad.cjs'), ...words.split(' '), '--version'];
    const { stdout } = await run(process.execPath, args);
    assert.equal(stdout, `${name} ${VERSION}\n`);
  }
});
