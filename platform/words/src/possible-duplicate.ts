import type { GrantRecord, PossibleDuplicate } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { grouped } from './amounts.ts';
import { stateWords } from './grant-state.ts';
import { nameWords } from './names.ts';
import { dayAndTime } from './when.ts';

const WHY: Readonly<Record<PossibleDuplicate['why'], string>> = {
  same_reference: 'the reference is the same, and something else differs',
  leading_zeros: 'the references differ by leading zeros',
  look_alike: 'the references look alike',
  other_groups: 'the references have the same digits, grouped in another way',
  other_order: 'the references have the same parts in another order',
  more_words: 'one reference has more words than the other',
  named_in_memo: 'the memo of one names the reference of the other, beside a reference of its own',
  more_numbers: 'one reference has all that the other has, and more numbers',
  no_reference: 'the same was asked for within days, and at least one of the two has no reference',
  too_many_alike: 'there are more payments like it than can be compared',
};

/** Why a person is asked: `probably a duplicate of gr_1: the references differ by leading zeros`. */
export function possibleDuplicateWords({ grant_id: earlier, why }: PossibleDuplicate): string {
  return `probably a duplicate of ${earlier}: ${WHY[why]}`;
}

/** How the two compare, where the earlier one stands beside it: `the references differ by leading zeros`. */
export function duplicateSign({ why }: Pick<PossibleDuplicate, 'why'>): string {
  return WHY[why];
}

/** One fact of two grants, beside each other. */
interface ComparedRow {
  /** The param of the actions; null for what became of them. */
  readonly param: string | null;
  readonly label: string;
  /** Whether it is a value of the actions, which makes them the same or not. */
  readonly isCompared: boolean;
  readonly now: string;
  readonly earlier: string;
}

/** What two grants ask for, and what became of each: the references, what differs, what is the same. Callers must escape it. */
export function sideBySide(
  now: GrantRecord,
  earlier: GrantRecord,
  manifest: PluginManifest | null,
): readonly ComparedRow[] {
  const specs = manifest?.facades.find(({ name }) => name === now.action.facade)?.params ?? {};
  const names = [...new Set([...Object.keys(now.action.params), ...Object.keys(earlier.action.params)])];
  const isReference = (name: string) => specs[name]?.kind === 'reference';
  const valueIn = ({ action }: GrantRecord, name: string) => {
    const value = Object.hasOwn(action.params, name) ? String(action.params[name]) : 'none';
    return specs[name]?.kind === 'amount' ? grouped(value) : value;
  };
  const isSame = (name: string) => valueIn(now, name) === valueIn(earlier, name);
  const placeOf = (name: string) => (isReference(name) ? 0 : isSame(name) ? 2 : 1);
  return [
    ...names
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((name) => ({
        param: name,
        label: nameWords(name),
        isCompared: true,
        now: valueIn(now, name),
        earlier: valueIn(earlier, name),
      })),
    {
      param: null,
      label: 'asked',
      isCompared: false,
      now: dayAndTime(now.action.proposed_at),
      earlier: dayAndTime(earlier.action.proposed_at),
    },
    {
      param: null,
      label: 'state',
      isCompared: false,
      now: stateWords(now, manifest),
      earlier: stateWords(earlier, manifest),
    },
  ];
}
