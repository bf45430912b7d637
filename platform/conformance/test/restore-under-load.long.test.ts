import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '@common/kit/testing/postgres';
import { audit, fsck, settle } from '../audit.ts';
import { createClient } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import { finishGrants, startLoad } from '../load.ts';
import { until } from '../wait.ts';
import { faultAt } from './books/crash-points.ts';
import { run } from './support/backup-drill.ts';
import { authorityCommand } from './support/commands.ts';

/** Four starts and two commands, under load. */
const RUN_MS = 300_000;

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: an old copy of the authority’s database, put back while agents go on: nothing is paid twice or forgotten`, {
    timeout: RUN_MS,
  }, async (t) => {
    await using d = await openDeployment({ engine });
    const client = createClient(d);
    const load = await startLoad(client, { workers: 3 });
    const more = async (what: string) => {
      const before = load.executed();
      await until(what, async () => (load.executed() >= before + 10 ? true : null));
    };
    await more('some transfers');
    const backup = join(d.folder, 'old');
    const made = await run(d, 'backup', backup, '--only', 'authority');
    assert.equal(made.code, 0, made.text);
    await more('transfers that the copy does not have');
    // Not killed: the bodies of receipts that are in no file yet would be lost with the database.
    await d.stop('authority');

    let place = d;
    if (engine === 'postgres') {
      const { url, drop } = await startPostgres();
      t.after(drop);
      place = { ...d, databases: { ...d.databases, authority: url } };
    }
    const env = { AUTHORITY_DATABASE_URL: place.databases.authority };
    const put = await run(place, 'restore', backup, ...(place === d ? ['--aside'] : []));
    assert.equal(put.code, 0, put.text);
    await assert.rejects(d.restart('authority', env), /in this database it has \d+\. .*authority restore/s);
    const back = await authorityCommand(place, 'restore');
    assert.equal(back.code, 0, back.text);
    assert.match(back.text, /has all \d+ entries again/);
    await d.restart('authority', env);
    await more('transfers after it');
    await load.stop();

    await finishGrants(place, client);
    await settle(place);
    assert.match(await fsck(place), /intact/);
    const books = await audit(place);
    assert.equal(books.executed, books.transfers);
    assert.ok(books.transfers >= 30, `${books.transfers}`);
  });
}

test('a decision that only the enforcement point still has gets its receipt again', async () => {
  await using d = await openDeployment();
  const client = createClient(d);
  const backup = join(d.folder, 'before-the-decision');
  assert.equal((await run(d, 'backup', backup, '--only', 'authority')).code, 0);
  await d.restart('authority', faultAt('event_recorded:before'));
  const paid = await client.pay();
  const grantId = paid.body.grant_id ?? '';
  assert.deepEqual([paid.body.status, paid.body.receipt_id ?? null], ['executed', null], paid.text);
  await d.ended('authority');
  assert.equal((await run(d, 'restore', backup, '--aside')).code, 0);
  const back = await authorityCommand(d, 'restore');
  assert.match(back.text, new RegExp(`have no receipt are back as spent, .*${grantId}`));
  await d.restart('authority');
  await until('its receipt', async () => (await client.receipts(grantId))[0] ?? null);
  await settle(d);
  await audit(d);
});
