import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { parseLogPolicy } from '@platform/core/log/note/log-policy';
import { formatNoteKey, KEY_TYPES, noteKey } from '@platform/core/log/note/note-key';
import { MAX_SEND_WITHIN_MS, type SignedRejection } from '@platform/core/objects/grant';
import type { KeyEntry, KeyVersion } from '@platform/core/objects/key-entry';
import { SignedMandate } from '@platform/core/objects/mandate';
import { SignedProfile } from '@platform/core/objects/profile';
import { verifySigned } from '@platform/core/signed/signed';
import { noteSigner } from '@platform/core/testing/note-signer';
import { createPasskey, type SoftwarePasskey } from '@platform/core/testing/passkey';
import { openLogKeys } from '@platform/keys/key-files/log-keys';
import { Value } from 'typebox/value';
import { oldKeyWords } from '../src/render/words.ts';
import { madeFor, PAGE, write } from './passkey-commands.ts';
import { heldGrant, makePlace, type Place, seededMandate } from './place.ts';

describe('sanad keys init', () => {
  test('creates keys, secrets, profiles and mandates, and says so without showing a secret', async (t) => {
    const place = await makePlace(t, { empty: true });
    const { code, out } = await place.sanad(['keys', 'init']);
    assert.equal(code, 0);
    for (const kid of ['pep', 'authority', 'service_assembly', 'bank', 'recipient']) {
      assert.match(out, new RegExp(`created key ${kid} `));
      assert.equal((await stat(join(place.folder, `keys/${kid}.pem`))).mode & 0o777, 0o600);
    }
    for (const kid of ['principal_local', 'approver_cfo']) {
      assert.equal((await stat(join(place.folder, `keys/people/${kid}.pem`))).mode & 0o777, 0o600);
    }
    const secret = (await readFile(join(place.folder, 'keys/jwt.secret'), 'utf8')).trim();
    assert.ok(!out.includes(secret) && !out.includes('PRIVATE'));
  });

  test('what it signs is valid: profiles and mandates, each within its own bounds', async (t) => {
    const place = await makePlace(t);
    const keys = JSON.parse((await place.sanad(['keys', 'list', '--json'])).out);
    const counterparties = Object.values<KeyEntry>(keys).filter(({ role }) => role === 'counterparty');
    assert.deepEqual(
      Object.keys(keys).sort(),
      [
        ...['approver_cfo', 'authority', 'pep', 'principal_local', 'service_assembly'],
        ...counterparties.map(({ kid }) => kid),
      ].sort(),
    );
    for (const kid of ['bank', 'recipient']) assert.ok(counterparties.some((key) => key.kid === kid));
    assert.deepEqual([keys.approver_cfo.alg, keys.approver_cfo.hardware], ['es256', false]);
    for (const plugin of ['treasury', 'records']) {
      const profile = await place.json(`profiles/${plugin}.v1.json`);
      assert.ok(Value.Check(SignedProfile, profile));
      assert.deepEqual(
        await place.json(`profiles/history/${plugin}.v1@${profile.profile.version}.json`),
        profile,
      );
      const mandate = await place.json(`mandates/${plugin}.json`);
      assert.ok(Value.Check(SignedMandate, mandate));
      assert.equal(mandate.contract.policy_version, `${plugin}.v1@${profile.profile.version}`);
      for (const [object, hash, signature, at] of [
        [profile.profile, profile.profile_hash, profile.signature, profile.profile.published_at],
        [mandate.contract, mandate.contract_hash, mandate.signature, mandate.contract.valid_from],
      ] as const) {
        assert.deepEqual(verifySigned(nodeCrypto, { object, hash, signature, keys, at }).ok, true);
      }
    }
  });

  test('a second run creates nothing and changes nothing', async (t) => {
    const place = await makePlace(t);
    const before = await place.json('mandates/treasury.json');
    assert.match((await place.sanad(['keys', 'init'])).out, /^nothing to create/);
    assert.deepEqual(await place.json('mandates/treasury.json'), before);
  });

  test('of several first runs at once, only one creates each thing', async (t) => {
    const place = await makePlace(t, { empty: true });
    const starts = await Promise.all([1, 2, 3].map(() => place.sanad(['keys', 'init'])));
    assert.deepEqual(
      starts.map(({ code, err }) => [code, err]),
      starts.map(() => [0, '']),
    );
    const made = starts.flatMap(({ out }) => out.match(/^created (profile|mandate) .*$/gm) ?? []);
    const plugins = await readdir(join(place.folder, 'mandates'));
    assert.ok(plugins.length >= 2);
    assert.equal(made.length, 2 * plugins.length, 'a profile and a mandate for each plugin');
    const { contract: mandate } = (await place.json('mandates/treasury.json')) as SignedMandate;
    assert.ok(made.some((line) => line.includes(mandate.contract_id)));
    assert.deepEqual(
      await place.json('profiles/treasury.v1.json'),
      await place.json('profiles/history/treasury.v1@1.0.0.json'),
    );
  });

  test('creates what an interrupted run left out', async (t) => {
    const place = await makePlace(t);
    await rm(join(place.folder, 'mandates/records.json'));
    await rm(join(place.folder, 'keys/public/approver_cfo.json'));
    const { out } = await place.sanad(['keys', 'init']);
    assert.match(out, /^created key approver_cfo of cfo\ncreated mandate ic_\w+ for records/);
  });

  test('a principal’s key kept elsewhere is not replaced; it is asked for when it is needed', async (t) => {
    const place = await makePlace(t);
    await rename(join(place.folder, 'keys/people/principal_local.pem'), join(place.folder, 'away.pem'));
    assert.equal((await place.sanad(['keys', 'init'])).code, 0);
    await rm(join(place.folder, 'mandates/records.json'));
    const needed = await place.sanad(['keys', 'init']);
    assert.equal(needed.code, 2);
    assert.match(needed.err, /principal_local\.pem is needed/);
  });

  test('refuses a principal’s key that is not the published one', async (t) => {
    const place = await makePlace(t);
    const other = await makePlace(t, { isOther: true });
    const file = 'keys/people/principal_local.pem';
    await rm(join(place.folder, file));
    await writeFile(join(place.folder, file), await readFile(join(other.folder, file)), { mode: 0o600 });
    const { code, err } = await place.sanad(['keys', 'init']);
    assert.equal(code, 2);
    assert.match(err, /is not the key published/);
  });
});

