import type { EntryProofs } from '../objects/directory.ts';
import type { Action } from '../objects/grant.ts';
import type { FacadeSpec, ParamKind, PluginManifest } from '../objects/plugin.ts';

/** What every table, search and statement calls by these names, whatever the plugin calls its params. */
export interface ToldFields {
  /** Each value by which the payee is known: the name, the account. The first ones are those of `payee`. */
  readonly payees: readonly string[];
  readonly payee: string | null;
  /** What the payee is known by as well: the account. */
  readonly payeeAccount: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reference: string | null;
  readonly text: string | null;
}

/**
 * Reads the payee, amount, currency, reference and text of an action, as its plugin's manifest declares them: the payee
 * is what two actions have in common when they may be duplicates (`possible_duplicate`), or what is looked up in a list;
 * the others are the params of these kinds. All are null for a facade that the manifest does not have.
 * @example toldFields({ facade: 'bank.pay', params: { sum: '40' } }, { facades: [
 *     { name: 'bank.pay', params: { sum: { kind: 'amount' } }, rules: [], idempotency: {} },
 *   ] }).amount // '40'
 */
export function toldFields(
  { facade, params }: Pick<Action, 'facade' | 'params'>,
  manifest: Pick<PluginManifest, 'facades'>,
): ToldFields {
  const spec = manifest.facades.find(({ name }) => name === facade);
  if (spec === undefined)
    return {
      payees: [],
      payee: null,
      payeeAccount: null,
      amount: null,
      currency: null,
      reference: null,
      text: null,
    };
  const givenFor = (name: string): string[] => (Object.hasOwn(params, name) ? [String(params[name])] : []);
  const ofKind = (kind: ParamKind) =>
    Object.entries(spec.params).flatMap(([name, { kind: own }]) => (own === kind ? givenFor(name) : []));
  const { named, also } = payeeFields(spec);
  const payee = named.flatMap(givenFor);
  return {
    payees: [...new Set([...payee, ...also.flatMap(givenFor)])],
    payee: joined(payee),
    payeeAccount: joined(also.flatMap(givenFor).slice(0, 1)),
    amount: ofKind('amount')[0] ?? null,
    currency: ofKind('currency')[0] ?? null,
    reference: ofKind('reference')[0] ?? null,
    text: joined(ofKind('text')),
  };
}

/**
 * The name of the directory's entry by which the payee was paid; null where a profile carries the list. Two entries may
 * have one payee and differ in the account.
 * @example payeeEntryOf({ facade: 'bank.pay' }, { facades: [
 *     { name: 'bank.pay', params: { to: { kind: 'name' } }, rules: [{ kind: 'allow_list', name: 'payees', fields: ['to'] }],
 *       idempotency: {} },
 *   ] }, { payees: { entry: { entry: { name: 'umbrella' } } } }) // 'umbrella'
 */
export function payeeEntryOf(
  { facade }: Pick<Action, 'facade'>,
  manifest: Pick<PluginManifest, 'facades'>,
  entries: EntryProofs = {},
): string | null {
  const spec = manifest.facades.find(({ name }) => name === facade);
  if (spec === undefined) return null;
  const { named } = payeeFields(spec);
  const list = spec.rules.find(
    (rule) =>
      rule.kind === 'allow_list' &&
      rule.fields.some((field) => named.includes(field)) &&
      Object.hasOwn(entries, rule.name),
  );
  return list === undefined ? null : (entries[list.name]?.entry.entry.name ?? null);
}

interface PayeeFields {
  readonly named: readonly string[];
  /** By which the same payee may also be known. */
  readonly also: readonly string[];
}

/** Plugins that were signed before there were possible duplicates name the payee in a list alone. */
function payeeFields({ params, rules, idempotency }: FacadeSpec): PayeeFields {
  const { possible_duplicate: duplicate } = idempotency;
  if (duplicate !== undefined) return { named: duplicate.same, also: duplicate.or_same ?? [] };
  const listed = rules.flatMap((rule) => (rule.kind === 'allow_list' ? rule.fields : []));
  const [first, ...also] = listed.filter(
    (name) => Object.hasOwn(params, name) && params[name]?.kind === 'name',
  );
  return { named: first === undefined ? [] : [first], also };
}

function joined(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(' ');
}
