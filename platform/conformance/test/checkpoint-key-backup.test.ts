import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fsck, settle } from '../audit.ts';
import { send } from '../client.ts';
import { until } from '../wait.ts';
import { elsewhere, moveTo, passphrase, run } from './support/backup-drill.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();

/** By which keys the newest checkpoint is signed, once there are so many. */
async function signers(count: number): Promise<readonly string[]> {
  return until(`a checkpoint with ${count} lines of the log`, async () => {
    const { text } = await send(`${used().d.urls.authority}/checkpoint`);
    const lines = (text.split('\n\n')[1] ?? '').trim().split('\n');
    const ids = lines.map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(0, 4));
    return ids.length === count ? ids.map((id) => id.toString('hex')) : null;
  });
}

test('a backup that was taken while two keys signed goes on with both elsewhere, and here with the new one', async () => {
  const { d, client } = used();
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  const [old = ''] = await signers(1);
  await d.sanad('keys', 'rotate', 'checkpoint');
  const [, fresh = ''] = await signers(2);
  const backup = join(d.folder, 'backup');
  const keys = ['--keys', join(d.folder, 'keys.backup'), ...(await passphrase(d))];
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  await d.sanad('keys', 'retire', 'checkpoint', '--yes');
  assert.deepEqual(await signers(1), [fresh]);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);

  const there = await elsewhere(d, 'elsewhere');
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  await moveTo(d, there);
  assert.deepEqual(await signers(2), [old, fresh]);
  assert.match(await fsck(there), /intact/);

  // Here the old key was retired since: the older copy of the folder, and of the database, does not bring it back.
  await moveTo(d, d);
  await d.stop('authority');
  const back = await run(d, 'restore', backup, '--aside', '--only', 'authority', ...keys);
  assert.equal(back.code, 0, back.text);
  assert.ok((await readdir(d.folders.keys)).includes('checkpoint.next.pem'), 'put back, and of no use');
  const again = await run(d, 'authority', 'restore');
  assert.equal(again.code, 0, again.text);
  await d.restart('authority');
  assert.deepEqual(await signers(1), [fresh]);
  assert.equal((await client.pay()).body.status, 'executed');
  await settle(d);
  assert.deepEqual(await signers(1), [fresh]);
  assert.match(await fsck(d), /intact/);
  // The next change takes the place of what was put back.
  await d.sanad('keys', 'rotate', 'checkpoint');
  const [first, next] = await signers(2);
  assert.equal(first, fresh);
  assert.ok(![old, fresh].includes(next ?? ''));
});