describe('sanad keys', () => {
  test('list does not trust a person’s key that no principal enrolled, or that was altered', async (t) => {
    const place = await makePlace(t);
    const file = join(place.folder, 'keys/public/approver_cfo.json');
    const signed = JSON.parse(await readFile(file, 'utf8'));
    signed.hardware = true;
    await writeFile(file, JSON.stringify(signed));
    const { code, out, err } = await place.sanad(['keys', 'list']);
    assert.equal(code, 1);
    assert.ok(!out.includes('approver_cfo'));
    assert.match(err, /not trusted: approver_cfo/);
  });

  test('enrol creates a key that the principal signs, and only after a yes', async (t) => {
    const place = await makePlace(t);
    const line = ['keys', 'enrol', 'approver_ops.laptop', '--person', 'ops'];
    assert.equal((await place.sanad(line)).code, 2);
    const done = await place.sanad([...line, '--yes']);
    assert.deepEqual([done.code, done.out], [0, 'enrolled: approver_ops.laptop of ops\n']);
    assert.match(done.err, /sign as approver for ops/);
    const keys = JSON.parse((await place.sanad(['keys', 'list', '--json'])).out);
    assert.equal(keys['approver_ops.laptop'].person, 'ops');
    assert.match((await place.sanad([...line, '--yes'])).err, /already enrolled/);
    const byApprover = await place.sanad([
      'keys',
      'enrol',
      'x',
      '--person',
      'x',
      '--by',
      'approver_cfo',
      '--yes',
    ]);
    assert.equal(byApprover.code, 2);
    assert.ok(!JSON.parse((await place.sanad(['keys', 'list', '--json'])).out).x);
    assert.equal((await place.sanad(['keys', 'enrol', '../x', '--person', 'x', '--yes'])).code, 2);
  });

  test('only a key that was made elsewhere is called independent', async (t) => {
    const place = await makePlace(t);
    const before = JSON.parse((await place.sanad(['keys', 'list', '--json'])).out);
    for (const { kid, independent } of Object.values<KeyEntry>(before)) assert.equal(independent, false, kid);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const file = join(place.folder, 'ops.pub');
    await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
    const line = ['keys', 'enrol', 'approver_ops', '--person', 'ops', '--yes', '--public-key'];
    const done = await place.sanad([...line, file]);
    assert.equal(done.code, 0, done.err);
    assert.match(done.err, /made +elsewhere, so it is independent: compare the fingerprint with ops/);
    assert.ok(!existsSync(join(place.folder, 'keys/people/approver_ops.pem')));
    const { approver_ops: entry } = JSON.parse((await place.sanad(['keys', 'list', '--json'])).out);
    assert.deepEqual([entry.independent, entry.alg, entry.person], [true, 'ed25519', 'ops']);
    // The public half of a key that lies here says nothing of who else has it.
    const own = generateKeyPairSync('ed25519');
    const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(place.folder, 'keys/people/approver_here.pem'), pem, { mode: 0o600 });
    await writeFile(file, own.publicKey.export({ type: 'spki', format: 'pem' }));
    const here = ['keys', 'enrol', 'approver_here', '--person', 'here', '--yes', '--public-key', file];
    const enrolled = await place.sanad(here);
    assert.equal(enrolled.code, 0, enrolled.err);
    assert.match(enrolled.err, /here, so it is not +independent/);
    const made = await place.sanad(['keys', 'enrol', 'approver_made', '--person', 'made', '--yes']);
    assert.match(made.err, /here, so it is not +independent/);
    const { approver_made } = JSON.parse((await place.sanad(['keys', 'list', '--json'])).out);
    assert.equal(approver_made.independent, false);
    const secret = join(place.folder, 'ops.pem');
    await writeFile(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const refused = await place.sanad([
      'keys',
      'enrol',
      'approver_x',
      '--person',
      'x',
      '--yes',
      '--public-key',
      secret,
    ]);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /is a private key: leave it with its holder/);
    const { authority } = before;
    const x = Buffer.from(authority.public_key, 'hex').toString('base64url');
    const taken = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    await writeFile(file, taken.export({ type: 'spki', format: 'pem' }));
    const eve = await place.sanad([
      'keys',
      'enrol',
      'approver_eve',
      '--person',
      'eve',
      '--yes',
      '--public-key',
      file,
    ]);
    assert.match(eve.err, /would disable authority, which then has the same key as approver_eve/);
  });

  test('enrol asks for a principal’s tenants, and shows and signs them', async (t) => {
    const place = await makePlace(t);
    const enrol = (...more: readonly string[]) =>
      place.sanad(['keys', 'enrol', 'principal_nour', '--person', 'nour', '--yes', ...more]);
    const refusals: readonly (readonly [options: readonly string[], why: RegExp])[] = [
      [['--role', 'principal'], /Name the tenants .* --tenant tn_\.\.\./],
      [['--role', 'principal', '--tenant', 'nour'], /nour is not a tenant: an id starts with tn_/],
      [['--tenant', 'tn_nour'], /An approver is enrolled for all who name them/],
    ];
    for (const [options, why] of refusals) {
      const { code, err } = await enrol(...options);
      assert.equal(code, 2);
      assert.match(err, why);
    }
    const { code, err } = await enrol('--role', 'principal', '--tenant', 'tn_nour', 'tn_cafe');
    assert.equal(code, 0, err);
    assert.match(err, /tenants +tn_nour, tn_cafe/);
    const entry = (await place.json('keys/public/principal_nour.json')) as KeyEntry;
    assert.deepEqual(entry.tenants, ['tn_nour', 'tn_cafe']);
    const root = (await place.json('keys/public/principal_local.json')) as KeyEntry;
    assert.deepEqual(root.tenants, ['*']);

    entry.tenants?.push('tn_victim');
    await writeFile(join(place.folder, 'keys/public/principal_nour.json'), JSON.stringify(entry));
    assert.match(
      (await place.sanad(['keys', 'list'])).err,
      /principal_nour was changed after it was enrolled/,
    );
  });
});

