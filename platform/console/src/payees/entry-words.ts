import { capitalised } from '@common/base/english';
import { requiredMs } from '@common/base/instant';
import {
  type DirectoryEntry,
  type DirectoryTerms,
  ENTRY_WAITS_MS,
  type SignedEntry,
} from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import { fieldWords } from '@platform/words/directories';
import { listed } from '@platform/words/short';
import { day, dayAndTime } from '@platform/words/when';

type Values = Readonly<Record<string, string>>;

/** The values of an entry in one line, without the one that is its name: `acct_initrode, USD`. */
export function valuesLine({ name, values = {} }: Pick<DirectoryEntry, 'name' | 'values'>): string {
  return Object.values(values)
    .filter((value) => value !== name)
    .join(', ');
}

/** The people who signed an entry; a key’s name where nobody is known to hold it. */
export function peopleOf({ signatures }: Pick<SignedEntry, 'signatures'>, keys: KeySet): string {
  return listed(signatures.map(({ kid }) => keys[kid]?.person ?? kid));
}

/** Everything about an entry that is confirmed or ended, in rows; `before` is what was in force under its name. */
export function entryRows(
  signed: SignedEntry,
  before: SignedEntry | null,
  keys: KeySet,
): readonly (readonly [label: string, words: string])[] {
  const { name, label, source, values = {}, signed_at: at } = signed.entry;
  const isWaiting = before?.entry_hash !== signed.entry_hash;
  const was = isWaiting ? (before?.entry.values ?? {}) : {};
  return [
    ['Name', label === undefined ? name : `${name} (${label})`],
    ...Object.entries(values).map(
      ([field, value]) =>
        [
          capitalised(fieldWords(field)),
          was[field] === undefined || was[field] === value ? value : `${value}, before ${was[field]}`,
        ] as const,
    ),
    ...(source === undefined ? [] : [['Where from', source] as const]),
    [isWaiting ? 'Asked for' : 'Since', `${dayAndTime(at)}, by ${peopleOf(signed, keys)}`],
  ];
}

const DAY_MS = 86_400_000;

/**
 * Until when what is new needs an approval, in words; null if that is over, or never was. Whether one was approved
 * meanwhile is known to the authority alone, and when a second person signed: the days count from then.
 */
export function firstUntil(
  { first }: Pick<DirectoryTerms, 'first'>,
  { entry: { signed_at: signedAt }, signatures }: SignedEntry,
  now: string,
): string | null {
  if (first === undefined) return null;
  const { hold_days: days, until_approved: approved } = first;
  const ends: string[] = approved === true ? ['until one is approved'] : [];
  if (days !== undefined) {
    const until = requiredMs(signedAt) + days * DAY_MS;
    const hasWaited = signatures.length > 1;
    if (requiredMs(now) >= until + (hasWaited ? ENTRY_WAITS_MS : 0)) return null;
    const fromSecond = `for ${days === 1 ? 'a day' : `${days} days`} after the second signature`;
    ends.push(hasWaited ? fromSecond : `until ${day(new Date(until).toISOString())}`);
  }
  return ends.join(', or ');
}

/** A change in the history: what was there before and what came. */
export interface ToldChange {
  readonly signed: SignedEntry;
  /** The values that changed, each with the one before it. */
  readonly changed: readonly (readonly [label: string, before: string, after: string])[];
}

/** The entries, oldest first, each with what it changed. */
export function toldChanges(entries: readonly SignedEntry[]): readonly ToldChange[] {
  const known = new Map<string, Values>();
  return entries.map((signed) => {
    const { change, name, values = {} } = signed.entry;
    const before = known.get(name) ?? {};
    known.set(name, values);
    const changed =
      change === 'changed'
        ? Object.entries(values).flatMap(([field, value]) =>
            before[field] === value ? [] : [[fieldWords(field), before[field] ?? 'none', value] as const],
          )
        : [];
    return { signed, changed };
  });
}

/** The names that ended, newest first, each with the values that it had last. */
export function endedEntries(entries: readonly SignedEntry[]) {
  const last = new Map<string, { readonly signed: SignedEntry; readonly values: Values }>();
  for (const signed of entries) {
    const { name, change, values } = signed.entry;
    const had = last.get(name)?.values ?? {};
    last.delete(name);
    last.set(name, { signed, values: change === 'ended' ? had : (values ?? {}) });
  }
  return [...last.values()].filter(({ signed }) => signed.entry.change === 'ended').reverse();
}
