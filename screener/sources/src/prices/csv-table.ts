import { fail, type Result } from '@common/base/result';
import { CsvError, parse } from 'csv-parse/sync';

export type CsvTableFailure = Result<never, 'market_invalid_file'>;

/** A row of a CSV file that has the right number of fields. */
export interface CsvRow {
  /** The line on which it ends, from 1. */
  readonly line: number;
  /** The field under a column of the header. */
  get(column: string): string;
  /** A refusal of this row that names the line, the column and what is wrong. Long values are cut. */
  refuse(column: string, reason: string): CsvTableFailure;
}

/** The longest record, in bytes. */
export const CSV_RECORD_BYTES = 1_000_000;

/** At the end of a file; each one costs as much as a row. */
const MOST_BLANK_LINES = 1_000;

/** Ends the reading at the first refusal. */
class RowRefused extends Error {}

/** What is wrong with text that is not CSV. The library's own messages repeat the text, however long. */
const REASONS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote inside a field that does not start with one',
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote',
  CSV_QUOTE_NOT_CLOSED: 'a quote that is never closed',
  CSV_MAX_RECORD_SIZE: `a record over ${CSV_RECORD_BYTES} bytes`,
};

/**
 * Gives the rows of a CSV file (RFC 4180, in UTF-8, with or without a byte order mark) to `onRow`, which may refuse
 * one. The header must be one of `headers`, name for name; every row must have as many fields; blank lines are allowed
 * at the end only. Returns the first refusal, or null when there is none.
 */
export function readCsvTable(
  content: string | Uint8Array,
  { file, headers }: { readonly file: string; readonly headers: readonly (readonly string[])[] },
  onRow: (row: CsvRow) => CsvTableFailure | null,
): CsvTableFailure | null {
  let header: readonly string[] | null = null;
  let blankLine: number | null = null;
  let refusal: CsvTableFailure | null = null;

  const refuse = (line: number, column: string | null, reason: string): CsvTableFailure => {
    const where = column === null ? `line ${line}` : `line ${line} (${column})`;
    return fail('market_invalid_file', `${file}, ${where}: ${reason}.`, { file, line, field: column });
  };

  function readRecord(fields: readonly string[], line: number): CsvTableFailure | null {
    if (header === null) {
      header = headers.find((names) => names.join() === fields.join()) ?? null;
      const expected = headers.map((names) => names.join()).join(' or ');
      return header === null ? refuse(line, null, `the first line must be ${expected}`) : null;
    }
    if (fields.length === 1 && fields[0] === '') {
      blankLine ??= line;
      const isEnd = line - blankLine < MOST_BLANK_LINES;
      return isEnd ? null : refuse(blankLine, null, `more than ${MOST_BLANK_LINES} blank lines`);
    }
    if (blankLine !== null) return refuse(blankLine, null, 'a blank line between rows');
    const names = header;
    if (fields.length !== names.length) {
      return refuse(line, null, `${fields.length} fields instead of ${names.length}`);
    }
    const get = (column: string) => fields[names.indexOf(column)] ?? '';
    return onRow({
      line,
      get,
      refuse: (column, reason) =>
        refuse(line, column, `${JSON.stringify(get(column).slice(0, 40))} ${reason}`),
    });
  }

  try {
    parse(content, {
      bom: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      max_record_size: CSV_RECORD_BYTES,
      on_record(fields: readonly string[], { lines }) {
        refusal = readRecord(fields, lines);
        // Nothing after it is read.
        if (refusal !== null) throw new RowRefused();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof RowRefused) return refusal;
    if (!(error instanceof CsvError)) throw error;
    refusal = refuse(Number(error.lines), null, REASONS[error.code] ?? error.code);
  }
  return refusal ?? (header === null ? refuse(1, null, 'the file is empty') : null);
}

const DECIMAL = /^\d{1,18}(?:\.\d{1,18})?$/;

/** A plain decimal without sign or exponent; null for anything else. */
export function parseDecimal(text: string): number | null {
  return DECIMAL.test(text) ? Number(text) : null;
}
