import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, settle } from '../audit.ts';
import { createClient } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import { elsewhere, moveTo, passphrase, run } from './support/backup-drill.ts';
import { authorityCommand, signers } from './support/commands.ts';

test('a backup that was taken while two keys signed the log: elsewhere it goes on with both, on another engine', async () => {
  await using d = await openDeployment({ alone: [] });
  const client = createClient(d);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  await d.sanad('keys', 'rotate', 'checkpoint');
  const both = await signers(d, 2);
  const backup = join(d.folder, 'backup');
  const keys = ['--keys', join(d.folder, 'keys.backup'), ...(await passphrase(d))];
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  const { transfers } = await audit(d);
  await d.sanad('keys', 'retire', 'checkpoint', '--yes');
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);

  const there = await elsewhere(d, 'elsewhere', 'postgres');
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  assert.match(
    restored.text,
    /AUTHORITY_DATABASE_URL: put back as it was at \S+, from SQLite into PostgreSQL\./,
  );
  assert.match(restored.text, /nothing here knows of more/);
  await moveTo(d, there);
  assert.deepEqual(await signers(d, 2), both);
  await settle(there);
  assert.equal((await audit(there)).transfers, transfers);
  assert.match((await authorityCommand(there, 'fsck')).text, /intact/);
  assert.equal((await client.pay()).body.status, 'executed');
  assert.match((await run(there, 'restore', backup)).text, /place_taken: .*this database has tables already/);
});
