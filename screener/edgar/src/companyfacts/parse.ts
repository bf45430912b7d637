import { isUtf8 } from 'node:buffer';
import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { CompanyFacts, Fact } from '@screener/engine/facts';
import { isAccession } from '../accession.ts';
import { normaliseCik } from '../cik.ts';
import { assembleCompanyFacts } from './assemble.ts';
import { firstJsonError, firstUtf8Error, offsetOfPath } from './json-offsets.ts';
import { isPeriodicForm } from './periodic-forms.ts';
import { COMPANYFACTS_BYTES_LIMIT, type CompanyFactsRefusal, corruptAt } from './refusal.ts';
import type { FactSeries, FilingMark, GatheredFacts } from './series.ts';

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** Where a document is not of the expected shape, and what was expected there. */
interface Misshape {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

/**
 * Reads a whole companyfacts file (UTF-8 JSON as data.sec.gov serves it, in any layout) by `JSON.parse`, and keeps
 * the facts of the `wanted` qualified tags (`us-gaap:Assets`) that stand in periodic reports.
 *
 * Checked: the file is UTF-8 and JSON to its last byte; `cik` is a number or a string of digits; the namespaces
 * are objects; under a wanted tag every row of a periodic form has `end`, `filed` and `start`, if any, as dates,
 * a finite `val` and an accession number. Tags that are not wanted are not looked into.
 *
 * Left out, without refusing the file: a fact whose dates do not exist, lie outside 1900 to 2199, or end before
 * they start (typing errors of filers).
 *
 * `readCompanyFacts` gives the same result faster; this is what it is measured and tested against.
 */
export function parseCompanyFacts(
  bytes: Uint8Array,
  wanted: ReadonlySet<string>,
): Result<CompanyFacts, CompanyFactsRefusal> {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return parsed;
  const gathered = new DocumentReader(wanted).read(parsed.value);
  if (!('expected' in gathered)) return ok(assembleCompanyFacts(gathered));
  return corruptAt(offsetOfPath(bytes, gathered.path), gathered.expected, gathered.path.join('.'));
}

function parseJson(bytes: Uint8Array): Result<unknown, CompanyFactsRefusal> {
  if (bytes.length > COMPANYFACTS_BYTES_LIMIT) {
    return fail(
      'companyfacts_too_large',
      `a companyfacts file has at most ${COMPANYFACTS_BYTES_LIMIT} bytes, this one ${bytes.length}`,
      { bytes: bytes.length, limit: COMPANYFACTS_BYTES_LIMIT },
    );
  }
  if (!isUtf8(bytes)) return corruptAt(firstUtf8Error(bytes) ?? bytes.length, 'not UTF-8');
  try {
    return ok(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const offset = firstJsonError(bytes) ?? bytes.length;
    return corruptAt(offset, offset === bytes.length ? 'JSON is cut off' : 'not JSON');
  }
}

class DocumentReader {
  readonly #wanted: ReadonlySet<string>;
  readonly #series: FactSeries[] = [];
  readonly #filings = new Map<string, FilingMark>();
  readonly #calendar = new Map<string, boolean>();

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  read(document: unknown): GatheredFacts | Misshape {
    if (!isRecord(document)) return { path: [], expected: 'expected an object' };
    const cik = normaliseCik(document.cik);
    if (cik === null) return { path: ['cik'], expected: 'expected a CIK of at most ten digits' };
    const name = document.entityName;
    if (typeof name !== 'string') return { path: ['entityName'], expected: 'expected a string' };
    if (!isRecord(document.facts)) return { path: ['facts'], expected: 'expected an object' };
    for (const [namespace, tags] of Object.entries(document.facts)) {
      const misshape = this.#readNamespace(namespace, tags);
      if (misshape !== null) return misshape;
    }
    return { cik, name, series: this.#series, filings: this.#filings.values() };
  }

  #readNamespace(namespace: string, tags: unknown): Misshape | null {
    const path = ['facts', namespace];
    if (!isRecord(tags)) return { path, expected: 'expected an object of tags' };
    for (const [name, tag] of Object.entries(tags)) {
      const qualified = `${namespace}:${name}`;
      if (!this.#wanted.has(qualified)) continue;
      const misshape = this.#readTag(qualified, tag, [...path, name]);
      if (misshape !== null) return misshape;
    }
    return null;
  }

  #readTag(qualified: string, tag: unknown, path: readonly string[]): Misshape | null {
    if (!isRecord(tag)) return { path, expected: 'expected an object' };
    if (!isRecord(tag.units)) return { path: [...path, 'units'], expected: 'expected an object of units' };
    for (const [unit, rows] of Object.entries(tag.units)) {
      const unitPath = [...path, 'units', unit];
      if (!Array.isArray(rows)) return { path: unitPath, expected: 'expected a list of facts' };
      const facts: Fact[] = [];
      for (const [index, row] of rows.entries()) {
        const problem = this.#readRow(qualified, unit, row, facts);
        if (problem !== null)
          return { path: [...unitPath, index, ...problem.path], expected: problem.expected };
      }
      this.#series.push({ tag: qualified, unit, facts });
    }
    return null;
  }

  #readRow(tag: string, unit: string, row: unknown, facts: Fact[]): Misshape | null {
    if (!isRecord(row)) return { path: [], expected: 'expected an object' };
    const { start = null, end, val, accn, form, filed } = row;
    if (typeof form !== 'string') return { path: ['form'], expected: 'expected a form' };
    if (!isPeriodicForm(form)) return null;
    if (!isDateShaped(end)) return { path: ['end'], expected: 'expected a date' };
    if (start !== null && !isDateShaped(start)) return { path: ['start'], expected: 'expected a date' };
    if (typeof val !== 'number' || !Number.isFinite(val)) {
      return { path: ['val'], expected: 'expected a number' };
    }
    if (typeof accn !== 'string' || !isAccession(accn)) {
      return { path: ['accn'], expected: 'expected an accession number' };
    }
    if (!isDateShaped(filed) || !this.#exists(filed)) {
      return { path: ['filed'], expected: 'expected a calendar date' };
    }
    if (!this.#exists(end) || (start !== null && (!this.#exists(start) || start > end))) return null;
    this.#mark({ accession: accn, form, filed });
    // Adding zero turns -0, which no filing means and no storage keeps, into 0.
    facts.push({ tag, unit, start, end, value: val + 0, accession: accn });
    return null;
  }

  /** A filing that its rows date differently is taken as last filed (and of those by the last form name). */
  #mark(mark: FilingMark): void {
    const known = this.#filings.get(mark.accession);
    if (known !== undefined) {
      if (mark.filed < known.filed) return;
      if (mark.filed === known.filed && mark.form <= known.form) return;
    }
    this.#filings.set(mark.accession, mark);
  }

  #exists(date: string): boolean {
    const known = this.#calendar.get(date);
    if (known !== undefined) return known;
    const exists = isCalendarDate(date);
    this.#calendar.set(date, exists);
    return exists;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDateShaped(value: unknown): value is string {
  return typeof value === 'string' && DATE_SHAPE.test(value);
}