test('rotate and replace say when the old key ends: in a minute, in ten after a passkey was asked, or at once if it was stolen', async (t) => {
  const place = await makePlace(t);
  const said = async (...line: string[]) => {
    const { code, out, err } = await place.sanad(['keys', ...line]);
    assert.equal(code, 0, err);
    return out;
  };
  const endOf = async (kid: string) => {
    const { not_before: from, retired } = (await place.json(`keys/public/${kid}.json`)) as KeyEntry;
    return Date.parse(retired?.[0]?.not_after ?? '') - Date.parse(from);
  };
  const inAMinute = /The old key ends in 1 minute, and what it signed stays valid\./;
  const atOnce =
    /The old key counts as stolen since 2026-11-20T12:00:00\.000Z and has ended at once; what it signed before it was stolen stays valid\./;
  const ended = { not_after: '2026-11-20T12:10:00.000Z', compromised_at: null } as KeyVersion;
  assert.match(oldKeyWords(ended, Date.parse('2026-11-20T12:00:03Z')), /ends in 10 minutes,/);
  for (const [kid, line] of [
    ['authority', ['rotate', 'authority']],
    ['approver_cfo', ['replace', 'approver_cfo', '--yes']],
  ] as const) {
    const first = await said(...line);
    assert.match(first, inAMinute);
    const later = await endOf(kid);
    await said('compromise', kid, '--at', '2026-11-20T12:00:00Z', '--here');
    const second = await said(...line);
    assert.match(second, atOnce);
    assert.doesNotMatch(second, /minute/);
    assert.equal(later - (await endOf(kid)), 60_000);
  }
});

