import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { fromHex, utf8 } from './bytes.ts';
import type { Crypto } from './crypto.ts';
import { hashOf } from './hash.ts';

/** In one spelling each, because they are hashed. */
export const word = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9][A-Za-z0-9_.:/@-]*$', description });
export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$',
  description: 'RFC 3339, UTC',
});
export const closed = <const Properties extends Record<string, TSchema>>(
  properties: Properties,
  description: string,
) => Type.Object(properties, { additionalProperties: false, description });

/** The most claims of one statement. */
const MAX_CLAIMS = 32;
/** By how much an issuer’s clock may be ahead of the reader’s. */
const CLOCK_AHEAD_MS = 60_000;

/**
 * What an issuer says about one thing, in a form that others judge without knowing the trade: a screening of a
 * ticker, a quote of a pair of currencies, a check of a payee.
 */
export const Statement = closed(
  {
    type: Type.Literal('sanad/statement/1', { description: 'The format' }),
    issuer: word(128, 'Who says it'),
    subject: closed(
      {
        kind: word(64, 'What is spoken of: `ticker`, `payee` …'),
        value: Type.String({
          minLength: 1,
          maxLength: 512,
          pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
          description: 'Which one. A rule compares it with a param of an action, character by character',
        }),
      },
      'What is spoken of',
    ),
    claims: Type.Array(word(64, 'What is said of it'), {
      minItems: 1,
      maxItems: MAX_CLAIMS,
      uniqueItems: true,
      description: 'Each stands for itself; a rule says which it needs',
    }),
    method: word(64, 'How the issuer found out, with its version: another method is another statement'),
    as_of: { ...Instant, description: 'The instant of which the claims are true. Ages are counted from it' },
    stale: Type.Boolean({ description: 'The issuer knows that newer facts are due, and does not have them' }),
    evidence_hash: { ...Hash, description: 'SHA-256 of what the claims rest on, as the issuer publishes it' },
    issued_at: { ...Instant, description: 'When the issuer said it' },
    expires_at: { ...Instant, description: 'From this instant on it says nothing' },
  },
  'What the issuer says',
);
export type Statement = Static<typeof Statement>;

/** Over the 64 ASCII characters of a hash. */
export const HashSignature = closed(
  {
    kid: Type.String({ pattern: '^[a-z][A-Za-z0-9_.-]{0,127}$', description: 'Whose key signed' }),
    alg: Type.Literal('ed25519', { description: 'The algorithm' }),
    sig: Type.String({
      pattern: '^[0-9a-f]{128}$',
      description: 'The signature in hex, over the 64 ASCII characters of the hash',
    }),
  },
  'The issuer’s signature',
);
export type HashSignature = Static<typeof HashSignature>;

/** `sig` is over the 64 ASCII characters of `statement_hash`. */
export const SignedStatement = closed(
  {
    statement: Statement,
    statement_hash: { ...Hash, description: 'SHA-256 of the statement’s canonical JSON (RFC 8785)' },
    signature: HashSignature,
  },
  'A statement that its issuer signed',
);
export type SignedStatement = Static<typeof SignedStatement>;

/** The key of an issuer. */
export interface IssuerKey {
  readonly kid: string;
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array;
}

type StatementRefusal =
  | 'statement_malformed'
  | 'statement_hash_mismatch'
  | 'statement_kid_mismatch'
  | 'statement_signature_invalid';

/**
 * Reads a statement and checks its form, its hash and its signature by this key (32 bytes, Ed25519). It does not judge
 * what is said, about whom, or when: `judgeStatement` does.
 * @example readStatement(crypto, {}, { kid: 'screener', publicKey: new Uint8Array(32) }).error.code
 *   // 'statement_malformed'
 */
export function readStatement(
  crypto: Crypto,
  input: unknown,
  key: IssuerKey,
): Result<SignedStatement, StatementRefusal> {
  if (!Check(SignedStatement, input)) return fail('statement_malformed', 'this is no signed statement');
  const { statement, statement_hash: hash, signature } = input;
  const instants = [statement.as_of, statement.issued_at, statement.expires_at].map(instantMs);
  if (instants.includes(null)) return fail('statement_malformed', 'it names a day that does not exist');
  if (hashOf(crypto, statement) !== hash)
    return fail('statement_hash_mismatch', 'its hash is not the hash of what it says');
  if (signature.kid !== key.kid)
    return fail('statement_kid_mismatch', `it is signed by ${signature.kid}, and not by ${key.kid}`);
  return isSignedBy(crypto, hash, signature, key)
    ? ok(input)
    : fail('statement_signature_invalid', `the key ${key.kid} did not sign it`);
}

/** Whether this key signed the hash. */
export function isSignedBy(
  crypto: Crypto,
  hash: string,
  { kid, sig }: HashSignature,
  key: IssuerKey,
): boolean {
  const bytes = fromHex(sig);
  return kid === key.kid && bytes !== null && crypto.verifyEd25519(key.publicKey, utf8(hash), bytes);
}

/** What a reader asks of a statement. */
export interface StatementTerms {
  readonly issuer: string;
  readonly subject: Statement['subject'];
  /** All of these must be claimed. */
  readonly claims: readonly string[];
  /** Any of these; all methods if there is none. */
  readonly methods?: readonly string[];
  /** How old `as_of` may be at most. */
  readonly maxAgeMs: number;
}

type StatementFault =
  | 'issuer_mismatch'
  | 'subject_mismatch'
  | 'claim_missing'
  | 'method_not_accepted'
  | 'stale'
  | 'not_yet_issued'
  | 'expired'
  | 'too_old';

/**
 * What is wrong with a statement at an instant; null if it answers the terms. INVARIANT: `readStatement` has read it.
 * Nothing that is missing or unknown is taken for an answer.
 */
export function judgeStatement(
  { issuer, subject, claims, method, as_of, stale, issued_at, expires_at }: Statement,
  terms: StatementTerms,
  nowMs: number,
): StatementFault | null {
  if (issuer !== terms.issuer) return 'issuer_mismatch';
  if (subject.kind !== terms.subject.kind || subject.value !== terms.subject.value) return 'subject_mismatch';
  if (terms.claims.length === 0 || !terms.claims.every((claim) => claims.includes(claim)))
    return 'claim_missing';
  if (terms.methods !== undefined && !terms.methods.includes(method)) return 'method_not_accepted';
  if (stale) return 'stale';
  const [asOfMs, issuedMs, expiresMs] = [as_of, issued_at, expires_at].map(
    (text) => instantMs(text) ?? Number.NaN,
  ) as [number, number, number];
  if (!(issuedMs <= nowMs + CLOCK_AHEAD_MS && asOfMs <= issuedMs)) return 'not_yet_issued';
  if (!(nowMs < expiresMs)) return 'expired';
  return nowMs - asOfMs <= terms.maxAgeMs ? null : 'too_old';
}
