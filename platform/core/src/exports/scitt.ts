import { fail, ok, type Result } from '@common/base/result';
import { concatBytes, equalBytes, fromHex, toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { toBase64url } from '../crypto/device/base64url.ts';
import { leafHash } from '../log/merkle/tree.ts';
import type { NoteKey } from '../log/note/note-key.ts';
import { checkCoseReceipt, writeCoseReceipt } from './cose-receipt.ts';
import {
  ALG,
  type CborMap,
  checkSign1,
  isBytes,
  isMap,
  LABEL,
  readSign1,
  toBeSigned,
  writeCbor,
  writeSign1,
} from './sign1.ts';

/**
 * A statement of the log about one of its entries, with its receipt: a transparent statement (RFC 9943). Its payload is
 * the entry's 32 bytes. The receipt is of a second tree over the same entries, in which a leaf is made of those bytes,
 * since other logs do it so; the leaves of our log are made of the 64 digits (ADR 0033).
 */

/** Of the entry's preimage: a receipt without its place, or a directory's entry, as canonical JSON. */
const PREIMAGE_TYPE = 'application/json';
const ISSUER = 1;
const SUBJECT = 2;
/** The protected label of the checkpoint that has the same entries: its size, and its root of 32 bytes. */
const CHECKPOINT = 'sanad.checkpoint';

/**
 * The leaf that an entry has in the second tree.
 * @example rawLeaf(crypto, '00')
 *   // '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'
 */
export function rawLeaf(crypto: Crypto, entry: string): string {
  return leafHash(crypto, bytesOf(entry));
}

/** A root of each tree over the same entries. Hashes are lowercase hex. */
export interface TwoRoots {
  readonly size: number;
  /** Of the log's own tree, as in its checkpoint of that size. */
  readonly root: string;
  /** Of the second tree. */
  readonly rawRoot: string;
}

interface StatementParts {
  readonly key: Pick<NoteKey, 'name' | 'id'>;
  readonly sign: (message: Uint8Array) => Uint8Array;
  /** 64 hex digits. */
  readonly entry: string;
  readonly roots: TwoRoots;
  readonly index: number;
  /** In the second tree. */
  readonly proof: readonly string[];
}

/** The statement with its receipt in it, both signed by the log's key. The same parts give the same bytes. */
export function writeTransparentStatement(parts: StatementParts): Uint8Array {
  const { key, sign, entry, roots, index, proof } = parts;
  const payload = bytesOf(entry);
  const { size, root, rawRoot } = roots;
  const common = headerOf(key, payload);
  const header = new Map([...common, [CHECKPOINT, [size, bytesOf(root)]]]);
  const receipt = writeCoseReceipt({ size, index, proof, root: rawRoot, header, sign });
  const protectedBytes = writeCbor(
    new Map<unknown, unknown>([
      ...common,
      [LABEL.payloadHashAlg, ALG.sha256],
      [LABEL.preimageType, PREIMAGE_TYPE],
    ]),
  );
  return writeSign1({
    protectedBytes,
    unprotected: new Map([[LABEL.receipts, [receipt]]]),
    payload,
    signature: sign(toBeSigned(protectedBytes, payload)),
  });
}

function headerOf({ name, id }: Pick<NoteKey, 'name' | 'id'>, payload: Uint8Array): CborMap {
  return new Map<unknown, unknown>([
    [LABEL.alg, ALG.edDsa],
    [LABEL.kid, bytesOf(id)],
    [
      LABEL.cwtClaims,
      new Map([
        [ISSUER, name],
        [SUBJECT, nameOf(payload)],
      ]),
    ],
  ]);
}

/** Names a thing by its hash (RFC 6920). */
function nameOf(digest: Uint8Array): string {
  return `ni:///sha-256;${toBase64url(digest)}`;
}

/** What a transparent statement proves of an entry. */
export interface StatementVerdict extends TwoRoots {
  readonly index: number;
  /** The statement without its receipt, and the receipt, as other programs take them. */
  readonly statement: Uint8Array;
  readonly receipt: Uint8Array;
}

/**
 * Judges a statement about an entry that the reader computed, under a key of the log that the reader knows. That both
 * roots are over the same entries is the log's word, which anyone checks who reads the entries.
 */
export function judgeTransparentStatement(
  crypto: Crypto,
  bytes: Uint8Array,
  { entry, key }: { readonly entry: string; readonly key: NoteKey },
): Result<StatementVerdict> {
  const read = readSign1(bytes);
  if (!read.ok) return read;
  const { header, unprotected, payload, ...message } = read.value;
  if (payload === null || !equalBytes(payload, bytesOf(entry)))
    return fail('statement_of_another', 'The statement is about another entry than this receipt’s.');
  const signed = checkSign1(crypto, read.value, payload, key.publicKey);
  if (!signed.ok) return signed;
  if (!isAbout(header, key, payload) || header.get(LABEL.payloadHashAlg) !== ALG.sha256)
    return fail('statement_headers_differ', 'The statement does not name this log, this key and this entry.');
  const receipts = unprotected.get(LABEL.receipts);
  const receipt: unknown = Array.isArray(receipts) && receipts.length === 1 ? receipts[0] : null;
  if (!isBytes(receipt)) return fail('receipt_missing', 'The statement has not one receipt.');
  const proven = checkCoseReceipt(crypto, receipt, payload, key.publicKey);
  if (!proven.ok) return proven;
  const { size, index, root: rawRoot } = proven.value;
  const root = rootIn(proven.value.header, size);
  if (root === null || !isAbout(proven.value.header, key, payload)) {
    return fail(
      'receipt_headers_differ',
      'The receipt does not name this log, this key, this entry and a checkpoint of its own size.',
    );
  }
  const statement = writeSign1({ ...message, payload, unprotected: new Map() });
  return ok({ size, index, root, rawRoot, statement, receipt: new Uint8Array(receipt) });
}

function isAbout(header: CborMap, { name, id }: NoteKey, payload: Uint8Array): boolean {
  const kid = header.get(LABEL.kid);
  const claims = header.get(LABEL.cwtClaims);
  if (!isBytes(kid) || toHex(kid) !== id || !isMap(claims)) return false;
  return claims.get(ISSUER) === name && claims.get(SUBJECT) === nameOf(payload);
}

function rootIn(header: CborMap, size: number): string | null {
  const checkpoint = header.get(CHECKPOINT);
  if (!Array.isArray(checkpoint) || checkpoint.length !== 2) return null;
  const [named, root]: readonly unknown[] = checkpoint;
  return named === size && isBytes(root) && root.length === 32 ? toHex(root) : null;
}

/** The head of an Ed25519 key in PEM (RFC 8410). */
const SPKI = '302a300506032b6570032100';

/**
 * An Ed25519 key as other programs read it (DER of SubjectPublicKeyInfo), which PEM has in base64.
 * @example spkiOf(new Uint8Array(32)).length // 44
 */
export function spkiOf(publicKey: Uint8Array): Uint8Array {
  return concatBytes(bytesOf(SPKI), publicKey);
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes === null) throw new TypeError(`not hex: ${hex}`);
  return bytes;
}
