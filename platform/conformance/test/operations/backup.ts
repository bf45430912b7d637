import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, settle } from '../../audit.ts';
import { send } from '../../client.ts';
import { until } from '../../wait.ts';
import { elsewhere, moveTo, passphrase, run } from '../support/backup-drill.ts';
import { authorityCommand } from '../support/commands.ts';
import { used } from './deployment.ts';

/** By which keys the newest checkpoint is signed, once there are so many. */
async function signers(count: number): Promise<readonly string[]> {
  return until(`a checkpoint with ${count} lines of the log`, async () => {
    const { text } = await send(`${used().d.urls.authority}/checkpoint`);
    const lines = (text.split('\n\n')[1] ?? '').trim().split('\n');
    const ids = lines.map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(0, 4));
    return ids.length === count ? ids.map((id) => id.toString('hex')) : null;
  });
}

test('a backup that was taken while two keys signed the log: put back here and elsewhere, every book agrees', async () => {
  const { d, client } = used();
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  const [old = ''] = await signers(1);
  await d.sanad('keys', 'rotate', 'checkpoint');
  const [, fresh = ''] = await signers(2);
  const backup = join(d.folder, 'backup');
  const keysFile = join(d.folder, 'keys.backup');
  const keys = ['--keys', keysFile, ...(await passphrase(d))];
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  assert.match(
    made.text,
    /the databases of authority, pep, gateway, bank, recipient, broker, all as they were/,
  );
  assert.equal((await stat(backup)).mode & 0o777, 0o700);
  for (const file of [join(backup, 'authority.sqlite'), keysFile]) {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  }
  assert.equal((await readFile(keysFile)).includes('PRIVATE KEY'), false);
  const { transfers } = await audit(d);
  await d.sanad('keys', 'retire', 'checkpoint', '--yes');
  assert.deepEqual(await signers(1), [fresh]);
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
  assert.deepEqual(await signers(1), [fresh]);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  assert.deepEqual(await signers(1), [fresh]);
  assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
  // The next change takes the place of what was put back.
  await d.sanad('keys', 'rotate', 'checkpoint');
  const [first, next] = await signers(2);
  assert.equal(first, fresh);
  assert.ok(![old, fresh].includes(next ?? ''));

  // Elsewhere it goes on with both, and on another engine.
  const there = await elsewhere(d, 'elsewhere', 'postgres');
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  assert.match(
    restored.text,
    /AUTHORITY_DATABASE_URL: put back as it was at \S+, from SQLite into PostgreSQL\./,
  );
  assert.match(restored.text, /nothing here knows of more/);
  await moveTo(d, there);
  assert.deepEqual(await signers(2), [old, fresh]);
  await settle(there);
  assert.equal((await audit(there)).transfers, transfers);
  assert.match((await authorityCommand(there, 'fsck')).text, /intact/);
  assert.equal((await client.pay()).body.status, 'executed');
  assert.match((await run(there, 'restore', backup)).text, /place_taken: .*this database has tables already/);
  await moveTo(d, d);
});
