import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { faultAt } from '../books/crash-points.ts';
import { authorityCommand } from '../support/commands.ts';
import { allWritten, head, loseDatabase, receipts, restore, restored } from '../support/lost-database.ts';
import { used } from './deployment.ts';

test('a database lost before the first receipt: what was spent comes back, and the first payees with the log', async () => {
  const { d, client } = used();
  const mandate = await client.register();
  await d.restart('authority', faultAt('event_recorded:before'));
  const inputs = transferInputs();
  const paid = await client.pay(inputs, { mandate });
  const grantId = paid.body.grant_id ?? '';
  assert.deepEqual([paid.body.status, paid.body.receipt_id ?? null], ['executed', null], paid.text);
  await d.ended('authority');
  await loseDatabase(d);
  const said = await restore(d);
  assert.match(said, new RegExp(`1 that were spent at the enforcement point .*: ${grantId}\\.`));
  assert.match(said, /Directories: 7 entries are back as they were recorded\..*\nStart the authority now/s);
  await d.restart('authority');
  assert.equal((await client.pay(inputs, { mandate })).body.reason, 'duplicate_action');
  await until('its receipt', async () => (await client.receipts(grantId))[0] ?? null);
});

test('a deleted database: the command brings back log, receipts, grants and limits', async () => {
  const { d, client } = used();
  const mandate = await client.register({ rules: { amount_max: '50', daily_max: '60', threshold: '40' } });
  const revoked = await client.register();
  const paid = transferInputs({ amount: '25' });
  const answers = [
    await client.pay(paid, { mandate }),
    await client.pay(transferInputs({ amount: '50' }), { mandate: revoked }),
    await client.pay(transferInputs({ amount: '51' }), { mandate }),
  ];
  assert.deepEqual(
    answers.map(({ body }) => body.status),
    ['executed', 'executed', 'denied'],
  );
  const held = await client.pay(transferInputs({ amount: '2000' }), { mandate: await client.register() });
  const rejectedId = String(held.body.grant_id);
  const rejected = await client.reject(rejectedId, 'Wrong amount');
  assert.equal(rejected.status, 200);
  await until('its receipt', async () => (await client.receipts(rejectedId))[0] ?? null);
  assert.equal((await client.revoke(revoked)).status, 200);
  const before = await allWritten(d, answers);
  const headBefore = await head(d);

  await loseDatabase(d);
  const said = await restore(d);
  assert.match(said, /has all \d+ entries again, \d+ more than the database had/);
  assert.match(said, /Receipts: \d+ read back with their grants and mandates\.\n/);
  await d.restart('authority');

  assert.deepEqual(await receipts(d), before);
  assert.deepEqual(await head(d), headBefore);
  assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
  assert.deepEqual((await restored(d)).receipts_lost, []);
  const { body } = await send<MandateRecord>(`${d.urls.authority}/contracts/${revoked}`);
  assert.equal(body.status, 'revoked');
  const { status, ending } = await client.grant(rejectedId);
  assert.deepEqual([status, ending], ['denied', rejected.body.ending]);
  // What was paid is a duplicate, and its amount counts: 25 of 60 are spent.
  assert.equal((await client.pay(paid, { mandate })).body.reason, 'duplicate_action');
  assert.equal(
    (await client.pay(transferInputs({ amount: '36' }), { mandate })).body.reason,
    'daily_limit_exceeded',
  );
  const next = await client.pay(transferInputs({ amount: '10' }), { mandate });
  assert.equal(next.body.status, 'executed', next.text);
  const after = await allWritten(d, [next]);
  const tenant = after.filter(({ who }) => who.tenant === 'tn_local');
  for (const [index, receipt] of tenant.entries()) {
    const earlier = tenant[index - 1]?.receipt_body_hash ?? null;
    assert.deepEqual([receipt.bundle.sequence, receipt.bundle.previous_receipt_hash], [index, earlier]);
  }
  assert.match(await restore(d), /nothing_lost: The database has all \d+ entries/);
});
