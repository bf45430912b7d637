import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import type { KeySet } from '../../../src/objects/key-entry.ts';
import type { Mandate } from '../../../src/objects/mandate.ts';
import type { Receipt } from '../../../src/objects/receipt.ts';
import { readKeyRegistry } from '../../../src/signed/key-registry.ts';
import { signHash, verifySignature } from '../../../src/signed/signed.ts';
import { createAppDevice } from '../../../src/testing/app-device.ts';
import { createPasskey } from '../../../src/testing/passkey.ts';
import { report } from '../../../src/verify/report.ts';
import { verify } from '../../../src/verify/verify.ts';
import { ownVectorPath } from '../../verify/shared-vectors.ts';
import { CAST, keysOf, opened, tell } from '../../verify/story.ts';
import { DEPLOYMENT, enrol, type Party, party } from '../../verify/story-keys.ts';
import { approverWith, KINDS } from './people.ts';

const ANY_KEY = {
  approval: {
    routes: [
      {
        approver_type: 'finance',
        approvers: ['badr'],
        wait_s: 3_600,
        notify: ['app'],
        assurance: 'signature' as const,
      },
    ],
  },
};

/** UPDATE_VECTORS=1 makes the published ones anew, with other keys. */
function publish(kind: string, receipt: Receipt, keys: KeySet): void {
  const name = kind.toLowerCase().replaceAll(' ', '-');
  for (const [end, content] of [
    ['json', receipt],
    ['keys.json', keys],
  ] as const)
    writeFileSync(
      ownVectorPath(`receipts/approved-by/${name}.${end}`),
      `${JSON.stringify(content, null, 2)}\n`,
    );
}

describe('a receipt approved with', () => {
  for (const kind of KINDS) {
    test(`${kind} verifies offline, in Node and in the browser`, () => {
      const cast = { ...CAST, approver: approverWith(kind) };
      const receipt = tell({ cast, mandate: kind === 'ed25519 file' ? ANY_KEY : {} });
      const keys = keysOf(cast);
      if (process.env.UPDATE_VECTORS === '1') publish(kind, receipt, keys);
      const verified = verify(nodeCrypto, receipt, { keys });
      assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
      assert.deepEqual(verify(webCrypto, receipt, { keys }), verified);
      const { claims } = report(verified, opened(receipt));
      const strength = claims.find(({ id }) => id === 'approval')?.strength;
      assert.equal(strength, kind === 'ed25519 file' ? 3 : 4);
    });
  }
});

describe('a principal’s passkey', () => {
  const passkey = createPasskey(nodeCrypto, { name: 'amal' });
  const kid = 'principal_amal';
  const device = { person: 'amal', independent: true, hardware: true, hardware_ground: 'seen' } as const;
  const { key } = party(kid, 'principal', { ...device, ...passkey.facts });
  const signer = passkey.signer(kid);
  const principal = enrol({ key, signer }, signer);
  const approver = enrol(party('approver_badr', 'approver', { person: 'badr' }), signer);

  test('enrols itself and others, and signs mandate and rules', () => {
    const cast = { ...CAST, principal, approver };
    const receipt = tell({ cast, mandate: ANY_KEY });
    const keys = keysOf(cast);
    const verified = verify(nodeCrypto, receipt, { keys });
    assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
    const { claims } = report(verified, opened(receipt));
    const mandate = claims.find(({ id }) => id === 'mandate');
    assert.equal(mandate?.strength, 4);
    assert.match(mandate.basis, /device-bound passkey.*the word of principal_amal, who saw the device/);
    const { keys: trusted, refused } = readKeyRegistry(nodeCrypto, DEPLOYMENT, keys);
    assert.deepEqual(
      [refused[kid], trusted[kid]?.alg, refused.approver_badr],
      [undefined, 'webauthn', undefined],
    );
  });
});

