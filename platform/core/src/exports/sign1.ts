import { fail, ok, type Result } from '@common/base/result';
import { concatBytes } from '@common/evidence/bytes';
import { type Crypto, ED25519_KEY_BYTES, P256_KEY_BYTES } from '@common/evidence/crypto';
import { decode, encode, rfc8949EncodeOptions } from 'cborg';

/**
 * One signature over one payload (COSE_Sign1, RFC 9052): the envelope of statements and receipts outside. Our own
 * objects are signed otherwise, over the hash of their canonical JSON.
 */

/** Labels of header parameters (IANA, "COSE Header Parameters"). */
export const LABEL = {
  alg: 1,
  crit: 2,
  kid: 4,
  cwtClaims: 15,
  payloadHashAlg: 258,
  preimageType: 259,
  receipts: 394,
  vds: 395,
  vdp: 396,
} as const;

/** Algorithms (IANA, "COSE Algorithms"). */
export const ALG = { es256: -7, edDsa: -8, esP256: -9, ed25519: -19, sha256: -16 } as const;

/** A header, or any other map, by its labels. */
export type CborMap = ReadonlyMap<unknown, unknown>;

interface Sign1 {
  /** As they were signed. */
  readonly protectedBytes: Uint8Array;
  /** The protected header, which alone says what the signature means. */
  readonly header: CborMap;
  readonly unprotected: CborMap;
  /** Null if it is elsewhere. */
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** The tag of a COSE_Sign1 (18). */
const SIGN1 = 0xd2;
/** More than any statement or receipt of ours has. */
const MAX_BYTES = 65_536;

/**
 * In the one spelling of RFC 8949, 4.2.1.
 * @example writeCbor([1, null]) // Uint8Array.of(0x82, 1, 0xf6)
 */
export function writeCbor(value: unknown): Uint8Array {
  return new Uint8Array(encode(value, rfc8949EncodeOptions));
}

/**
 * Reads one item with nothing after it. Undefined for what is no CBOR, numbers that have a shorter form, indefinite
 * lengths, a key twice in one map, and tags.
 * @example readCbor(Uint8Array.of(0x82, 1, 0xf6)) // [1, null]
 * @example readCbor(Uint8Array.of(0x18, 1)) // undefined
 */
export function readCbor(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, {
      ...{ useMaps: true, strict: true, rejectDuplicateMapKeys: true },
      ...{ allowIndefinite: false, allowUndefined: false, allowNaN: false, allowInfinity: false },
    });
  } catch {
    return undefined;
  }
}

/**
 * Reads a message with its tag. It checks no signature.
 * @example readSign1(Uint8Array.of(0xd2)).error.message // 'This is no COSE_Sign1: it is no array of four.'
 */
export function readSign1(bytes: Uint8Array): Result<Sign1, 'cose_malformed'> {
  if (bytes.length > MAX_BYTES) return malformed(`it has more than ${MAX_BYTES} bytes`);
  if (bytes[0] !== SIGN1) return malformed('it does not begin with the tag 18');
  const parts = readCbor(bytes.subarray(1));
  if (!Array.isArray(parts) || parts.length !== 4) return malformed('it is no array of four');
  const [protectedBytes, unprotected, payload, signature]: readonly unknown[] = parts;
  if (!isBytes(protectedBytes) || !isBytes(signature)) return malformed('a part that must be bytes is not');
  if (payload !== null && !isBytes(payload)) return malformed('its payload is neither bytes nor null');
  const header = protectedBytes.length === 0 ? new Map() : readCbor(protectedBytes);
  if (!isMap(header) || !isMap(unprotected)) return malformed('a header is no map');
  if ([...unprotected.keys()].some((label) => header.has(label)))
    return malformed('a label is in both headers');
  return ok({ protectedBytes, header, unprotected, payload, signature });
}

/** Writes a message, as `readSign1` reads it. */
export function writeSign1(message: Omit<Sign1, 'header'>): Uint8Array {
  const { protectedBytes, unprotected, payload, signature } = message;
  return concatBytes(Uint8Array.of(SIGN1), writeCbor([protectedBytes, unprotected, payload, signature]));
}

/**
 * What is signed (Sig_structure). INVARIANT: its first byte is 0x84, with which neither a hash in hex nor a text of a
 * note begins, so that a signature over one is none over another.
 */
export function toBeSigned(protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array {
  return writeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]);
}

export type SignatureFault = 'cose_alg_unsupported' | 'cose_critical_unknown' | 'cose_signature_invalid';

/**
 * Whether the key signed this message over this payload. `key`: 32 bytes of Ed25519, or 65 of P-256.
 */
export function checkSign1(
  crypto: Crypto,
  { header, protectedBytes, signature }: Sign1,
  payload: Uint8Array,
  key: Uint8Array,
): Result<void, SignatureFault> {
  // Nothing that may be called critical is known here.
  if (header.has(LABEL.crit)) {
    return fail('cose_critical_unknown', 'Its header has a critical part that this verifier does not know.');
  }
  const verify = verifierOf(crypto, header.get(LABEL.alg), key);
  if (verify === null) {
    return fail(
      'cose_alg_unsupported',
      `It is signed by the algorithm ${String(header.get(LABEL.alg))}, and that is none of this key: only Ed25519 (-8, -19) and ECDSA over P-256 (-7, -9) are supported.`,
    );
  }
  return verify(key, toBeSigned(protectedBytes, payload), signature)
    ? ok(undefined)
    : fail('cose_signature_invalid', 'The key did not sign this.');
}

function verifierOf(crypto: Crypto, alg: unknown, key: Uint8Array): Crypto['verifyEd25519'] | null {
  if (key.length === ED25519_KEY_BYTES && (alg === ALG.edDsa || alg === ALG.ed25519))
    return crypto.verifyEd25519;
  return key.length === P256_KEY_BYTES && (alg === ALG.es256 || alg === ALG.esP256)
    ? crypto.verifyP256
    : null;
}

/** Whether a part of a message is bytes. */
export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** Whether a part of a message is a map. */
export function isMap(value: unknown): value is CborMap {
  return value instanceof Map;
}

function malformed(why: string) {
  return fail('cose_malformed', `This is no COSE_Sign1: ${why}.`);
}
