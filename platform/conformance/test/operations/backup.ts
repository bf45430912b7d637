import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { COUNTERPARTY_NAMES } from '@platform/counterparties/config';
import { settle } from '../../audit.ts';
import { passphrase, run } from '../support/backup-drill.ts';
import { authorityCommand, signers } from '../support/commands.ts';
import { used } from './deployment.ts';

test('a backup that was taken while two keys signed the log: put back here, it brings no old key back', async () => {
  const { d, client } = used();
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  const [old = ''] = await signers(d, 1);
  await d.sanad('keys', 'rotate', 'checkpoint');
  const [, fresh = ''] = await signers(d, 2);
  const backup = join(d.folder, 'backup');
  const keysFile = join(d.folder, 'keys.backup');
  const keys = ['--keys', keysFile, ...(await passphrase(d))];
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  assert.match(
    made.text,
    new RegExp(
      `the databases of authority, pep, gateway, ${COUNTERPARTY_NAMES.join(', ')}, all as they were`,
    ),
  );
  assert.equal((await stat(backup)).mode & 0o777, 0o700);
  for (const file of [join(backup, 'authority.sqlite'), keysFile]) {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  }
  assert.equal((await readFile(keysFile)).includes('PRIVATE KEY'), false);
  await d.sanad('keys', 'retire', 'checkpoint', '--yes');
  assert.deepEqual(await signers(d, 1), [fresh]);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);

  // Here the old key was retired since: the older copy of the folder, and of the database, does not bring it back.
  await d.stop('authority');
  const back = await run(d, 'restore', backup, '--aside', '--only', 'authority', ...keys);
  assert.equal(back.code, 0, back.text);
  assert.ok((await readdir(d.folders.keys)).includes('checkpoint.next.pem'), 'put back, and of no use');
  const again = await authorityCommand(d, 'restore');
  assert.equal(again.code, 0, again.text);
  await d.restart('authority');
  assert.deepEqual(await signers(d, 1), [fresh]);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  assert.deepEqual(await signers(d, 1), [fresh]);
  assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
  // The next change takes the place of what was put back.
  await d.sanad('keys', 'rotate', 'checkpoint');
  const [first, next] = await signers(d, 2);
  assert.equal(first, fresh);
  assert.ok(![old, fresh].includes(next ?? ''));
});