describe('the verifier names what is wrong with', () => {
  const failed = (receipt: Receipt, approver: Party): string => {
    const verified = verify(nodeCrypto, receipt, { keys: keysOf({ ...CAST, approver }) });
    assert.equal(verified.verdict, 'failed');
    assert.deepEqual(
      verified.checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number),
      [4],
    );
    return verified.checks[3]?.detail ?? '';
  };
  const told = (approver: Party, mandate = {}) => tell({ cast: { ...CAST, approver }, mandate });

  const FAULTS: Readonly<Record<string, readonly [Party, RegExp]>> = {
    'another origin': [
      approverWith('ES256 passkey', { fault: { origin: 'https://evil.example' } }),
      /enrolled for https:\/\/sanad\.example/,
    ],
    'no user verification': [
      approverWith('Ed25519 passkey', { fault: { flags: 0x01 } }),
      /without verifying its holder/,
    ],
    'a frame': [
      approverWith('ES256 passkey', { fault: { crossOrigin: true } }),
      /in a frame of another page/,
    ],
    'a synced passkey on a hardware route': [
      approverWith('ES256 passkey', { synced: true }),
      /requires a hardware key.*A passkey that is synced/,
    ],
    'a synced passkey that calls itself hardware': [
      approverWith('ES256 passkey', {
        synced: true,
        facts: { hardware: true, hardware_ground: 'seen' },
      }),
      /cannot be enrolled as hardware/,
    ],
    'an attested passkey without a root': [
      approverWith('ES256 passkey', { facts: { hardware_ground: 'attestation' } }),
      /without a ground that holds/,
    ],
    'an app of a build for development': [
      approverWith('App Attest', { facts: { app_attest: development() } }),
      /without a ground that holds/,
    ],
  };
  for (const [title, [approver, words]] of Object.entries(FAULTS)) {
    test(title, () => assert.match(failed(told(approver), approver), words));
  }

  test('a member that the algorithm does not have, or lacks', () => {
    const file = approverWith('es256 file');
    const passkey = approverWith('ES256 passkey');
    const { signer } = passkey;
    const extra = {
      ...file.signer,
      sign: (ascii: string) => ({ ...Object(signer.sign(ascii)), sig: file.signer.sign(ascii) }),
    };
    assert.match(failed(told({ ...file, signer: extra }), file), /has nothing but sig/);
    const bare = { ...signer, sign: (ascii: string) => Object(signer.sign(ascii)).sig };
    assert.match(
      failed(told({ ...passkey, signer: bare }), passkey),
      /has authenticator_data and client_data_json/,
    );
  });

  test('a key or a signature of another kind', () => {
    const rsa = approverWith('RS256 passkey');
    const passkey = approverWith('ES256 passkey');
    const file = approverWith('es256 file');
    const words = (approver: Party, signer: Party['signer'], facts: Partial<Party['key']> = {}) => {
      const { key } = enrol({ signer, key: { ...approver.key, ...facts } }, CAST.principal.signer);
      return failed(tell({ cast: { ...CAST, approver: { key, signer } } }), { key, signer });
    };
    assert.match(words(passkey, rsa.signer), /by this key is 128 lowercase hex digits/);
    assert.match(words(rsa, passkey.signer), /by this key is 512 lowercase hex digits/);
    const { alg: _, webauthn, ...key } = rsa.key;
    assert.ok(webauthn !== undefined);
    const signed = { ...rsa.signer, alg: 'es256' } as const;
    assert.match(words({ key: { ...key, alg: 'es256' }, signer: signed }, signed), /not a valid es256 key/);
    assert.match(words(rsa, file.signer), /uses es256, but .* is a key for webauthn/);
    const modulus = `${rsa.key.public_key.slice(0, -1)}2`;
    const fingerprint = `sha256:${nodeCrypto.sha256(Buffer.from(modulus, 'hex'))}`;
    assert.match(words(rsa, rsa.signer, { public_key: modulus, fingerprint }), /RSA key has an even modulus/);
  });

  test('one approval where two people are needed, or two of one person', () => {
    const approver = approverWith('ES256 passkey');
    const routes = [{ ...ANY_KEY.approval.routes[0], approvals_needed: 2, approvers: ['badr', 'dina'] }];
    const mandate = { approval: { routes } } as Partial<Mandate>;
    const alone = told(approver, mandate);
    assert.match(failed(alone, approver), /needs the approval of 1 more person/);
    const { approver: signature } = alone.signatures;
    const { approved_at: at } = alone.how.grant;
    assert.ok(signature !== null && at !== null);
    const earlier = [{ action_hash: alone.what.action_hash, approved_at: at, signature }];
    const twice = { ...alone, how: { ...alone.how, earlier_approvals: earlier } };
    const { checks } = verify(nodeCrypto, twice, { keys: keysOf({ ...CAST, approver }) });
    assert.match(checks[3]?.detail ?? '', /has approved already/);
  });
});

test('an assertion of an app that is not one is refused', () => {
  const phone = createAppDevice(nodeCrypto, 'badr');
  const party_ = approverWith('App Attest');
  const hash = 'ab'.repeat(32);
  const code = (fault: Parameters<typeof phone.signer>[1]) => {
    const signature = signHash(phone.signer(party_.key.kid, fault), hash);
    const checks = [nodeCrypto, webCrypto].map((crypto) =>
      verifySignature(crypto, {
        hash,
        signature,
        key: party_.key,
        type: 'sanad/action/1',
        at: '2026-06-01T09:00:00.000Z',
      }),
    );
    const [one, other] = checks.map((checked) => (checked.ok ? 'ok' : checked.error.code));
    assert.equal(one, other);
    return one;
  };
  // iOS 27 appends one map and does not say so.
  const map = Uint8Array.of(0xa1, 0x61, 0x61, 0x01);
  assert.deepEqual([code({}), code({ rest: map })], ['ok', 'ok']);
  assert.equal(code({ appId: 'A1B2C3D4E5.other' }), 'app_id_wrong');
  assert.equal(code({ hashedOnce: true }), 'signature_invalid');
  for (const rest of [
    Uint8Array.of(0),
    Uint8Array.from([...map, 0]),
    Uint8Array.of(0xa2, 0x61, 0x61, 0x01),
  ]) {
    assert.equal(code({ rest }), 'authenticator_data_malformed');
  }
  assert.equal(code({ flags: 0x45 }), 'authenticator_data_malformed');
});

test('an app’s key is no root, and no service has a device', () => {
  const phone = createAppDevice(nodeCrypto, 'amal');
  const signer = phone.signer('principal_amal');
  const app = enrol(
    { signer, key: party('principal_amal', 'principal', { person: 'amal', ...phone.facts }).key },
    signer,
  );
  const passkey = createPasskey(nodeCrypto, { name: 'pep' });
  const pep = party('pep', 'pep', passkey.facts).key;
  const { refused } = readKeyRegistry(nodeCrypto, DEPLOYMENT, { principal_amal: app.key, pep });
  assert.match(refused.principal_amal ?? '', /only approves/);
  assert.match(refused.pep ?? '', /cannot be webauthn/);
});

function development() {
  const { app_attest: app } = createAppDevice(nodeCrypto, 'badr').facts;
  assert.ok(app !== undefined);
  return { ...app, environment: 'development' as const };
}
