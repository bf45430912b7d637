import { fail, ok, type Result } from '@common/base/result';
import { equalBytes, toHex, utf8 } from '@common/evidence/bytes';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';

/** A person’s private key in a page’s memory. It signs hashes, and `forget` overwrites it. */
export interface KeyFile {
  readonly alg: 'ed25519' | 'es256';
  /** The public key in hex, as entries of the registry show it. */
  readonly public_key: string;
  /**
   * Returns the hex of the signature over the ASCII characters of a hash in lowercase hex. It signs no other
   * text.
   */
  readonly sign: (hash: string) => string;
  readonly forget: () => void;
}

const HASH = /^[0-9a-f]{64}$/;
const PRIVATE_BYTES = 32;
const LABEL = '-----BEGIN PRIVATE KEY-----';
const LINE_FEED = 0x0a;
const DASH = 0x2d;

const INTEGER = 0x02;
const OCTETS = 0x04;
const OBJECT_ID = 0x06;
const SEQUENCE = 0x30;
const ED25519 = Uint8Array.of(0x2b, 0x65, 0x70);
const EC_KEY = Uint8Array.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01);
const P256 = Uint8Array.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07);

/**
 * Reads a key file as `sanad keys` writes it: PKCS#8 in PEM. INVARIANT: the given bytes are overwritten
 * before this returns, and the key is never a text, which nothing could overwrite.
 * @example readKeyFile(new TextEncoder().encode('-----BEGIN ENCRYPTED PRIVATE KEY-----\n'))
 *   // fail('key_file_unusable', 'It is encrypted, and cannot be opened here: use the command')
 */
export function readKeyFile(pem: Uint8Array): Result<KeyFile, 'key_file_unusable'> {
  const label = String.fromCharCode(...pem.subarray(0, Math.min(64, pem.indexOf(LINE_FEED) + 1))).trim();
  const der = label === LABEL ? fromBase64(pem.subarray(pem.indexOf(LINE_FEED) + 1)) : null;
  pem.fill(0);
  if (der === null) return fail('key_file_unusable', faultOf(label));
  const found = privateKeyIn(der);
  const secret = found === null ? null : Uint8Array.from(found.secret);
  der.fill(0);
  if (found === null || secret === null) {
    return fail('key_file_unusable', 'It holds no Ed25519 or P-256 key in PKCS#8, which is what signs here');
  }
  const { alg } = found;
  try {
    const shown = alg === 'ed25519' ? ed25519.getPublicKey(secret) : p256.getPublicKey(secret, false);
    return ok(keyFile(alg, toHex(shown), secret));
  } catch {
    secret.fill(0);
    return fail('key_file_unusable', 'Its number is none that a P-256 key can have');
  }
}

function keyFile(alg: KeyFile['alg'], publicKey: string, secret: Uint8Array): KeyFile {
  return {
    alg,
    public_key: publicKey,
    sign: (hash) => {
      if (!HASH.test(hash)) throw new Error('only a hash of 64 lowercase hex digits can be signed');
      if (secret.every((byte) => byte === 0)) throw new Error('the key was forgotten');
      const message = utf8(hash);
      return toHex(
        alg === 'ed25519'
          ? ed25519.sign(message, secret)
          : p256.sign(message, secret, { lowS: false, format: 'compact' }),
      );
    },
    forget: () => {
      secret.fill(0);
    },
  };
}

function faultOf(label: string): string {
  if (/ENCRYPTED/.test(label)) return 'It is encrypted, and cannot be opened here: use the command';
  if (/PUBLIC KEY/.test(label)) return 'It is a public key: choose the private one, which stays on this page';
  return 'It is not a private key in PKCS#8 PEM, as sanad keys writes it';
}

function privateKeyIn(der: Uint8Array): (Pick<KeyFile, 'alg'> & { readonly secret: Uint8Array }) | null {
  const [version, algorithm, key] = partsOf(elementsOf(der)[0], SEQUENCE);
  const [kind, curve] = partsOf(algorithm, SEQUENCE);
  if (version?.tag !== INTEGER || key?.tag !== OCTETS || kind?.tag !== OBJECT_ID) return null;
  const [inner] = elementsOf(key.body);
  if (equalBytes(kind.body, ED25519)) return secretOf('ed25519', inner);
  if (!equalBytes(kind.body, EC_KEY) || curve === undefined || !equalBytes(curve.body, P256)) return null;
  return secretOf('es256', partsOf(inner, SEQUENCE)[1]);
}

function secretOf(alg: KeyFile['alg'], element: Element | undefined) {
  if (element?.tag !== OCTETS || element.body.length !== PRIVATE_BYTES) return null;
  return { alg, secret: element.body };
}

interface Element {
  readonly tag: number;
  readonly body: Uint8Array;
}

function partsOf(element: Element | undefined, tag: number): readonly Element[] {
  return element?.tag === tag ? elementsOf(element.body) : [];
}

/**
 * Reads consecutive DER elements; none if their lengths do not add up. A key file has no element of 64 KiB.
 */
function elementsOf(bytes: Uint8Array): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0xff;
    const more = first < 0x80 ? 0 : first - 0x80;
    if (more > 2) return [];
    let length = more === 0 ? first : 0;
    for (let index = 0; index < more; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0);
    const start = at + 2 + more;
    if (start + length > bytes.length) return [];
    found.push({ tag, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

/** Up to the line that ends the PEM; null if anything but base64 and line ends stands before it. */
function fromBase64(text: Uint8Array): Uint8Array | null {
  const end = text.indexOf(DASH);
  const bytes = new Uint8Array(Math.floor((Math.max(0, end) * 3) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (const unit of text.subarray(0, Math.max(0, end))) {
    if (unit === LINE_FEED || unit === 0x0d || unit === 0x3d) continue;
    const six = sixBits(unit);
    if (six < 0) return null;
    held = ((held << 6) | six) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return end < 0 ? null : bytes.subarray(0, length);
}

function sixBits(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x47;
  if (unit >= 0x30 && unit <= 0x39) return unit + 4;
  if (unit === 0x2b) return 62;
  return unit === 0x2f ? 63 : -1;
}
