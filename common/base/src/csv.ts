export type CsvCell = string | number | boolean | null;

/**
 * Lines of cells in the format of RFC 4180. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 * @example csvOf([['a, b', '=1+1', -1, null]]) // `"a, b",'=1+1,-1,\r\n`
 */
export function csvOf(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

/** The cells of a row by the names of their columns; a cell that a row lacks is empty. */
export type CsvRow<Column extends string> = { readonly [Name in Column]?: CsvCell };

/**
 * A table with its titles. INVARIANT: every row has every column, so that programs that read tables take it.
 * @example csvTable(['symbol', 'note'], [{ note: 'cash' }]) // `symbol,note\r\n,cash\r\n`
 */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly CsvRow<Column>[],
): string {
  return csvOf([columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]);
}

/** What spreadsheets take for the start of a formula. Numbers are not text and may be negative. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
