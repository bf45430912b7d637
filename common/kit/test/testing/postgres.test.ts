import assert from 'node:assert/strict';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { preparePostgresBinaries } from '@common/kit/testing/postgres-binaries';
import { spawnService } from '@common/kit/testing/service';
import { size } from '@common/kit/testing/size';
import pg from 'pg';
import { eventually, isAlive, program } from './programs.ts';

test('each caller gets its own database on one server', async () => {
  const [one, two] = [await startPostgres(), await startPostgres()];
  assert.equal(new URL(one.url).port, new URL(two.url).port);
  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  await client.query('create table only_here (id int)');
  await client.end();
  const other = new pg.Client({ connectionString: two.url });
  await other.connect();
  await assert.rejects(other.query('select * from only_here'), /does not exist/);
  const { rows } = await other.query<{ v: string }>("select current_setting('server_version') as v");
  assert.match(rows[0]?.v ?? '', /^18/);
  await other.end();
  await one.drop();
  await one.drop();
  await assert.rejects(new pg.Client({ connectionString: one.url }).connect(), /does not exist/);
});

/** The process itself stops the server at its end; after any other, another process does. */
const ENDINGS = ['hang', 'end', 'throw', 'exit'];

for (const ending of ENDINGS.slice(0, size({ quick: 1, full: ENDINGS.length }))) {
  test(`the server and its files are gone after a process that does: ${ending}`, async () => {
    const owner = await spawnService({ entry: program('uses-postgres'), args: [ending], ready: /^\{.*\}$/m });
    const { directory, pid } = JSON.parse(owner.readyMatch?.[0] ?? '{}');
    if (ending === 'hang') {
      assert.ok(isAlive(pid) && existsSync(directory));
      await owner.kill();
    } else {
      const { code } = await owner.exit();
      assert.equal(code, { end: 0, throw: 1, exit: 3 }[ending]);
    }
    await eventually(() => !isAlive(pid), 'the server is gone');
    await eventually(() => !existsSync(dirname(directory)), 'its files are gone');
  });
}

async function fakePackage(directory: string): Promise<string> {
  const native = join(directory, 'package', 'native');
  await mkdir(join(native, 'bin'), { recursive: true });
  await mkdir(join(native, 'lib'));
  await writeFile(join(native, 'bin', 'initdb'), '', { mode: 0o644 });
  await writeFile(join(native, 'bin', 'postgres'), '', { mode: 0o644 });
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(join(native, '../package.json'), '{"version":"1"}');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return native;
}

test('an install that ran no scripts is completed in place', async (t) => {
  if (process.platform === 'win32') return t.skip('no symbolic links on Windows');
  await withTempDir(async (directory) => {
    await chmod(directory, 0o755);
    const native = await fakePackage(directory);
    for (let run = 0; run < 2; run += 1) {
      const binaries = await preparePostgresBinaries(directory, true, native);
      assert.equal(binaries.postgres, join(native, 'bin', 'postgres'));
      assert.equal(readlinkSync(join(native, 'lib', 'libpq.so.5')), 'libpq.so.5.18');
      assert.equal(lstatSync(binaries.initdb).mode & 0o555, 0o555);
    }
  });
});

test('binaries that the other user cannot reach are copied', async (t) => {
  if (process.platform === 'win32') return t.skip('no symbolic links on Windows');
  await withTempDir(async (directory) => {
    const native = await fakePackage(directory);
    const scratch = join(directory, 'scratch');
    await mkdir(scratch);
    const binaries = await preparePostgresBinaries(scratch, true, native);
    assert.equal(binaries.postgres, join(scratch, 'native', 'bin', 'postgres'));
    assert.equal(readlinkSync(join(scratch, 'native', 'lib', 'libpq.so.5')), 'libpq.so.5.18');
    assert.ok(!existsSync(join(native, 'lib', 'libpq.so.5')));
  });
});
