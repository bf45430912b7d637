import { instantMs } from '@common/base/instant';
import type { ActionParams, PossibleDuplicate } from '../objects/grant.ts';
import type { FacadeSpec } from '../objects/plugin.ts';
import { lettersAndDigits } from './params.ts';
import { canonicalReference, isTelling, referenceIn } from './reference/canonical.ts';
import { isUnread } from './reference/coarse.ts';
import { compareReferences, type ReadReference, readReference, referenceKeys } from './reference/compare.ts';

const DAY_MS = 86_400_000;

/** An action of a grant that is pending, active or redeemed. */
export interface EarlierAction {
  readonly grantId: string;
  readonly params: ActionParams;
  readonly proposedAt: string;
}

/** Earlier actions found by their keys, newest first. */
export interface FoundActions {
  readonly actions: readonly EarlierAction[];
  /** There are more with one of the keys than are read. */
  readonly isCut: boolean;
}

/** Keys by which a store finds actions that may be the same: they share a subject, and a key of it. */
export interface LikenessKeys {
  readonly subjects: readonly string[];
  /** Those of the action. */
  readonly own: readonly string[];
  /** Those to look up, however old an action is: an invoice is paid once. */
  readonly asked: readonly string[];
  /** Those to look up among actions at most `withinMs` older or newer: without a reference, only these are compared. */
  readonly askedOfLate: readonly string[];
  readonly withinMs: number;
}

type Spec = Pick<FacadeSpec, 'name' | 'params' | 'idempotency'>;
type Why = PossibleDuplicate['why'];

/** The clearest sign first: a person is shown the earlier action with the clearest one. */
const ORDER: readonly Why[] = [
  'same_reference',
  'leading_zeros',
  'look_alike',
  'other_groups',
  'other_order',
  'more_words',
  'more_numbers',
  'named_in_memo',
  'no_reference',
];

/** What an action's keys begin with: two that are possibly the same agree in one of them. */
export function likenessSubjects(facade: Spec, params: ActionParams): readonly string[] {
  const { possible_duplicate: spec } = facade.idempotency;
  if (spec === undefined) return [];
  return alternatives(spec).map((names) =>
    JSON.stringify([facade.name, ...names, ...valuesOf(names, params)]),
  );
}

/** The params in which two actions of one subject are equal, in the order of `likenessSubjects`. */
export function subjectFields(facade: Pick<Spec, 'idempotency'>): readonly (readonly string[])[] {
  const { possible_duplicate: spec } = facade.idempotency;
  return spec === undefined ? [] : alternatives(spec);
}

/**
 * Keys of which two actions share one, and a subject, if they are the same or possibly the same: the first's own key
 * and one that the second asks for. Two actions that share one may still be different.
 */
export function likenessKeys(facade: Spec, params: ActionParams): LikenessKeys {
  const { possible_duplicate: spec } = facade.idempotency;
  if (spec === undefined) return { subjects: [], own: [], asked: [], askedOfLate: [], withinMs: 0 };
  const keyOf = (kind: string, ...rest: readonly string[]) => JSON.stringify([kind, ...rest]);
  const repeated = valuesOf(spec.repeat, params);
  const [any, none] = [keyOf('any', ...repeated), keyOf('none', ...repeated)];
  const { given, also } = named(facade, params);
  const keys = [...given, ...also].map(({ read }) => referenceKeys(read));
  const ofReference = (of: readonly (readonly string[])[]) =>
    [...new Set(of.flat())].map((key) => keyOf('reference', key));
  const isOpen = !given.some(isComparable);
  return {
    subjects: likenessSubjects(facade, params),
    own: [...ofReference(keys.map(({ own }) => own)), any, ...(isOpen ? [none] : [])],
    asked: ofReference(keys.map(({ asked }) => asked)),
    askedOfLate: [isOpen ? any : none],
    withinMs: spec.within_days * DAY_MS,
  };
}

