import { fail, ok, type Result } from '@common/base/result';
import { type Static, type TSchema, Type } from 'typebox';
import { toHex } from './bytes.ts';
import type { Crypto } from './crypto.ts';
import { hashOf } from './hash.ts';

const SALT_BYTES = 16;
export const Salt = Type.String({ pattern: '^[0-9a-f]{32}$', description: '128 random bits, lowercase hex' });

/**
 * A new salt, from a source of random bytes.
 * @example drawSalt((length) => new Uint8Array(length)) // '00000000000000000000000000000000'
 */
export function drawSalt(randomBytes: (length: number) => Uint8Array): string {
  return toHex(randomBytes(SALT_BYTES));
}

/** What opens a member that a hashed object only commits to (the way of RFC 9901). */
export type Disclosure = [salt: string, name: string, value: unknown];
export const Disclosure = disclosureOf<Disclosure>(
  Type.String({ minLength: 1, maxLength: 128 }),
  Type.Unknown(),
);

/** The schema of disclosures with such a name and value. */
export function disclosureOf<Tuple extends Disclosure>(name: TSchema, value: TSchema) {
  // JSON Schema 2020-12 has no list in `items`, which the library's own tuple writes.
  return Type.Unsafe<Tuple>({
    type: 'array',
    minItems: 3,
    maxItems: 3,
    prefixItems: [Salt, name, value],
    description: '[salt, name, value] of a member that can be withheld',
  });
}

/** What stands in a hashed object in place of such a member. */
export const Commitment = Type.Object(
  { _sd: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  {
    additionalProperties: false,
    description: 'A member that can be withheld: the hash of its disclosure, [salt, name, value]',
  },
);
export type Commitment = Static<typeof Commitment>;

/**
 * @example commitTo({ sha256: (text) => text }, ['00', 'amount', '40']) // { _sd: '["00","amount","40"]' }
 */
export function commitTo(crypto: Pick<Crypto, 'sha256'>, disclosure: Disclosure): Commitment {
  return { _sd: hashOf(crypto, disclosure) };
}

/**
 * The object with a commitment for each member that has a salt, and what opens them, in the order of the salts. The
 * caller draws every salt anew.
 * @example sealMembers({ sha256: (text) => text }, { a: 1, b: 2 }, { b: '00' })
 *   // { sealed: { a: 1, b: { _sd: '["00","b",2]' } }, disclosures: [['00', 'b', 2]] }
 */
export function sealMembers(
  crypto: Pick<Crypto, 'sha256'>,
  members: Readonly<Record<string, unknown>>,
  salts: Readonly<Record<string, string>>,
): { readonly sealed: Record<string, unknown>; readonly disclosures: readonly Disclosure[] } {
  const disclosures = Object.entries(salts).map(([name, salt]): Disclosure => [salt, name, members[name]]);
  const commitments = disclosures.map((disclosure) => [disclosure[1], commitTo(crypto, disclosure)] as const);
  return { sealed: { ...members, ...Object.fromEntries(commitments) }, disclosures };
}

/** A member of an object for which a commitment stands there. */
interface CommittedMember extends Commitment {
  /** Where it stands: different for each. */
  readonly place: string;
  /** The last part of that. */
  readonly name: string;
}

type DisclosureRefusal =
  | 'salt_reused'
  | 'commitment_repeated'
  | 'disclosure_repeated'
  | 'disclosure_stray'
  | 'disclosure_misplaced'
  | 'disclosure_nested';

/**
 * By place, what opens each member of which the disclosure is given. It refuses disclosures that have more than one
 * meaning, or none: each opens exactly one commitment, under that name, and its value has no commitments of its own.
 * @example matchDisclosures({ sha256: (text) => text }, [], [['00', 'amount', '40']]).error.code // 'disclosure_stray'
 */
export function matchDisclosures(
  crypto: Pick<Crypto, 'sha256'>,
  members: readonly CommittedMember[],
  disclosures: readonly Disclosure[],
): Result<ReadonlyMap<string, Disclosure>, DisclosureRefusal> {
  const given = { members, disclosures };
  const byDigest = new Map(members.map((member) => [member._sd, member]));
  if (byDigest.size < members.length)
    return fail('commitment_repeated', 'two members have the same commitment');
  const salts = new Set<string>();
  const found = new Map<string, Disclosure>();
  for (const disclosure of disclosures) {
    const [salt, name, value] = disclosure;
    const member = byDigest.get(commitTo(crypto, disclosure)._sd);
    if (member === undefined) return fail('disclosure_stray', strayWords(crypto, disclosure, given));
    const { place } = member;
    if (found.has(place)) return fail('disclosure_repeated', `${place} is disclosed twice`);
    if (member.name !== name)
      return fail('disclosure_misplaced', `the disclosure of ${quoted(name)} stands for ${place}`);
    if (salts.has(salt)) return fail('salt_reused', `the salt of ${place} is also that of another member`);
    if (hasCommitment(value))
      return fail('disclosure_nested', `the disclosure of ${place} has a member named _sd`);
    salts.add(salt);
    found.set(place, disclosure);
  }
  return ok(found);
}

/** An altered value opens nothing either: it is the one of a member of that name that no other disclosure opens. */
function strayWords(
  crypto: Pick<Crypto, 'sha256'>,
  [, name]: Disclosure,
  {
    members,
    disclosures,
  }: { readonly members: readonly CommittedMember[]; readonly disclosures: readonly Disclosure[] },
): string {
  const opened = new Set(disclosures.map((disclosure) => commitTo(crypto, disclosure)._sd));
  const meant = members.find((member) => member.name === name && !opened.has(member._sd));
  return meant === undefined
    ? `the disclosure of ${quoted(name)} opens nothing here`
    : `the value disclosed for ${meant.place} does not fit its commitment: it opens nothing here, so it was altered or is of another receipt`;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

function hasCommitment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '_sd') || Object.values(value).some(hasCommitment);
}
