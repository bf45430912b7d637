/** The strength of a claim (interface document, 2.4). */
const STRENGTHS = [
  'not proven',
  'declared',
  'service-signed',
  'independent signature',
  'independent hardware key',
] as const;
type Strength = 0 | 1 | 2 | 3 | 4;

export interface Claim {
  readonly id: string;
  /** One sentence, true of this receipt. It contains text from the receipt: escape it for its output. */
  readonly statement: string;
  readonly strength: Strength;
  readonly strength_name: (typeof STRENGTHS)[Strength];
  /** What the strength rests on, or what is missing. */
  readonly basis: string;
  /** The kid that signed it. */
  readonly kid: string | null;
  /** The verifier's own bundle has that key. Otherwise the claim holds only if the key is whose the receipt says. */
  readonly pinned: boolean;
}

export function claim(
  id: string,
  statement: string,
  strength: Strength,
  basis: string,
  signed: { readonly kid: string; readonly pinned: boolean } | null = null,
): Claim {
  const { kid, pinned } = signed ?? { kid: null, pinned: false };
  return { id, statement, strength, strength_name: STRENGTHS[strength], basis, kid, pinned };
}
