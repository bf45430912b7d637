import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { lastBackup } from '@platform/trust/last-backup';
import { readKeysFile } from '../backup/keys-file.ts';
import { makeBackup } from '../backup/make.ts';
import { digestOf, manifestText } from '../backup/manifest.ts';
import { filesBelow } from '../backup/places.ts';
import { restoreBackup } from '../backup/restore.ts';

const AT = '2026-01-01T00:00:00.000Z';
const ASIDE = 'there.sqlite.before-2026-01-01T00-00-00.000Z';

/** A backup of a screener, with one row. */
async function backupIn(folder: string, text?: string): Promise<string> {
  const file = join(folder, 'screener.sqlite');
  if (text === undefined) {
    const database = new DatabaseSync(file);
    database.exec("create table t (word text); insert into t values ('copied')");
    database.close();
  } else writeFileSync(file, text);
  const copied = { name: 'screener', file: 'screener.sqlite', migrations: [], sha256: await digestOf(file) };
  const databases = [{ ...copied, engine: 'sqlite' as const }];
  const manifest = { version: '0', at: AT, deployment: null, databases, files: [] };
  writeFileSync(join(folder, 'manifest.json'), manifestText(manifest));
  return folder;
}

async function restore(folder: string, target: string, aside = true) {
  const env = { DATABASE_URL: `sqlite:${target}` };
  return restoreBackup({ env, folder, only: [], keys: null, aside, clock: () => Date.parse(AT) });
}

/** What SQLite would read together with the restored file. */
function besideIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith('there.sqlite-'));
}

function wordsIn(file: string): readonly unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database
      .prepare('select word from t')
      .all()
      .map(({ word }) => word);
  } finally {
    database.close();
  }
}

test('an old WAL whose database is gone is moved aside, and never played into a restored one', async () => {
  await withTempDir(async (folder) => {
    await backupIn(folder);
    const target = join(folder, 'there.sqlite');
    // Rows that only the WAL has, as after a crash.
    const source = join(folder, 'source.sqlite');
    const database = new DatabaseSync(source);
    database.exec("pragma journal_mode = wal; create table t (word text); insert into t values ('old')");
    for (const end of ['-wal', '-shm']) await copyFile(`${source}${end}`, `${target}${end}`);
    database.close();
    const wal = readFileSync(`${target}-wal`);

    const refused = await restore(folder, target, false);
    assert.equal(refused.ok ? '' : refused.error.code, 'place_taken');
    const done = await restore(folder, target);
    assert.ok(done.ok);
    assert.ok(done.value.join().includes(join(folder, `${ASIDE}-wal`)), done.value.join());
    assert.deepEqual(readFileSync(join(folder, `${ASIDE}-wal`)), wal);
    assert.deepEqual(besideIn(folder), []);
    assert.deepEqual(wordsIn(target), ['copied']);
  });
});

test('a damaged database is moved aside with what lies beside it', async () => {
  await withTempDir(async (folder) => {
    await backupIn(folder);
    const target = join(folder, 'there.sqlite');
    const damaged = 'no database'.repeat(1_000);
    writeFileSync(target, damaged);
    writeFileSync(`${target}-shm`, 'beside');
    assert.ok((await restore(folder, target)).ok);
    assert.equal(readFileSync(join(folder, ASIDE), 'utf8'), damaged);
    assert.equal(readFileSync(join(folder, `${ASIDE}-shm`), 'utf8'), 'beside');
    assert.deepEqual(besideIn(folder), []);
    assert.deepEqual(wordsIn(target), ['copied']);
  });
});

test('a database that is not whole once it was put back is named', async () => {
  await withTempDir(async (folder) => {
    await backupIn(folder, 'no database');
    const target = join(folder, 'there.sqlite');
    await assert.rejects(restore(folder, target), /DATABASE_URL: .*there\.sqlite is damaged .*restore again/);
  });
});

const WORDS = 'correct horse battery staple';

/** An authority's database and its keys, and how both are backed up. */
function deploymentIn(folder: string) {
  const keys = join(folder, 'keys');
  mkdirSync(join(keys, 'kept'), { recursive: true });
  new DatabaseSync(join(folder, 'authority.sqlite')).close();
  const passphraseFile = join(folder, 'passphrase');
  writeFileSync(passphraseFile, WORDS, { mode: 0o600 });
  const env = {
    AUTHORITY_DATABASE_URL: `sqlite:${join(folder, 'authority.sqlite')}`,
    ...{ SERVICE_KEYS_DIR: keys, SECRETS_DIR: join(folder, 'secrets') },
    ...{ PROFILES_DIR: join(folder, 'profiles'), MANDATES_DIR: join(folder, 'mandates') },
  };
  const file = join(folder, 'made.keys');
  const make = () =>
    makeBackup({
      ...{ env, folder: join(folder, 'made'), only: ['authority'], clock: () => Date.parse(AT) },
      keys: { file, passphraseFile },
    });
  return { keys, file, make };
}

test('keys are backed up only where the deployment is, with what links lead to', async () => {
  await withTempDir(async (folder) => {
    const { keys, file, make } = deploymentIn(folder);
    const refused = await make();
    assert.equal(refused.ok ? '' : refused.error.code, 'no_keys');
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    writeFileSync(join(folder, 'real.pem'), 'a key');
    symlinkSync(join(folder, 'real.pem'), join(keys, 'linked.pem'));
    assert.ok((await make()).ok);
    const kept = await readKeysFile(file, WORDS);
    assert.ok(kept.ok);
    const found = kept.value.map(({ path, bytes }) => `${path}: ${bytes}`);
    assert.deepEqual(found, ['keys/deployment.id: dp_1\n', 'keys/linked.pem: a key']);
  });
});

test('a backup that is whole is noted beside the keys, for the figure of its age', async () => {
  await withTempDir(async (folder) => {
    const { keys, make } = deploymentIn(folder);
    const id = join(keys, 'deployment.id');
    writeFileSync(id, 'dp_1\n');
    const madeS = 1_700_000_000;
    utimesSync(id, madeS, madeS);
    assert.equal(await lastBackup(keys), madeS * 1_000, 'before the first');
    const profiles = join(folder, 'profiles');
    writeFileSync(profiles, '');
    await assert.rejects(make(), /ENOTDIR/);
    assert.equal(await lastBackup(keys), madeS * 1_000);
    rmSync(profiles);
    assert.ok((await make()).ok);
    assert.equal(await lastBackup(keys), Date.parse(AT));
    for (const text of ['nonsense', 'null', '{"at":5}', '{"at":"soon"}']) {
      writeFileSync(join(keys, 'last-backup.json'), text);
      assert.equal(await lastBackup(keys), madeS * 1_000, text);
    }
  });
});

test('no backup is made if something that belongs in it cannot be read', async () => {
  await withTempDir(async (folder) => {
    const { keys, make } = deploymentIn(folder);
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    const fails = async (message: RegExp) => {
      await assert.rejects(make(), message);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('made')),
        [],
      );
    };
    // Root may read everything, so what is there is of another kind.
    mkdirSync(join(keys, 'kept/log-head.json'));
    await fails(/EISDIR/);
    rmSync(join(keys, 'kept'), { recursive: true });
    symlinkSync(join(folder, 'gone'), join(keys, 'kept'));
    await fails(/kept is a link to nothing/);
    mkdirSync(join(folder, 'gone'));
    await fails(/kept is a link to something other than a file/);
    rmSync(join(keys, 'kept'));
    writeFileSync(join(folder, 'profiles'), '');
    await fails(/ENOTDIR/);
    assert.deepEqual(await filesBelow(join(folder, 'nowhere')), []);
  });
});
