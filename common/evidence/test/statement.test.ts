import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { hashOf } from '../src/hash.ts';
import { nodeCrypto } from '../src/node.ts';
import {
  judgeStatement,
  readStatement,
  type SignedStatement,
  type Statement,
  type StatementTerms,
} from '../src/statement.ts';
import { webCrypto } from '../src/web.ts';

const keys = generateKeyPairSync('ed25519');
const publicKey = Uint8Array.from(
  Buffer.from(keys.publicKey.export({ format: 'jwk' }).x as string, 'base64url'),
);
const key = { kid: 'screener', publicKey };
const NOW = Date.parse('2026-11-29T12:00:00Z');
const DAY_MS = 86_400_000;

const said: Statement = {
  type: 'sanad/statement/1',
  issuer: 'screener.example',
  subject: { kind: 'ticker', value: 'AAPL' },
  claims: ['compliant', 'aaoifi.pass'],
  method: 'screener/7',
  as_of: '2026-11-28T00:00:00.000Z',
  stale: false,
  evidence_hash: 'ab'.repeat(32),
  issued_at: '2026-11-29T11:00:00.000Z',
  expires_at: '2026-12-06T11:00:00.000Z',
};
const terms: StatementTerms = {
  issuer: 'screener.example',
  subject: { kind: 'ticker', value: 'AAPL' },
  claims: ['aaoifi.pass'],
  maxAgeMs: 7 * DAY_MS,
};

function signed(statement: Statement): SignedStatement {
  const hash = hashOf(nodeCrypto, statement);
  const sig = sign(null, Buffer.from(hash), keys.privateKey).toString('hex');
  return { statement, statement_hash: hash, signature: { kid: 'screener', alg: 'ed25519', sig } };
}

for (const [name, crypto] of [
  ['node', nodeCrypto],
  ['web', webCrypto],
] as const) {
  describe(`a signed statement, read by ${name}`, () => {
    const codeOf = (input: unknown, by = key) => {
      const read = readStatement(crypto, input, by);
      return read.ok ? null : read.error.code;
    };
    const good = signed(said);

    test('is what was signed', () => {
      assert.deepEqual(unwrap(readStatement(crypto, good, key)), good);
    });

    test('is refused if anything in it, or around it, is another', () => {
      const changes: readonly (readonly [unknown, string])[] = [
        [{ ...good, statement: { ...said, claims: ['compliant'] } }, 'statement_hash_mismatch'],
        [
          { ...good, statement: { ...said, subject: { kind: 'ticker', value: 'KO' } } },
          'statement_hash_mismatch',
        ],
        [{ ...good, statement_hash: 'ab'.repeat(32) }, 'statement_hash_mismatch'],
        [{ ...good, signature: { ...good.signature, kid: 'other' } }, 'statement_kid_mismatch'],
        [{ ...good, signature: signed({ ...said, stale: true }).signature }, 'statement_signature_invalid'],
        [{ ...good, signature: { ...good.signature, alg: 'es256' } }, 'statement_malformed'],
        [{ ...good, more: 1 }, 'statement_malformed'],
        [signed({ ...said, as_of: '2026-02-30T00:00:00Z' }), 'statement_malformed'],
        [signed({ ...said, claims: [] }), 'statement_malformed'],
        [signed({ ...said, claims: ['a', 'a'] }), 'statement_malformed'],
        [null, 'statement_malformed'],
      ];
      for (const [input, code] of changes) assert.equal(codeOf(input), code);
      const strange = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x as string;
      const other = { kid: 'screener', publicKey: Uint8Array.from(Buffer.from(strange, 'base64url')) };
      assert.equal(codeOf(good, other), 'statement_signature_invalid');
    });
  });
}

describe('what a statement answers', () => {
  const faultOf = (change: Partial<Statement>, asked: Partial<StatementTerms> = {}, nowMs = NOW) =>
    judgeStatement({ ...said, ...change }, { ...terms, ...asked }, nowMs);

  test('the terms, by the claims that they name', () => {
    assert.equal(faultOf({}), null);
    assert.equal(faultOf({}, { methods: ['screener/6', 'screener/7'] }), null);
  });

  test('nothing else', () => {
    assert.equal(faultOf({}, { issuer: 'other.example' }), 'issuer_mismatch');
    assert.equal(faultOf({}, { subject: { kind: 'ticker', value: 'aapl' } }), 'subject_mismatch');
    assert.equal(faultOf({}, { subject: { kind: 'payee', value: 'AAPL' } }), 'subject_mismatch');
    assert.equal(faultOf({}, { claims: ['aaoifi.pass', 'djim.pass'] }), 'claim_missing');
    assert.equal(faultOf({}, { claims: [] }), 'claim_missing', 'terms that ask for nothing accept nothing');
    assert.equal(faultOf({}, { methods: ['screener/6'] }), 'method_not_accepted');
    assert.equal(faultOf({ stale: true }), 'stale');
  });

  test('only while it holds, to the millisecond', () => {
    const at = (text: string) => Date.parse(text);
    assert.equal(faultOf({}, {}, at('2026-11-29T10:58:59.999Z')), 'not_yet_issued');
    assert.equal(faultOf({}, {}, at('2026-11-29T10:59:00Z')), null, 'its clock may be a minute ahead');
    assert.equal(faultOf({ as_of: '2026-11-29T11:00:00.001Z' }), 'not_yet_issued');
    assert.equal(faultOf({}, { maxAgeMs: 1.5 * DAY_MS }), null);
    assert.equal(faultOf({}, { maxAgeMs: 1.5 * DAY_MS - 1 }), 'too_old');
    const late = { maxAgeMs: 30 * DAY_MS };
    assert.equal(faultOf({}, late, at('2026-12-06T10:59:59.999Z')), null);
    assert.equal(faultOf({}, late, at('2026-12-06T11:00:00Z')), 'expired');
    assert.equal(faultOf({}, { maxAgeMs: Number.NaN }), 'too_old');
  });
});