/** The part of an action's params that comparing it needs. */
export function comparedParams(facade: Spec, params: ActionParams): ActionParams {
  const { params: names, possible_duplicate: spec } = facade.idempotency;
  const compared = [...names, ...(spec === undefined ? [] : [...alternatives(spec).flat(), ...spec.repeat])];
  const { given, also } = named(facade, params);
  const needsText = given.length > 1 || also.length > 0;
  const source = referenceSource(facade);
  if (needsText && source !== undefined) compared.push(source);
  return Object.fromEntries(
    [...new Set(compared)].flatMap((name) => {
      const value = name === referenceParam(facade) ? given[0]?.text : params[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** What earlier actions say of this one: the grant that it repeats, and the one of which it is a possible duplicate. */
export interface Likeness {
  readonly duplicateOf: string | null;
  readonly possible: PossibleDuplicate | null;
}

/** Compares an action with those that share a key with it. If not all were read, the newest is one that it may repeat. */
export function likenessTo(
  facade: Spec,
  action: Omit<EarlierAction, 'grantId'>,
  { actions, isCut }: FoundActions,
): Likeness {
  const own = named(facade, action.params);
  const found = actions.flatMap((other): (PossibleDuplicate | { grant_id: string; why: 'same' })[] => {
    const why = whyAlike(facade, [action, own], other);
    return why === null ? [] : [{ grant_id: other.grantId, why }];
  });
  const same = found.find(({ why }) => why === 'same');
  const possible = ORDER.flatMap((sign) => found.find(({ why }) => why === sign) ?? []).find(isPossible);
  const newest = actions[0];
  const unread =
    isCut && newest !== undefined ? { grant_id: newest.grantId, why: 'too_many_alike' as const } : null;
  return { duplicateOf: same?.grant_id ?? null, possible: possible ?? unread };
}

function isPossible(found: PossibleDuplicate | { why: 'same' }): found is PossibleDuplicate {
  return found.why !== 'same';
}

function whyAlike(
  facade: Spec,
  [action, own]: readonly [Omit<EarlierAction, 'grantId'>, Named],
  other: EarlierAction,
): Why | 'same' | null {
  const { possible_duplicate: spec, params: compared } = facade.idempotency;
  const isTo = (names: readonly string[]) => areEqual(names, action.params, other.params);
  if (spec === undefined || !alternatives(spec).some(isTo)) return null;
  const theirs = named(facade, other.params);
  const signs = new Set<Why | 'same' | null>(
    own.given.flatMap(({ read: one }) => theirs.given.map(({ read }) => compareReferences(one, read))),
  );
  const isAll = isTo(compared.filter((name) => name !== referenceParam(facade)));
  if (signs.has('same')) return isAll ? 'same' : 'same_reference';
  const sign = ORDER.find((each) => signs.has(each));
  if (sign !== undefined) return sign;
  if (areAlike(own.also, theirs.given) || areAlike(theirs.also, own.given)) return 'named_in_memo';
  if (own.given.some(isComparable) && theirs.given.some(isComparable)) return null;
  return isTo(spec.repeat) && msBetween(action, other) <= spec.within_days * DAY_MS ? 'no_reference' : null;
}

function areAlike(some: readonly Reference[], others: readonly Reference[]): boolean {
  return some.some((one) => others.some((other) => compareReferences(one.read, other.read) !== null));
}

/** The lists of params of which one must be equal in two actions for the one to be a possible duplicate of the other. */
function alternatives(
  spec: NonNullable<Spec['idempotency']['possible_duplicate']>,
): readonly (readonly string[])[] {
  return spec.or_same === undefined ? [spec.same] : [spec.same, spec.or_same];
}

interface Reference {
  readonly text: string;
  readonly read: ReadReference;
}

/** The references that an action names, each read once. */
interface Named {
  readonly given: readonly Reference[];
  /**
   * A reference that the text has beside the given one, by the rule by which one is read where none is given. It has
   * a number: "Rent" beside an invoice’s number says what is paid, not which invoice.
   */
  readonly also: readonly Reference[];
}

function named(facade: Spec, params: ActionParams): Named {
  const given = referencesOf(facade, params).map(referenceOf);
  const text = textOf(params, referenceSource(facade));
  const found = text === undefined || given.length === 0 ? '' : referenceIn(text);
  if (!/\p{N}/u.test(found.normalize('NFKC'))) return { given, also: [] };
  const also = referenceOf(found);
  return { given, also: areAlike([also], given) ? [] : [also] };
}

function referenceOf(text: string): Reference {
  return { text, read: readReference(text) };
}

function isComparable({ text }: Reference): boolean {
  return isTelling(text) && !isUnread(text);
}

/**
 * The action's reference. Plugins signed before there were params of kind `reference` derived one, which lost its
 * separators: a reference that may be of that kind is also read from the text again.
 */
function referencesOf(facade: Spec, params: ActionParams): readonly string[] {
  const given = textOf(params, referenceParam(facade));
  const text = textOf(params, referenceSource(facade));
  if (text === undefined || (given !== undefined && given !== lettersAndDigits(text)))
    return given === undefined ? [] : [given];
  const found = referenceIn(text);
  const isRead = found !== '' && canonicalReference(found) !== '';
  return [...new Set([...(given === undefined ? [] : [given]), ...(isRead ? [found] : [])])];
}

function referenceParam({ params: specs, idempotency }: Spec): string | undefined {
  return idempotency.params.find((param) => specs[param]?.kind === 'reference');
}

/** The text from which a reference is read that is not given. */
function referenceSource(facade: Spec): string | undefined {
  return facade.params[referenceParam(facade) ?? '']?.read_from;
}

function msBetween(one: Pick<EarlierAction, 'proposedAt'>, other: Pick<EarlierAction, 'proposedAt'>): number {
  const [from, to] = [instantMs(other.proposedAt) ?? 0, instantMs(one.proposedAt) ?? 0];
  return Math.abs(to - from);
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

function textOf(params: ActionParams, name: string | undefined): string | undefined {
  const value = name !== undefined && Object.hasOwn(params, name) ? params[name] : undefined;
  return value === undefined ? undefined : String(value);
}
