import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { hashOf } from '../src/hash.ts';
import { nodeCrypto } from '../src/node.ts';
import {
  continuityFault,
  EMPTY_LIST,
  extendList,
  type ListState,
  readHead,
  type SignedHead,
  type StatementHead,
} from '../src/statement-list.ts';

const keys = generateKeyPairSync('ed25519');
const { x } = keys.publicKey.export({ format: 'jwk' });
const key = { kid: 'screener', publicKey: Uint8Array.from(Buffer.from(String(x), 'base64url')) };
const HASHES = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(64));
const headOf = (list: ListState, at = '2026-11-29T12:00:00.000Z'): StatementHead => ({
  type: 'sanad/statement-head/1',
  issuer: 'screener.example',
  ...list,
  at,
});
const at = (size: number) => headOf(extendList(nodeCrypto, EMPTY_LIST, HASHES.slice(0, size)));
const fault = (earlier: StatementHead, hashes: readonly string[], later: StatementHead) =>
  continuityFault(nodeCrypto, earlier, hashes, later);

describe('a list of statements', () => {
  test('continues each of its earlier heads', () => {
    for (const size of [0, 1, 3, 5]) assert.equal(fault(at(size), HASHES.slice(size), at(5)), null);
  });

  test('with any entry rewritten, moved or left out continues no head that had it', () => {
    HASHES.forEach((_, index) => {
      const rewritten = HASHES.with(index, 'f'.repeat(64));
      const other = headOf(extendList(nodeCrypto, EMPTY_LIST, rewritten));
      // The issuer shows the entries that fit its new head.
      for (const size of [0, 1, 3, 5]) {
        const found = fault(at(size), rewritten.slice(size), other);
        assert.equal(found, size > index ? 'rewritten' : null, `entry ${index}, head of ${size}`);
      }
      // It shows others than it signed.
      assert.equal(fault(at(0), rewritten, at(5)), 'rewritten');
    });
    const moved = headOf(extendList(nodeCrypto, EMPTY_LIST, HASHES.toReversed()));
    assert.equal(fault(at(2), HASHES.toReversed().slice(2), moved), 'rewritten');
    assert.equal(fault(at(2), HASHES.slice(3), at(5)), 'entries_missing');
  });

  test('does not shrink, go back in time, or change its issuer', () => {
    assert.equal(fault(at(5), [], at(3)), 'shrunk');
    assert.equal(fault(at(3), HASHES.slice(3), { ...at(5), at: '2026-11-28T12:00:00.000Z' }), 'earlier');
    assert.equal(fault(at(3), HASHES.slice(3), { ...at(5), issuer: 'other' }), 'issuer_mismatch');
  });

  test('has a head that its issuer signed', () => {
    const head = at(5);
    const head_hash = hashOf(nodeCrypto, head);
    const sig = sign(null, Buffer.from(head_hash), keys.privateKey).toString('hex');
    const signed: SignedHead = { head, head_hash, signature: { kid: 'screener', alg: 'ed25519', sig } };
    const codeOf = (input: unknown, by = key) => {
      const read = readHead(nodeCrypto, input, by);
      return read.ok ? null : read.error.code;
    };
    assert.equal(codeOf(signed), null);
    assert.equal(codeOf({ ...signed, head: { ...head, size: 4 } }), 'head_hash_mismatch');
    assert.equal(codeOf({ ...signed, head: { ...head, at: '2026-02-30T00:00:00Z' } }), 'head_malformed');
    assert.equal(codeOf(signed, { ...key, kid: 'other' }), 'head_signature_invalid');
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x;
    const stranger = { kid: 'screener', publicKey: Uint8Array.from(Buffer.from(String(other), 'base64url')) };
    assert.equal(codeOf(signed, stranger), 'head_signature_invalid');
  });
});
