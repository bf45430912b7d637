import { concatBytes, utf8 } from '@common/evidence/bytes';

type CborKey = string | number;
export type Cbor = CborKey | Uint8Array | readonly Cbor[] | ReadonlyMap<CborKey, Cbor>;

/** Just enough of RFC 8949 to write what authenticators write. */
export function toCbor(value: Cbor): Uint8Array {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return concatBytes(head(3, utf8(value).length), utf8(value));
  if (value instanceof Uint8Array) return concatBytes(head(2, value.length), value);
  if (value instanceof Map) {
    const entries: [CborKey, Cbor][] = [...value];
    return concatBytes(
      head(5, value.size),
      ...entries.flatMap(([key, inner]) => [toCbor(key), toCbor(inner)]),
    );
  }
  const items = value as readonly Cbor[];
  return concatBytes(head(4, items.length), ...items.map(toCbor));
}

function head(major: number, value: number): Uint8Array {
  const first = major << 5;
  if (value < 24) return Uint8Array.of(first | value);
  if (value < 256) return Uint8Array.of(first | 24, value);
  return Uint8Array.of(first | 25, value >> 8, value & 255);
}
