import { fail, ok, type Result } from '@common/base/result';

/** Names of members, from the receipt down; `*` is each member. In a list of disclosures, a name is that of a disclosure. */
type Place = readonly string[];

const DISCLOSED = ['signatures', 'service', 'disclosures', 'directories'] as const;

/**
 * Where a receipt has what other receipts have too. INVARIANT: a place inside another one follows it, so that the outer
 * part has the inner ones by reference as well: a payee's entry is written once, however often its directory changes.
 */
const PLACES: readonly Place[] = [
  ['who', 'contract'],
  ['why', 'profile'],
  ['why', 'plugin'],
  ['bundle', 'keys'],
  [...DISCLOSED, '*'],
  [...DISCLOSED, '*', 'entry'],
  [...DISCLOSED, '*', 'head'],
];

/**
 * The receipt with a reference in each place of a part.
 * @example withReferences({ who: { tenant: 'tn_a', contract: { name: 'b' } } }, ({ name }) => name)
 *   // { who: { tenant: 'tn_a', contract: 'b' } }
 */
export function withReferences(
  receipt: Readonly<Record<string, unknown>>,
  refer: (part: unknown) => string,
): Record<string, unknown> {
  return PLACES.reduceRight((changed, place) => changedAt(changed, place, refer), receipt);
}

/**
 * The receipt with its parts, whole again; it is not checked. `find` returns undefined for a reference that it does not know.
 * @example withParts({ who: { contract: 'b' } }, () => ({ name: 'b' })).value // { who: { contract: { name: 'b' } } }
 * @example withParts({ who: { contract: 'b' } }, () => undefined).error.message
 *   // 'its who.contract is none of the parts before it'
 */
export function withParts(
  receipt: Readonly<Record<string, unknown>>,
  find: (reference: string) => unknown,
): Result<Record<string, unknown>, 'part_missing'> {
  let whole: Record<string, unknown> = receipt;
  for (const place of PLACES) {
    let isMissing = false;
    whole = changedAt(whole, place, (reference) => {
      const part = typeof reference === 'string' ? find(reference) : undefined;
      isMissing ||= part === undefined;
      return part;
    });
    if (isMissing) return fail('part_missing', `its ${place.join('.')} is none of the parts before it`);
  }
  return ok(whole);
}

/** A copy with another value in that place, if it has one there. */
function changedAt(
  value: Readonly<Record<string, unknown>>,
  [step = '', ...rest]: Place,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  const names = Object.keys(value).filter((name) => step === '*' || name === step);
  const changed = names.map((name): [string, unknown] => {
    const member = value[name];
    if (rest.length === 0) return [name, change(member)];
    if (Array.isArray(member)) return [name, member.map((one) => changedDisclosure(one, rest, change))];
    return [name, isRecord(member) ? changedAt(member, rest, change) : member];
  });
  return { ...value, ...Object.fromEntries(changed) };
}

/** A param of the same name has a text or a number, and is left as it is. */
function changedDisclosure(
  disclosure: unknown,
  [wanted, ...rest]: Place,
  change: (value: unknown) => unknown,
): unknown {
  if (!Array.isArray(disclosure)) return disclosure;
  const [salt, name, value] = disclosure;
  return name === wanted && isRecord(value) ? [salt, name, changedAt(value, rest, change)] : disclosure;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
