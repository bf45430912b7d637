import { fail, ok, type Result } from '@common/base/result';
import type { EntryDraft } from '@platform/core/directory/state';
import {
  type EntryField,
  entryName,
  type ListFiles,
  noteFault,
  type ReadDirectory,
  typedEnd,
  typedField,
  valuesFault,
} from '../use-cases/directories.ts';

/** What a person typed about an entry. */
interface TypedEntry {
  readonly label: string;
  readonly source: string;
  readonly values: Readonly<Record<string, string>>;
}

interface EntryForm {
  readonly files: ListFiles;
  readonly directory: string;
  readonly fields: readonly EntryField[];
  readonly read: ReadDirectory;
  /** The name of the entry that is changed; null for a new one. */
  readonly changes: string | null;
}

/** Makes the draft of an entry of what was typed; a refusal names the field in `detail`. */
export function readEntryForm(
  { files, directory, fields, read, changes }: EntryForm,
  { label, source, values: typed }: TypedEntry,
  signedAt: string,
): Result<EntryDraft, 'form_invalid'> {
  const trimmed = { label: label.trim(), source: source.trim() };
  for (const [field, text] of Object.entries(trimmed)) {
    const wrong = noteFault(text);
    if (wrong !== null) return invalid(field, wrong);
  }
  const values = Object.fromEntries(fields.map(({ name }) => [name, (typed[name] ?? '').trim()]));
  const empty = fields.find(({ name }) => values[name] === '');
  if (empty !== undefined) return invalid(empty.name, 'is missing');
  const fault = valuesFault(files, directory, values);
  if (fault !== null) return invalid(fault.field, fault.message);
  return ok({
    change: changes === null ? 'added' : 'changed',
    name: changes ?? entryName(fields, values, read.behind.inForce),
    values,
    ...(trimmed.label === '' ? {} : { label: trimmed.label }),
    ...(trimmed.source === '' ? {} : { source: trimmed.source }),
    signed_at: signedAt,
  });
}

function invalid(field: string, message: string) {
  return fail('form_invalid', message, { field });
}

/** How the characters typed from paper stand to the value: whether they are its end, and what to say. */
export function typedState(
  fields: readonly EntryField[],
  values: Readonly<Record<string, string>>,
  typed: string,
): { readonly isRight: boolean; readonly mark: 'open' | 'bar' | 'holds'; readonly words: string } {
  const field = typedField(fields);
  const label = field?.label ?? 'entry';
  const end = typedEnd((values[field?.name ?? ''] ?? '').trim());
  const own = typed.trim();
  if (own === '') return { isRight: false, mark: 'open', words: 'Type them from the paper before you.' };
  if (end === '') return { isRight: false, mark: 'open', words: `Fill in the ${label} first.` };
  if (own === end) return { isRight: true, mark: 'holds', words: `The same as the end of the ${label}.` };
  const words = `You typed ${own}; the ${label} ends in ${end}. Which is right?`;
  return { isRight: false, mark: 'bar', words };
}
