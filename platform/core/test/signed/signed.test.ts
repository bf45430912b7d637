import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '../../src/objects/key-entry.ts';
import { ROLES_OF_TYPE, type SignedType } from '../../src/objects/roles.ts';
import { signHash, signObject, verifySignature, verifySigned } from '../../src/signed/signed.ts';
import { CAST, keysOf } from '../verify/story.ts';
import { type Party, party } from '../verify/story-keys.ts';

const AT = '2026-06-01T09:00:00.000Z';
const TYPES = Object.keys(ROLES_OF_TYPE) as SignedType[];
const PARTIES: readonly Party[] = Object.values<Party>({ ...CAST });

function refusal(key: KeyEntry, changes: Partial<Parameters<typeof verifySignature>[1]> = {}): string {
  const { hash, signature } = signObject(nodeCrypto, CAST.pep.signer, { type: 'sanad/decision/1' });
  const verified = verifySignature(nodeCrypto, {
    hash,
    signature,
    key,
    type: 'sanad/decision/1',
    at: AT,
    ...changes,
  });
  return verified.ok ? 'ok' : verified.error.code;
}

describe('verifySignature', () => {
  const { key } = CAST.pep;

  test('accepts a key’s signature in its role and its time', () => {
    assert.equal(refusal(key), 'ok');
    assert.equal(refusal({ ...key, not_before: AT, not_after: AT }), 'ok');
  });

  test('refuses, and says why', () => {
    const other = party('other', 'pep').key;
    assert.equal(refusal(other), 'kid_mismatch');
    assert.equal(refusal({ ...other, kid: 'pep' }), 'signature_invalid');
    assert.equal(refusal({ ...key, public_key: other.public_key }), 'key_malformed');
    assert.equal(refusal({ ...key, alg: 'es256' }), 'alg_mismatch');
    assert.equal(refusal({ ...key, role: 'counterparty' }), 'role_not_allowed');
    assert.equal(refusal({ ...key, public_key: key.public_key.toUpperCase() }), 'key_malformed');
    assert.equal(refusal({ ...key, public_key: key.public_key.slice(2) }), 'key_malformed');
    assert.equal(refusal({ ...key, not_before: '2026-06-01T09:00:00.001Z' }), 'key_not_yet_valid');
    assert.equal(refusal({ ...key, not_after: '2026-06-01T08:59:59.999Z' }), 'key_expired');
    assert.equal(refusal({ ...key, compromised_at: AT }), 'key_compromised');
    assert.equal(refusal(key, { at: '2026-02-30T00:00:00Z' }), 'instant_malformed');
    assert.equal(refusal(key, { at: '2026-06-01T24:00:00Z' }), 'instant_malformed');
    assert.equal(refusal(key, { hash: 'AB'.repeat(32) }), 'hash_malformed');
    assert.equal(refusal(key, { hash: 'ab'.repeat(32) }), 'signature_invalid');
  });

  test('instants with and without milliseconds are compared as instants', () => {
    assert.equal(
      refusal({ ...key, not_before: '2026-06-01T09:00:00.500Z' }, { at: '2026-06-01T09:00:00Z' }),
      'key_not_yet_valid',
    );
  });
});

describe('verifySigned', () => {
  const object = { type: 'sanad/decision/1' as const, outcome: 'executed' };
  const { hash, signature } = signObject(nodeCrypto, CAST.pep.signer, object);
  const claim = { object, hash, signature, keys: keysOf(CAST), at: AT };
  const code = (changes: Partial<Parameters<typeof verifySigned>[1]>): string => {
    const verified = verifySigned(nodeCrypto, { ...claim, ...changes });
    return verified.ok ? 'ok' : verified.error.code;
  };

  test('recomputes the hash and finds the key by its name', () => {
    assert.equal(code({}), 'ok');
    assert.equal(code({ object: { ...object, outcome: 'denied' } as typeof object }), 'hash_mismatch');
    assert.equal(code({ keys: {} }), 'kid_unknown');
    assert.equal(code({ signature: { ...signature, kid: 'constructor' } }), 'kid_unknown');
    assert.equal(code({ object: { type: 'toString' } }), 'type_unknown');
  });
});

describe('a signature is valid in one role', () => {
  test('every signature of every key, presented as every other type', () => {
    for (const { signer, key } of PARTIES) {
      for (const signedAs of TYPES) {
        const object = { type: signedAs };
        const { hash, signature } = signObject(nodeCrypto, signer, object);
        for (const presentedAs of TYPES) {
          const mayAs = (ROLES_OF_TYPE[presentedAs] as readonly string[]).includes(key.role);
          // The very hash, under another name.
          const renamed = verifySignature(nodeCrypto, { hash, signature, key, type: presentedAs, at: AT });
          assert.equal(renamed.ok, mayAs, `${key.kid}: ${signedAs} as ${presentedAs}`);
          // The object with its type changed: another hash.
          const changed = verifySigned(nodeCrypto, {
            object: { type: presentedAs },
            hash: hashOf(nodeCrypto, { type: presentedAs }),
            signature,
            keys: { [key.kid]: key },
            at: AT,
          });
          assert.equal(
            changed.ok,
            mayAs && signedAs === presentedAs,
            `${key.kid}: ${signedAs} for ${presentedAs}`,
          );
        }
      }
    }
  });

  test('and under one key', () => {
    const hash = 'ab'.repeat(32);
    for (const { signer } of PARTIES) {
      for (const { key } of PARTIES.filter((other) => other.signer !== signer)) {
        const signature = { ...signHash(signer, hash), kid: key.kid, alg: key.alg };
        for (const type of TYPES) {
          assert.ok(!verifySignature(nodeCrypto, { hash, signature, key, type, at: AT }).ok);
        }
      }
    }
  });
});
