import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import type { Fact } from '@screener/engine/facts';
import type { WantedTags } from '@screener/engine/stored-tags';
import { isAccession } from '../accession.ts';
import { normaliseCik } from '../cik.ts';
import { isPeriodicForm } from './periodic-forms.ts';
import type { FactSeries, FilingMark, GatheredFacts } from './series.ts';

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;
/** Replaces a date that is well-formed but in no calendar. */
const NO_SUCH_DATE = '';

/** The place where a document does not have the expected shape, and what was expected there. */
interface Misshape {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

/**
 * Takes from a parsed companyfacts document the facts of the `wanted` qualified tags (`us-gaap:Assets`) that are in
 * periodic reports.
 *
 * Checked: `cik` is a number or a string of digits; the namespaces are objects; under a wanted tag every row of a
 * periodic form has `end`, `filed` and `start`, if any, as dates, a finite `val` and an accession number. Unwanted tags
 * are not checked.
 *
 * Left out, without refusing the document: a fact whose dates do not exist, lie outside 1900 to 2199, or end before
 * they start (filers' typos).
 */
export function gatherFacts(document: unknown, wanted: WantedTags): GatheredFacts | Misshape {
  return new FactGatherer(wanted).gather(document);
}

class FactGatherer {
  readonly #wanted: WantedTags;
  readonly #series: FactSeries[] = [];
  readonly #further: FactSeries[] = [];
  /** By accession. */
  readonly #filings = new Map<unknown, FilingMark>();
  /** Dates recur thousands of times: each is checked once, and kept as one string. */
  readonly #dates = new Map<unknown, CalendarDate>();
  /** Rows that follow each other often end on one date. */
  readonly #last: { text: unknown; date: CalendarDate } = { text: NO_SUCH_DATE, date: NO_SUCH_DATE };

  constructor(wanted: WantedTags) {
    this.#wanted = wanted;
  }

  gather(document: unknown): GatheredFacts | Misshape {
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
    return { cik, name, series: this.#series, further: this.#further, filings: this.#filings.values() };
  }

  #readNamespace(namespace: string, tags: unknown): Misshape | null {
    const path = ['facts', namespace];
    if (!isRecord(tags)) return { path, expected: 'expected an object of tags' };
    for (const [name, tag] of Object.entries(tags)) {
      const qualified = `${namespace}:${name}`;
      const describes = this.#wanted.describing.has(qualified);
      if (!describes && !this.#wanted.further.has(qualified)) continue;
      const misshape = this.#readTag(qualified, tag, [...path, name], describes);
      if (misshape !== null) return misshape;
    }
    return null;
  }

  #readTag(qualified: string, tag: unknown, path: readonly string[], describes: boolean): Misshape | null {
    if (!isRecord(tag)) return { path, expected: 'expected an object' };
    if (!isRecord(tag.units)) return { path: [...path, 'units'], expected: 'expected an object of units' };
    for (const [unit, rows] of Object.entries(tag.units)) {
      const unitPath = [...path, 'units', unit];
      if (!Array.isArray(rows)) return { path: unitPath, expected: 'expected a list of facts' };
      const facts: Fact[] = [];
      for (let index = 0; index < rows.length; index += 1) {
        const problem = this.#readRow(qualified, unit, rows[index], facts, describes);
        if (problem !== null)
          return { path: [...unitPath, index, ...problem.path], expected: problem.expected };
      }
      (describes ? this.#series : this.#further).push({ tag: qualified, unit, facts });
    }
    return null;
  }

  #readRow(tag: string, unit: string, row: unknown, facts: Fact[], describes: boolean): Misshape | null {
    if (!isRecord(row)) return { path: [], expected: 'expected an object' };
    const { val, accn, form, filed } = row;
    if (typeof form !== 'string') return { path: ['form'], expected: 'expected a form' };
    if (!isPeriodicForm(form)) return null;
    const end = this.#date(row.end);
    if (end === null) return { path: ['end'], expected: 'expected a date' };
    const hasStart = row.start !== undefined && row.start !== null;
    const start = hasStart ? this.#date(row.start) : null;
    if (hasStart && start === null) return { path: ['start'], expected: 'expected a date' };
    if (typeof val !== 'number' || !Number.isFinite(val)) {
      return { path: ['val'], expected: 'expected a number' };
    }
    const known = this.#filings.get(accn);
    const isKnown = known !== undefined && known.filed === filed && known.form === form;
    const filing = isKnown ? known : this.#newFiling(accn, form, filed);
    if ('expected' in filing) return filing;
    if (end === NO_SUCH_DATE || (start !== null && (start === NO_SUCH_DATE || start > end))) return null;
    if (!isKnown && describes) this.#mark(filing, known);
    // Adding zero turns -0, which no filing means and no store keeps, into 0.
    facts.push({ tag, unit, start, end, value: val + 0, accession: filing.accession });
    return null;
  }

  #newFiling(accession: unknown, form: string, filedText: unknown): FilingMark | Misshape {
    if (typeof accession !== 'string' || !isAccession(accession)) {
      return { path: ['accn'], expected: 'expected an accession number' };
    }
    const filed = this.#date(filedText);
    if (filed === null || filed === NO_SUCH_DATE) {
      return { path: ['filed'], expected: 'expected a calendar date' };
    }
    return { accession, form, filed };
  }

  /** Where rows date one filing differently, the last date counts (and among those the last form name). */
  #mark(mark: FilingMark, known: FilingMark | undefined): void {
    if (known !== undefined) {
      if (mark.filed < known.filed) return;
      if (mark.filed === known.filed && mark.form <= known.form) return;
    }
    this.#filings.set(mark.accession, mark);
  }

  /** The date in `text`, `NO_SUCH_DATE`, or null for a text that is not written as a date. */
  #date(text: unknown): CalendarDate | null {
    if (text === this.#last.text) return this.#last.date;
    let date = this.#dates.get(text);
    if (date === undefined) {
      if (typeof text !== 'string' || !DATE_SHAPE.test(text)) return null;
      date = isCalendarDate(text) ? text : NO_SUCH_DATE;
      this.#dates.set(text, date);
    }
    this.#last.text = text;
    this.#last.date = date;
    return date;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
