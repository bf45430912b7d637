import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Crypto } from './crypto.ts';
import { hashOf } from './hash.ts';
import { closed, Hash, HashSignature, Instant, type IssuerKey, isSignedBy, word } from './statement.ts';

/**
 * The numbered list of all that an issuer said: who keeps one of its heads finds a statement that was changed, taken
 * back or given to one reader only.
 */
export const StatementHead = closed(
  {
    type: Type.Literal('sanad/statement-head/1', { description: 'The format' }),
    issuer: word(128, 'Whose list it is'),
    size: Type.Integer({ minimum: 0, description: 'How many statements it has; they are numbered from 1' }),
    list_hash: { ...Hash, description: 'Of all statements up to this number; 64 zeros for none' },
    at: { ...Instant, description: 'When the list was so' },
  },
  'What the issuer says of its list',
);
export type StatementHead = Static<typeof StatementHead>;

/** `sig` is over the 64 ASCII characters of `head_hash`. */
export const SignedHead = closed(
  {
    head: StatementHead,
    head_hash: { ...Hash, description: 'SHA-256 of the head’s canonical JSON (RFC 8785)' },
    signature: HashSignature,
  },
  'A head that its issuer signed',
);
export type SignedHead = Static<typeof SignedHead>;

/** `list_hash` of a list without statements. */
export const EMPTY_LIST_HASH = '0'.repeat(64);

/** The first statements of a list, of which nothing but their hash is known. */
export type ListState = Pick<StatementHead, 'size' | 'list_hash'>;

export const EMPTY_LIST: ListState = { size: 0, list_hash: EMPTY_LIST_HASH };

/**
 * The list with these statements after its own, by their `statement_hash`.
 * @example extendList(crypto, EMPTY_LIST, ['ab'.repeat(32)]).size // 1
 */
export function extendList(crypto: Crypto, list: ListState, statementHashes: readonly string[]): ListState {
  let { size: number, list_hash: previous } = list;
  for (const statement_hash of statementHashes) {
    number += 1;
    previous = hashOf(crypto, { number, previous, statement_hash });
  }
  return { size: number, list_hash: previous };
}

type HeadRefusal = 'head_malformed' | 'head_hash_mismatch' | 'head_signature_invalid';

/**
 * Reads a head and checks its form, its hash and its signature by this key.
 * @example readHead(crypto, {}, { kid: 'screener', publicKey: new Uint8Array(32) }).error.code // 'head_malformed'
 */
export function readHead(crypto: Crypto, input: unknown, key: IssuerKey): Result<SignedHead, HeadRefusal> {
  if (!Check(SignedHead, input) || instantMs(input.head.at) === null)
    return fail('head_malformed', 'this is no signed head of a list of statements');
  if (hashOf(crypto, input.head) !== input.head_hash)
    return fail('head_hash_mismatch', 'its hash is not the hash of what it says');
  return isSignedBy(crypto, input.head_hash, input.signature, key)
    ? ok(input)
    : fail('head_signature_invalid', `the key ${key.kid} did not sign it`);
}

type ListFault = 'issuer_mismatch' | 'shrunk' | 'earlier' | 'entries_missing' | 'rewritten';

/**
 * Why a head does not continue an earlier one; null if it does. `statementHashes` are those of the statements after
 * the earlier head, in order. Both heads must have been read. Two heads that a key signed, of which the later does not
 * continue the earlier, prove that the issuer said two things.
 */
export function continuityFault(
  crypto: Crypto,
  earlier: StatementHead,
  statementHashes: readonly string[],
  later: StatementHead,
): ListFault | null {
  if (later.issuer !== earlier.issuer) return 'issuer_mismatch';
  if (later.size < earlier.size) return 'shrunk';
  if ((instantMs(later.at) ?? 0) < (instantMs(earlier.at) ?? 0)) return 'earlier';
  if (statementHashes.length !== later.size - earlier.size) return 'entries_missing';
  return extendList(crypto, earlier, statementHashes).list_hash === later.list_hash ? null : 'rewritten';
}
