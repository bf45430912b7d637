import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, settle } from '../../audit.ts';
import { transferInputs } from '../../client.ts';
import { PATIENCE_MS, until } from '../../wait.ts';
import { run } from '../support/backup-drill.ts';
import { authorityCommand } from '../support/commands.ts';
import { used } from './deployment.ts';

test('an old backup of the authority: what is refused, what comes back, and nothing is paid twice', async () => {
  const { d, client } = used();
  const backup = join(d.folder, 'old');
  const mandate = await client.register({ rules: { amount_max: '50', daily_max: '100', threshold: '50' } });
  const revoked = await client.register();
  const before = transferInputs({ amount: '30' });
  assert.equal((await client.pay(before, { mandate })).body.status, 'executed');
  assert.equal((await run(d, 'backup', backup, '--only', 'authority')).code, 0);
  const after = transferInputs({ amount: '40' });
  const paid = await client.pay(after, { mandate });
  assert.equal(paid.body.status, 'executed', paid.text);
  assert.equal((await client.revoke(revoked)).status, 200);
  await settle(d);
  // Paid, but nobody here knows yet: the bank's answer, and so the receipt, is outstanding.
  const open = transferInputs({ amount: '5' });
  await d.kill('bank');
  const unknown = await client.pay(open, { mandate });
  assert.equal(unknown.body.status, 'unknown', unknown.text);
  const grantId = unknown.body.grant_id ?? '';
  assert.match((await run(d, 'restore', backup, '--aside')).text, /database_open: .*stop it first/);
  await d.kill('authority');
  const said = await run(d, 'restore', backup, '--aside');
  assert.equal(said.code, 0, said.text);
  assert.match(said.text, /what was there is now .*authority\.sqlite\.before-/);
  assert.match(said.text, /Log: its size is \d+, but size \d+ is known here: .*npx sanad authority restore/);
  await assert.rejects(
    d.restart('authority'),
    /in this database it has \d+\. .*npx sanad authority restore/s,
  );
  const back = await authorityCommand(d, 'restore');
  assert.match(back.text, /has all \d+ entries again/, back.text);
  assert.match(back.text, new RegExp(`1 that were spent at the enforcement point .*: ${grantId}\\.`));
  await d.restart('authority');
  assert.equal((await client.pay(open, { mandate })).body.reason, 'duplicate_action');
  await d.restart('bank');
  await until('its receipt', async () => (await client.receipts(grantId))[0] ?? null, PATIENCE_MS);

  assert.equal((await client.pay(after, { mandate })).body.reason, 'duplicate_action');
  const over = await client.pay(transferInputs({ amount: '26' }), { mandate });
  assert.equal(over.body.reason, 'daily_limit_exceeded', over.text);
  const undone = await client.pay(transferInputs(), { mandate: revoked });
  assert.equal(undone.body.reason, 'contract_revoked', undone.text);
  assert.equal((await client.pay(transferInputs({ amount: '25' }), { mandate })).body.status, 'executed');
  await settle(d);
  // Transfers and receipts agree one by one: nothing was paid twice, and nothing without a receipt.
  const books = await audit(d);
  assert.equal(books.executed, books.transfers);
});
