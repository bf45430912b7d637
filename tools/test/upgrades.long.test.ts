import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { restoreRows, rowsInFile } from '@common/kit/sql/rows';
import { fillSqlite, rowsInSqlite } from '@common/kit/sql/rows-sqlite';
import { snapshotTogether } from '@common/kit/sql/snapshot';
import { freePort, withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { DATABASES, type ServiceDatabase } from '../databases.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { asBefore, FIRST, type Rows, rowsOf, sqliteSchema, withPlace } from './first-release.ts';

/** To today's on PostgreSQL, and back into a file. */
async function crosses({ name, migrations }: ServiceDatabase): Promise<void> {
  await withPlace('sqlite', name, async ({ url }) => {
    const file = url.slice('sqlite:'.length);
    const before = await rowsToday(file, migrations);
    await withPlace('postgres', null, async (there) => {
      const postgres = await openDatabase<unknown>({ url: there.url });
      await restoreRows(postgres, migrations, rowsInSqlite(file));
      await postgres.close();
      await withTempDir(async (folder) => {
        const lines = join(folder, 'lines');
        const { snapshots } = await snapshotTogether(new Map([[name, there.url]]), async () => {});
        await snapshots.get(name)?.copyTo(lines);
        await snapshots.get(name)?.close();
        await fillSqlite(join(folder, 'back.sqlite'), migrations, rowsInFile(lines));
        const after = await rowsToday(join(folder, 'back.sqlite'), migrations);
        assert.deepEqual(asBefore(after, before), asBefore(before, before));
      });
    });
  });
}

/** The rows of a SQLite file, once it has today's tables. */
async function rowsToday(file: string, migrations: ServiceDatabase['migrations']): Promise<Rows> {
  const database = await openDatabase<Rows>({ url: `sqlite:${file}` });
  try {
    await migrate(database, migrations);
    return await rowsOf(database, [...sqliteSchema(file).keys()]);
  } finally {
    await database.close();
  }
}

for (const service of DATABASES) {
  test(`the database of ${service.name} moves to PostgreSQL and back, and every row is what it was`, () =>
    crosses(service));
}

test('a backup of the first release is restored by this version: the authority starts on it, and its log is intact', () =>
  withTempDir(async (folder) => {
    const backup = join(folder, 'backup');
    cpSync(FIRST, backup, { recursive: true });
    for (const file of readdirSync(backup).filter((name) => name.endsWith('.gz'))) {
      writeFileSync(join(backup, file.slice(0, -3)), gunzipSync(readFileSync(join(backup, file))));
      rmSync(join(backup, file));
    }
    const passphrase = join(folder, 'passphrase');
    writeFileSync(passphrase, 'first release, first release\n', { mode: 0o600 });
    const port = await freePort();
    const env: Record<string, string> = {
      AUTHORITY_PORT: String(port),
      DATABASE_URL: `sqlite:${folder}/s.sqlite`,
    };
    for (const name of ['KEYS', 'PROFILES', 'MANDATES', 'RECEIPTS', 'SECRETS'])
      env[name === 'KEYS' ? 'SERVICE_KEYS_DIR' : `${name}_DIR`] = join(folder, name.toLowerCase());
    for (const { setting } of DATABASES) env[setting] ??= `sqlite:${join(folder, `${setting}.sqlite`)}`;
    const sanad = async (...words: readonly string[]) => {
      const args = [join(ROOT_FOLDER, 'bin/sanad.cjs'), ...words];
      return (await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })).stdout;
    };
    const keys = ['--keys', join(FIRST, 'keys.backup'), '--passphrase-file', passphrase];
    assert.match(
      await sanad('restore', backup, ...keys),
      /Log: its size is 4, and nothing here knows of more/,
    );
    const entry = join(ROOT_FOLDER, 'platform/authority/src/main.ts');
    const authority = await spawnService({ entry, env, ready: /authority ready at/ });
    try {
      const receipts: unknown = await (await fetch(`http://127.0.0.1:${port}/receipts`)).json();
      // A grant that was held then has ended since, which makes a fifth.
      assert.ok(Array.isArray(receipts) && [4, 5].includes(receipts.length));
    } finally {
      await authority.stop();
    }
    assert.match(await sanad('authority', 'fsck'), /log of [45] leaves: intact/);
  }));
