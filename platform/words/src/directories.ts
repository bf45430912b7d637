import type { DirectoryTerms } from '@platform/core/objects/directory';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';
import { listed } from './short.ts';
import { day, dayAndTime } from './when.ts';

/** One of what a list has. Lists are named in the plural, so that it is the name’s singular. */
export function entryNoun(directory: string): string {
  const words = nameWords(directory);
  if (/ies$/.test(words)) return words.replace(/ies$/, 'y');
  return /(?:s|x|ch|sh)es$/.test(words) ? words.replace(/es$/, '') : words.replace(/s$/, '');
}

/** With its article: `a payee`, `an account`. */
export function oneOf(directory: string): string {
  const noun = entryNoun(directory);
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A field of an entry, as people call it: `to_account` is the payee’s own, so that it is an account. */
export function fieldWords(name: string): string {
  return nameWords(name).replace(/^to /, '');
}

/** An entry as people call it, and its id, which agents use: `Acme Trading (acme_trading)`. */
export function entryWithId({ name, label }: { readonly name: string; readonly label?: string }): string {
  return label === undefined || label === name ? name : `${label} (${name})`;
}

/** What the form asks for, of the value by which agents name an entry. */
export const SHORT_ID = 'Short id, which agents use in requests, such as acme_trading.';

/** What an entry has in common with another one that is in force. */
interface Alike {
  /** The other entry. */
  readonly name: string;
  readonly field: string;
  /** Whether the values are the same, and not only alike. */
  readonly isSame: boolean;
  /** Whether what is done by an entry is listed under this field. */
  readonly isListed: boolean;
  /** The fields in which the two differ. */
  readonly differs: readonly string[];
}

/** Warns of an entry that a reader may take for another: `acme has this payee already, with another account.` */
export function alikeWords({ name, field, isSame, isListed, differs }: Alike): string {
  const label = fieldWords(field);
  if (!isSame) return `It looks like the ${label} of ${name}: compare the two with the paper.`;
  if (differs.length === 0) return `${name} has this ${label} already.`;
  const others = listed(differs.map(fieldWords));
  const apart = `In lists, only the ${others} ${differs.length === 1 ? 'tells' : 'tell'} them apart.`;
  return `${name} has this ${label} already, with another ${others}.${isListed ? ` ${apart}` : ''}`;
}

/** Whom a receipt was about: the payee, and its entry where that has another name. Null where it names nobody. */
export function payeeWithEntry({
  payee,
  payee_entry: entry,
}: {
  readonly payee: string | null;
  readonly payee_entry: string | null;
}): string | null {
  return payee === null || entry === null || entry === payee ? payee : `${payee} (${entry})`;
}

/** What is done by an entry: a facade that has an amount pays, another one acts. */
export function usesWords(manifest: PluginManifest | null, directory: string): 'payments' | 'actions' {
  const facade = manifest === null ? undefined : declaredRules(manifest).get(directory)?.facade;
  const pays = Object.values(facade?.params ?? {}).some(({ kind }) => kind === 'amount');
  return pays ? 'payments' : 'actions';
}

/** How often something was done by an entry, and when. */
export interface EntryUses {
  readonly times: number;
  /** RFC 3339, as the others are. */
  readonly first_at: string;
  readonly last_at: string;
}

/**
 * What was done by an entry: `paid 14 times since 3 March 2026, last on 20 November 2026`.
 * `done` is the word for it; `uses` is undefined for nothing yet.
 */
export function usedWords(done: string, uses: EntryUses | undefined, now: string): string {
  if (uses === undefined) return `not ${done} yet`;
  const { times, first_at: first, last_at: last } = uses;
  const on = (instant: string) => (day(instant) === day(now) ? 'today' : `on ${day(instant)}`);
  if (times === 1) return `${done} once, ${on(last)}`;
  const count = `${done} ${grouped(String(times))} times`;
  return day(first) === day(last)
    ? `${count}, ${on(last)}`
    : `${count} since ${day(first)}, last ${on(last)}`;
}

/** Whom the terms let sign: `lina or cfo`, or the tenant’s principals. */
function signersWords({ signers }: Pick<DirectoryTerms, 'signers'>): string {
  if (signers === undefined) return 'a principal of the tenant';
  return listed(
    signers.map(({ person, until }) =>
      until === undefined ? person : `${person} (until ${dayAndTime(until)})`,
    ),
    'or',
  );
}

interface Adding {
  readonly directory: string;
  readonly tenant: string;
  readonly terms: Pick<DirectoryTerms, 'signers' | 'needed'>;
  /** Everyone whose signature would count now. */
  readonly people: readonly string[];
  /** The reader; null if nobody knows who reads. */
  readonly me: string | null;
}

/** Whether the reader can add an entry to a tenant’s directory, and who can. */
export function addingWords({ directory, tenant, terms, people, me }: Adding): {
  readonly isOpen: boolean;
  readonly words: string;
} {
  const [one, who] = [oneOf(directory), listed(people, 'or')];
  const allowed = `The policy lets ${signersWords(terms)} add ${one}`;
  if (people.length === 0)
    return { isOpen: false, words: `${allowed}, and none of them has a key for ${tenant}.` };
  if (people.length < terms.needed) {
    const words = `${allowed}. It takes two people, and only ${who} has a key for ${tenant}.`;
    return { isOpen: false, words };
  }
  const two = terms.needed === 1 ? '' : ' A second one of them confirms it.';
  if (me !== null && !people.includes(me))
    return { isOpen: false, words: `Only ${who} can add ${one}; you cannot.${two}` };
  return { isOpen: true, words: `Only ${who} can add ${one}.${two}` };
}

/** How many people it takes: `Adding or changing a payee takes two people; ending one takes one.` */
export function neededWords(directory: string, { needed }: Pick<DirectoryTerms, 'needed'>): string {
  const one = oneOf(directory);
  return needed === 1
    ? `Adding, changing or ending ${one} takes one signature.`
    : `Adding or changing ${one} takes two people; ending one takes one.`;
}

/** Until when what is new or changed needs an approval; null if it does not. */
export function firstWords({ first }: Pick<DirectoryTerms, 'first'>): string | null {
  if (first === undefined) return null;
  const { hold_days: days, until_approved: approved } = first;
  const passed = days === undefined ? null : `${days === 1 ? '1 day has' : `${days} days have`} passed`;
  return `until ${[approved === true ? 'one is approved' : null, passed].filter((part) => part !== null).join(' or ')}`;
}

/** The terms of a directory, one statement a line. */
export function directoryWords(
  directory: string,
  terms: DirectoryTerms,
  manifest: PluginManifest | null,
): string {
  const first = firstWords(terms);
  return [
    'In a directory of each tenant, which no new version ends.',
    `Signed by ${signersWords(terms)}.`,
    neededWords(directory, terms),
    ...(terms.earlier === undefined
      ? []
      : [
          `What was in force at ${listed(
            Object.entries(terms.earlier).map(([tenant, { sequence }]) => `entry ${sequence} of ${tenant}`),
            'and',
          )} counts with one.`,
        ]),
    first === null
      ? 'What is new needs no approval of its own.'
      : `The first ${usesWords(manifest, directory)} by what is new or changed need approval, ${first}.`,
  ].join('\n');
}
