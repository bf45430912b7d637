import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePlace, publicKeyFile, registryOf } from './place.ts';

test('an attester’s key is enrolled the same way, without a secret', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'screener');
  const line = ['attester', 'add', 'screener', '--public-key', file];
  assert.match(
    (await place.sanad(line)).err,
    /may sign as attester for screener[\s\S]*compare the fingerprint/,
  );
  const added = await place.sanad([...line, '--yes']);
  assert.deepEqual([added.code, added.out.split('\n').at(-2)], [0, 'enrolled: screener'], added.err);
  const { keys } = await registryOf(place);
  assert.deepEqual([keys.screener?.role, keys.screener?.independent], ['attester', true]);
  await assert.rejects(stat(join(place.folder, 'keys', 'broker.screener.secret')));
  const replaced = await place.sanad(['keys', 'replace', 'screener', '--yes']);
  assert.match(replaced.err, /The holder of screener makes the new key/);
});

test('an attester’s key counts from when its issuer says, which may be before there was a principal', async (t) => {
  const place = await makePlace(t);
  const { publicKey } = generateKeyPairSync('ed25519');
  const hex = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex');
  const entry = { kid: 'screener', alg: 'ed25519', public_key: hex, role: 'attester' };
  const file = join(place.folder, 'screener-keys.json');
  const add = async (keys: unknown) => {
    await writeFile(file, JSON.stringify(keys));
    return place.sanad(['attester', 'add', 'screener', '--public-key', file, '--yes']);
  };
  const times = { not_before: '2020-01-01T00:00:00.000Z', not_after: null };
  const others = [
    { screener: { ...entry, ...times, role: 'counterparty' } },
    { screener: { ...entry, ...times, not_before: 'ever' } },
    { other: { ...entry, ...times } },
  ];
  for (const other of others) {
    const refused = await add(other);
    assert.match(refused.err, /no Ed25519 key named screener with the role attester/);
    assert.equal(refused.code, 2);
  }
  const added = await add({ screener: { ...entry, ...times } });
  assert.deepEqual([added.code, added.out.split('\n').at(-2)], [0, 'enrolled: screener'], added.err);
  const { keys, refused } = await registryOf(place);
  assert.deepEqual(refused, {});
  assert.deepEqual([keys.screener?.not_before, keys.screener?.public_key], [times.not_before, hex]);
});

test('an attester’s new key counts from when its issuer says too, ends when it says, and can be marked as stolen', async (t) => {
  const place = await makePlace(t);
  const file = join(place.folder, 'screener-keys.json');
  const publish = async (times: { readonly not_before: string; readonly not_after: string | null }) => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const hex = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex');
    const entry = { kid: 'screener', alg: 'ed25519', public_key: hex, role: 'attester', ...times };
    await writeFile(file, JSON.stringify({ screener: entry }));
    return hex;
  };
  const old = await publish({ not_before: '2020-01-01T00:00:00.000Z', not_after: null });
  const given = ['screener', '--public-key', file, '--yes'];
  assert.equal((await place.sanad(['attester', 'add', ...given])).code, 0);
  const times = { not_before: '2026-11-01T00:00:00.000Z', not_after: '2027-11-01T00:00:00.000Z' };
  const fresh = await publish(times);
  const replaced = await place.sanad(['keys', 'replace', ...given]);
  assert.equal(replaced.code, 0, replaced.err);
  const { keys, refused } = await registryOf(place);
  assert.deepEqual(refused, {});
  const { not_before, not_after, public_key } = keys.screener ?? {};
  assert.deepEqual({ not_before, not_after, public_key }, { ...times, public_key: fresh });
  const [retired] = keys.screener?.retired ?? [];
  assert.equal(retired?.public_key, old);
  assert.notEqual(retired?.not_after, null);

  await writeFile(file, JSON.stringify({ other: {} }));
  const foreign = await place.sanad(['keys', 'replace', ...given]);
  assert.match(foreign.err, /no Ed25519 key named screener with the role attester/);
  const stolen = await place.sanad([
    'keys',
    'compromise',
    'screener',
    '--at',
    '2026-11-10T00:00:00Z',
    '--yes',
  ]);
  assert.equal(stolen.code, 0, stolen.err);
  const marked = (await registryOf(place)).keys.screener;
  const at = '2026-11-10T00:00:00.000Z';
  assert.deepEqual([marked?.not_before, marked?.compromised_at], [times.not_before, at]);
});
