import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, fsck, settle } from '../audit.ts';
import { createClient } from '../client.ts';
import { finishGrants, startLoad } from '../load.ts';
import { until } from '../wait.ts';
import { elsewhere, moveTo, passphrase, run } from './support/backup-drill.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment({ engine: 'postgres' });

/** Two deployments' worth of starts, under load. */
const RUN_MS = 300_000;

test('PostgreSQL: a backup under load, restored into empty databases: every book agrees there', {
  timeout: RUN_MS,
}, async () => {
  const { d, client } = used();
  const backup = join(d.folder, 'backup');
  const keys = ['--keys', join(d.folder, 'keys.backup'), ...(await passphrase(d))];
  const load = await startLoad(client, 3);
  await until('some transfers', async () => (load.executed() >= 10 ? true : null));
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  const during = load.executed();
  await until('more of them', async () => (load.executed() >= during + 5 ? true : null));
  await load.stop();
  await finishGrants(d, client);
  await settle(d);
  const here = await audit(d);
  assert.match((await run(d, 'restore', backup)).text, /place_taken: .*this database has tables already/);

  const there = await elsewhere(d, 'elsewhere');
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  await moveTo(d, there);
  await finishGrants(there, createClient(there));
  await settle(there);
  const copied = await audit(there);
  assert.match(await fsck(there), /intact/);
  assert.ok(copied.transfers >= 10 && copied.transfers < here.transfers, JSON.stringify({ copied, here }));
  assert.equal((await client.pay()).body.status, 'executed');
});
