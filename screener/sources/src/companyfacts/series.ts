import type { CalendarDate } from '@common/base/calendar';
import type { Fact } from '@screener/engine/facts';

/** The facts of one tag in one unit, as listed in the file, each of them in a periodic report. */
export interface FactSeries {
  readonly tag: string;
  readonly unit: string;
  readonly facts: readonly Fact[];
}

/** The data of one filing, which a `companyfacts` file repeats on every row. */
export interface FilingMark {
  readonly accession: string;
  readonly form: string;
  readonly filed: CalendarDate;
}

/**
 * The facts that either reader takes from a file, before they are ordered and their reports are described.
 */
export interface GatheredFacts {
  readonly cik: string;
  readonly name: string;
  /** The facts of the tags that describe reports. */
  readonly series: readonly FactSeries[];
  /** The facts of further tags; some may belong to filings that are not in `filings`. */
  readonly further: readonly FactSeries[];
  /** One for each accession that a fact in `series` names. */
  readonly filings: Iterable<FilingMark>;
}
