import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry, SignedCompromise } from '@platform/core/objects/key-entry';
import type { SignedMandate, SignedRevocation } from '@platform/core/objects/mandate';
import type { SignedCancellation } from '@platform/core/objects/settlement';
import { verifySigned } from '@platform/core/signed/signed';
import { createAppDevice } from '@platform/core/testing/app-device';
import { createPasskey, type SoftwarePasskey } from '@platform/core/testing/passkey';
import { madeFor, PAGE, write } from './passkey-commands.ts';
import { heldGrant, makePlace, type Place, seededMandate } from './place.ts';

const ROOT = 'principal_local.key';

/** Both steps of a command that a passkey signs; what the second one printed. */
async function signedBy(place: Place, passkey: SoftwarePasskey, line: readonly string[]) {
  const request = join(place.folder, 'request.json');
  const asked = await place.sanad([...line, '--request', request]);
  assert.equal(asked.code, 0, asked.err);
  assert.match(asked.err, /Nothing was signed yet/);
  const { challenge, userVerification } = JSON.parse(asked.out);
  assert.equal(userVerification, 'required');
  const assertion = passkey.sign(Buffer.from(challenge, 'base64url'));
  const answer = await write(place, 'assertion.json', assertion);
  return place.sanad([...line, '--request', request, '--assertion', answer, '--yes']);
}

/** A deployment whose principal has a passkey that enrolled itself. */
async function withRoot(t: Parameters<typeof makePlace>[0]) {
  const place = await makePlace(t);
  const passkey = createPasskey(nodeCrypto, { name: 'principal' });
  const files = await madeFor(place, passkey, { kid: ROOT, person: 'local' });
  const line = ['keys', 'enrol-passkey', ROOT, '--person', 'local', '--role', 'principal', '--tenant', '*'];
  const done = await signedBy(place, passkey, [...line, ...PAGE, ...files, '--by', ROOT]);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /It vouches for itself/);
  return { place, passkey };
}

test('a principal’s passkey enrols itself, and then other keys; no key file is asked for', async (t) => {
  const { place, passkey } = await withRoot(t);
  const root = (await place.json(`keys/public/${ROOT}.json`)) as KeyEntry;
  assert.equal(root.enrolment?.signature.kid, ROOT);
  const line = ['keys', 'enrol', 'approver_ops', '--person', 'ops', '--by', ROOT];
  const done = await signedBy(place, passkey, line);
  assert.equal(done.code, 0, done.err);
  const listed = await place.sanad(['keys', 'list']);
  assert.equal(listed.code, 0, listed.err);
  assert.match(listed.out, /approver_ops/);
});

