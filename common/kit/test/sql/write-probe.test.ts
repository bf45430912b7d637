import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { failureCodeOf } from '@common/kit/failures';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { withTempDir } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { openDatabase } from '../../src/sql/database.ts';
import { engines, openFresh } from './engines.ts';

for (const engine of engines) {
  describe(engine, () => {
    test('a database that takes writes is healthy', async (t) => {
      const probe = createWriteProbe(await openFresh(t, engine), { everyMs: 0 });
      assert.deepEqual([(await probe()).ok, (await probe()).ok], [true, true]);
    });

    test('a closed one is not, and the refusal names no file', async (t) => {
      const database = await openFresh(t, engine);
      const probe = createWriteProbe(database, { everyMs: 0, freeBytes: async () => 1e9 });
      await database.close();
      const found = await probe().catch(() => null);
      assert.ok(found === null || !found.ok);
    });
  });
}

test('a full disk is noticed by a process that can no longer write', {
  skip: process.platform === 'win32',
}, async () => {
  await withTempDir((folder) => {
    // 2 MiB for any one file: blocks of 512 bytes in POSIX, of 1,024 in some shells.
    const line = 'ulimit -f 4096; exec "$0" "$@"';
    const program = programArgs(join(import.meta.dirname, 'programs/full-disk.ts'));
    const args = ['-c', line, process.execPath, ...program, `sqlite:${join(folder, 'full.sqlite')}`];
    const { stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
    assert.notEqual(stdout, '', stderr);
    const { before, written, after } = JSON.parse(stdout);
    assert.deepEqual([before, after], [true, false]);
    assert.ok(written > 0 && written < 10_000);
  });
});

test('little free space is reported before a write fails', async () => {
  await withTempDir(async (folder) => {
    const database = await openDatabase({ url: `sqlite:${join(folder, 'a.sqlite')}` });
    const probe = createWriteProbe(database, { freeBytes: async () => 1_000_000 });
    const error = await probe().catch((thrown: unknown) => thrown);
    assert.equal(failureCodeOf(error), 'disk_full');
    await database.close();
  });
});

test('it writes only once in a while, however often it is asked', async () => {
  await withTempDir(async (folder) => {
    const database = await openDatabase({ url: `sqlite:${join(folder, 'a.sqlite')}` });
    let looks = 0;
    const freeBytes = async () => {
      looks += 1;
      return 1e9;
    };
    const probe = createWriteProbe(database, { everyMs: 3_600_000, freeBytes });
    await Promise.all(Array.from({ length: 50 }, probe));
    await probe();
    assert.equal(looks, 1);
    await database.close();
  });
});
