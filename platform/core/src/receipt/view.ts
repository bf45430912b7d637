import { fail, ok, type Result } from '@common/base/result';
import type { EntryProofs } from '../objects/directory.ts';
import type { ActionDocument } from '../objects/document.ts';
import type { OpenReceipt, Receipt } from '../objects/receipt.ts';
import { mentions } from './mentions.ts';
import { isParam, nameOfPlace } from './open-receipt.ts';

/** What depends on the values of params, or may be about them in somebody’s words. */
const TELL_OF_PARAMS: readonly string[] = [
  'what.action.idempotency_key',
  'what.action.reason',
  'why.decision.detail',
  'why.decision.values',
  'how.decision.detail',
  'how.rejection',
  'how.cancellation',
  'how.settlement',
  'how.doubt',
  'how.counterparty_ack',
];

/** What else tells the value of a place, besides what mentions it. */
const TELL_OF: Readonly<Record<string, readonly string[]>> = {
  'what.action.idempotency_key': ['how.counterparty_ack'],
  // The account, and the name of an entry that a rule holds.
  'why.directories': [
    'how.counterparty_ack',
    'why.decision.detail',
    'why.decision.values',
    'how.decision.detail',
  ],
};

/** A member that a holder of the receipt can withhold. */
interface Withholdable {
  /** A param’s own name; the place in the receipt of anything else, such as `what.action.documents`. */
  readonly name: string;
  readonly value: unknown;
  /** What goes with it, because it would tell the value. */
  readonly with: readonly string[];
}

/** What can be withheld of this receipt, in its order; of a view, what it still shows. */
export function withholdable(receipt: OpenReceipt): readonly Withholdable[] {
  return [...receipt.disclosed].map(([place, [, , value]]) => ({
    name: nameOfPlace(place),
    value,
    with: tellingOf(receipt, place).map(nameOfPlace),
  }));
}

interface View {
  /** The receipt without the disclosures: its hashes, its leaf and every signature are those of the whole one. */
  readonly view: Receipt;
  /** Everything that it withholds, by the names of `withholdable`; more than was asked for where that would tell. */
  readonly withheld: readonly string[];
  /**
   * What was asked for and is mentioned in a part that is signed as a whole, so that it cannot be withheld: a payee in a
   * mandate’s list, for example. Params beside it there go with it, so that a reader cannot know that it is this one.
   */
  readonly mentioned: readonly { readonly name: string; readonly where: string }[];
}

/**
 * A view of the receipt that withholds these members, named as by `withholdable`, and whatever would tell them. It may be
 * made of a view. It refuses names that the receipt does not have, and those that are withheld already.
 */
export function withhold(receipt: OpenReceipt, names: readonly string[]): Result<View, 'name_unknown'> {
  const { document, disclosed } = receipt;
  const { service } = document.signatures;
  const places = new Map([...disclosed.keys()].map((place) => [nameOfPlace(place), place]));
  const unknown = names.find((name) => !places.has(name));
  if (unknown !== undefined || service === null)
    return fail(
      'name_unknown',
      `The receipt shows no ${unknown}. It shows: ${[...places.keys()].join(', ')}.`,
    );
  const asked = names.flatMap((name) => places.get(name) ?? []);
  const gone = new Set(asked.flatMap((place) => [place, ...tellingOf(receipt, place)]));
  const kept = [...disclosed].flatMap(([place, disclosure]) => (gone.has(place) ? [] : [disclosure]));
  const { log } = document.status;
  const view: Receipt = {
    ...document,
    status: {
      ...document.status,
      log: log !== null && gone.has('why.directories') ? withoutAsked(log) : log,
    },
    signatures: { ...document.signatures, service: { ...service, disclosures: kept } },
  };
  return ok({
    view,
    withheld: [...receipt.hidden, ...gone].map(nameOfPlace),
    mentioned: asked.flatMap((place) =>
      WHOLE.flatMap(([where, part]) =>
        valuesOf(receipt, place).some((value) => mentions(part(document), value))
          ? [{ name: nameOfPlace(place), where }]
          : [],
      ),
    ),
  });
}

const WHOLE: readonly (readonly [where: string, part: (receipt: Receipt) => unknown])[] = [
  ['who.contract', ({ who }) => who.contract],
  ['why.profile', ({ why }) => why.profile],
];

/**
 * The proof of what had ended goes with the entries: it is of the keys that were asked about, which are hashes without a
 * salt. It is under no hash of the receipt, and `sanad receipt status` brings another.
 */
function withoutAsked({
  standing: _,
  ...log
}: NonNullable<Receipt['status']['log']>): Receipt['status']['log'] {
  return log;
}

/**
 * The other places that would tell what stands here, in the receipt’s order. A param that goes takes what tells it, too:
 * a document that is named after the reference goes with the memo.
 */
function tellingOf(receipt: OpenReceipt, place: string): readonly string[] {
  const places = [...receipt.disclosed.keys()];
  const gone = new Set([place]);
  // A set is walked through together with what is added meanwhile.
  for (const each of gone)
    if (each === place || isParam(each))
      for (const other of places) if (tells(receipt, other, each)) gone.add(other);
  return places.filter((other) => other !== place && gone.has(other));
}

/** Whether what stands at one place tells what stands at the other. */
function tells(receipt: OpenReceipt, telling: string, told: string): boolean {
  if ((isParam(told) ? TELL_OF_PARAMS : (TELL_OF[told] ?? [])).includes(telling)) return true;
  if (isParam(told) && isParam(telling) && areJoined(receipt, telling, told)) return true;
  const shown = receipt.disclosed.get(telling)?.[2];
  return valuesOf(receipt, told).some((value) => mentions(shown, value));
}

/**
 * Whether one of two params tells the other: the manifest reads or derives one from the other (a reference may also have
 * been given, which no receipt says), or they stand beside each other in a list that is signed as a whole, as a payee and
 * its account do. Many payees share a currency. An action by a facade that the manifest lacks has no params.
 */
function areJoined({ what, why }: OpenReceipt, ...places: readonly [string, string]): boolean {
  const { params = {}, rules = [] } =
    why.plugin.manifest.facades.find(({ name }) => name === what.facade) ?? {};
  const [one, other] = places.map(nameOfPlace) as [string, string];
  const reads = (name: string, from: string) =>
    params[name]?.read_from === from || params[name]?.derived_from === from;
  if (reads(one, other) || reads(other, one)) return true;
  const isTelling = (name: string) => params[name] !== undefined && params[name].kind !== 'currency';
  return rules.some(
    (rule) =>
      rule.kind === 'allow_list' &&
      [one, other].every((name) => rule.fields.includes(name) && isTelling(name)),
  );
}

/** What must not be mentioned elsewhere once this place is withheld. */
function valuesOf({ disclosed }: OpenReceipt, place: string): readonly string[] {
  const value = disclosed.get(place)?.[2];
  if (isParam(place) || place === 'what.action.idempotency_key') return [String(value)];
  if (place === 'what.action.documents')
    return (value as readonly ActionDocument[]).flatMap(({ name, sha256 }) => [name, sha256]);
  if (place === 'why.directories')
    return Object.values(value as EntryProofs).flatMap(({ entry: { entry } }) => [
      entry.name,
      ...Object.values(entry.values ?? {}),
    ]);
  return [];
}
