const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Decodes base64url without padding. Null for anything but the one spelling of some bytes: spare bits at the
 * end must be zero.
 * @example fromBase64url('_w') // Uint8Array.of(255)
 * @example fromBase64url('_x') // null
 */
export function fromBase64url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) return null;
    bits = (bits << 6) | digit;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = bits >> held;
    at += 1;
    bits &= (1 << held) - 1;
  }
  return bits === 0 ? bytes : null;
}

/**
 * Encodes without padding.
 * @example toBase64url(Uint8Array.of(255)) // '_w'
 */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 6) {
      held -= 6;
      text += DIGITS.charAt(bits >> held);
      bits &= (1 << held) - 1;
    }
  }
  return held === 0 ? text : text + DIGITS.charAt(bits << (6 - held));
}
