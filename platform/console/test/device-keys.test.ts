import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { utf8 } from '@platform/proof/bytes';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import { createPasskey, type SoftwarePasskey } from '@platform/proof/testing/passkey';
import type { SignedRejection } from '@platform/protocol/grant';
import type { KeyEntry } from '@platform/protocol/key-entry';
import { madeFor, PAGE, write } from './passkey-commands.ts';
import { heldGrant, makePlace, type Place, seededMandate } from './place.ts';

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
    assert.match(done.err, /may be copied to other devices: no hardware/);
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
