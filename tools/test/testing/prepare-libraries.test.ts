import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { LINKED_LIBRARIES } from '../../testing/prepare-libraries.ts';

const PROGRAM = `
  import { Type } from 'typebox';
  import { Value } from 'typebox/value';
  import { Kysely } from 'kysely';
  const found = ['typebox', 'typebox/value', 'kysely/migration', 'fastify'].map((name) => import.meta.resolve(name));
  const works = Value.Check(Type.Object({ a: Type.Number() }), { a: 1 }) && Kysely.name === 'Kysely';
  console.log(JSON.stringify({ found, works, options: process.env.NODE_OPTIONS ?? null }));
`;

async function runWith(options: string) {
  const env = { PATH: process.env.PATH, NODE_OPTIONS: options };
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY, env });
  return JSON.parse(stdout) as { found: string[]; works: boolean; options: string | null };
}

test('a test file finds the bundled libraries, and the programs that it starts find the installed ones', async () => {
  const { env } = await LINKED_LIBRARIES.prepare();
  const bundled = await runWith(env.NODE_OPTIONS ?? '');
  assert.equal(bundled.works, true);
  assert.deepEqual(
    bundled.found.map((url) => url.includes('/.cache/libraries/')),
    [true, true, true, false],
  );
  // What a program of its own would inherit.
  assert.equal(bundled.options, null);
  const installed = await runWith('');
  assert.equal(installed.works, true);
  assert.ok(installed.found.every((url) => url.includes('/node_modules/') && !url.includes('/.cache/')));
  const beside = await runWith(`--no-deprecation ${env.NODE_OPTIONS ?? ''}`);
  assert.equal(beside.options, '--no-deprecation');
});