test('compromise --here marks a person’s key without the authority, and says so once no call can begin under it', async (t) => {
  const place = await makePlace(t);
  const entry = async () => (await place.json('keys/public/approver_cfo.json')) as KeyEntry;
  const before = await entry();
  const at = '2026-11-20T12:00:00Z';
  const line = ['keys', 'compromise', 'approver_cfo', '--at', at];
  const away = await place.sanad([...line, '--reason', 'a laptop was stolen', '--yes']);
  assert.deepEqual([away.code, (await entry()).compromised_at, place.pauses], [1, null, []]);
  assert.match(away.err, /mark the key in this folder, unsigned: add --here/);
  const { code, out } = await place.sanad([...line, '--here']);
  assert.equal(code, 0);
  assert.match(out, new RegExp(`^stolen since ${at}: approver_cfo ${before.fingerprint}\n`));
  assert.deepEqual(await entry(), { ...before, compromised_at: '2026-11-20T12:00:00.000Z' });
  assert.deepEqual(place.authority.sent, []);
  assert.ok((place.pauses[0] ?? 0) > MAX_SEND_WITHIN_MS, 'as long as the longest lease');
  const again = await place.sanad([...line, '--here']);
  assert.equal(again.code, 2);
  assert.match(again.err, /already marked as stolen earlier/);
  assert.equal(place.pauses.length, 1);
});

const KID = 'approver_cfo.key';

