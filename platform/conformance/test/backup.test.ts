import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { audit, fsck, settle } from '../audit.ts';
import { createClient, transferInputs } from '../client.ts';
import type { Deployment } from '../deployment.ts';
import { finishGrants, startLoad } from '../load.ts';
import { folderVariables } from '../people.ts';
import { until } from '../wait.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();
const PLATFORM = ['authority', 'pep', 'gateway', 'bank'] as const;

interface Ran {
  readonly code: number;
  readonly text: string;
}

/** The settings of a place. */
function settings({ folder, folders, databases, urls }: Deployment): Record<string, string> {
  const names = Object.entries(databases).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
  return {
    ...folderVariables(folders),
    ...Object.fromEntries(names),
    DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
    RECEIPTS_DIR: join(folder, 'out'),
    SECRETS_DIR: join(folder, 'secrets'),
    ...{ PEP_URL: urls.pep, GATEWAY_URL: urls.gateway },
  };
}

/** `npx sanad ...`, with the settings of a place. */
function run(place: Deployment, ...words: readonly string[]): Promise<Ran> {
  const env = { ...process.env, ...settings(place) };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(REPOSITORY, 'bin/sanad.cjs'), ...words], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: `${out}${err}` });
    });
  });
}

/** The same services, in a place of their own, where nothing is yet. */
async function elsewhere(d: Deployment, name: string): Promise<Deployment> {
  const folder = join(d.folder, name);
  await mkdir(folder);
  const databases = Object.fromEntries(
    Object.keys(d.databases).map((each) => [each, `sqlite:${join(folder, `${each}.sqlite`)}`]),
  ) as Deployment['databases'];
  const folders = {
    ...d.folders,
    keys: join(folder, 'keys'),
    profiles: join(folder, 'profiles'),
    mandates: join(folder, 'mandates'),
  };
  return { ...d, folder, folders, databases };
}

async function passphrase(d: Deployment): Promise<readonly string[]> {
  const file = join(d.folder, 'passphrase');
  await writeFile(file, 'correct horse battery staple\n', { mode: 0o600 });
  return ['--passphrase-file', file];
}

test('a backup under load, restored elsewhere: every book agrees there, and it goes on', async () => {
  const { d, client } = used();
  const backup = join(d.folder, 'backup');
  const keys = ['--keys', join(d.folder, 'keys.backup'), ...(await passphrase(d))];
  const load = await startLoad(client, 3);
  await until('some transfers', async () => (load.executed() >= 10 ? true : null));
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  assert.match(
    made.text,
    /the databases of authority, pep, gateway, bank, recipient, broker, all as they were/,
  );
  const during = load.executed();
  await until('more of them', async () => (load.executed() >= during + 5 ? true : null));
  await load.stop();
  assert.equal((await stat(backup)).mode & 0o777, 0o700);
  for (const file of [join(backup, 'authority.sqlite'), join(d.folder, 'keys.backup')]) {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  }
  assert.equal((await readFile(join(d.folder, 'keys.backup'))).includes('PRIVATE KEY'), false);
  await finishGrants(d, client);
  await settle(d);
  const here = await audit(d);

  const there = await elsewhere(d, 'elsewhere');
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  assert.match(restored.text, /nothing here knows of more/);
  for (const name of PLATFORM) await d.restart(name, settings(there));
  await finishGrants(there, createClient(there));
  await settle(there);
  const copied = await audit(there);
  assert.match(await fsck(there), /intact/);
  assert.ok(copied.transfers >= 10 && copied.transfers < here.transfers, JSON.stringify({ copied, here }));
  assert.equal((await client.pay()).body.status, 'executed');
  assert.match((await run(there, 'restore', backup)).text, /place_taken: .*--aside/);
  for (const name of PLATFORM) await d.restart(name);
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
  assert.match(said.text, /Log: \d+ entries; \d+ are known here: .*npx sanad authority restore/);
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
