import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SignedTreeHead, Witnessed } from '@platform/core/objects/log';
import { outcome, send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { used } from './deployment.ts';

/** The authority's database: the file and those that SQLite keeps beside it. */
async function databaseFiles(): Promise<readonly string[]> {
  const file = used().d.databases.authority.replace('sqlite:', '');
  const names = await readdir(dirname(file));
  return names.filter((name) => name.startsWith(basename(file))).map((name) => join(dirname(file), name));
}

async function copyDatabase(folder: string): Promise<void> {
  await mkdir(folder);
  for (const file of await databaseFiles()) await copyFile(file, join(folder, basename(file)));
}

async function deleteDatabase(): Promise<void> {
  for (const file of await databaseFiles()) await rm(file);
}

async function putBack(folder: string): Promise<void> {
  await deleteDatabase();
  const place = dirname(used().d.databases.authority.replace('sqlite:', ''));
  for (const name of await readdir(folder)) await copyFile(join(folder, name), join(place, name));
}

async function pay(memo: string, mandate?: string): Promise<string | undefined> {
  const inputs = transferInputs({ amount: '10', memo });
  const { body } = await used().client.pay(inputs, mandate === undefined ? {} : { mandate });
  return body.reason ?? body.status;
}

async function headOf(size: number): Promise<SignedTreeHead['tree_head']> {
  return until('the head', async () => {
    const { body } = await send<Partial<SignedTreeHead>>(`${used().d.urls.authority}/log/head`);
    return body.tree_head !== undefined && body.tree_head.tree_size >= size ? body.tree_head : null;
  });
}

describe('a log whose database is gone, or an older copy of it', () => {
  let [early, newest, revoked, mandate] = ['', '', '', ''];
  let first: SignedTreeHead['tree_head'];

  before(async () => {
    const { d, client } = used();
    [mandate, revoked] = [await client.register(), await client.register()];
    assert.equal(await pay('before the copy', mandate), 'ok');
    first = await headOf(1);
    await d.kill('authority');
    early = join(d.folder, 'early');
    await copyDatabase(early);
    await d.restart('authority');
    assert.equal((await client.revoke(revoked)).status, 200);
    await d.kill('authority');
    await putBack(early);
    await d.restart('authority');
  });

  after(async () => {
    const { d } = used();
    await putBack(newest);
    await d.restart('authority');
    assert.equal(await pay('after the honest one is back', mandate), 'ok');
  });

  test('a mandate that was revoked after a copy of the database was made is revoked again', async () => {
    assert.equal(await pay('under the revoked one', revoked), 'contract_revoked');
    assert.equal(await pay('under the other one', mandate), 'ok');
  });

  test('a log has an id of its own, and with a deleted or rolled back database it does not start again', async () => {
    const { d } = used();
    const second = await headOf(first.tree_size + 1);
    assert.match(first.log_id, /^log_[0-9a-f]{24}$/);
    assert.equal(second.log_id, first.log_id);
    // Others look while nothing is executed, so that they have seen the last receipt's entry and the revocation, too.
    await until('all of it is seen', async () => {
      const { body } = await send<Witnessed>(`${d.urls.pep}/log/witnessed`);
      const isKnown = body.revocations.some(({ event }) => event.contract_id === revoked);
      return isKnown && (body.head?.tree_head.tree_size ?? 0) >= second.tree_size ? true : null;
    });
    await d.kill('authority');
    newest = join(d.folder, 'newest');
    await copyDatabase(newest);
    await deleteDatabase();
    await assert.rejects(
      d.restart('authority'),
      /The log had \d+ entries at .*in this database it has 0\. If AUTHORITY_DATABASE_URL named .*npx sanad authority restore/s,
    );
    await putBack(early);
    await assert.rejects(d.restart('authority'), /The log had \d+ entries at .*Put back the newest backup/s);
  });

  test('if what the authority keeps is deleted too, the enforcement point and the gateway notice', async () => {
    const { d, client } = used();
    const kept = join(d.folders.keys, 'kept');
    await rename(kept, `${kept}.aside`);
    await putBack(early);
    // What they have seen outlives their processes, too. A log that is empty, or another one, has tests in their packages.
    await Promise.all((['authority', 'pep', 'gateway'] as const).map((name) => d.restart(name)));
    const before = await client.balance('acct_acme');
    assert.deepEqual(outcome(await client.pay()), [503, 'log_rolled_back']);
    // Past the gateway, with a grant of the authority's own.
    const proposed = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    assert.equal(proposed.body.status, 'active');
    const refused = await client.execute(proposed.body);
    assert.deepEqual(outcome(refused), [503, 'log_rolled_back']);
    assert.match(refused.text, /sanad authority restore/);
    assert.equal(await client.balance('acct_acme'), before);
    await d.kill('authority');
    await rm(kept, { recursive: true });
    await rename(`${kept}.aside`, kept);
  });
});
