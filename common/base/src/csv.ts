export type CsvCell = string | number | boolean | null;

/**
 * Lines of cells in the format of RFC 4180. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 * @example csvOf([['a, b', '=1+1', -1, null]]) // `"a, b",'=1+1,-1,\r\n`
 */
export function csvOf(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

/** What spreadsheets take for the start of a formula. Numbers are not text and may be negative. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function written(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
