import { fail, ok, type Result } from '@common/base/result';

/** One record with the place of each field: `line` of its start, `columns` in characters, both from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
  readonly columns: readonly number[];
}

/** A part of the text that breaks RFC 4180. `detail` has `line` and `column`. */
export type CsvFailureCode = 'csv_invalid';

export interface CsvReader {
  /** Takes more text; the whole records in it so far. */
  push(text: string): Result<readonly CsvRecord[], CsvFailureCode>;
  /** There is no more text; the last record. */
  end(): Result<readonly CsvRecord[], CsvFailureCode>;
}

/** Longest record, in characters. */
export const CSV_RECORD_CHARS = 1_000_000;

type Scan =
  | { readonly kind: 'record'; readonly record: CsvRecord; readonly next: number; readonly lines: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid'; readonly line: number; readonly column: number; readonly reason: string };

/**
 * A strict CSV reader for text that comes in pieces (RFC 4180: commas, optional quotes, doubled quotes inside
 * them, LF or CRLF). It refuses a quote inside a bare field, text after a closing quote, a lone CR, NUL, and a
 * quote that is never closed. A byte order mark at the start is dropped. After a refusal it is of no more use.
 */
export function createCsvReader(): CsvReader {
  let rest = '';
  let line = 1;
  let started = false;

  function take(final: boolean): Result<readonly CsvRecord[], CsvFailureCode> {
    const records: CsvRecord[] = [];
    let at = 0;
    while (at < rest.length) {
      const scan = scanRecord(rest, at, line, final);
      if (scan.kind === 'incomplete') break;
      if (scan.kind === 'invalid') return refuse(scan.line, scan.column, scan.reason);
      records.push(scan.record);
      at = scan.next;
      line += scan.lines;
    }
    rest = rest.slice(at);
    if (rest.length > CSV_RECORD_CHARS)
      return refuse(line, 1, `a record over ${CSV_RECORD_CHARS} characters`);
    return ok(records);
  }

  return {
    push(text) {
      rest += started ? text : text.replace(/^\ufeff/, '');
      started ||= text !== '';
      return take(false);
    },
    end: () => take(true),
  };
}

function refuse(line: number, column: number, reason: string): Result<never, CsvFailureCode> {
  return fail('csv_invalid', `Line ${line}, column ${column}: ${reason}.`, { line, column });
}

type Field =
  | { readonly kind: 'field'; readonly value: string; readonly next: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid'; readonly at: number; readonly reason: string };

/** The field whose opening quote stands at `start`; `next` is behind the closing one. */
function quotedField(text: string, start: number, final: boolean): Field {
  let value = '';
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1 && !final) return { kind: 'incomplete' };
    if (quote === -1) return { kind: 'invalid', at: start, reason: 'a quote that is never closed' };
    value += text.slice(from, quote);
    // At the end of a piece one cannot tell a closing quote from the first of a doubled one.
    if (quote + 1 === text.length && !final) return { kind: 'incomplete' };
    if (text[quote + 1] !== '"') return { kind: 'field', value, next: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

/** The field that starts at `start` without a quote; `next` is at what ends it. */
function bareField(text: string, start: number): Field {
  for (let at = start; ; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22)
      return { kind: 'invalid', at, reason: 'a quote inside a field that does not start with one' };
    if (char === 0) return { kind: 'invalid', at, reason: 'a NUL character' };
    if (char === 0x2c || char === 0x0a || char === 0x0d || Number.isNaN(char)) {
      return { kind: 'field', value: text.slice(start, at), next: at };
    }
  }
}

/** How many characters the line end at `at` has; 0 where there is none. */
function lineEnd(text: string, at: number): number {
  if (text[at] === '\n') return 1;
  return text[at] === '\r' && text[at + 1] === '\n' ? 2 : 0;
}

/** Reads one record of `text` from `start`, which is on `line`. `final`: nothing follows the text. */
function scanRecord(text: string, start: number, line: number, final: boolean): Scan {
  const fields: string[] = [];
  const columns: number[] = [];
  let lines = 0;
  let lineStart = start;
  for (let at = start; ; at += 1) {
    columns.push(at - lineStart + 1);
    const field = text[at] === '"' ? quotedField(text, at, final) : bareField(text, at);
    if (field.kind === 'incomplete') return field;
    if (field.kind === 'invalid') {
      return { kind: 'invalid', line: line + lines, column: field.at - lineStart + 1, reason: field.reason };
    }
    fields.push(field.value);
    for (
      let end = text.indexOf('\n', at);
      end !== -1 && end < field.next;
      end = text.indexOf('\n', end + 1)
    ) {
      lines += 1;
      lineStart = end + 1;
    }
    at = field.next;
    const ending = lineEnd(text, at);
    if (ending > 0 || (at === text.length && final)) {
      return { kind: 'record', record: { line, fields, columns }, next: at + ending, lines: lines + 1 };
    }
    if (at === text.length || (text[at] === '\r' && at + 1 === text.length && !final))
      return { kind: 'incomplete' };
    if (text[at] !== ',') {
      const reason =
        text[at] === '\r' ? 'a carriage return without a line feed' : 'text after a closing quote';
      return { kind: 'invalid', line: line + lines, column: at - lineStart + 1, reason };
    }
  }
}
