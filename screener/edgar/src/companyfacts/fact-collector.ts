import type { CalendarDate } from '@common/base/calendar';
import type { Fact } from '@screener/engine/facts';
import { isPeriodicForm } from './periodic-forms.ts';
import { DURATION_LENGTH, endOfFiscalPeriod, FILING_LENGTH, INSTANT_LENGTH } from './row-grammar.ts';
import type { FilingMark } from './series.ts';

/** A filing met before, with the digits of its accession number as they lie in the bytes. */
interface SeenFiling extends FilingMark {
  readonly periodic: boolean;
  readonly filedKey: number;
  readonly words: readonly [number, number, number, number, number];
  /** Another filing whose words add up to the same. */
  readonly next: SeenFiling | null;
}

/** A double holds every number of so many digits. */
const EXACT_DIGITS = 15;
const START_OFFSET = '{"start":"'.length;
const END_TO_VALUE = '0000-00-00","val":'.length;
const ACCESSION_OFFSET = ',"accn":"'.length;
const ACCESSION_LENGTH = '0000320193-24-000006'.length;
const FILED_OFFSET = '","filed":"'.length;
const DATE_LENGTH = '2024-02-02'.length;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_S = 0x73;

/**
 * Turns rows that `endOfRow` passed into facts. Dates and accession numbers recur thousands of times in a file: each
 * is made a string once, and found again by its digits.
 */
export class FactCollector {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #dates = new Map<number, CalendarDate | null>();
  readonly #filings = new Map<number, SeenFiling>();
  #valueEnd = 0;

  constructor(bytes: Buffer, view: DataView) {
    this.#bytes = bytes;
    this.#view = view;
  }

  /** Adds the row at `at` to `facts`, unless its form is not periodic. False for what only a full parse judges. */
  collect(at: number, tag: string, unit: string, facts: Fact[]): boolean {
    const isDuration = this.#bytes[at + 2] === LETTER_S;
    const valueAt = at + (isDuration ? DURATION_LENGTH : INSTANT_LENGTH);
    const value = this.#value(valueAt);
    const filing = this.#filing(this.#valueEnd);
    if (filing === null || !Number.isFinite(value)) return false;
    if (!filing.periodic) return true;
    const end = this.#date(valueAt - END_TO_VALUE);
    const start = isDuration ? this.#date(at + START_OFFSET) : null;
    if (end === null || (isDuration && (start === null || start > end))) return true;
    facts.push({ tag, unit, start, end, value, accession: filing.accession });
    return true;
  }

  *filings(): Iterable<FilingMark> {
    for (const first of this.#filings.values()) {
      for (let filing: SeenFiling | null = first; filing !== null; filing = filing.next) {
        if (filing.periodic) yield filing;
      }
    }
  }

  /** The filing named from `at` on; null when its rows contradict each other or its date does not exist. */
  #filing(at: number): SeenFiling | null {
    const view = this.#view;
    const formAt = endOfFiscalPeriod(this.#bytes, view, at + FILING_LENGTH);
    const accessionAt = at + ACCESSION_OFFSET;
    const a = view.getInt32(accessionAt, true);
    const b = view.getInt32(accessionAt + 4, true);
    const c = view.getInt32(accessionAt + 8, true);
    const d = view.getInt32(accessionAt + 12, true);
    const e = view.getInt32(accessionAt + 16, true);
    const key = (Math.imul(d, 31) + e + Math.imul(b, 17) + c) | 0;
    const first = this.#filings.get(key) ?? null;
    for (let filing = first; filing !== null; filing = filing.next) {
      const words = filing.words;
      if (words[4] !== e || words[3] !== d || words[2] !== c || words[1] !== b || words[0] !== a) continue;
      if (!this.#isForm(formAt, filing.form)) return null;
      return dateKey(view, formAt + filing.form.length + FILED_OFFSET) === filing.filedKey ? filing : null;
    }
    const filing = this.#newFiling(accessionAt, formAt, [a, b, c, d, e], first);
    if (filing !== null) this.#filings.set(key, filing);
    return filing;
  }

  #newFiling(
    accessionAt: number,
    formAt: number,
    words: SeenFiling['words'],
    next: SeenFiling | null,
  ): SeenFiling | null {
    const form = this.#bytes.toString('latin1', formAt, this.#bytes.indexOf(QUOTE, formAt));
    const filedAt = formAt + form.length + FILED_OFFSET;
    const filed = this.#date(filedAt);
    if (filed === null) return null;
    const accession = this.#bytes.toString('latin1', accessionAt, accessionAt + ACCESSION_LENGTH);
    const filedKey = dateKey(this.#view, filedAt);
    return { accession, form, filed, periodic: isPeriodicForm(form), filedKey, words, next };
  }

  #isForm(at: number, form: string): boolean {
    for (let index = 0; index < form.length; index += 1) {
      if (this.#bytes[at + index] !== form.charCodeAt(index)) return false;
    }
    return this.#bytes[at + form.length] === QUOTE;
  }

  /** The number at `valueAt` as `JSON.parse` reads it, with -0 as 0. */
  #value(valueAt: number): number {
    const bytes = this.#bytes;
    const negative = bytes[valueAt] === MINUS;
    const first = negative ? valueAt + 1 : valueAt;
    let value = 0;
    let at = first;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + (byte - ZERO);
      at += 1;
    }
    if (bytes[at] === COMMA && at - first <= EXACT_DIGITS) {
      this.#valueEnd = at;
      return negative ? 0 - value : value;
    }
    this.#valueEnd = bytes.indexOf(COMMA, at);
    return Number(bytes.toString('latin1', valueAt, this.#valueEnd)) + 0;
  }

  #date(at: number): CalendarDate | null {
    const key = dateKey(this.#view, at);
    const known = this.#dates.get(key);
    if (known !== undefined) return known;
    const date = existsInCalendar(this.#bytes, at)
      ? this.#bytes.toString('latin1', at, at + DATE_LENGTH)
      : null;
    this.#dates.set(key, date);
    return date;
  }
}

/**
 * What `isCalendarDate` says of the ten bytes of a date. A file has a thousand different dates, and asking it each
 * time costs a tenth of the whole reading.
 */
function existsInCalendar(bytes: Uint8Array, at: number): boolean {
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 5);
  const day = twoDigits(bytes, at + 8);
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  if (month !== 2) return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
  return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
}

function twoDigits(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? ZERO) - ZERO) * 10 + (bytes[at + 1] ?? ZERO) - ZERO;
}

/** The eight digits of a date, four bits each. */
function dateKey(view: DataView, at: number): number {
  const monthAndDay = ((view.getInt32(at + 5, true) & 0xffff) | (view.getUint16(at + 8, true) << 16)) >>> 0;
  return (fourDigits(view.getInt32(at, true)) << 16) | fourDigits(monthAndDay);
}

/** Four ASCII digits as four times four bits. */
function fourDigits(word: number): number {
  const digits = word & 0x0f0f0f0f;
  const pairs = digits | (digits >>> 4);
  return (pairs & 0xff) | ((pairs >>> 8) & 0xff00);
}
