import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { toHex, utf8 } from '@common/evidence/bytes';
import { ed25519Signer } from '@common/evidence/node';
import { KeyFileError } from '@common/kit/private-file';
import { FILE_ALGORITHMS, type SignatureAlgorithm } from '@platform/core/objects/signature';

export type KeyAlgorithm = (typeof FILE_ALGORITHMS)[number];

/** A public key as entries of the registry show it. */
interface PublicKey {
  readonly alg: KeyAlgorithm;
  /** The key in hex: 32 bytes of Ed25519, or the 65 bytes of the uncompressed point of P-256. */
  readonly public_key: string;
  /** `sha256:` and the hex digest of the public key's bytes. */
  readonly fingerprint: string;
}

/** A private key in memory. It shows its public half and signs, but never reveals itself. */
export interface KeyPair extends PublicKey {
  /**
   * Hex of the 64 bytes of the signature (Ed25519, or r and s of P-256) over the ASCII characters of a hash in
   * lowercase hex. Anything else is refused: no other text is ever signed (interface document, 2.5).
   */
  readonly sign: (ascii: string) => string;
}

const HASH = /^[0-9a-f]{64}$/;
const P256_COORDINATE_BYTES = 32;

/** Null for a device's key, which no file can hold. */
export function fileAlgorithm(alg: SignatureAlgorithm): KeyAlgorithm | null {
  return FILE_ALGORITHMS.find((known) => known === alg) ?? null;
}

/** A new private key, as PKCS#8 PEM. */
export function generatePrivateKey(alg: KeyAlgorithm): string {
  const { privateKey } =
    alg === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}

/** `file` appears only in the message. */
export function readPrivateKey(pem: string, file: string): KeyPair {
  const key = parse(pem, file);
  const shown = publicKeyOf(createPublicKey(key), file);
  const signed =
    shown.alg === 'ed25519'
      ? ed25519Signer(key)
      : (message: Uint8Array) => sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' });
  return {
    ...shown,
    sign: (ascii) => {
      if (!HASH.test(ascii)) throw new Error('only a hash of 64 lowercase hex digits can be signed');
      return toHex(signed(utf8(ascii)));
    },
  };
}

const PUBLIC_PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/;

/**
 * Reads one key in PEM (SubjectPublicKeyInfo), as `openssl pkey -pubout` writes it, and writes it again as `pem`.
 * INVARIANT: it takes nothing beside the key, because a private one may stand there, which must stay where it is.
 */
export function readPublicKey(text: string, file: string): PublicKey & { readonly pem: string } {
  if (/PRIVATE\s+KEY/i.test(text)) {
    throw new KeyFileError(`${file} is a private key: leave it with its holder, and give its public half`);
  }
  const key = keyOfDer(Buffer.from(PUBLIC_PEM.exec(text)?.[1] ?? '', 'base64'));
  if (key === null) {
    throw new KeyFileError(
      `${file} is not a public key in PEM and nothing else: give only what is from -----BEGIN PUBLIC KEY----- to -----END PUBLIC KEY-----, as openssl pkey -in <key> -pubout writes it`,
    );
  }
  return { ...publicKeyOf(key, file), pem: String(key.export({ type: 'spki', format: 'pem' })) };
}

/** The key whose SubjectPublicKeyInfo these bytes are, all of them; null if there is none. */
function keyOfDer(der: Buffer): KeyObject | null {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return der.equals(key.export({ type: 'spki', format: 'der' })) ? key : null;
  } catch {
    return null;
  }
}

function publicKeyOf(key: KeyObject, file: string): PublicKey {
  const alg = algorithmOf(key, file);
  const bytes = publicBytes(key, alg);
  return {
    alg,
    public_key: bytes.toString('hex'),
    fingerprint: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  };
}

function parse(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    // Omit the cause, which may repeat part of the file.
    throw new KeyFileError(
      `${file} is not a private key in PKCS#8 PEM; restore it, or move it away to get a new one`,
    );
  }
}

function algorithmOf(key: KeyObject, file: string): KeyAlgorithm {
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519';
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'es256';
  throw new KeyFileError(`${file} holds a ${key.asymmetricKeyType} key; Ed25519 or P-256 is needed`);
}

function publicBytes(key: KeyObject, alg: KeyAlgorithm): Buffer {
  const jwk = key.export({ format: 'jwk' });
  const x = Buffer.from(String(jwk.x), 'base64url');
  if (alg === 'ed25519') return x;
  const y = Buffer.from(String(jwk.y), 'base64url');
  const point = Buffer.concat([Buffer.from([4]), x, y]);
  if (point.length !== 1 + 2 * P256_COORDINATE_BYTES) throw new Error('a P-256 point of the wrong length');
  return point;
}
