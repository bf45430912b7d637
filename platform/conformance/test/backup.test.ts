import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { audit, settle } from '../audit.ts';
import { transferInputs } from '../client.ts';
import { until } from '../wait.ts';
import {
  backUpUnderLoad,
  elsewhere,
  moveTo,
  passphrase,
  restoreElsewhere,
  run,
} from './support/backup-drill.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();

/** Two deployments' worth of starts, under load. */
const RUN_MS = 300_000;

test('a backup under load, restored elsewhere: every book agrees there, and it goes on', {
  timeout: RUN_MS,
}, async () => {
  const { d } = used();
  const made = await backUpUnderLoad(used());
  assert.match(
    made.text,
    /the databases of authority, pep, gateway, bank, recipient, broker, all as they were/,
  );
  assert.equal((await stat(made.backup)).mode & 0o777, 0o700);
  for (const file of [join(made.backup, 'authority.sqlite'), join(d.folder, 'keys.backup')]) {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  }
  assert.equal((await readFile(join(d.folder, 'keys.backup'))).includes('PRIVATE KEY'), false);

  const { there, text } = await restoreElsewhere(used(), made);
  assert.match(text, /nothing here knows of more/);
  assert.match((await run(there, 'restore', made.backup)).text, /place_taken: .*--aside/);
  await moveTo(d, d);
});

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
  const back = await run(d, 'authority', 'restore');
  assert.match(back.text, /has all \d+ entries again/, back.text);
  assert.match(back.text, new RegExp(`1 that were spent at the enforcement point .*: ${grantId}\\.`));
  await d.restart('authority');
  assert.equal((await client.pay(open, { mandate })).body.reason, 'duplicate_action');
  await d.restart('bank');
  await until('its receipt', async () => (await client.receipts(grantId))[0] ?? null);

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

test('a decision that only the enforcement point still has gets its receipt again', async () => {
  const { d, client } = used();
  const backup = join(d.folder, 'before-the-decision');
  assert.equal((await run(d, 'backup', backup, '--only', 'authority')).code, 0);
  await d.restart('authority', {
    SANAD_FAULT: 'event_recorded:before',
    SANAD_TEST_FAULTS: '1',
    NODE_ENV: 'test',
  });
  const paid = await client.pay();
  const grantId = paid.body.grant_id ?? '';
  assert.deepEqual([paid.body.status, paid.body.receipt_id ?? null], ['executed', null], paid.text);
  await d.ended('authority');
  assert.equal((await run(d, 'restore', backup, '--aside')).code, 0);
  const back = await run(d, 'authority', 'restore');
  assert.match(back.text, new RegExp(`have no receipt are back as spent, .*${grantId}`));
  await d.restart('authority');
  await until('its receipt', async () => (await client.receipts(grantId))[0] ?? null);
  await settle(d);
  await audit(d);
});

test('keys of another deployment, a wrong passphrase and a changed backup are refused before anything is put back', async () => {
  const { d } = used();
  const there = await elsewhere(d, 'refused');
  const words = await passphrase(d);
  const backup = join(d.folder, 'whole');
  const keys = join(d.folder, 'whole.keys');
  assert.equal((await run(d, 'backup', backup, '--keys', keys, ...words)).code, 0);
  assert.match((await run(d, 'backup', backup)).text, /place_taken: .* name a new one/);

  const wrong = join(d.folder, 'wrong');
  await writeFile(wrong, 'another passphrase, of some length\n', { mode: 0o600 });
  const guessed = await run(there, 'restore', backup, '--keys', keys, '--passphrase-file', wrong);
  assert.match(guessed.text, /keys_file_unusable: .*the passphrase is another one/);
  await chmod(wrong, 0o644);
  assert.match(
    (await run(there, 'restore', backup, '--keys', keys, '--passphrase-file', wrong)).text,
    /wrong is accessible to group or others/,
  );
  await mkdir(there.folders.keys, { recursive: true, mode: 0o700 });
  const stranger = join(there.folders.keys, 'deployment.id');
  await writeFile(stranger, 'dep_000000000000000000000000\n');
  assert.match((await run(there, 'restore', backup)).text, /deployment_differs: The backup is of dp_/);
  await rm(stranger);

  const file = join(backup, 'manifest.json');
  const manifest = await readFile(file, 'utf8');
  const newer = manifest.replace('"0001-intents"', '"0001-intents", "9999-of-tomorrow"');
  await writeFile(file, newer);
  assert.match((await run(there, 'restore', backup)).text, /backup_newer: pep\.sqlite .*9999-of-tomorrow/);
  for (const path of ['../profiles/', 'keys/public/', 'profiles/../keys/']) {
    await writeFile(file, manifest.replace('"profiles/', `"${path}`));
    assert.match((await run(there, 'restore', backup)).text, /backup_unusable: .*is not of the form/);
  }
  await writeFile(file, manifest);
  await writeFile(join(backup, 'pep.sqlite'), 'something else');
  assert.match(
    (await run(there, 'restore', backup)).text,
    /backup_unusable: pep\.sqlite is not what was backed up/,
  );
  await rm(join(backup, 'pep.sqlite'));
  assert.match((await run(there, 'restore', backup)).text, /backup_unusable: pep\.sqlite is missing/);
  assert.deepEqual(await readdir(there.folder), ['keys']);
});
