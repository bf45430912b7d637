import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { POSTGRES } from '../testing/prepare-postgres.ts';

const PROGRAM = join(ROOT_FOLDER, 'common/kit/test/testing/programs/uses-postgres.ts');

test('programs that find the prepared server use it, leave no database there, and it ends with the run', async () => {
  const { env, close } = await POSTGRES.prepare('');
  const used = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'end'], {
      env: { ...process.env, ...env },
    });
    return JSON.parse(stdout).directory;
  };
  const [one, two] = await Promise.all([used(), used()]);
  assert.equal(one, two);
  const client = new pg.Client({ connectionString: env.SANAD_TEST_POSTGRES });
  await client.connect();
  const { rows } = await client.query("select datname from pg_database where datname like 'test%'");
  await client.end();
  assert.deepEqual(rows, []);
  await close();
  assert.ok(!existsSync(one));
});
