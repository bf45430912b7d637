import { fail, ok, type Result } from '@common/base/result';
import { nameWords } from '../words/names.ts';

/**
 * A list as lines that people edit: one entry each, its values between commas. A value that has a comma, a quote or a
 * space at its ends stands in double quotes, and a quote in it twice.
 */
export function toLines(value: unknown, columns: readonly string[]): string {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries
    .map((entry) => columns.map((column) => quoted(memberOf(entry, column))).join(', '))
    .join('\n');
}

export function fromLines(
  text: string,
  columns: readonly string[],
): Result<readonly Readonly<Record<string, string>>[], 'line_invalid'> {
  const entries: Readonly<Record<string, string>>[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const values = valuesIn(line);
    if (values?.length !== columns.length) {
      return fail(
        'line_invalid',
        `Line ${index + 1} must have ${columns.map(nameWords).join(', ')}, with commas between them.`,
      );
    }
    entries.push(Object.fromEntries(columns.map((column, place) => [column, values[place] ?? ''])));
  }
  return ok(entries);
}

function memberOf(entry: unknown, column: string): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  return Object.hasOwn(entry, column) ? String(Reflect.get(entry, column)) : '';
}

function quoted(value: string): string {
  return /[",]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const VALUE = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y;

/** Null for a line whose quotes do not close. */
function valuesIn(line: string): readonly string[] | null {
  const values: string[] = [];
  VALUE.lastIndex = 0;
  for (;;) {
    const found = VALUE.exec(line);
    if (found === null) return null;
    const [, inQuotes, plain = '', end] = found;
    values.push(inQuotes === undefined ? plain.trim() : inQuotes.replaceAll('""', '"'));
    if (end === '') return values;
  }
}
