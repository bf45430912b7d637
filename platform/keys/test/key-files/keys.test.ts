import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { KeyFileError } from '@common/kit/private-file';
import { readSecret } from '@common/kit/secret-file';
import fc from 'fast-check';
import { openDeploymentId } from '../../src/deployment-id.ts';
import { replaceServiceKey } from '../../src/key-files/change-key.ts';
import { readPublicKey } from '../../src/key-files/key-pair.ts';
import {
  createKey,
  openPersonKey,
  openServiceKey,
  readServiceEntry,
  watchPublicKeys,
} from '../../src/key-files/keys.ts';
import { makeFolder } from './make-folder.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HASH = 'a1'.repeat(32);
const NO_MODE_BITS = platform() === 'win32' ? 'no mode bits here' : false;
const service = (dir: string, alg: 'ed25519' | 'es256' = 'ed25519', clock = () => NOW) => ({
  dir,
  kid: 'pep',
  alg,
  role: 'pep' as const,
  clock,
});
const mode = async (file: string) => (await stat(file)).mode & 0o777;

function isSignatureOf(publicKey: string, ascii: string, signature: string): boolean {
  const bytes = Buffer.from(publicKey, 'hex');
  const url = (part: Buffer) => part.toString('base64url');
  const jwk =
    bytes.length === 32
      ? { kty: 'OKP', crv: 'Ed25519', x: url(bytes) }
      : { kty: 'EC', crv: 'P-256', x: url(bytes.subarray(1, 33)), y: url(bytes.subarray(33)) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const digest = bytes.length === 32 ? null : 'sha256';
  const asKey = bytes.length === 32 ? key : { key, dsaEncoding: 'ieee-p1363' as const };
  return verify(digest, Buffer.from(ascii), asKey, Buffer.from(signature, 'hex'));
}

for (const alg of ['ed25519', 'es256'] as const) {
  test(`a service's ${alg} key is made once, signs, and stays the same`, async (t) => {
    const dir = await makeFolder(t);
    const first = await openServiceKey(service(dir, alg));
    const second = await openServiceKey(service(dir, alg, () => NOW + 1000));
    assert.deepEqual([first.created, second.created], [true, false]);
    assert.deepEqual(first.entry, second.entry);
    assert.equal(first.entry.not_before, '2026-03-01T12:00:00.000Z');
    assert.match(first.entry.public_key, alg === 'ed25519' ? /^[0-9a-f]{64}$/ : /^04[0-9a-f]{128}$/);
    const signature = second.sign(HASH);
    assert.match(signature, /^[0-9a-f]{128}$/);
    assert.ok(isSignatureOf(first.entry.public_key, HASH, signature));
    assert.ok(!isSignatureOf(first.entry.public_key, HASH.replace('a', 'b'), signature));
  });
}

test('a public key is read alone: not beside anything, in no other form, and no private one', () => {
  const pair = generateKeyPairSync('ed25519');
  const pem = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));
  const hidden = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  const labelled = (der: Buffer) =>
    `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
  assert.equal(readPublicKey(`\r\n${pem.replaceAll('\n', '\r\n')}`, 'a.pub').pem, pem);
  for (const text of [
    `${pem}${pem}`,
    `From: anna\n${pem}`,
    `${pem}${hidden.toString('base64')}`,
    labelled(hidden),
    labelled(Buffer.concat([pair.publicKey.export({ type: 'spki', format: 'der' }), hidden])),
    '',
  ])
    assert.throws(() => readPublicKey(text, 'a.pub'), /^KeyFileError: a\.pub is not a public key in PEM/);
  const lower = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })).toLowerCase();
  assert.throws(() => readPublicKey(lower, 'a.pub'), /is a private key: leave it with its holder/);
});

test('nothing but a hash is signed', async (t) => {
  const { sign } = await openServiceKey(service(await makeFolder(t)));
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom(HASH.toUpperCase(), `${HASH}\n`, HASH.slice(1))),
      (text) => {
        assert.throws(() => sign(text), /64 lowercase hex/);
      },
    ),
    { numRuns: 50 },
  );
});

test('private files are 0600 in folders 0700, and nothing else is left behind', {
  skip: NO_MODE_BITS,
}, async (t) => {
  const dir = await makeFolder(t);
  await openServiceKey(service(dir));
  await readSecret({ dir, name: 'broker.secret', fromEnv: undefined });
  const person = await createKey({ file: join(dir, 'people', 'principal_amal.pem'), alg: 'es256' });
  assert.equal(person.created, true);
  const files = ['pep.pem', 'broker.secret', 'people/principal_amal.pem'];
  assert.deepEqual(await Promise.all(files.map((file) => mode(join(dir, file)))), [0o600, 0o600, 0o600]);
  assert.deepEqual(await Promise.all(['.', 'people'].map((sub) => mode(join(dir, sub)))), [0o700, 0o700]);
  assert.deepEqual((await readdir(dir)).sort(), [
    'broker.secret',
    'deployment.id',
    'people',
    'pep.pem',
    'public',
  ]);
  assert.deepEqual(await readdir(join(dir, 'public')), ['pep.json']);
});

test('a private file that others may read, or a folder that they may write to, is refused', {
  skip: NO_MODE_BITS,
}, async (t) => {
  const dir = await makeFolder(t);
  await openServiceKey(service(dir));
  const pem = join(dir, 'pep.pem');
  for (const open of [0o640, 0o604, 0o620]) {
    await chmod(pem, open);
    await assert.rejects(
      openServiceKey(service(dir)),
      /pep\.pem is accessible to group or others; run: chmod 600/,
    );
  }
  await chmod(pem, 0o600);
  await chmod(dir, 0o770);
  await assert.rejects(openServiceKey(service(dir)), /is writable by group or others; run: chmod 700/);
  await chmod(dir, 0o700);
  await readSecret({ dir, name: 'jwt.secret', fromEnv: undefined });
  await chmod(join(dir, 'jwt.secret'), 0o644);
  await assert.rejects(
    readSecret({ dir, name: 'jwt.secret', fromEnv: undefined }),
    /jwt\.secret is accessible/,
  );
});

test('a public entry of another key, role or form is refused', async (t) => {
  const dir = await makeFolder(t);
  await openServiceKey(service(dir));
  const file = join(dir, 'public', 'pep.json');
  const entry = JSON.parse(await readFile(file, 'utf8'));
  const other = await openServiceKey({ ...service(dir), kid: 'authority', role: 'authority' });
  const wrong: readonly [entry: unknown, message: RegExp][] = [
    [{ ...entry, public_key: other.entry.public_key }, /is not the public half of/],
    [{ ...entry, fingerprint: other.entry.fingerprint }, /is not the public half of/],
    [{ ...entry, kid: 'authority' }, /is not the public half of/],
    [{ ...entry, role: 'authority' }, /a key may hold only one role/],
    [{ ...entry, more: 1 }, /is not the public entry/],
    [{ ...entry, independent: 'no' }, /is not the public entry/],
    ['text', /is not the public entry/],
  ];
  for (const [content, message] of wrong) {
    await writeFile(file, JSON.stringify(content));
    await assert.rejects(openServiceKey(service(dir)), message);
  }
  await writeFile(file, '{');
  await assert.rejects(openServiceKey(service(dir)), /is not JSON/);
  await writeFile(file, JSON.stringify({ ...entry, compromised_at: '2026-03-02T00:00:00.000Z' }));
  assert.equal((await openServiceKey(service(dir))).entry.compromised_at, '2026-03-02T00:00:00.000Z');
});

test('who names another key than a service’s is told whose it is, or which there are', async (t) => {
  const dir = await makeFolder(t);
  await assert.rejects(readServiceEntry(join(dir, 'none'), 'pep'), /no key pep here .*, there are none$/);
  const { entry } = await openServiceKey(service(dir));
  await openServiceKey({ ...service(dir), kid: 'authority', role: 'authority' });
  const add = (kid: string, facts: object) =>
    writeFile(join(dir, 'public', `${kid}.json`), JSON.stringify({ ...entry, kid, ...facts }));
  const signature = { kid: 'principal_local', alg: 'ed25519', sig: 'a'.repeat(128) };
  const enrolment = { enrolment_hash: 'a'.repeat(64), signature };
  await add('approver_cfo', { role: 'approver', person: 'cfo' });
  await add('venue', { role: 'counterparty', person: null, enrolment });
  await assert.rejects(
    replaceServiceKey(dir, 'approver_cfo', NOW),
    /^KeyFileError: approver_cfo is a person’s key, .* sanad keys replace approver_cfo, /,
  );
  await assert.rejects(
    replaceServiceKey(dir, 'venue', NOW),
    /venue is a counterparty’s key, .* keys replace/,
  );
  await assert.rejects(
    replaceServiceKey(dir, 'pap', NOW),
    /no key pap here .* of services’ keys, there are authority, pep$/,
  );
});

test('a lost public entry is recreated from the private key', async (t) => {
  const dir = await makeFolder(t);
  const first = await openServiceKey(service(dir));
  await rm(join(dir, 'public', 'pep.json'));
  const again = await openServiceKey(service(dir));
  assert.equal(again.created, false);
  assert.equal(again.entry.public_key, first.entry.public_key);
});

test('what is not a key of the expected kind is refused without repeating it', async (t) => {
  const dir = await makeFolder(t);
  await openServiceKey(service(dir));
  await assert.rejects(openServiceKey(service(dir, 'es256')), /holds an ed25519 key, but pep must be es256/);
  const pem = join(dir, 'pep.pem');
  const secretText = 'MC4CAQAwBQYDK2VwBCIEIsecret';
  await writeFile(pem, `-----BEGIN PRIVATE KEY-----\n${secretText}\n-----END PRIVATE KEY-----\n`, {
    mode: 0o600,
  });
  await assert.rejects(openServiceKey(service(dir)), (error) => {
    assert.ok(error instanceof KeyFileError);
    assert.match(error.message, /not a private key in PKCS#8 PEM/);
    assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, /MC4CAQ|secret/);
    return true;
  });
  await rm(pem);
  await mkdir(pem);
  await assert.rejects(openServiceKey(service(dir)), KeyFileError);
});

test('a key id cannot name a file elsewhere', async (t) => {
  const dir = await makeFolder(t);
  for (const kid of ['../pep', 'a/b', '.pep', 'Pep', '', 'a\0', '..']) {
    await assert.rejects(openServiceKey({ ...service(dir), kid }), /a key id starts with/);
  }
  await assert.rejects(openPersonKey(join(dir, 'principal_amal.key')), /must be named <kid>\.pem/);
  await assert.rejects(openPersonKey(join(dir, 'principal_amal.pem')), /does not exist/);
});

test('a person’s key is made once and read back', async (t) => {
  const file = join(await makeFolder(t), 'people', 'approver_omar.phone.pem');
  const made = await createKey({ file, alg: 'es256' });
  const again = await createKey({ file, alg: 'ed25519' });
  const read = await openPersonKey(file);
  assert.deepEqual([made.created, again.created, again.alg], [true, false, 'es256']);
  assert.deepEqual([read.kid, read.public_key], ['approver_omar.phone', made.public_key]);
  assert.ok(isSignatureOf(made.public_key, HASH, read.sign(HASH)));
});

test('processes that start at once get the same key and secret', async (t) => {
  const dir = await makeFolder(t);
  const program = fileURLToPath(import.meta.resolve('./open-key-process.ts'));
  const run = promisify(execFile);
  const outputs = await Promise.all([1, 2, 3].map(() => run(process.execPath, [program, dir])));
  const seen = outputs.map(({ stdout }) => JSON.parse(stdout));
  const together = await Promise.all(
    Array.from({ length: 8 }, () => openServiceKey({ ...service(dir), kid: 'bank', role: 'counterparty' })),
  );
  assert.equal(seen.filter(({ created }) => created).length, 1);
  assert.equal(new Set(seen.map(({ entry }) => JSON.stringify(entry))).size, 1);
  assert.equal(new Set(seen.map(({ secret }) => secret)).size, 1);
  assert.equal(together.filter(({ created }) => created).length, 1);
  assert.equal(new Set(together.map(({ entry }) => entry.public_key)).size, 1);
});

test('a secret comes from the environment, else from the file', async (t) => {
  const dir = await makeFolder(t);
  const secret = (fromEnv: string | undefined) => readSecret({ dir, name: 'jwt.secret', fromEnv });
  assert.equal(await secret('sixteen letters.'), 'sixteen letters.');
  await assert.rejects(secret('fifteen letters'), (error) => {
    assert.ok(error instanceof KeyFileError);
    assert.match(error.message, /jwt\.secret is too short; use at least 16/);
    assert.doesNotMatch(error.message, /fifteen letters/);
    return true;
  });
  const made = await secret(undefined);
  assert.match(made, /^[0-9a-f]{64}$/);
  assert.equal(await secret(''), made);
  await writeFile(join(dir, 'jwt.secret'), 'short');
  await assert.rejects(secret(undefined), /too short; move it away/);
});

test('a deployment’s id is drawn once, before its first key, and never again', async (t) => {
  const dir = await makeFolder(t);
  const ids = await Promise.all(Array.from({ length: 8 }, () => openDeploymentId(dir)));
  assert.match(ids[0] ?? '', /^dp_[0-9a-f]{24}$/);
  assert.equal(new Set(ids).size, 1);
  const { entry } = await openServiceKey(service(dir));
  assert.equal(entry.deployment, ids[0]);

  await writeFile(join(dir, 'deployment.id'), 'dp_1');
  await assert.rejects(openDeploymentId(dir), /deployment\.id is not a deployment id .*; restore it/);
  await writeFile(join(dir, 'deployment.id'), 'dp_ffffffffffffffffffffffff');
  await assert.rejects(openServiceKey(service(dir)), /pep\.json belongs to the deployment dp_.*; restore/);
  await rm(join(dir, 'deployment.id'));
  await assert.rejects(openDeploymentId(dir), (error) => {
    assert.ok(error instanceof KeyFileError);
    assert.match(error.message, /has keys but no deployment id .* npm start -- --renew/);
    return true;
  });
});

test('public keys are read again only after a change', async (t) => {
  const dir = await makeFolder(t);
  const keys = watchPublicKeys(dir, 0);
  assert.deepEqual(await keys(), {});
  const pep = await openServiceKey(service(dir));
  const first = await keys();
  assert.deepEqual(first, { pep: pep.entry });
  assert.equal(await keys(), first);
  assert.deepEqual(await Promise.all([keys(), keys()]), [first, first]);

  const person = join(dir, 'public', 'principal_amal.json');
  await writeFile(person, '{"enrolment": {}}');
  await writeFile(join(dir, 'public', '.draft.json.tmp'), 'not read');
  await writeFile(join(dir, 'public', 'README.txt'), 'not read');
  assert.deepEqual(Object.keys(await keys()), ['pep', 'principal_amal']);
  await writeFile(person, '{"enrolment": {"kid": "principal_amal"}}');
  assert.deepEqual((await keys()).principal_amal, { enrolment: { kid: 'principal_amal' } });
  await rm(person);
  await symlink(join(dir, 'nowhere'), person);
  assert.deepEqual(Object.keys(await keys()), ['pep']);
  await rm(person);
  await writeFile(person, '{');
  await assert.rejects(keys(), /principal_amal\.json is not JSON/);
  await rm(person);
  assert.deepEqual(await keys(), first);

  const away = join(dir, 'away');
  await rename(join(dir, 'public'), away);
  await assert.rejects(keys(), /public is gone; restore it/);
  await rename(away, join(dir, 'public'));
  assert.deepEqual(await keys(), first);
});
