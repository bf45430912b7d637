import type { CalendarDate } from '@sanad/base/calendar';
import type { Report } from '@sanad/screening/facts';
import type { FactSeries, FilingMark } from './series.ts';

/** A date counts as a period end of a report when at least this share of the most common date's facts end there. */
const PERIOD_END_SHARE = 0.25;

const CURRENCY = /^[A-Z]{3}$/;

/**
 * One row for each filing that states anything in `us-gaap` or `ifrs-full`; cover-page facts (`dei`) describe the
 * filing, not the period, and are not counted.
 *
 * `periodEnd` is found from the filing as a whole: the latest date, not after `filed`, at which at least a quarter
 * as many facts end as at its most common date. `series` holds no duplicates.
 */
export function describeReports(
  series: readonly FactSeries[],
  filings: Iterable<FilingMark>,
): readonly Report[] {
  const drafts = new Map<string, Draft>();
  for (const filing of filings) drafts.set(filing.accession, new Draft(filing));
  for (const { tag, unit, facts } of series) {
    if (!isStatementTag(tag)) continue;
    const currency = CURRENCY.test(unit) ? unit : null;
    for (const fact of facts) drafts.get(fact.accession)?.count(fact.end, currency);
  }
  return [...drafts.values()]
    .map((draft) => draft.toReport())
    .filter((report) => report !== null)
    .sort(byFiled);
}

function isStatementTag(tag: string): boolean {
  return tag.startsWith('us-gaap:') || tag.startsWith('ifrs-full:');
}

function byFiled(a: Report, b: Report): number {
  if (a.filed !== b.filed) return a.filed < b.filed ? -1 : 1;
  return a.accession === b.accession ? 0 : a.accession < b.accession ? -1 : 1;
}

/** How many facts of one filing end at one date, and in which currencies. */
interface EndCount {
  facts: number;
  readonly currencies: Map<string, number>;
  /** Facts in `USD`, apart from the other currencies because they are nearly all. */
  dollars: number;
}

class Draft {
  readonly #filing: FilingMark;
  readonly #ends = new Map<CalendarDate, EndCount>();

  constructor(filing: FilingMark) {
    this.#filing = filing;
  }

  count(end: CalendarDate, currency: string | null): void {
    let count = this.#ends.get(end);
    if (count === undefined) {
      count = { facts: 0, currencies: new Map(), dollars: 0 };
      this.#ends.set(end, count);
    }
    count.facts += 1;
    if (currency === 'USD') count.dollars += 1;
    else if (currency !== null) count.currencies.set(currency, (count.currencies.get(currency) ?? 0) + 1);
  }

  toReport(): Report | null {
    const { accession, form, filed } = this.#filing;
    const candidates = [...this.#ends].filter(([end]) => end <= filed);
    const most = candidates.reduce((largest, [, count]) => Math.max(largest, count.facts), 0);
    let periodEnd = '';
    for (const [end, count] of candidates) {
      if (count.facts >= PERIOD_END_SHARE * most && end > periodEnd) periodEnd = end;
    }
    const count = this.#ends.get(periodEnd);
    if (count === undefined) return null;
    return { accession, form, filed, periodEnd, currency: mostUsed(count), factCount: count.facts };
  }
}

/** The currency with the most facts; of equals the dollar, then the first in the alphabet. */
function mostUsed(count: EndCount): string | null {
  let best = count.dollars > 0 ? 'USD' : null;
  let most = count.dollars;
  for (const [currency, facts] of count.currencies) {
    const wins = facts > most || (facts === most && best !== 'USD' && best !== null && currency < best);
    if (!wins) continue;
    best = currency;
    most = facts;
  }
  return best;
}
