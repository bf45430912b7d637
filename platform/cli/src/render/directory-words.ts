import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { lookAlikes, type ReadDirectory, type WaitingEntry } from '@platform/console/use-cases/directories';
import type { DirectoryEntry, SignedEntry } from '@platform/core/objects/directory';
import { fieldWords, oneOf } from '@platform/words/directories';
import { listed } from '@platform/words/short';
import type { AskedDirectory } from '../asked-directory.ts';
import { columns, table } from './text.ts';

/** An entry in plain words, before a person signs it. It shows all of it. */
export function entryWords(
  { fields, terms, read }: Pick<AskedDirectory, 'fields' | 'terms' | 'read'>,
  entry: DirectoryEntry,
): string {
  const { change, directory, name, values = {}, label, source } = entry;
  const before = read.state.inForce.get(name)?.signed.entry.values ?? {};
  const changed = (field: string, value: string) =>
    change === 'changed' && before[field] !== value ? `${before[field] ?? 'none'} → ${value}` : value;
  const alike = lookAlikes(fields, { name, values }, read.behind).map(
    ({ name: other, field, isSame }) =>
      `${fieldWords(field)} ${isSame ? 'is that of' : 'looks like that of'} ${other}: compare them with what you were given`,
  );
  const isLast = change === 'ended' || terms.needed === 1;
  return `${HEADINGS[change](directory)}\n\n${table([
    ['entry', name],
    ...(label === undefined ? [] : [['called', label] as const]),
    ...Object.entries(values).map(([field, value]) => [fieldWords(field), changed(field, value)] as const),
    ...(source === undefined ? [] : [['known from', source] as const]),
    ['directory', `${directory} of ${entry.profile}, for the tenant ${entry.tenant}`],
    ['deployment', entry.deployment],
    ['place', placeText(entry)],
    ['after it', `${entry.size} in force, with the root ${entry.root_hash}`],
    ['signed', entry.signed_at],
    [
      'follows',
      isLast
        ? 'it counts at once, and ends no mandate'
        : 'it counts once another person has signed it too, and ends no mandate',
    ],
    ...(alike.length === 0 ? [] : [['attention', alike.join('\n')] as const]),
    ['hash', hashOf(nodeCrypto, entry)],
  ])}\n`;
}

const HEADINGS = {
  added: (directory: string) => `A new entry: ${oneOf(directory)} that agents may use`,
  changed: (directory: string) => `A change of ${oneOf(directory)}, which then counts as new`,
  ended: (directory: string) => `The end of ${oneOf(directory)}: nothing begins by it from then on`,
} as const satisfies Record<DirectoryEntry['change'], (directory: string) => string>;

function placeText({ sequence, previous_entry_hash: before }: DirectoryEntry): string {
  return before === null ? `entry ${sequence}, the first` : `entry ${sequence}, after ${before}`;
}

/** What is in force and what waits, as the command replayed it. */
export function directoryText({ id, terms, read }: Pick<AskedDirectory, 'id' | 'terms' | 'read'>): string {
  const { entries, state, waiting } = read;
  const rows = [...state.inForce.values()].map(({ signed }) => entryRow(signed));
  const head = `${id.directory} of ${id.profile}, for the tenant ${id.tenant}\n\n`;
  const inForce = rows.length === 0 ? 'nothing is in force\n' : columns(rows);
  return `${head}${inForce}${waitingText(waiting, terms.needed)}\n${checkedText({ entries, state })}`;
}

function entryRow({ entry, signatures }: SignedEntry): readonly string[] {
  const values = Object.values(entry.values ?? {}).join(', ');
  const by = listed(signatures.map(({ kid }) => kid));
  return [entry.name, values, `${entry.change} ${entry.signed_at}`, `by ${by}`, entry.label ?? ''];
}

function waitingText(waiting: readonly WaitingEntry[], needed: number): string {
  if (waiting.length === 0) return '';
  const rows = waiting.map(({ signed, missing }) => {
    const { sequence, name, change, values = {} } = signed.entry;
    const by = listed(signed.signatures.map(({ kid }) => kid));
    const state =
      missing === 0 ? 'waits for those before it' : `${needed - missing} of ${needed} signatures, by ${by}`;
    return [`entry ${sequence}`, `${name} ${change}`, Object.values(values).join(', '), state];
  });
  return `\nneeds another person: sanad directory sign\n${columns(rows)}`;
}

function checkedText({ entries, state }: Pick<ReadDirectory, 'entries' | 'state'>): string {
  if (state.head === null) return 'it has no entry yet\n';
  return `checked here: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries, numbered without a gap'}, signed with enrolled keys; the head is entry ${state.head.entry.sequence}, ${state.head.entry_hash}\n`;
}
