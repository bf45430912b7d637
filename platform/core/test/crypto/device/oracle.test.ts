import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import { size } from '@common/kit/testing/size';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { fromBase64url, toBase64url } from '../../../src/crypto/device/base64url.ts';
import { checkPasskey } from '../../../src/crypto/device/webauthn.ts';
import { type AssertionResponse, proofOfAssertion } from '../../../src/signed/assertion-proof.ts';
import { type AssertionFault, createPasskey, type SoftwarePasskey } from '../../../src/testing/passkey.ts';
import { bytes } from '../../verify/shared-vectors.ts';

const RUNS = size({ quick: 1_000, full: 10_000 });
const RP_ID = 'sanad.example';
const ORIGIN = `https://${RP_ID}`;
const CHALLENGE = utf8('ab'.repeat(32));

/** What we refuse and the library, which serves logins, lets pass. */
const STRICTER = [
  'passkey_cross_origin',
  'passkey_backup_eligibility_changed',
  'client_data_malformed',
  'authenticator_data_malformed',
  'assertion_malformed',
];

/** A generator that gives the same numbers in each run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Draw = ReturnType<typeof seeded>;
type Member = 'authenticatorData' | 'clientDataJSON' | 'signature';
type Mutation = (assertion: AssertionResponse, draw: Draw) => AssertionResponse;

function changed(
  assertion: AssertionResponse,
  member: Member,
  change: (bytes: Uint8Array) => Uint8Array,
): AssertionResponse {
  const read = fromBase64url(assertion.response[member]) ?? new Uint8Array();
  return { ...assertion, response: { ...assertion.response, [member]: toBase64url(change(read)) } };
}

const MEMBERS: readonly Member[] = ['authenticatorData', 'clientDataJSON', 'signature'];
const pick = <Value>(draw: Draw, values: readonly Value[]): Value => {
  const value = values[draw(values.length)];
  assert.ok(value !== undefined);
  return value;
};

/** Changes after signing, byte by byte. */
const MUTATIONS: readonly Mutation[] = [
  (assertion) => assertion,
  (assertion, draw) =>
    changed(assertion, pick(draw, MEMBERS), (data) => {
      const copy = Uint8Array.from(data);
      const at = draw(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << draw(8));
      return copy;
    }),
  (assertion, draw) => changed(assertion, pick(draw, MEMBERS), (data) => data.subarray(0, draw(data.length))),
  (assertion, draw) =>
    changed(assertion, pick(draw, MEMBERS), (data) => Uint8Array.from([...data, draw(256)])),
  (assertion, draw) =>
    changed(assertion, 'clientDataJSON', (data) =>
      utf8(
        pick(draw, [
          (text: string) => text.replace('{', '{"origin":"https://sanad.example",'),
          (text: string) => text.replace(',', ', '),
          (text: string) => text.replace('webauthn.get', 'webauthn.create'),
          (text: string) => `\ufeff${text}`,
        ])(new TextDecoder().decode(data)),
      ),
    ),
];

/** What the authenticator or the page signs instead. */
const FAULTS: readonly ((draw: Draw) => AssertionFault)[] = [
  () => ({}),
  () => ({}),
  (draw) => ({ flags: draw(256) }),
  (draw) => ({ flags: pick(draw, [0x05, 0x0d, 0x15, 0x1d, 0x01, 0x04, 0x45, 0x85]) }),
  (draw) => ({
    origin: pick(draw, ['https://evil.example', `${ORIGIN}:8443`, 'http://sanad.example', ORIGIN]),
  }),
  (draw) => ({ rpId: pick(draw, ['evil.example', 'example', RP_ID]) }),
  (draw) => ({ type: pick(draw, ['webauthn.create', 'payment.get', 'webauthn.get']) }),
  (draw) => ({ challenge: pick(draw, [utf8('other'), bytes('ab'.repeat(32)), CHALLENGE]) }),
  (draw) => ({ crossOrigin: draw(2) === 0 }),
  () => ({ topOrigin: 'https://sanad.example' }),
  // A map with nothing in it, one with one member, and half of one.
  (draw) => ({
    flags: 0x85,
    rest: pick(draw, [bytes('a0'), bytes('a1616101'), bytes('a161'), bytes('a0a0')]),
  }),
  (draw) => ({ rest: pick(draw, [bytes('00'), bytes('a0')]) }),
];

function ours(passkey: SoftwarePasskey, assertion: AssertionResponse): string {
  const enrolled = { credential_id: passkey.credentialId, public_key: passkey.facts.public_key };
  const proof = proofOfAssertion(assertion, enrolled);
  if (!proof.ok) return proof.error.code;
  const { authenticator_data: data = '', client_data_json: client = '', sig } = proof.value;
  const answers = [nodeCrypto, webCrypto].map((crypto) => {
    const checked = checkPasskey(crypto, {
      kid: 'k',
      publicKey: passkey.publicKey,
      challenge: CHALLENGE,
      signature: bytes(sig),
      passkey: { rp_id: RP_ID, origins: [ORIGIN], backup_eligible: false },
      authenticatorData: fromBase64url(data) ?? new Uint8Array(),
      clientDataJson: fromBase64url(client) ?? new Uint8Array(),
    });
    return checked.ok ? 'ok' : checked.error.code;
  });
  assert.equal(answers[0], answers[1], 'both adapters agree');
  return answers[0] ?? '';
}

type Given = Parameters<typeof verifyAuthenticationResponse>[0];

async function theirs(passkey: SoftwarePasskey, assertion: Given['response']): Promise<boolean> {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: toBase64url(CHALLENGE),
      expectedOrigin: ORIGIN,
      expectedRPID: RP_ID,
      requireUserVerification: true,
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.cosePublicKey), counter: 0 },
    });
    return verified;
  } catch {
    return false;
  }
}

test(`what the library refuses, we refuse: ${RUNS} assertions`, async () => {
  const draw = seeded(20_261_123);
  const passkeys = (['p256', 'ed25519', 'rsa'] as const).map((kind) =>
    createPasskey(nodeCrypto, { name: 'oracle', kind }),
  );
  const counts: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const passkey = pick(draw, passkeys);
    const signed = passkey.sign(CHALLENGE, pick(draw, FAULTS)(draw));
    const assertion = { ...signed, ...pick(draw, MUTATIONS)(signed, draw) };
    const answer = ours(passkey, assertion);
    const accepted = await theirs(passkey, assertion);
    counts[answer] = (counts[answer] ?? 0) + 1;
    if (answer === 'ok') assert.ok(accepted, JSON.stringify(assertion));
    else assert.ok(!accepted || STRICTER.includes(answer), `${answer}: ${JSON.stringify(assertion)}`);
  }
  // None of the reasons was left out by accident.
  for (const code of [
    ...['ok', 'signature_invalid', 'passkey_type_wrong', 'passkey_challenge_wrong', 'passkey_origin_wrong'],
    ...['passkey_rp_wrong', 'passkey_user_absent', 'passkey_user_unverified', ...STRICTER],
    'passkey_backup_state_impossible',
  ]) {
    assert.ok((counts[code] ?? 0) >= RUNS / 1_000, `${code}: ${counts[code] ?? 0}`);
  }
});
