import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

/** Its inverse is for shrinking: fast-check's own units look texts up in a map of a million entries. */
const codePoint = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (nth) => String.fromCodePoint(nth < SURROGATES.from ? nth : nth + SURROGATES.count),
  (value) => {
    if (typeof value !== 'string' || [...value].length !== 1 || !value.isWellFormed())
      throw new Error('not one code point');
    const code = value.codePointAt(0) ?? 0;
    return code < SURROGATES.from ? code : code - SURROGATES.count;
  },
);

/** Any text of Unicode, as `fc.string({ unit: 'binary' })`, which needs two seconds of each process. */
export function anyText(limits: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...limits, unit: codePoint });
}
