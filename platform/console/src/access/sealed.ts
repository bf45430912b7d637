import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Texts that only this console can read. What a person signed to sign in is a credential at the authority as well: in a
 * cookie that is sealed, it is of use here alone, where its end is known.
 */
export function createSealed(secret: string, randomBytes: (size: number) => Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealed session', 32));
  return {
    /** In characters that a cookie may have. */
    seal(text: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    /** Null for what was not sealed with this secret. */
    open(value: string): string | null {
      const bytes = Buffer.from(value, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const end = bytes.length - TAG_BYTES;
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAuthTag(bytes.subarray(end));
      try {
        return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, end)), cipher.final()]).toString(
          'utf8',
        );
      } catch {
        return null;
      }
    },
  };
}
