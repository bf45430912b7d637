import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { type ComputedNumber, minusOf, sumOf } from '../amounts/expression.ts';
import type { Anchor } from './anchor.ts';
import { isAnnualForm, YEAR_DAYS } from './anchor.ts';
import type { FactLedger } from './fact-ledger.ts';

/** Fiscal quarters in 52/53-week years start and end up to a week off. */
const SLACK_DAYS = 8;

/** How much a comparative column may differ from the figure of a year before: rounding, small reclassifications. */
const RESTATEMENT_TOLERANCE = 0.01;

/** A flow over the twelve months to the anchor: as filed for a year, or put together from three filed figures. */
export interface YearFlow {
  readonly amount: ComputedNumber;
  readonly basis: 'reported' | 'derived';
}

/** A line under its new tag, and the same figure with the proof that it is what the old tag stood for. */
interface RenamedFlow {
  readonly line: YearFlow;
  readonly asBefore: YearFlow;
}

/** The flows of the reports that one anchor designates, in one currency. */
export class FlowReader {
  readonly #ledger: FactLedger;
  readonly #anchor: Anchor;
  readonly #unit: string;

  constructor(ledger: FactLedger, anchor: Anchor, unit: string) {
    this.#ledger = ledger;
    this.#anchor = anchor;
    this.#unit = unit;
  }

  /**
   * Trailing twelve months (ADR 0009): the fiscal year, or fiscal year + year-to-date − prior year-to-date. The fiscal
   * year is read from its annual report, both year-to-date figures from the anchor's own report, so that their columns
   * are those presented together. Null where a part is not filed, or where the comparative column is not confirmed by
   * the report of a year before: after a restatement or a sale of part of the business the fiscal year and the
   * comparative are on two bases, and their difference means nothing.
   *
   * `toDateTag` differs from `yearTag` where a filer changed its tag between the reports. `synonyms` are the tags
   * under which the report of a year before may have given the same figure.
   */
  trailingTwelveMonths(yearTag: string, toDateTag: string, synonyms: readonly string[]): YearFlow | null {
    const { report } = this.#anchor;
    const year = this.#fiscalYear(yearTag)?.amount ?? null;
    if (year === null) return null;
    if (isAnnualForm(report.form)) {
      return yearTag === toDateTag ? { amount: year, basis: 'reported' } : null;
    }
    if (yearTag !== toDateTag && !this.#changedTag(yearTag, toDateTag)) return null;
    const toDate = this.#yearToDate(toDateTag);
    const prior = toDate === null ? null : this.#priorYearToDate(toDateTag, toDate.start);
    if (toDate === null || prior === null) return null;
    if (!synonyms.some((tag) => this.#confirms(tag, prior))) return null;
    return { amount: minusOf(sumOf([year, toDate.amount]), prior.amount), basis: 'derived' };
  }

  /**
   * Trailing twelve months of a line that the filer moved from `oldTag` to `newTag`. Only where the report of a year
   * before gave, under the old tag, exactly the figure that the comparative column now gives under the new one: for that
   * period it is one line, and each tag leaves out nothing of it. That this is so for the twelve months is an assumption.
   */
  acrossNewTag(oldTag: string, newTag: string): RenamedFlow | null {
    const { report } = this.#anchor;
    const isAnnual = isAnnualForm(report.form);
    const now = isAnnual ? this.#fiscalYear(newTag) : this.#yearToDate(newTag);
    const prior = now === null ? null : this.#priorYearToDate(newTag, now.start);
    const own = prior === null ? null : this.#ownYearToDate(oldTag, prior.start);
    if (now === null || prior === null || own === null) return null;
    if (own.value !== prior.amount.value || own.value <= 0) return null;
    // Where the annual report gives both, the smaller: otherwise the upper end would fall when the other is taken away.
    const [year] = [this.#fiscalYear(newTag), this.#fiscalYear(oldTag)]
      .filter((flow) => flow !== null)
      .sort((a, b) => a.amount.value - b.amount.value);
    if (year === undefined) return null;
    const line = isAnnual ? now.amount : minusOf(sumOf([year.amount, now.amount]), prior.amount);
    return {
      line: { amount: line, basis: isAnnual ? 'reported' : 'derived' },
      asBefore: { amount: minusOf(sumOf([line, own]), prior.amount), basis: 'derived' },
    };
  }

  /** Whether the annual report uses one tag only and the anchor's the other: two names for one figure. */
  #changedTag(yearTag: string, toDateTag: string): boolean {
    const { report, annual } = this.#anchor;
    return annual !== null && !this.#ledger.uses(annual, toDateTag) && !this.#ledger.uses(report, yearTag);
  }

  #fiscalYear(tag: string) {
    const { annual } = this.#anchor;
    if (annual === null) return null;
    const spans = (start: CalendarDate, end: CalendarDate) => end === annual.periodEnd && isYear(start, end);
    return this.#ledger.flow(annual, tag, this.#unit, spans);
  }

  #yearToDate(tag: string) {
    const { report, annual } = this.#anchor;
    if (annual === null) return null;
    const yearStart = addDays(annual.periodEnd, 1);
    const spans = (start: CalendarDate, end: CalendarDate) =>
      end === report.periodEnd && near(start, yearStart);
    return this.#ledger.flow(report, tag, this.#unit, spans);
  }

  /** The comparative column: as long as the year-to-date, and ending a year before the anchor. */
  #priorYearToDate(tag: string, start: CalendarDate) {
    const { report } = this.#anchor;
    const length = daysBetween(start, report.periodEnd);
    const spans = (priorStart: CalendarDate, priorEnd: CalendarDate) =>
      isYear(priorEnd, report.periodEnd) && near(addDays(priorStart, length), priorEnd);
    return this.#ledger.flow(report, tag, this.#unit, spans);
  }

  /** Whether the report of a year before gave, as its own year-to-date, what the comparative column says now. */
  #confirms(tag: string, prior: { readonly amount: ComputedNumber; readonly start: CalendarDate }): boolean {
    const own = this.#ownYearToDate(tag, prior.start);
    if (own === null) return false;
    return Math.abs(own.value - prior.amount.value) <= RESTATEMENT_TOLERANCE * Math.abs(prior.amount.value);
  }

  /** What the report of a year before gave as its own year-to-date, from `start`. */
  #ownYearToDate(tag: string, start: CalendarDate): ComputedNumber | null {
    const { yearBefore } = this.#anchor;
    if (yearBefore === null) return null;
    const spans = (from: CalendarDate, end: CalendarDate) =>
      end === yearBefore.periodEnd && near(from, start);
    return this.#ledger.flow(yearBefore, tag, this.#unit, spans)?.amount ?? null;
  }
}

function isYear(start: CalendarDate, end: CalendarDate): boolean {
  const days = daysBetween(start, end);
  return days >= YEAR_DAYS.least && days <= YEAR_DAYS.most;
}

function near(a: CalendarDate, b: CalendarDate): boolean {
  return Math.abs(daysBetween(a, b)) <= SLACK_DAYS;
}
