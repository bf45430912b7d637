import { fail, type Result } from '@common/base/result';
import { type CsvRecord, createCsvReader } from './csv-reader.ts';

export type CsvTableFailure = Result<never, 'market_invalid_file'>;

/** A row of a CSV file that has the right number of fields. */
export interface CsvRow {
  readonly line: number;
  /** The field of a column of the header. */
  get(column: string): string;
  /** A refusal of this row that names the line, the column and what is wrong. Long values are cut. */
  refuse(column: string, reason: string): CsvTableFailure;
}

/**
 * Takes the text of a CSV file piece by piece and gives its rows to `onRow`, which may refuse one. The header
 * must be one of `headers`, name for name; every row must have as many fields; blank lines are allowed at the
 * end only. Everything stops at the first refusal.
 */
export function createCsvTable(
  file: string,
  headers: readonly (readonly string[])[],
  onRow: (row: CsvRow) => CsvTableFailure | null,
): { push(text: string): CsvTableFailure | null; end(): CsvTableFailure | null } {
  const reader = createCsvReader();
  let header: readonly string[] | null = null;
  let blankLine: number | null = null;

  const refuse = (line: number, column: number, name: string | null, reason: string): CsvTableFailure => {
    const where = `line ${line}, column ${column}${name === null ? '' : ` (${name})`}`;
    return fail('market_invalid_file', `${file}, ${where}: ${reason}.`, { file, line, column, field: name });
  };

  function readRecord(record: CsvRecord): CsvTableFailure | null {
    const { line, fields, columns } = record;
    if (header === null) {
      header = headers.find((names) => names.join() === fields.join()) ?? null;
      if (header !== null) return null;
      return refuse(
        line,
        1,
        null,
        `the first line must be ${headers.map((names) => names.join()).join(' or ')}`,
      );
    }
    if (fields.length === 1 && fields[0] === '') {
      blankLine ??= line;
      return null;
    }
    if (blankLine !== null) return refuse(blankLine, 1, null, 'a blank line between rows');
    const names = header;
    if (fields.length !== names.length) {
      return refuse(line, 1, null, `${fields.length} fields in place of ${names.length}`);
    }
    return onRow({
      line,
      get: (column) => fields[names.indexOf(column)] ?? '',
      refuse(column, reason) {
        const index = names.indexOf(column);
        const shown = JSON.stringify((fields[index] ?? '').slice(0, 40));
        return refuse(line, columns[index] ?? 1, column, `${shown} ${reason}`);
      },
    });
  }

  function readAll(records: ReturnType<typeof reader.push>): CsvTableFailure | null {
    if (!records.ok) {
      const { message, detail } = records.error;
      return fail('market_invalid_file', `${file}: ${message}`, { file, ...detail });
    }
    for (const record of records.value) {
      const refusal = readRecord(record);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  return {
    push: (text) => readAll(reader.push(text)),
    end: () => readAll(reader.end()) ?? (header === null ? refuse(1, 1, null, 'the file is empty') : null),
  };
}

const DECIMAL = /^\d{1,18}(?:\.\d{1,18})?$/;

/** A plain decimal without sign or exponent; null for anything else. */
export function parseDecimal(text: string): number | null {
  return DECIMAL.test(text) ? Number(text) : null;
}