test('it signs mandates, their ends and profiles; an answer for another text is refused', async (t) => {
  const { place, passkey } = await withRoot(t);
  const { contract } = (await place.json('mandates/treasury.json')) as SignedMandate;
  const { contract_id: _, ...draft } = contract;
  const file = await write(place, 'draft.json', draft);
  const sign = ['mandate', 'sign', file, '--key', ROOT];
  const signed = await signedBy(place, passkey, sign);
  assert.equal(signed.code, 0, signed.err);
  const keys = { [ROOT]: (await place.json(`keys/public/${ROOT}.json`)) as KeyEntry };
  const { contract: object, contract_hash: hash, signature } = JSON.parse(signed.out) as SignedMandate;
  const at = keys[ROOT]?.not_before ?? '';
  assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at }).ok);

  const mandate = await seededMandate(place);
  const id = mandate.contract.contract_id;
  const { answers, sent } = place.authority;
  answers.set(`GET /contracts/${id}`, { status: 200, body: mandate });
  const grants = { never_left: [], perhaps_arrived: [], acknowledged: [] };
  answers.set(`POST /contracts/${id}/revoke`, { status: 200, body: { ...mandate, grants } });
  const revoke = ['mandate', 'revoke', id, '--reason', 'no longer needed', '--key', ROOT];
  const revoked = await signedBy(place, passkey, revoke);
  assert.equal(revoked.code, 0, revoked.err);
  const [body] = sent.slice(-1).map(({ body: given }) => given as SignedRevocation);
  assert.ok(body !== undefined);
  assert.ok(
    verifySigned(nodeCrypto, {
      object: body.revocation,
      hash: body.revocation_hash,
      signature: body.signature,
      keys,
      at,
    }).ok,
  );

  const held = await heldGrant(place);
  answers.set('GET /grants/gr_held', { status: 200, body: held });
  answers.set('POST /grants/gr_held/cancel', { status: 200, body: { ...held, stopped: 'never_left' } });
  const cancel = ['grant', 'cancel', 'gr_held', '--reason', 'wrong supplier', '--key', ROOT];
  const unseen = await signedBy(place, passkey, cancel);
  assert.match(unseen.err, /shows no cancellation of gr_held by principal_local\.key/);
  const [cancelled] = sent.slice(-1).map(({ body: sentBody }) => sentBody as SignedCancellation);
  assert.ok(cancelled !== undefined);
  const { cancellation, cancellation_hash, signature: by } = cancelled;
  const given = { object: cancellation, hash: cancellation_hash, signature: by, keys, at };
  assert.ok(verifySigned(nodeCrypto, given).ok);
  const kept = await write(place, 'kept.json', { ...cancellation, grant_id: 'gr_other' });
  const answer = await write(place, 'answer.json', passkey.sign(utf8(cancellation_hash)));
  const mixed = await place.sanad([...cancel, '--request', kept, '--assertion', answer, '--yes']);
  assert.match(mixed.err, /is about another grant than gr_held/);

  const profile = JSON.parse(
    await readFile(join(import.meta.dirname, '../../plugins/treasury/profile.json'), 'utf8'),
  );
  const next = await write(place, 'profile.json', { ...profile, version: '1.9.0' });
  const publish = ['profile', 'publish', next, '--reason', 'a test', '--key', ROOT];
  const published = await signedBy(place, passkey, publish);
  assert.equal(published.code, 0, published.err);
  assert.match(published.out, /in force: treasury\.v1@1\.9\.0/);

  const request = join(place.folder, 'request.json');
  assert.equal((await place.sanad([...sign, '--request', request])).code, 0);
  const other = await write(place, 'other.json', passkey.sign(utf8('0'.repeat(64))));
  const refused = await place.sanad([...sign, '--request', request, '--assertion', other, '--yes']);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /The passkey’s answer does not hold: .*challenge/s);
  const alone = await place.sanad([...sign, '--yes']);
  assert.match(alone.err, /is a passkey, which a browser asks: name a file with --request/);
});

test('it replaces a key by two answers, for the new one and for the end of the old one', async (t) => {
  const { place, passkey } = await withRoot(t);
  const { publicKey } = generateKeyPairSync('ed25519');
  const file = await write(place, 'new.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const enrolled = await signedBy(place, passkey, [
    ...['keys', 'enrol', 'approver_ops', '--person', 'ops', '--by', ROOT],
  ]);
  assert.equal(enrolled.code, 0, enrolled.err);
  const before = (await place.json('keys/public/approver_ops.json')) as KeyEntry;
  const request = join(place.folder, 'replacement.json');
  const line = ['keys', 'replace', 'approver_ops', '--public-key', file, '--by', ROOT, '--request', request];
  const asked = await place.sanad(line);
  assert.equal(asked.code, 0, asked.err);
  assert.match(asked.err, /Nothing was signed yet\. Two things are/);
  assert.match(asked.err, new RegExp(`The old key, ${before.fingerprint}, is good until`));
  const questions = JSON.parse(asked.out) as { readonly challenge: string }[];
  assert.equal(questions.length, 2);
  const answers = questions.map(({ challenge }) => passkey.sign(Buffer.from(challenge, 'base64url')));

  const give = async (content: unknown) => {
    const answer = await write(place, 'answers.json', content);
    return place.sanad([...line, '--assertion', answer, '--yes']);
  };
  assert.match((await give(answers.slice(0, 1))).err, /is not a JSON array of two answers/);
  assert.match((await give([...answers].reverse())).err, /first answer does not hold: .*challenge/s);
  assert.deepEqual(await place.json('keys/public/approver_ops.json'), before);

  const done = await give(answers);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /replaced: approver_ops is now sha256:/);
  const after = (await place.json('keys/public/approver_ops.json')) as KeyEntry;
  assert.notEqual(after.fingerprint, before.fingerprint);
  assert.deepEqual(
    after.retired?.map(({ fingerprint, not_after: end }) => [fingerprint, end !== null]),
    [[before.fingerprint, true]],
  );
  assert.match((await place.sanad(['keys', 'list'])).out, /approver_ops/);
  assert.match((await give(answers)).err, /is not the replacement of approver_ops by this key/);
  const root = await place.sanad(['keys', 'replace', ROOT, '--yes']);
  assert.match(root.err, /is a passkey that enrols others: make a second one beside it/);
});

