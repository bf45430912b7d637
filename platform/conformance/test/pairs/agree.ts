import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { startPostgres } from '@common/kit/testing/postgres';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { audit, settle } from '../../audit.ts';
import { finishGrants, startLoad } from '../../load.ts';
import { until } from '../../wait.ts';
import { racesOn } from '../books/races.ts';
import { run } from '../support/backup-drill.ts';
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

/** What the authority has recorded, in order. (Which receipts are files too, the other place does not know.) */
async function recordsOf(url: string): Promise<readonly unknown[]> {
  const { db, close } = await openDatabase<AuthoritySchema>({ url });
  try {
    return [
      await db.selectFrom('receipt').select(['receipt_id', 'log_entry']).orderBy('receipt_id').execute(),
      await db.selectFrom('receipt_body').selectAll().orderBy('leaf_index').execute(),
      await db.selectFrom('receipt_part').selectAll().orderBy('hash').execute(),
      await db.selectFrom('event').select('record_json').orderBy('sequence').execute(),
      await db.selectFrom('action_grant').select(['grant_id', 'status']).orderBy('grant_id').execute(),
    ];
  } finally {
    await close();
  }
}

test('a backup of PostgreSQL, put into an empty database: the same records are there', async () => {
  const { d } = used();
  const backup = join(d.folder, 'backup');
  const made = await run(d, 'backup', backup, '--only', 'authority');
  assert.equal(made.code, 0, made.text);
  const records = await recordsOf(d.databases.authority);
  const { url, drop } = await startPostgres();
  try {
    const there = { ...d, databases: { ...d.databases, authority: url } };
    const restored = await run(there, 'restore', backup);
    assert.equal(restored.code, 0, restored.text);
    assert.deepEqual(await recordsOf(url), records);
    assert.match((await authorityCommand(there, 'fsck')).text, /intact/);
  } finally {
    await drop();
  }
});
