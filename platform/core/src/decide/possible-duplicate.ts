import { instantMs } from '@common/base/instant';
import type { ActionParams, PossibleDuplicate } from '../objects/grant.ts';
import type { FacadeSpec } from '../objects/plugin.ts';
import { lettersAndDigits } from './params.ts';
import { canonicalReference, referenceIn } from './reference/canonical.ts';
import { compareReferences, referenceKeys } from './reference/compare.ts';

const DAY_MS = 86_400_000;

/** An action of a grant that is pending, active or redeemed. */
export interface EarlierAction {
  readonly grantId: string;
  readonly params: ActionParams;
  readonly proposedAt: string;
}

/** Keys by which a store finds actions that may be the same. `own` are those of the action, `asked` those to look up. */
interface LikenessKeys {
  /** The first part of every key, in which two such actions agree. */
  readonly subject: string;
  readonly own: readonly string[];
  readonly asked: readonly string[];
}

type Spec = Pick<FacadeSpec, 'name' | 'params' | 'idempotency'>;
type Why = PossibleDuplicate['why'];

/** The clearest sign first: a person is shown the earlier action with the clearest one. */
const ORDER: readonly Why[] = [
  'same_reference',
  'leading_zeros',
  'look_alike',
  'other_order',
  'more_words',
  'named_in_memo',
  'no_reference',
];

/**
 * Keys of which two actions share one if they are the same or possibly the same: the first's own and the
 * second's asked. Two actions that share one may still be different.
 */
export function likenessKeys(facade: Spec, params: ActionParams): LikenessKeys {
  const { possible_duplicate: spec } = facade.idempotency;
  if (spec === undefined) return { subject: '', own: [], asked: [] };
  const subject = [facade.name, ...valuesOf(spec.same, params)];
  const keyOf = (kind: string, ...rest: readonly string[]) => JSON.stringify([...subject, kind, ...rest]);
  const repeated = valuesOf(spec.repeat, params);
  const reference = referenceOf(facade, params);
  if (reference === undefined) {
    const any = keyOf('any', ...repeated);
    return { subject: keyOf(''), own: [any, keyOf('none', ...repeated)], asked: [any] };
  }
  const named = [reference, alsoNamed(facade, params, reference) ?? reference];
  const keys = [...new Set(named.flatMap((each) => referenceKeys(each)))];
  const ofReference = keys.map((key) => keyOf('reference', key));
  return {
    subject: keyOf(''),
    own: [...ofReference, keyOf('any', ...repeated)],
    asked: [...ofReference, keyOf('none', ...repeated)],
  };
}