async function enrol(place: Place, passkey: SoftwarePasskey, ...more: readonly string[]) {
  const files = await madeFor(place, passkey, { kid: KID, person: 'cfo' });
  const line = ['keys', 'enrol-passkey', KID, '--person', 'cfo', ...PAGE, '--yes'];
  return place.sanad([...line, ...files, ...more]);
}

describe('a passkey, by commands alone', () => {
  test('is made, enrolled as hardware that the principal saw, and approves', async (t) => {
    const place = await makePlace(t);
    const passkey = createPasskey(nodeCrypto, { name: 'cfo' });
    const done = await enrol(place, passkey, '--seen');
    assert.equal(done.code, 0, done.err);
    assert.match(done.err, /kept +in a device that you saw.*for https:\/\/sanad\.example/);
    const entry = (await place.json(`keys/public/${KID}.json`)) as KeyEntry;
    assert.deepEqual(
      [entry.alg, entry.public_key, entry.independent, entry.hardware, entry.hardware_ground],
      ['webauthn', passkey.facts.public_key, true, true, 'seen'],
    );

    const mandate = await seededMandate(place);
    const record = await heldGrant(place);
    const { answers, sent } = place.authority;
    answers.set('GET /grants/gr_held', { status: 200, body: record });
    answers.set(`GET /contracts/${mandate.contract.contract_id}`, { status: 200, body: mandate });
    const approved = { approved_by: KID, approved_at: '2026-06-01T09:00:00.000Z' };
    const active = await heldGrant(place, { grant: { outcome: 'allow', ...approved } });
    answers.set('POST /grants/gr_held/approve', { status: 200, body: { ...active, status: 'active' } });
    const asked = await place.sanad(['grant', 'challenge', 'gr_held', '--key', KID]);
    const { challenge, allowCredentials, userVerification } = JSON.parse(asked.out);
    assert.equal(Buffer.from(challenge, 'base64url').toString(), record.action_hash);
    assert.deepEqual([allowCredentials[0].id, userVerification], [passkey.credentialId, 'required']);
    const assertion = passkey.sign(utf8(record.action_hash));
    const file = await write(place, 'assertion.json', assertion);
    const line = ['grant', 'approve', 'gr_held', '--key', KID, '--yes', '--assertion'];
    const { code, err } = await place.sanad([...line, file]);
    assert.equal(code, 0, err);
    const body = sent[0]?.body as { readonly signature: Readonly<Record<string, string>> };
    assert.deepEqual(
      [body.signature.alg, body.signature.client_data_json],
      ['webauthn', assertion.response.clientDataJSON],
    );

    const other = createPasskey(nodeCrypto, { name: 'other' }).sign(utf8(record.action_hash));
    const strange = await place.sanad([...line, await write(place, 'other.json', other)]);
    assert.deepEqual([strange.code, strange.out], [2, '']);
    assert.match(strange.err, /another passkey than the enrolled one/);
    const empty = await place.sanad([...line, await write(place, 'empty.json', {})]);
    assert.match(empty.err, /not the JSON that a browser returns/);

    const reason = ['--key', KID, '--reason', 'Wrong amount'];
    const toReject = await place.sanad(['grant', 'challenge', 'gr_held', ...reason]);
    const hash = Buffer.from(JSON.parse(toReject.out).challenge, 'base64url').toString();
    const no = await write(place, 'no.json', passkey.sign(utf8(hash)));
    await place.sanad(['grant', 'reject', 'gr_held', ...reason, '--yes', '--assertion', no]);
    const rejected = sent.at(-1)?.body as SignedRejection;
    assert.equal(rejected.rejection_hash, hash);
    const checked = { object: rejected.rejection, hash, signature: rejected.signature };
    assert.ok(verifySigned(nodeCrypto, { ...checked, keys: { [KID]: entry }, at: entry.not_before }).ok);
  });

  test('that is synced is never hardware, nor is one that nobody saw', async (t) => {
    const place = await makePlace(t);
    const synced = createPasskey(nodeCrypto, { name: 'cfo', synced: true });
    const refused = await enrol(place, synced, '--seen');
    assert.equal(refused.code, 2);
    assert.match(refused.err, /may be copied to other devices, so it cannot be hardware/);
    const done = await enrol(place, synced);
    assert.equal(done.code, 0, done.err);
    assert.match(done.err, /may be copied to other devices: it does not count as hardware/);
    assert.equal(((await place.json(`keys/public/${KID}.json`)) as KeyEntry).hardware, false);
  });

  test('of another page, or for another challenge, is refused', async (t) => {
    const place = await makePlace(t);
    const elsewhere = createPasskey(nodeCrypto, { name: 'cfo', origin: 'https://evil.example' });
    const refused = await enrol(place, elsewhere);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /cannot be enrolled: .*origin/);
  });

  test('may be a principal’s too', async (t) => {
    const place = await makePlace(t);
    const done = await enrol(
      place,
      createPasskey(nodeCrypto, { name: 'nour' }),
      ...['--role', 'principal', '--tenant', 'tn_nour'],
    );
    assert.equal(done.code, 0, done.err);
  });
});

