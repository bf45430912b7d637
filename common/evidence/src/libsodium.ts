import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { fromHex, utf8 } from './bytes.ts';
import { ED25519_KEY_BYTES, SIGNATURE_BYTES } from './crypto.ts';

/**
 * Ed25519 of libsodium, in half the time of OpenSSL's portable code. It makes the same signatures. Of public
 * keys and signatures that are strict (`isStrictEd25519Key`, `isStrictEd25519Signature`) it accepts the same:
 * callers check that first.
 */
export interface Libsodium {
  /** `publicKey`: 32 bytes, `signature`: 64 bytes. */
  readonly verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /** `secretKey`: the seed and the public key, 64 bytes. */
  readonly sign: (message: Uint8Array, secretKey: Uint8Array) => Uint8Array;
}

/** The functions of sodium-native's addon, without the package's own JavaScript, which takes ten times as long to load. */
interface Addon {
  readonly crypto_sign_detached: (
    signature: Uint8Array,
    message: Uint8Array,
    secretKey: Uint8Array,
  ) => number;
  readonly crypto_sign_verify_detached: (
    ...buffersWithOffsetAndLength: (ArrayBufferLike | number)[]
  ) => boolean;
}

const SECRET_KEY_BYTES = 64;
/** The addons are built against glibc. */
const MARK_OF_MUSL = '/etc/alpine-release';

/** RFC 8032, 7.1, test 2: seed and public key, message, signature. */
const KNOWN_SECRET =
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c';
const KNOWN_MESSAGE = 'r';
const KNOWN_SIGNATURE =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';

let loaded: Libsodium | null | undefined;

/**
 * Loads the library at the first call. Null where there is no addon for this system, or it does not load.
 * @example loadLibsodium() === loadLibsodium() // true
 */
export function loadLibsodium(): Libsodium | null {
  if (loaded === undefined) loaded = load();
  return loaded;
}

function load(): Libsodium | null {
  if (existsSync(MARK_OF_MUSL)) return null;
  try {
    const file = `sodium-native/prebuilds/${platform()}-${arch()}/sodium-native.node`;
    const library = over(createRequire(import.meta.url)(file));
    return computesKnownSignature(library) ? library : null;
  } catch {
    return null;
  }
}

/** INVARIANT: the addon, which does not look at lengths, gets only buffers of the right ones. */
function over(addon: Addon): Libsodium {
  return {
    verify: (publicKey, message, signature) =>
      publicKey.length === ED25519_KEY_BYTES &&
      signature.length === SIGNATURE_BYTES &&
      addon.crypto_sign_verify_detached(
        signature.buffer,
        signature.byteOffset,
        SIGNATURE_BYTES,
        message.buffer,
        message.byteOffset,
        message.byteLength,
        publicKey.buffer,
        publicKey.byteOffset,
        ED25519_KEY_BYTES,
      ),
    sign: (message, secretKey) => {
      if (secretKey.length !== SECRET_KEY_BYTES)
        throw new Error('a secret key is its seed and its public key');
      const signature = new Uint8Array(SIGNATURE_BYTES);
      const status = addon.crypto_sign_detached(signature, message, secretKey);
      if (status !== 0) throw new Error(`libsodium does not sign: ${status}`);
      return signature;
    },
  };
}

/** An addon whose functions are not those that we know, or that computes wrongly, is not used. */
function computesKnownSignature({ sign, verify }: Libsodium): boolean {
  const [secret, expected] = [fromHex(KNOWN_SECRET), fromHex(KNOWN_SIGNATURE)];
  if (secret === null || expected === null) return false;
  const publicKey = secret.slice(32);
  const message = utf8(KNOWN_MESSAGE);
  const made = sign(message, secret);
  return (
    made.every((byte, at) => byte === expected[at]) &&
    verify(publicKey, message, made) === true &&
    verify(publicKey, utf8('s'), made) === false
  );
}
