import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import { cloudKey, machineClaims } from '@common/kit/testing/fake-cloud';
import { cloudKeysText, readCloudKeys } from '../../../src/verify/cloud/cloud-keys.ts';
import { readIdentityToken, venueAudience } from '../../../src/verify/cloud/identity-token.ts';
import { readJson, sharedVectors } from '../shared-vectors.ts';

const NOW = Date.parse('2026-06-01T09:00:00Z');
const AUDIENCE = venueAudience({
  deployment: `dp_${'1'.repeat(24)}`,
  venue: 'local',
  fingerprint: `sha256:${'a'.repeat(64)}`,
});
const KEY = cloudKey();
const OTHER = cloudKey();

function keysOf(...published: readonly { readonly jwk: unknown }[]) {
  const read = readCloudKeys(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
  assert.ok(read.ok, JSON.stringify(read));
  return read.value;
}

const KEYS = keysOf(KEY).keys;

function refusal(token: string, changes: { keys?: typeof KEYS; audience?: string; atMs?: number } = {}) {
  const read = readIdentityToken(nodeCrypto, token, {
    keys: KEYS,
    audience: AUDIENCE,
    atMs: NOW,
    ...changes,
  });
  return read.ok ? null : read.error.code;
}

describe('readIdentityToken', () => {
  const claims = machineClaims(AUDIENCE, NOW - 60_000);

  test('names the machine of a token for this venue and key', () => {
    const read = readIdentityToken(webCrypto, KEY.token(claims), {
      keys: KEYS,
      audience: AUDIENCE,
      atMs: NOW,
    });
    assert.deepEqual(read, {
      ok: true,
      value: {
        instance: 'venue-1',
        instanceId: '4080561024171678567',
        zone: 'europe-west4-a',
        project: 'made-up-project',
        confidential: true,
        issuedMs: NOW - 60_000,
        expiresMs: NOW - 60_000 + 3_600_000,
        kid: KEY.kid,
      },
    });
  });

  test('refuses what another key signed, what was made for another, and what was not valid then', () => {
    const good = KEY.token(claims);
    assert.equal(refusal(good), null);
    const [head = '', body = '', sig = ''] = good.split('.');
    assert.equal(refusal(OTHER.token(claims)), 'token_key_unknown');
    assert.equal(refusal(OTHER.token(claims, { kid: KEY.kid })), 'token_signature_invalid');
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
    assert.equal(refusal(`${head}.${forged}.${sig}`), 'token_signature_invalid');
    assert.equal(refusal(good, { audience: `${AUDIENCE}0` }), 'token_of_another');
    assert.equal(refusal(good, { atMs: NOW + 3_600_001 }), 'token_not_valid_then');
    assert.equal(refusal(good, { atMs: NOW - 180_000 }), 'token_not_valid_then');
    for (const wrong of [{ aud: 'foo.bar' }, { iss: 'https://example.com' }, { exp: 1 }, { google: {} }])
      assert.notEqual(refusal(KEY.token({ ...claims, ...wrong })), null, JSON.stringify(wrong));
    for (const alg of ['none', 'HS256', 'RS512'])
      assert.equal(refusal(KEY.token(claims, { alg })), 'token_malformed', alg);
    for (const text of ['', '..', 'a.b', `${body}.${body}.${sig}`, `${good}.`, `${good}=`])
      assert.equal(refusal(text), 'token_malformed', text);
  });

  test('reads the claims of real tokens', (t) => {
    const path = sharedVectors('gce');
    if (path === null) return t.skip('needs ../shared/vectors/gce');
    interface Sample {
      readonly payload: {
        readonly aud: string;
        readonly iat: number;
        readonly google: { readonly compute_engine: { readonly zone: string } };
      };
    }
    const { samples } = readJson<{ samples: readonly Sample[] }>(
      join(path, 'identity-token-decoded-samples.json'),
    );
    assert.equal(samples.length, 2);
    for (const { payload } of samples) {
      const expected = { keys: KEYS, audience: payload.aud, atMs: payload.iat * 1_000 };
      const read = readIdentityToken(nodeCrypto, KEY.token(payload), expected);
      assert.ok(read.ok, JSON.stringify(read));
      assert.equal(read.value.zone, payload.google.compute_engine.zone);
    }
  });
});

describe('readCloudKeys', () => {
  test('omits unused keys, and writes what it reads', () => {
    const ec = { jwk: { kty: 'EC', kid: 'x', crv: 'P-256' } };
    const { keys, jwks } = keysOf(KEY, ec, OTHER, KEY);
    assert.deepEqual([...keys.keys()], [KEY.kid, OTHER.kid]);
    const again = readCloudKeys(cloudKeysText(jwks));
    assert.ok(again.ok);
    assert.deepEqual([...again.value.keys], [...keys]);
  });

  test('refuses input that is no set of usable keys', () => {
    for (const text of ['', '[]', '{}', '{"keys":[]}', JSON.stringify({ keys: [{ ...KEY.jwk, e: 'Aw' }] })])
      assert.ok(!readCloudKeys(text).ok, text);
    const two = { keys: [KEY.jwk, { ...OTHER.jwk, kid: KEY.kid }] };
    assert.ok(!readCloudKeys(JSON.stringify(two)).ok, 'two keys under one kid');
  });
});
