import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, settle } from '../../audit.ts';
import { finishGrants, startLoad } from '../../load.ts';
import { until } from '../../wait.ts';
import { racesOn } from '../books/races.ts';
import { elsewhere, passphrase, run } from '../support/backup-drill.ts';
import { authorityCommand } from '../support/commands.ts';
import { used } from './deployment.ts';

racesOn(used);

const SECONDS = ['gateway2', 'authority2', 'pep2'] as const;

test('one of each two is stopped while agents pay: every answer is an outcome, and every book agrees', async () => {
  const { d, client } = used();
  const load = await startLoad(client, { workers: 2 });
  const more = async () => {
    const before = load.executed();
    await until('more transfers', async () => (load.executed() >= before + 3 ? true : null));
  };
  await more();
  assert.deepEqual(await Promise.all(SECONDS.map((name) => d.stop(name))), [0, 0, 0]);
  await more();
  const answers = await load.stop();
  assert.deepEqual(
    Object.keys(answers).filter((status) => !['executed', 'pending', 'denied'].includes(status)),
    [],
    JSON.stringify(answers),
  );
  await finishGrants(d, client);
  await settle(d);
  const { executed, transfers } = await audit(d);
  assert.equal(executed, transfers);
  assert.match((await authorityCommand(d, 'fsck')).text, /^log of \d+ leaves: intact$/m);
});

test('a backup, put into empty databases: the same books are there', async () => {
  const { d } = used();
  const backup = join(d.folder, 'backup');
  const keys = ['--keys', join(d.folder, 'keys.backup'), ...(await passphrase(d))];
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  const books = await audit(d);
  const there = await elsewhere(d, 'elsewhere');
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  assert.deepEqual(await audit({ ...there, folder: d.folder }), books);
  assert.match((await authorityCommand(there, 'fsck')).text, /intact/);
});
