import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { lastBackup } from '@platform/keys/last-backup';
import { readKeysFile } from '../backup/keys-file.ts';
import { makeBackup } from '../backup/make.ts';
import { digestOf, manifestText } from '../backup/manifest.ts';
import { filesBelow } from '../backup/places.ts';
import { restoreBackup } from '../backup/restore.ts';
import { DATABASES } from '../databases.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

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

test('a damaged database is moved aside with the files beside it', async () => {
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

test('a database that is incomplete after the restore is named', async () => {
  await withTempDir(async (folder) => {
    await backupIn(folder, 'no database');
    const target = join(folder, 'there.sqlite');
    await assert.rejects(restore(folder, target), /DATABASE_URL: .*there\.sqlite is damaged .*restore again/);
  });
});

test('an interrupted restore says what it had put back', async () => {
  await withTempDir(async (folder) => {
    await backupIn(folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    writeFileSync(join(folder, 'bank.sqlite'), 'no database');
    const sha256 = await digestOf(join(folder, 'bank.sqlite'));
    manifest.databases.push({ ...manifest.databases[0], name: 'bank', file: 'bank.sqlite', sha256 });
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const place = (name: string) => `sqlite:${join(folder, 'there', `${name}.sqlite`)}`;
    const env = { DATABASE_URL: place('screener'), BANK_DATABASE_URL: place('bank') };
    await assert.rejects(
      restoreBackup({ env, folder, only: [], keys: null, aside: false, clock: () => Date.parse(AT) }),
      /BANK_DATABASE_URL: .* damaged .*restore again\. Put back before it: DATABASE_URL\. Start nothing/,
    );
  });
});

const WORDS = 'correct horse battery staple';

/** An authority's database and its keys, and how both are backed up. */
function deploymentIn(folder: string, keysFile = join(folder, 'made.keys')) {
  const keys = join(folder, 'keys');
  mkdirSync(join(keys, 'kept'), { recursive: true });
  new DatabaseSync(join(folder, 'authority.sqlite')).close();
  const passphraseFile = join(folder, 'passphrase');
  writeFileSync(passphraseFile, WORDS, { mode: 0o600 });
  const env = {
    AUTHORITY_DATABASE_URL: `sqlite:${join(folder, 'authority.sqlite')}`,
    SERVICE_KEYS_DIR: keys,
    SECRETS_DIR: join(folder, 'secrets'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
  };
  const file = keysFile;
  /** Their encryption is made to take long, so what is not about keys does without. */
  const make = ({ withKeys = true } = {}) =>
    makeBackup({
      env,
      folder: join(folder, 'made'),
      only: ['authority'],
      clock: () => Date.parse(AT),
      keys: withKeys ? { file, passphraseFile } : null,
    });
  return { keys, env, file, passphraseFile, make };
}

test('keys are backed up only with their deployment, and links are followed', async () => {
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

test('no key is copied unencrypted, whatever links to it', async () => {
  await withTempDir(async (folder) => {
    const { keys, make } = deploymentIn(folder);
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    writeFileSync(join(keys, 'authority.pem'), 'a key');
    mkdirSync(join(folder, 'mandates'));
    writeFileSync(join(folder, 'elsewhere.json'), '{}');
    symlinkSync(join(folder, 'elsewhere.json'), join(folder, 'mandates', 'treasury.json'));
    symlinkSync('../keys/authority.pem', join(folder, 'mandates', 'a.json'));
    await assert.rejects(make(), /a\.json is a link to \S+keys\/authority\.pem\. .*remove the link/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('made')),
      [],
    );
    rmSync(join(folder, 'mandates', 'a.json'));
    assert.ok((await make({ withKeys: false })).ok);
    assert.deepEqual(readdirSync(join(folder, 'made', 'mandates')), ['treasury.json']);
  });
});

/** A head of a log with so many entries; nobody checks its signature here. */
function headOf(entries: number): string {
  const hash = 'a'.repeat(64);
  const of = { type: 'sanad/tree-head/1', deployment: `dp_${'0'.repeat(24)}`, log_id: 'log' };
  return JSON.stringify({
    tree_head: { ...of, tree_size: entries, root_hash: hash, timestamp: AT },
    tree_head_hash: hash,
    signature: { kid: 'authority', alg: 'ed25519', sig: 'a'.repeat(128) },
  });
}

/** A directory's entry at a leaf, as the authority keeps it; nobody checks its signature here. */
function entryAt(leaf: number): string {
  const hash = 'a'.repeat(64);
  const of = { deployment: `dp_${'0'.repeat(24)}`, tenant: 'tn_1', profile: 'treasury.v1' };
  const entry = {
    ...{ type: 'sanad/directory-entry/1', ...of, directory: 'payees', sequence: leaf },
    ...{ previous_entry_hash: null, change: 'ended', name: 'acme', size: 0, root_hash: hash, signed_at: AT },
  };
  const signatures = [{ kid: 'clerk', alg: 'ed25519', sig: 'a'.repeat(128) }];
  const signed = { entry, entry_hash: hash, signatures };
  return JSON.stringify({ log_id: 'log', leaf_index: leaf, recorded_at: AT, signed });
}

test('no backup is made if the settings name a database other than that of the log', async () => {
  await withTempDir(async (folder) => {
    const { keys, file: made, make } = deploymentIn(folder);
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    const refusal = async () => {
      const made = await make({ withKeys: false });
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('made')),
        made.ok ? ['made'] : [],
      );
      return made.ok ? '' : `${made.error.code}: ${made.error.message}`;
    };
    writeFileSync(join(keys, 'kept/log-head.json'), headOf(3));
    const file = join(folder, 'authority.sqlite');
    rmSync(file);
    assert.match(await refusal(), /^log_not_here: The log had 3 entries, .* is not there, or empty\./);
    const database = new DatabaseSync(file);
    try {
      assert.match(
        await refusal(),
        /^log_not_here: .* is not there, or empty\. .*_DATABASE_URL .* in \.env /,
      );
      database.exec('create table log_head (tree_size integer primary key, head_json text)');
      const add = database.prepare('insert into log_head values (?, ?)');
      add.run(2, headOf(2));
      assert.match(await refusal(), /^log_not_here: .* has 2\. .*put back the newest backup/);
      writeFileSync(join(keys, 'kept/log-head.json'), 'cut off');
      await assert.rejects(make(), /log-head\.json is no head of a log/);
      writeFileSync(join(keys, 'kept/log-head.json'), headOf(3));
      add.run(3, headOf(3));
    } finally {
      database.close();
    }
    writeFileSync(join(keys, 'kept/entries.jsonl'), [1, 3].map(entryAt).join('\n'));
    assert.ok((await make()).ok);
    const copied = await readKeysFile(made, WORDS);
    const entries = copied.ok ? copied.value.find(({ path }) => path.endsWith('entries.jsonl')) : undefined;
    assert.equal(entries?.bytes.toString(), entryAt(1), 'no entry that the copied database lacks');
  });
});

test('the folder of the keys file is made only for its owner, or is named if that fails', async () => {
  await withTempDir(async (folder) => {
    const file = join(folder, 'elsewhere/tonight/made.keys');
    const { keys, make } = deploymentIn(folder, file);
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    writeFileSync(join(folder, 'elsewhere'), 'no folder');
    const refused = await make();
    assert.match(
      refused.ok ? '' : `${refused.error.code}: ${refused.error.message}`,
      /^place_unusable: \S+made\.keys cannot be made, .*: name another place\.$/,
    );
    rmSync(join(folder, 'elsewhere'));
    assert.ok((await make()).ok);
    assert.ok(statSync(file).isFile());
    if (process.platform !== 'win32') assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
  });
});

test('an unusable passphrase is refused in one way, whatever is wrong', async () => {
  await withTempDir(async (folder) => {
    const { make, passphraseFile } = deploymentIn(folder);
    const refusal = async () => {
      const refused = await make();
      return refused.ok ? '' : `${refused.error.code}: ${refused.error.message}`;
    };
    if (process.platform !== 'win32') {
      chmodSync(passphraseFile, 0o644);
      assert.match(await refusal(), /^passphrase_unusable: .*run: chmod 600/);
      chmodSync(passphraseFile, 0o600);
    }
    writeFileSync(passphraseFile, 'short');
    assert.match(await refusal(), /^passphrase_unusable: .*shorter than 16/);
    rmSync(passphraseFile);
    assert.match(
      await refusal(),
      /^passphrase_unusable: there is no passphrase file .*backup-and-restore\.md/,
    );
    mkdirSync(passphraseFile);
    assert.match(await refusal(), /^passphrase_unusable: .*is not a regular file/);
  });
});

test('a passphrase may come from standard input, which another user opened', async () => {
  await withTempDir(async (folder) => {
    const { env, file, keys } = deploymentIn(folder);
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    const made = [
      'backup',
      join(folder, 'made'),
      '--only',
      'authority',
      '--keys',
      file,
      '--passphrase-file',
      '-',
    ];
    const started = (args: readonly string[], input: string | Buffer) =>
      spawnSync(process.execPath, args, {
        input,
        encoding: 'utf8',
        env: { ...process.env, ...env, SANAD_ENV_FILE: '' },
      });
    const backup = (input: string) =>
      started([...programArgs(join(ROOT_FOLDER, 'bin/sanad.cjs')), ...made], input);
    const refused = backup('short');
    assert.match(refused.stderr, /passphrase_unusable: the passphrase in standard input is shorter than 16/);
    assert.equal(refused.status, 2);
    // What the command asks, without the code of all databases.
    const read = `import(${JSON.stringify(join(ROOT_FOLDER, 'tools/backup/keys-file.ts'))})
      .then(({ readPassphrase }) => readPassphrase('-')).then(({ error }) => console.log(error.message));`;
    const refusal = (input: string | Buffer) => started(['-e', read], input).stdout;
    assert.match(refusal('long '.repeat(20_000)), /longer than 65536 characters/);
    assert.match(refusal(''), /shorter than 16/);
    assert.match(refusal(Buffer.alloc(18, 0xff)), /in standard input is not text: write it in base64/);
    const { status, stderr } = backup(`${WORDS}\n`);
    assert.deepEqual([status, stderr], [0, '']);
    assert.ok((await readKeysFile(file, WORDS)).ok);
  });
});

test('a full backup lacks no database of the previous one; --only says which are omitted', async () => {
  await withTempDir(async (folder) => {
    const { keys, env } = deploymentIn(folder);
    writeFileSync(join(keys, 'deployment.id'), 'dp_1\n');
    const pep = join(folder, 'pep.sqlite');
    new DatabaseSync(pep).close();
    // Nowhere: a default would name those of this checkout.
    const settings = DATABASES.map(({ name, setting }) => [setting, `sqlite:${join(folder, name)}.sqlite`]);
    const make = async (name: string, only: readonly string[]) => {
      const made = await makeBackup({
        env: { ...Object.fromEntries(settings), ...env },
        folder: join(folder, name),
        only,
        keys: null,
        clock: () => Date.parse(AT),
      });
      return made.ok ? '' : `${made.error.code}: ${made.error.message}`;
    };
    assert.equal(await make('first', []), '');
    rmSync(pep);
    assert.match(
      await make('second', []),
      /^database_gone: The last backup had pep, .* PEP_DATABASE_URL .*--only/,
    );
    assert.equal(await make('third', ['authority']), '');
    assert.equal(await make('fourth', []), '');
  });
});

test('a complete backup is noted beside the keys, for the metric of its age', async () => {
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
    assert.ok((await make({ withKeys: false })).ok);
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

const posix = process.platform === 'win32' ? 'the drill is for a POSIX shell' : false;

test('the drill of the guide restores into its folder alone, and leaves no setting behind', {
  skip: posix,
}, async () => {
  await withTempDir(async (folder) => {
    const guide = readFileSync(join(ROOT_FOLDER, 'docs/operations/backup-and-restore.md'), 'utf8');
    const drill = /```sh\n(DRILL=[^`]*)```/.exec(guide)?.[1] ?? '';
    // In place of npm's: tells what it was started with.
    writeFileSync(join(folder, 'npx'), '#!/bin/sh\necho "ran $*"\nenv\n', { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}`, TMPDIR: folder, HOME: folder };
    const { stdout, stderr, status } = spawnSync('sh', ['-c', `${drill}\necho after\nenv\nls "$TMPDIR"`], {
      encoding: 'utf8',
      env,
    });
    assert.deepEqual([stderr, status], ['', 0]);
    const [during = '', after = 'none'] = stdout.split('\nafter\n');
    assert.match(during, /^ran sanad restore .*\n(?:.*\n)*ran sanad authority fsck\n/);
    const folders = ['SERVICE_KEYS_DIR', 'SECRETS_DIR', 'PROFILES_DIR', 'MANDATES_DIR', 'RECEIPTS_DIR'];
    for (const name of [...DATABASES.map(({ setting }) => setting), ...folders]) {
      const place = new RegExp(`^${name}=(?:sqlite:)?${folder}/[^/]+/\\w`, 'gm');
      assert.equal(during.match(place)?.length, 2, name);
    }
    assert.doesNotMatch(after, /_URL=|_DIR=/);
    assert.match(after, /\nnpx\n$/, 'what it made is removed');
  });
});