/** The part of an action's params that comparing it needs. */
export function comparedParams(facade: Spec, params: ActionParams): ActionParams {
  const { params: names, possible_duplicate: spec } = facade.idempotency;
  const reference = referenceOf(facade, params);
  const compared = [...new Set([...names, ...(spec?.same ?? []), ...(spec?.repeat ?? [])])];
  const named = reference === undefined ? undefined : alsoNamed(facade, params, reference);
  const { read_from: source } = facade.params[referenceParam(facade) ?? ''] ?? {};
  return Object.fromEntries([
    ...compared.flatMap((name) => {
      const value = facade.params[name]?.kind === 'reference' ? reference : params[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
    ...(source === undefined || named === undefined ? [] : [[source, named] as const]),
  ]);
}

/** What earlier actions say of this one: the grant that it repeats, and the one of which it is a possible duplicate. */
export interface Likeness {
  readonly duplicateOf: string | null;
  readonly possible: PossibleDuplicate | null;
}

/** Compares an action with those that share a key with it, newest first. */
export function likenessTo(
  facade: Spec,
  action: Omit<EarlierAction, 'grantId'>,
  earlier: readonly EarlierAction[],
): Likeness {
  const found = earlier.flatMap((other): (PossibleDuplicate | { grant_id: string; why: 'same' })[] => {
    const why = whyAlike(facade, action, other);
    return why === null ? [] : [{ grant_id: other.grantId, why }];
  });
  const same = found.find(({ why }) => why === 'same');
  const possible = ORDER.flatMap((sign) => found.find(({ why }) => why === sign) ?? []);
  return { duplicateOf: same?.grant_id ?? null, possible: possible.find(isPossible) ?? null };
}

function isPossible(found: PossibleDuplicate | { why: 'same' }): found is PossibleDuplicate {
  return found.why !== 'same';
}

function whyAlike(
  facade: Spec,
  action: Omit<EarlierAction, 'grantId'>,
  other: EarlierAction,
): Why | 'same' | null {
  const { possible_duplicate: spec, params: compared } = facade.idempotency;
  if (spec === undefined || !areEqual(spec.same, action.params, other.params)) return null;
  const [own, theirs] = [referenceOf(facade, action.params), referenceOf(facade, other.params)];
  if (own === undefined || theirs === undefined) {
    const isRepeat = areEqual(spec.repeat, action.params, other.params);
    return isRepeat && daysBetween(action, other) <= spec.within_days ? 'no_reference' : null;
  }
  const sign = compareReferences(own, theirs);
  if (sign === null) {
    const [named, namedThere] = [
      alsoNamed(facade, action.params, own),
      alsoNamed(facade, other.params, theirs),
    ];
    const isNamed =
      (named !== undefined && compareReferences(named, theirs) !== null) ||
      (namedThere !== undefined && compareReferences(namedThere, own) !== null);
    return isNamed ? 'named_in_memo' : null;
  }
  if (sign !== 'same') return sign;
  const others = compared.filter((name) => facade.params[name]?.kind !== 'reference');
  return areEqual(others, action.params, other.params) ? 'same' : 'same_reference';
}

/**
 * The action's reference. Plugins signed before there were params of kind `reference` derived one, which lost
 * its separators: there it is read from the text again.
 */
function referenceOf(facade: Spec, params: ActionParams): string | undefined {
  const { params: specs } = facade;
  const name = referenceParam(facade);
  if (name === undefined) return undefined;
  const given = textOf(params, name);
  const { read_from: source } = specs[name] ?? {};
  const text = source === undefined ? undefined : textOf(params, source);
  if (text === undefined || (given !== undefined && given !== lettersAndDigits(text))) return given;
  const found = referenceIn(text);
  return found === '' || canonicalReference(found) === '' ? undefined : found;
}

function referenceParam({ params: specs, idempotency }: Spec): string | undefined {
  return idempotency.params.find((param) => specs[param]?.kind === 'reference');
}

/**
 * A reference that the text has beside the given one, by the rule by which one is read where none is given. It has a
 * number: "Rent" beside an invoice’s number says what is paid, not which invoice.
 */
function alsoNamed(facade: Spec, params: ActionParams, reference: string): string | undefined {
  const { read_from: source } = facade.params[referenceParam(facade) ?? ''] ?? {};
  const text = source === undefined ? undefined : textOf(params, source);
  const found = text === undefined ? '' : referenceIn(text);
  if (!/\p{Nd}/u.test(found.normalize('NFKC'))) return undefined;
  return compareReferences(reference, found) === null ? found : undefined;
}

function daysBetween(
  one: Pick<EarlierAction, 'proposedAt'>,
  other: Pick<EarlierAction, 'proposedAt'>,
): number {
  const [from, to] = [instantMs(other.proposedAt) ?? 0, instantMs(one.proposedAt) ?? 0];
  return Math.abs(to - from) / DAY_MS;
}

function areEqual(names: readonly string[], one: ActionParams, other: ActionParams): boolean {
  return names.every((name) => textAt(one, name) === textAt(other, name));
}

function valuesOf(names: readonly string[], params: ActionParams): string[] {
  return names.map((name) => textAt(params, name));
}

function textAt(params: ActionParams, name: string): string {
  return Object.hasOwn(params, name) ? String(params[name]) : '';
}

function textOf(params: ActionParams, name: string): string | undefined {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  return value === undefined ? undefined : String(value);
}
