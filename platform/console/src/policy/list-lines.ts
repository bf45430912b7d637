import { nameWords } from '@platform/words/names';

/**
 * Writes a list as lines that people edit: one entry each, with commas between its values. Double quotes
 * enclose a value that contains a comma or a quote, or begins or ends with a space; a quote in it is doubled.
 */
export function toLines(value: unknown, columns: readonly string[]): string {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries
    .map((entry) => columns.map((column) => quoted(memberOf(entry, column))).join(', '))
    .join('\n');
}

/** The entries of the lines, the line number of each, and the lines that hold no entry. */
interface ReadLines {
  readonly entries: readonly Readonly<Record<string, string>>[];
  readonly numbers: readonly number[];
  readonly faults: readonly LineFault[];
}

export interface LineFault {
  readonly line: number;
  readonly words: string;
}

/** The longest text that the protocol allows. */
const LONGEST = 512;

/** Reads the entries of lines. Columns in `optional` may be empty. */
export function fromLines(
  text: string,
  columns: readonly string[],
  optional: readonly string[] = [],
): ReadLines {
  const entries: Readonly<Record<string, string>>[] = [];
  const numbers: number[] = [];
  const faults: LineFault[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const values = valuesIn(line);
    const words = values === null ? 'has quotes that do not close' : valuesFault(values, columns, optional);
    if (values === null || words !== null) {
      faults.push({ line: index + 1, words: words ?? '' });
      continue;
    }
    numbers.push(index + 1);
    entries.push(Object.fromEntries(columns.map((column, place) => [column, values[place] ?? ''])));
  }
  return { entries, numbers, faults };
}

function valuesFault(
  values: readonly string[],
  columns: readonly string[],
  optional: readonly string[],
): string | null {
  if (values.length !== columns.length) {
    return `must have ${columns.map(nameWords).join(', ')}, with commas between them`;
  }
  const empty = columns.find((column, place) => values[place] === '' && !optional.includes(column));
  if (empty !== undefined) return `lacks ${nameWords(empty)}`;
  const long = columns.find((_, place) => (values[place] ?? '').length > LONGEST);
  return long === undefined ? null : `has more than ${LONGEST} characters in ${nameWords(long)}`;
}

function memberOf(entry: unknown, column: string): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  return Object.hasOwn(entry, column) ? String(Reflect.get(entry, column)) : '';
}

function quoted(value: string): string {
  return /[",]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const VALUE = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y;

/** The values in a line; null if its quotes do not close. */
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