test('an app’s key approves by its assertion', async (t) => {
  const place = await makePlace(t);
  const KID = 'approver_cfo.app';
  const app = createAppDevice(nodeCrypto, 'cfo');
  await enrolApp(place, KID, app.facts);
  const mandate = await seededMandate(place);
  const record = await heldGrant(place);
  const { answers, sent } = place.authority;
  answers.set('GET /grants/gr_held', { status: 200, body: record });
  answers.set(`GET /contracts/${mandate.contract.contract_id}`, { status: 200, body: mandate });
  const approved = { approved_by: KID, approved_at: '2026-06-01T09:00:00.000Z' };
  const active = await heldGrant(place, { grant: { outcome: 'allow', ...approved } });
  answers.set('POST /grants/gr_held/approve', { status: 200, body: { ...active, status: 'active' } });
  const asked = await place.sanad(['grant', 'challenge', 'gr_held', '--key', KID]);
  assert.deepEqual(JSON.parse(asked.out), { client_data: record.action_hash });
  const { assertion, proof } = app.assert(record.action_hash);
  const line = ['grant', 'approve', 'gr_held', '--key', KID, '--yes', '--assertion'];
  const done = await place.sanad([
    ...line,
    await write(place, 'assertion', Buffer.from(assertion).toString('base64')),
  ]);
  assert.equal(done.code, 0, done.err);
  const body = sent.at(-1)?.body as { readonly signature: unknown };
  assert.deepEqual(body.signature, { kid: KID, alg: 'app-attest', ...proof });
  const nonsense = await place.sanad([...line, await write(place, 'nonsense', 'AAAA')]);
  assert.equal(nonsense.code, 2);
  assert.match(nonsense.err, /not an assertion of App Attest/);
});

/** As `keys enrol-app` leaves it. */
async function enrolApp(place: Place, kid: string, facts: Partial<KeyEntry>): Promise<void> {
  const { openPersonKey } = await import('@platform/keys/key-files/keys');
  const { enrol } = await import('@platform/console/use-cases/enrol');
  const cfo = (await place.json('keys/public/approver_cfo.json')) as KeyEntry;
  const { compromised_at: _, enrolment: __, ...base } = cfo;
  const signer = await openPersonKey(join(place.folder, 'keys/people/principal_local.pem'));
  const entry = enrol(nodeCrypto, signer, { type: 'sanad/enrolment/1', ...base, ...facts, kid });
  await writeFile(join(place.folder, `keys/public/${kid}.json`), JSON.stringify(entry));
}

test('a person’s key is marked by a principal’s signature, after what that stops was told', async (t) => {
  const place = await makePlace(t);
  const { answers, sent } = place.authority;
  const mandate = await seededMandate(place);
  const held = await heldGrant(place);
  const cfo = (await place.json('keys/public/approver_cfo.json')) as KeyEntry;
  const line = ['keys', 'compromise', 'approver_cfo', '--at', '2026-11-20T11:00:00Z', '--yes'];
  assert.match((await place.sanad(line)).err, /Say why with --reason/);
  const why = [...line, '--reason', 'left in a taxi'];
  const silent = await place.sanad(why);
  assert.equal(silent.code, 1);
  assert.match(silent.err, /mark the key in this folder, unsigned: add --here/);
  answers.set('GET /.well-known/keys.json', { status: 200, body: { approver_cfo: cfo } });
  answers.set('GET /contracts?limit=100', { status: 200, body: [mandate] });
  answers.set('GET /plugins', { status: 200, body: [] });
  answers.set('GET /grants?status=pending&limit=200', { status: 200, body: [held] });
  answers.set('GET /grants?status=active&limit=200', { status: 200, body: [] });
  const since = '2026-11-20T11:00:00.000Z';
  answers.set('POST /keys/approver_cfo/compromise', { status: 200, body: { ...cfo, compromised_at: since } });
  const done = await place.sanad(why);
  assert.equal(done.code, 0, done.err);
  assert.match(done.err, new RegExp(`no other key that will do: ${mandate.contract.contract_id}`));
  assert.match(done.err, /requests under such mandates need approval.*: gr_held/);
  assert.match(done.out, /stolen since 2026-11-20T11:00:00\.000Z: approver_cfo/);
  const [said] = sent.slice(-1).map(({ body }) => body as SignedCompromise);
  assert.ok(said !== undefined);
  const { compromise, compromise_hash: hash, signature } = said;
  assert.equal(compromise.fingerprint, cfo.fingerprint);
  const root = (await place.json('keys/public/principal_local.json')) as KeyEntry;
  const keys = { principal_local: root };
  const at = compromise.said_at;
  assert.ok(verifySigned(nodeCrypto, { object: compromise, hash, signature, keys, at }).ok);
});

