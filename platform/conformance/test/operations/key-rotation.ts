import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { verifySigned } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { authorityCommand } from '../support/commands.ts';
import { used } from './deployment.ts';

const SERVICE_KIDS = ['authority', 'service_assembly', 'pep', 'bank'] as const;

/** A service looks at its key file at most every 100 ms, and a stolen key has no minute of overlap. */
const PAST_KEY_FILE_LOOK_MS = 300;

async function keysOf(): Promise<KeySet> {
  return (await send<KeySet>(`${used().d.urls.authority}/.well-known/keys.json`)).body;
}

async function receiptOf(grantId: string): Promise<Receipt> {
  return until('its receipt', async () => (await used().client.receipts(grantId))[0] ?? null);
}

async function pay(memo: string): Promise<Receipt> {
  const { body } = await used().client.pay(transferInputs({ amount: '10', memo }));
  assert.equal(body.status, 'executed', JSON.stringify(body));
  return receiptOf(body.grant_id ?? '');
}

test('receipts, heads and a waiting grant of before, between and after three rotations hold', async () => {
  const { d, client } = used();
  const held = await client.pay(transferInputs({ amount: '2000', memo: 'INV-9401' }));
  assert.equal(held.body.status, 'pending');
  const waiting = held.body.grant_id ?? '';
  const receipts = [await pay('INV-9101')];
  for (let round = 1; round <= 3; round++) {
    for (const kid of SERVICE_KIDS) assert.match(await d.sanad('keys', 'rotate', kid), /^replaced: /);
    await setTimeout(PAST_KEY_FILE_LOOK_MS);
    receipts.push(await pay(`INV-920${round}`));
  }
  assert.equal((await client.approve(waiting)).status, 200);
  assert.equal((await client.present(waiting)).body.status, 'executed');
  receipts.push(await receiptOf(waiting));

  const keys = await keysOf();
  for (const kid of SERVICE_KIDS) assert.equal(keys[kid]?.retired?.length, 3);
  const signers = new Set<string | undefined>();
  for (const receipt of receipts) {
    const { verdict, checks, keys: relied } = verify(nodeCrypto, receipt, { keys });
    assert.equal(verdict, 'verified', JSON.stringify(checks));
    signers.add(relied.find(({ kid }) => kid === 'pep')?.fingerprint);
  }
  assert.equal(signers.size, 4, 'the pep signed with each of its keys');
  const { body: heads } = await send<SignedTreeHead[]>(`${d.urls.authority}/log/heads`);
  assert.ok(heads.length >= 5);
  for (const { tree_head: object, tree_head_hash: hash, signature } of heads) {
    assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: object.timestamp }).ok);
  }
  assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
  await Promise.all((['authority', 'pep'] as const).map((name) => d.restart(name)));
  await pay('INV-9301');
});

test('a pep key that was stolen reports nothing more, and its replacement does', async () => {
  const { d } = used();
  const at = formatInstant(Date.now());
  assert.match(await d.sanad('keys', 'compromise', 'pep', '--at', at), /stolen since .*replace it now/s);
  await assert.rejects(d.sanad('keys', 'compromise', 'pep', '--at', at), /already marked as stolen/);
  await setTimeout(PAST_KEY_FILE_LOOK_MS);
  const refused = await used().client.pay(transferInputs({ amount: '10', memo: 'by a thief' }));
  assert.notEqual(refused.body.status, 'executed');
  await d.sanad('keys', 'rotate', 'pep');
  await setTimeout(PAST_KEY_FILE_LOOK_MS);
  const receipt = await pay('by the new key');
  assert.equal(verify(nodeCrypto, receipt, { keys: await keysOf() }).verdict, 'verified');
});

test('a person’s key, or one whose private half is not here, is not rotated by the operator', async () => {
  const { d } = used();
  await assert.rejects(
    d.sanad('keys', 'rotate', 'approver_cfo'),
    /approver_cfo is a person’s key, and not a service’s/,
  );
  await assert.rejects(d.sanad('keys', 'rotate', 'nobody'), /there is no key nobody here/);
});

test('an older copy of the keys folder: the authority does not start before it knows the newer key again', async () => {
  const { d } = used();
  const shown = join(d.folders.keys, 'public', 'authority.json');
  const files = [join(d.folders.keys, 'authority.pem'), shown];
  for (const file of files) await copyFile(file, `${file}.older`);
  await d.sanad('keys', 'rotate', 'authority');
  await setTimeout(PAST_KEY_FILE_LOOK_MS);
  const receipt = await pay('under the newer key');
  const published = await keysOf();
  await d.kill('authority');
  for (const file of files) await copyFile(`${file}.older`, file);
  await assert.rejects(
    d.restart('authority'),
    /The receipt rcpt_\w+ of .* has the key sha256:\w+ of authority, .* and run sanad keys rotate authority/s,
  );
  // What others have of it: the private half is gone for good.
  await writeFile(shown, JSON.stringify(published.authority));
  await d.sanad('keys', 'rotate', 'authority');
  await d.restart('authority');
  await setTimeout(PAST_KEY_FILE_LOOK_MS);
  await pay('under the key of after the loss');
  assert.equal(verify(nodeCrypto, receipt, { keys: await keysOf() }).verdict, 'verified');
});
