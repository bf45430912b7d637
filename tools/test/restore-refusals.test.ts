import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { makeBackup } from '../backup/make.ts';
import { restoreBackup } from '../backup/restore.ts';

const AT = '2026-01-01T00:00:00.000Z';
const DEPLOYMENT = `dp_${'1'.repeat(24)}`;

/** A place with these folders and databases of an authority and an enforcement point. */
function placeIn(folder: string): Readonly<Record<string, string>> {
  return {
    AUTHORITY_DATABASE_URL: `sqlite:${join(folder, 'authority.sqlite')}`,
    PEP_DATABASE_URL: `sqlite:${join(folder, 'pep.sqlite')}`,
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    SECRETS_DIR: join(folder, 'secrets'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
  };
}

/** A backup of a made-up deployment with its keys, and an empty place for it. */
async function backupIn(folder: string) {
  const here = join(folder, 'here');
  for (const name of ['keys/kept', 'profiles', 'mandates']) {
    await mkdir(join(here, name), { recursive: true, mode: 0o700 });
  }
  await writeFile(join(here, 'keys/deployment.id'), `${DEPLOYMENT}\n`);
  await writeFile(join(here, 'profiles/treasury.v1.json'), '{}');
  for (const name of ['authority', 'pep']) new DatabaseSync(join(here, `${name}.sqlite`)).close();
  const passphraseFile = join(folder, 'passphrase');
  await writeFile(passphraseFile, 'correct horse battery staple\n', { mode: 0o600 });
  const [backup, file] = [join(folder, 'backup'), join(folder, 'backup.keys')];
  const options = { only: ['authority', 'pep'], clock: () => Date.parse(AT) };
  const make = () =>
    makeBackup({ ...options, env: placeIn(here), folder: backup, keys: { file, passphraseFile } });
  const made = await make();
  assert.ok(made.ok, JSON.stringify(made));
  const there = join(folder, 'there');
  await mkdir(there);
  const env = placeIn(there);
  const restore = async (passphrase = passphraseFile, keys: string | null = file) => {
    const given = keys === null ? null : { file: keys, passphraseFile: passphrase };
    const done = await restoreBackup({ ...options, env, folder: backup, keys: given, aside: false });
    return done.ok ? '' : `${done.error.code}: ${done.error.message}`;
  };
  return { backup, there, make, restore };
}

test('keys of another deployment, a wrong passphrase and a changed backup are refused before anything is put back', async () => {
  await withTempDir(async (folder) => {
    const { backup, there, make, restore } = await backupIn(folder);
    const again = await make();
    assert.match(
      again.ok ? '' : `${again.error.code}: ${again.error.message}`,
      /^place_taken: .* name a new one/,
    );

    const wrong = join(folder, 'wrong');
    await writeFile(wrong, 'another passphrase, of some length\n', { mode: 0o600 });
    assert.match(await restore(wrong), /^keys_file_unusable: .*the passphrase is another one/);
    if (process.platform !== 'win32') {
      await chmod(wrong, 0o644);
      assert.match(await restore(wrong), /wrong is accessible to group or others/);
    }
    await mkdir(join(there, 'keys'), { mode: 0o700 });
    const stranger = join(there, 'keys/deployment.id');
    await writeFile(stranger, `dp_${'0'.repeat(24)}\n`);
    assert.match(await restore(wrong, null), /^deployment_differs: The backup is of dp_/);
    await rm(stranger);

    const file = join(backup, 'manifest.json');
    const manifest = await readFile(file, 'utf8');
    const newer = JSON.parse(manifest);
    newer.databases
      .find(({ name }: { readonly name: string }) => name === 'pep')
      .migrations.push('9999-of-tomorrow');
    await writeFile(file, JSON.stringify(newer));
    assert.match(await restore(), /^backup_newer: pep\.sqlite .*9999-of-tomorrow/);
    for (const path of ['../profiles/', 'keys/public/', 'profiles/../keys/']) {
      assert.ok(manifest.includes('"profiles/'));
      await writeFile(file, manifest.replace('"profiles/', `"${path}`));
      assert.match(await restore(), /^backup_unusable: .*is not of the form/);
    }
    await writeFile(file, manifest);
    await writeFile(join(backup, 'pep.sqlite'), 'something else');
    assert.match(await restore(), /^backup_unusable: pep\.sqlite is not what was backed up/);
    await rm(join(backup, 'pep.sqlite'));
    assert.match(await restore(), /^backup_unusable: pep\.sqlite is missing/);
    assert.deepEqual(await readdir(there), ['keys']);
    assert.deepEqual(await readdir(join(there, 'keys')), []);
  });
});