test('an app’s key is enrolled by Apple’s attestation; a build for development is no hardware', async (t) => {
  const place = await makePlace(t);
  const file = join(import.meta.dirname, '../../conformance/vectors/app-attest/devices.json');
  const [device] = JSON.parse(await readFile(file, 'utf8')).vectors;
  const attestation = await write(place, 'attestation', device.attestation);
  const line = [
    ...['keys', 'enrol-app', 'approver_cfo.app', '--person', 'cfo', '--yes', '--app-id', device.app_id],
    ...['--key-id', device.key_id, '--attestation', attestation],
    ...['--challenge', Buffer.from(device.client_data, 'base64').toString()],
  ];
  const late = await place.sanad([...line, '--made-at', '2026-01-01T00:00:00Z']);
  assert.match(late.err, /not valid when it was made/);
  const done = await place.sanad([...line, '--made-at', device.timestamp]);
  assert.equal(done.code, 0, done.err);
  const entry = (await place.json('keys/public/approver_cfo.app.json')) as KeyEntry;
  assert.deepEqual(
    [entry.alg, entry.hardware, entry.app_attest?.environment],
    ['app-attest', false, 'development'],
  );
});

test('a key in a device is hardware by the principal’s word only if it was made elsewhere', async (t) => {
  const place = await makePlace(t);
  const line = ['keys', 'enrol', 'approver_cfo.card', '--person', 'cfo', '--alg', 'es256', '--seen', '--yes'];
  const refused = await place.sanad(line);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /a key that is made here is a file/);
});

const VKEY = formatNoteKey(noteSigner(nodeCrypto, 'log.example/1').key);
const FRESH = formatNoteKey(noteSigner(nodeCrypto, 'log.example/1', KEY_TYPES.log, 'new').key);

