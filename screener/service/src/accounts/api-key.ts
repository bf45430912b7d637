import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `snd_live_`, 32 random characters and a checksum of 6, all in base 62: DESIGN 5.8. */
const PREFIX = 'snd_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const LABEL_LENGTH = PREFIX.length + 8;
/** The greatest multiple of 62 that fits in a byte. Higher bytes would favour the first characters. */
const UNBIASED_BELOW = 248;

/** Returns a new key with 190 bits of randomness. */
export function makeApiKey(randomBytes: (size: number) => Uint8Array): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < UNBIASED_BELOW && random.length < RANDOM_LENGTH) random += ALPHABET.charAt(byte % 62);
    }
  }
  return `${PREFIX}${random}${checksumOf(PREFIX + random)}`;
}

/** Whether a text has the form and checksum of a key. Typos are caught without a query. */
export function isApiKeyShaped(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  // A plain comparison is safe, because the checksum follows from the text itself and is no secret.
  return checksumOf(body) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * Returns the stored form of a key: HMAC-SHA-256 in hex. Anyone who reads the store can neither use nor guess
 * a key.
 */
export function hashApiKey(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('hex');
}

/** Returns the part of a key that may be shown and logged. */
export function apiKeyLabel(key: string): string {
  return `${key.slice(0, LABEL_LENGTH)}...`;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
