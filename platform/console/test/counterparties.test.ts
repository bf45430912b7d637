import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readKeyRegistry } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import { signHash, verifySignature } from '@platform/proof/signed';
import type { KeyEntry } from '@platform/protocol/key-entry';
import { openPersonKey, watchPublicKeys } from '@platform/trust/keys';
import { makePlace, type Place } from './place.ts';

/** The public half of a fresh key, in a file. */
async function publicKeyFile({ folder }: Place, name: string): Promise<string> {
  const { publicKey } = generateKeyPairSync('ed25519');
  const file = join(folder, `${name}.pem`);
  await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
  return file;
}

async function registryOf({ folder }: Place) {
  const deployment = (await readFile(join(folder, 'keys', 'deployment.id'), 'utf8')).trim();
  return readKeyRegistry(nodeCrypto, deployment, await watchPublicKeys(join(folder, 'keys'), 0)());
}

test('a counterparty’s key is enrolled by the principal, with a secret of its own', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'courier');
  const unasked = await place.sanad(['counterparty', 'add', 'courier', '--public-key', file]);
  assert.equal(unasked.code, 2);
  assert.match(
    unasked.err,
    /may sign as counterparty for courier[\s\S]*compare the fingerprint with its holder/,
  );

  const line = ['counterparty', 'add', 'courier', '--public-key', file, '--yes'];
  const added = await place.sanad(line);
  assert.equal(added.code, 0, added.err);
  assert.match(added.out, /enrolled: courier\n.*broker\.courier\.secret is the secret/);
  assert.equal((await stat(join(place.folder, 'keys', 'broker.courier.secret'))).mode & 0o077, 0);
  const { keys } = await registryOf(place);
  assert.deepEqual([keys.courier?.role, keys.courier?.independent], ['counterparty', true]);
  assert.equal(keys.courier?.enrolment?.signature.kid, 'principal_local');
  assert.match((await place.sanad(line)).err, /enrolled already.*sanad keys replace courier/);
});

test('a name of a service or a person, a private key and a key in use are refused', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'courier');
  for (const kid of ['pep', 'approver_cfo', 'Courier'])
    assert.match(
      (await place.sanad(['counterparty', 'add', kid, '--public-key', file, '--yes'])).err,
      /cannot be a counterparty’s name/,
    );
  const secret = join(place.folder, 'keys', 'people', 'approver_cfo.pem');
  assert.match(
    (await place.sanad(['counterparty', 'add', 'courier', '--public-key', secret, '--yes'])).err,
    /is a private key: leave it with its holder/,
  );
  assert.equal(
    (await place.sanad(['counterparty', 'add', 'courier', '--public-key', file, '--yes'])).code,
    0,
  );
  assert.match(
    (await place.sanad(['counterparty', 'add', 'other', '--public-key', file, '--yes'])).err,
    /has the same key as courier/,
  );
});

test('an entry that calls itself independent without a principal’s signature is not trusted', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'courier');
  await place.sanad(['counterparty', 'add', 'courier', '--public-key', file, '--yes']);
  const path = join(place.folder, 'keys', 'public', 'courier.json');
  const entry: KeyEntry = JSON.parse(await readFile(path, 'utf8'));
  for (const [changed, why] of [
    [{ ...entry, enrolment: null }, /made elsewhere, but no principal enrolled it/],
    [{ ...entry, not_after: '2030-01-01T00:00:00.000Z' }, /changed after it was enrolled/],
  ] as const) {
    await writeFile(path, JSON.stringify(changed));
    const { keys, refused } = await registryOf(place);
    assert.equal(keys.courier, undefined);
    assert.match(refused.courier ?? '', why);
  }
});

test('a person’s key is replaced by a principal’s signature; what the old one signed stays valid', async (t) => {
  const place = await makePlace(t);
  const people = join(place.folder, 'keys', 'people');
  const pem = join(people, 'approver_cfo.pem');
  const before = await openPersonKey(pem);
  const hash = 'a'.repeat(64);
  const { keys: first } = await registryOf(place);
  const signature = signHash(before, hash);
  const replaced = await place.sanad(['keys', 'replace', 'approver_cfo', '--yes']);
  assert.equal(replaced.code, 0, replaced.err);
  const after = await openPersonKey(pem);
  assert.notEqual(after.public_key, before.public_key);
  const { keys, refused } = await registryOf(place);
  assert.deepEqual(refused, {});
  const entry = keys.approver_cfo;
  assert.ok(entry);
  assert.deepEqual([entry.public_key, entry.retired?.[0]?.public_key], [after.public_key, before.public_key]);
  const at = first.approver_cfo?.not_before ?? '';
  const claim = { hash, signature, key: entry, type: 'sanad/action/1', at } as const;
  assert.ok(verifySignature(nodeCrypto, claim).ok);
  const late = verifySignature(nodeCrypto, { ...claim, at: '2027-01-01T00:00:00Z' });
  assert.equal(late.ok ? null : late.error.code, 'key_expired');
});

test('a holder’s own new key, a root’s, and a counterparty’s replace theirs; a service’s is rotated', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'new');
  const line = ['keys', 'replace', 'approver_cfo', '--public-key', file, '--yes'];
  assert.equal((await place.sanad(line)).code, 0);
  assert.equal((await registryOf(place)).keys.approver_cfo?.independent, true);

  const root = await place.sanad(['keys', 'replace', 'principal_local', '--yes']);
  assert.equal(root.code, 0, root.err);
  const { keys, refused } = await registryOf(place);
  assert.deepEqual([refused, keys.principal_local?.retired?.length], [{}, 1]);
  // It enrols as before.
  const again = ['keys', 'enrol', 'approver_b', '--person', 'b', '--yes'];
  assert.equal((await place.sanad(again)).code, 0);
  assert.match(
    (await place.sanad(['keys', 'replace', 'principal_local', '--public-key', file, '--yes'])).err,
    /its new key is made here/,
  );

  const courier = await publicKeyFile(place, 'courier');
  await place.sanad(['counterparty', 'add', 'courier', '--public-key', courier, '--yes']);
  assert.match((await place.sanad(['keys', 'replace', 'courier', '--yes'])).err, /with --public-key/);
  const next = await publicKeyFile(place, 'courier2');
  assert.equal((await place.sanad(['keys', 'replace', 'courier', '--public-key', next, '--yes'])).code, 0);
  assert.match((await place.sanad(['keys', 'replace', 'pep', '--yes'])).err, /sanad keys rotate pep/);
});

test('a mark of compromise that arrives while replace asks is kept, and nothing is replaced', async (t) => {
  const place = await makePlace(t);
  const path = 'keys/public/approver_cfo.json';
  const before = (await place.json(path)) as KeyEntry;
  const marked = { ...before, compromised_at: before.not_before };
  const ask = async () => {
    await writeFile(join(place.folder, path), JSON.stringify(marked));
    return 'yes';
  };
  const line = ['keys', 'replace', 'approver_cfo'];
  const { code, err } = await place.sanad(line, { ask });
  assert.equal(code, 2);
  assert.match(err, /approver_cfo was changed meanwhile, and nothing was replaced/);
  assert.deepEqual(await place.json(path), marked);
  assert.equal((await place.sanad([...line, '--yes'])).code, 0);
  const after = (await place.json(path)) as KeyEntry;
  assert.equal(after.retired?.[0]?.compromised_at, marked.compromised_at);
});