test('the log’s key is changed with two that sign for a while, and asked about before the old one goes', async (t) => {
  const place = await makePlace(t);
  const keys = join(place.folder, 'keys');
  const files = async () => (await readdir(keys)).filter((name) => name.startsWith('checkpoint.')).sort();
  assert.deepEqual(await files(), ['checkpoint.pem']);
  await rm(join(keys, 'checkpoint.pem'));
  const early = await place.sanad(['keys', 'rotate', 'checkpoint']);
  assert.deepEqual([early.code, await files()], [2, []]);
  assert.match(early.err, /sanad keys init and the authority’s start make it/);
  await openLogKeys(keys);
  const retire = ['keys', 'retire', 'checkpoint'];
  assert.match((await place.sanad([...retire, '--yes'])).err, /there is no second key/);

  const made = await place.sanad(['keys', 'rotate', 'checkpoint']);
  assert.equal(made.code, 0, made.err);
  assert.match(made.out, /^made: checkpoint\.next\.pem, the log’s new key, sha256:[0-9a-f]{64}\nRunning/);
  assert.match((await place.sanad(['keys', 'rotate', 'checkpoint'])).err, /two keys sign checkpoints/);
  const asked = await place.sanad(retire);
  assert.equal(asked.code, 2);
  assert.match(
    asked.err,
    /who know it alone will refuse the log from then on.*Nothing was changed: there is/s,
  );
  assert.deepEqual(await files(), ['checkpoint.next.pem', 'checkpoint.pem']);
  const retired = await place.sanad([...retire, '--stolen', '--yes']);
  assert.equal(retired.code, 0, retired.err);
  assert.match(retired.out, /^retired, as stolen: sha256:.*take the old key out of their policies/s);
  assert.deepEqual(await files(), ['checkpoint.pem', 'checkpoint.retired.json']);
  assert.match(JSON.stringify(await place.json('keys/checkpoint.retired.json')), /"stolen":true/);
});

test('a key that is lost for good is given up by its verifier key', async (t) => {
  const place = await makePlace(t);
  const { keys } = await openLogKeys(join(place.folder, 'keys'));
  const lose = (vkey: string) => place.sanad(['keys', 'retire', 'checkpoint', '--lost', vkey, '--yes']);
  const { publicKey = new Uint8Array() } = keys().signing[0] ?? {};
  const own = formatNoteKey(noteKey(nodeCrypto, { name: 'log.example/1', type: KEY_TYPES.log, publicKey }));
  const witness = formatNoteKey(noteSigner(nodeCrypto, 'w', KEY_TYPES.cosigner).key);
  for (const [vkey, why] of [
    ['nothing', /--lost: This is no verifier key/],
    [witness, /this is the key of a witness/],
    [own, /it is not lost/],
  ] as const) {
    const refused = await lose(vkey);
    assert.equal(refused.code, 2);
    assert.match(refused.err, why);
  }
  const given = await lose(VKEY);
  assert.equal(given.code, 0, given.err);
  assert.match(given.out, /^retired: sha256:[0-9a-f]{64}\n/);
});

test('log key says of an empty log what to do', async (t) => {
  const place = await makePlace(t);
  place.authority.answers.set('GET /log/checkpoints?from=0&cosigned=false&limit=1', {
    status: 200,
    body: { vkey: null, checkpoints: [] },
  });
  assert.match((await place.sanad(['log', 'key'])).err, /The log is empty.*Ask again once a proposal has/);
});

test('log key prints both keys while both sign, as a policy takes them', async (t) => {
  const place = await makePlace(t);
  const path = 'GET /log/checkpoints?from=0&cosigned=false&limit=1';
  place.authority.answers.set(path, { status: 200, body: { vkey: VKEY, checkpoints: [] } });
  assert.equal((await place.sanad(['log', 'key'])).out, `log ${VKEY}\n`);
  place.authority.answers.set(path, {
    status: 200,
    body: { vkey: VKEY, new_vkey: FRESH, checkpoints: [] },
  });
  const { out } = await place.sanad(['log', 'key']);
  assert.match(out, /^log .*\n# The new key\. .*\nlog .*\n$/);
  const policy = parseLogPolicy(nodeCrypto, `${out}quorum none\n`);
  assert.ok(policy.ok);
  assert.deepEqual(
    policy.value.logs.map(({ key }) => formatNoteKey(key)),
    [VKEY, FRESH],
  );
});

test('a thief’s checkpoints have no date: marking the key since an instant is refused with what to do', async (t) => {
  const place = await makePlace(t);
  const marked = await place.sanad(['keys', 'compromise', 'checkpoint', '--at', '2026-11-01T00:00:00Z']);
  assert.equal(marked.code, 2);
  assert.match(marked.err, /keys rotate checkpoint, then sanad keys retire checkpoint --stolen/);
});
