/** Deeper than any extension's output. */
const MAX_DEPTH = 8;

const MAP = 5;

/**
 * Whether the bytes are one CBOR map and nothing after it (RFC 8949), as authenticators write extensions:
 * definite lengths in their shortest form (CTAP2 canonical), and no key twice. The content of the map does
 * not matter here.
 */
export function isOneCborMap(bytes: Uint8Array): boolean {
  return bytes[0] !== undefined && bytes[0] >> 5 === MAP && endOfItem(bytes, 0, 0) === bytes.length;
}

interface Head {
  readonly major: number;
  readonly info: number;
  readonly value: number;
  readonly next: number;
}

/** The offset after the item; null if there is no complete item. */
function endOfItem(bytes: Uint8Array, at: number, depth: number): number | null {
  const head = headAt(bytes, at);
  if (head === null || depth > MAX_DEPTH) return null;
  const { major, info, value, next } = head;
  switch (major) {
    case 0:
    case 1:
      return next;
    case 2:
    case 3:
      return value <= bytes.length - next ? next + value : null;
    case 4:
      return endOfItems(bytes, next, value, depth);
    case MAP:
      return endOfMap(bytes, next, value, depth);
    case 7:
      // false, true, null, undefined and floating point numbers; no other simple values, and no break.
      return (info >= 20 && info <= 23) || (info >= 25 && info <= 27) ? next : null;
    default:
      return null;
  }
}

function endOfItems(bytes: Uint8Array, start: number, count: number, depth: number): number | null {
  let at: number | null = start;
  for (let index = 0; index < count && at !== null; index += 1) at = endOfItem(bytes, at, depth + 1);
  return at;
}

function endOfMap(bytes: Uint8Array, start: number, count: number, depth: number): number | null {
  const keys = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const key = endOfItem(bytes, at, depth + 1);
    const end = key === null ? null : endOfItem(bytes, key, depth + 1);
    if (key === null || end === null) return null;
    const name = bytes.subarray(at, key).join(' ');
    if (keys.has(name)) return null;
    keys.add(name);
    at = end;
  }
  return at;
}

/** Null past the end, for an indefinite length, and for a number that has a shorter form. */
function headAt(bytes: Uint8Array, at: number): Head | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const [major, info] = [first >> 5, first & 31];
  if (info < 24) return { major, info, value: info, next: at + 1 };
  if (info > 27) return null;
  const size = 2 ** (info - 24);
  const next = at + 1 + size;
  if (next > bytes.length) return null;
  const value = bytes.subarray(at + 1, next).reduce((sum, byte) => sum * 256 + byte, 0);
  const least = [24, 2 ** 8, 2 ** 16, 2 ** 32][info - 24] ?? 0;
  return major !== 7 && value < least ? null : { major, info, value, next };
}
