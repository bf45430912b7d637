import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

/** A signature of Ed25519 that may be valid, and what makes it doubtful. */
interface ChangedCase {
  readonly index: number;
  readonly kind: Kind;
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

const KINDS = [
  'nothing',
  'one bit',
  'S + L',
  'another S',
  'key of low order, signed for',
  'R of low order, signed for',
  'another key',
  'another R',
  'sign of the key',
  'sign of R',
  'a shorter part',
] as const;
type Kind = (typeof KINDS)[number];

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const FIELD_PRIME = 2n ** 255n - 19n;
const SCALARS = [1n, 2n, 3n].map((seed) => wide(`scalar ${seed}`) % ORDER);

/** The eight points whose order divides 8. */
const TORSION = torsionPoints();
/** With each public key and each R, its sum with each point of small order. */
const SHIFTED = SCALARS.map((scalar) =>
  TORSION.map((point) => Point.BASE.multiply(scalar).add(point).toBytes()),
);
/** All spellings of the points of small order, and of y from 0 to 18 as y + p. */
const SPECIAL: readonly Uint8Array[] = [
  ...TORSION.map((point) => point.toBytes()),
  ...Array.from({ length: 19 }, (_, y) => littleEndian(FIELD_PRIME + BigInt(y))),
].flatMap((point) => [point, withSign(point)]);

/** Always the same cases, in the same order. */
export function* changedCases(count: number): Generator<ChangedCase> {
  for (let index = 0; index < count; index += 1) {
    const random = createHash('sha512').update(`case ${index}`).digest();
    const pick = (at: number, below: number) => random.readUInt16LE(2 * at) % below;
    const kind = KINDS[pick(0, KINDS.length)] ?? 'nothing';
    const message = random.subarray(0, pick(1, 65));
    yield { index, kind, message, ...changed(kind, message, pick, random) };
  }
}

function changed(
  kind: Kind,
  message: Uint8Array,
  pick: (at: number, below: number) => number,
  random: Uint8Array,
): { readonly publicKey: Uint8Array; readonly signature: Uint8Array } {
  const [holder, nonce] = [pick(2, SCALARS.length), pick(3, SCALARS.length)];
  const special = SPECIAL[pick(4, SPECIAL.length)] ?? new Uint8Array(32);
  // Half of the points have no part of small order.
  const shift = (at: number) => (pick(at, 2) === 0 ? 0 : pick(at + 1, 8));
  const hasLowKey = kind === 'key of low order, signed for';
  const hasLowR = kind === 'R of low order, signed for';
  const a = hasLowKey ? special : (SHIFTED[holder]?.[shift(5)] ?? special);
  const r = hasLowR ? special : (SHIFTED[nonce]?.[shift(7)] ?? special);
  const k = fromLittleEndian(createHash('sha512').update(r).update(a).update(message).digest()) % ORDER;
  const s =
    ((hasLowR ? 0n : (SCALARS[nonce] ?? 0n)) + k * (hasLowKey ? 0n : (SCALARS[holder] ?? 0n))) % ORDER;
  const [publicKey, signature] = [Uint8Array.from(a), Uint8Array.from([...r, ...littleEndian(s)])];
  const another = pick(9, 2) === 0 ? special : random.subarray(32);
  switch (kind) {
    case 'one bit': {
      const bit = pick(10, 768);
      const part = bit < 256 ? publicKey : signature;
      const at = bit < 256 ? bit : bit - 256;
      part[at >> 3] = (part[at >> 3] ?? 0) ^ (1 << (at & 7));
      break;
    }
    case 'S + L':
      signature.set(littleEndian(s + ORDER * BigInt(1 + pick(10, 7))), 32);
      break;
    case 'another S':
      signature.set(random.subarray(32), 32);
      break;
    case 'another key':
      return { publicKey: Uint8Array.from(another), signature };
    case 'another R':
      signature.set(another);
      break;
    case 'sign of the key':
      return { publicKey: withSign(publicKey), signature };
    case 'sign of R':
      signature.set(withSign(signature.subarray(0, 32)));
      break;
    case 'a shorter part':
      return pick(10, 2) === 0
        ? { publicKey: publicKey.subarray(0, 31), signature }
        : { publicKey, signature: signature.subarray(0, pick(11, 64)) };
    default:
  }
  return { publicKey, signature };
}

function torsionPoints() {
  for (let seed = 0; ; seed += 1) {
    try {
      const point = Point.fromBytes(createHash('sha256').update(`point ${seed}`).digest(), true);
      // L times a point leaves its part of small order.
      const generator = point.multiplyUnsafe(ORDER - 1n).add(point);
      if (generator.double().double().is0()) continue;
      return Array.from({ length: 8 }, (_, times) =>
        Array.from({ length: times }).reduce<typeof generator>((sum) => sum.add(generator), Point.ZERO),
      );
    } catch {
      // That y is of no point of the curve.
    }
  }
}

function withSign(point: Uint8Array): Uint8Array {
  const other = Uint8Array.from(point);
  other[31] = (other[31] ?? 0) ^ 0x80;
  return other;
}

function wide(text: string): bigint {
  return fromLittleEndian(createHash('sha512').update(text).digest());
}

function fromLittleEndian(value: Uint8Array): bigint {
  return value.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}
