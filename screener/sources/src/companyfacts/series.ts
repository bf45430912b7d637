import type { CalendarDate } from '@common/base/calendar';
import type { Fact } from '@screener/engine/facts';

/** The facts of one tag in one unit, as listed in the file, each of them in a periodic report. */
export interface FactSeries {
  readonly tag: string;
  readonly unit: string;
  readonly facts: readonly Fact[];
}

/** What a `companyfacts` file says about one filing, repeated there on every row. */
export interface FilingMark {
  readonly accession: string;
  readonly form: string;
  readonly filed: CalendarDate;
}

/** What either reader takes from a file, before it is ordered and its reports are described. */
export interface GatheredFacts {
  readonly cik: string;
  readonly name: string;
  /** Of the tags that describe reports. */
  readonly series: readonly FactSeries[];
  /** Of the further tags; some may be of filings that are not in `filings`. */
  readonly further: readonly FactSeries[];
  /** One for each accession that a fact in `series` names. */
  readonly filings: Iterable<FilingMark>;
}
