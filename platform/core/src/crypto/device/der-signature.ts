const P256_COORDINATE_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * The 64 bytes of r and s in an ECDSA signature over P-256 as authenticators write it (ASN.1 DER). Null for any other
 * spelling: of one signature, there is one text.
 */
export function rawSignature(der: Uint8Array): Uint8Array | null {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) return null;
  const r = integerAt(der, 2);
  const s = r === null ? null : integerAt(der, r.next);
  if (r === null || s === null || s.next !== der.length) return null;
  const raw = new Uint8Array(2 * P256_COORDINATE_BYTES);
  raw.set(r.value, P256_COORDINATE_BYTES - r.value.length);
  raw.set(s.value, 2 * P256_COORDINATE_BYTES - s.value.length);
  return raw;
}

/** A positive integer in its shortest form, without the zero that only marks it as positive. */
function integerAt(
  der: Uint8Array,
  at: number,
): { readonly value: Uint8Array; readonly next: number } | null {
  const length = der[at + 1];
  if (der[at] !== INTEGER || length === undefined || length === 0) return null;
  const next = at + 2 + length;
  const [first = 0, second = 0] = [der[at + 2], der[at + 3]];
  if (next > der.length || first >= 0x80) return null;
  if (first === 0 && (length === 1 || second < 0x80)) return null;
  const value = der.subarray(first === 0 ? at + 3 : at + 2, next);
  return value.length <= P256_COORDINATE_BYTES ? { value, next } : null;
}
