/** r and s of an ECDSA signature in strict DER, as 64 bytes; null for any other bytes. */
export function p1363(der: Uint8Array): Uint8Array | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || der.length > 72) return null;
  const r = integerAt(der, 2);
  const s = r === null ? null : integerAt(der, r.end);
  if (r === null || s === null || s.end !== der.length) return null;
  const plain = new Uint8Array(64);
  plain.set(r.value, 32 - r.value.length);
  plain.set(s.value, 64 - s.value.length);
  return plain;
}

function integerAt(der: Uint8Array, at: number): { readonly value: Uint8Array; readonly end: number } | null {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  if (der[at] !== 0x02 || length === 0 || end > der.length) return null;
  const [first = 0, second = 0] = der.subarray(at + 2, end);
  const isNegative = first >= 0x80;
  const isPadded = first === 0 && length > 1 && second < 0x80;
  const value = der.subarray(first === 0 ? at + 3 : at + 2, end);
  return isNegative || isPadded || value.length > 32 ? null : { value, end };
}