test('a deployment without people takes a principal’s own key, and only one that enrolled itself', async (t) => {
  const place = await makePlace(t, { empty: true });
  const made = await place.sanad(['keys', 'init', '--without-people']);
  assert.equal(made.code, 0, made.err);
  assert.doesNotMatch(made.out, /principal|approver|profile|mandate/);
  const again = await place.sanad(['keys', 'init']);
  assert.equal(again.out, 'nothing to create: the deployment is complete\n', 'nor later');
  const passkey = createPasskey(nodeCrypto, { name: 'amal' });
  const { deployment } = (await place.json('keys/public/authority.json')) as KeyEntry;
  const { signEnrolment } = await import('@platform/console/use-cases/enrol');
  const root = signEnrolment(nodeCrypto, passkey.signer('principal_amal'), {
    type: 'sanad/enrolment/1',
    deployment,
    kid: 'principal_amal',
    ...passkey.facts,
    role: 'principal',
    person: 'amal',
    tenants: ['*'],
    independent: true,
    hardware: false,
    not_before: '2026-11-20T12:00:00.000Z',
    not_after: null,
  });
  const bySelf = async (facts: object) => {
    const own = signEnrolment(nodeCrypto, passkey.signer('principal_amal'), { ...root.enrolment, ...facts });
    return (await place.sanad(['keys', 'add-root', await write(place, 'own.json', own)])).err;
  };
  const { webauthn } = root.enrolment;
  assert.ok(webauthn !== undefined);
  const attestation = { ...webauthn.attestation, root: `sha256:${'12'.repeat(32)}` };
  assert.match(
    await bySelf({
      hardware: true,
      hardware_ground: 'attestation',
      webauthn: { ...webauthn, attestation },
    }),
    /maker attested its device\. This command cannot check that/,
  );
  assert.match(
    await bySelf({ hardware: true, hardware_ground: 'seen' }),
    /in a device that verifies its holder, as its holder alone says: nobody checked it/,
  );
  const unasked = await place.sanad(['keys', 'add-root', await write(place, 'root.json', root)]);
  assert.equal(unasked.code, 2);
  assert.match(unasked.err, /A root of trust: whatever it signs, this deployment does/);
  const added = await place.sanad(['keys', 'add-root', join(place.folder, 'root.json'), '--yes']);
  assert.equal(added.code, 0, added.err);
  const line = ['keys', 'enrol', 'approver_ops', '--person', 'ops', '--by', 'principal_amal'];
  const done = await signedBy(place, passkey, line);
  assert.equal(done.code, 0, done.err);
  const entry = (await place.json('keys/public/approver_ops.json')) as KeyEntry;
  const { compromised_at: _, enrolment, ...facts } = entry;
  const others = { enrolment: { type: 'sanad/enrolment/1', ...facts }, ...enrolment };
  const refused = await place.sanad(['keys', 'add-root', await write(place, 'other.json', others), '--yes']);
  assert.match(refused.err, /approver_ops did not enrol itself as a principal’s key/);
  const changed = { ...root, enrolment: { ...root.enrolment, kid: 'principal_eve', person: 'eve' } };
  const eve = await place.sanad(['keys', 'add-root', await write(place, 'eve.json', changed), '--yes']);
  assert.equal(eve.code, 2);
  const late = await place.sanad(['keys', 'init', '--without-people']);
  assert.match(late.err, /There are people here already: approver_ops, principal_amal/);
});
