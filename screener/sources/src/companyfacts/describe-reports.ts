import type { CalendarDate } from '@common/base/calendar';
import type { Report } from '@screener/engine/facts';
import type { FactSeries, FilingMark } from './series.ts';

/** A date counts as a period end of a report when at least this share of the most common date's facts end there. */
const PERIOD_END_SHARE = 0.25;

const CURRENCY = /^[A-Z]{3}$/;

/**
 * One row for each filing that states anything in `us-gaap` or `ifrs-full`; cover-page facts (`dei`) describe the
 * filing, not the period, and are not counted. `periodEnd` is found from the filing as a whole: the latest date, not
 * after `filed`, at which at least a quarter as many facts end as at its most common date.
 *
 * `currency` is that of most amounts of the whole filing, whatever their date. At the period end, a single fact may
 * decide: TSMC translates its newest year into dollars, and only the comparatives are purely in TWD.
 *
 * `series` holds no duplicates.
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

/** Counts of one filing's facts. The numbers are boxed so that counting takes one lookup. */
class Draft {
  readonly #filing: FilingMark;
  readonly #ends = new Map<CalendarDate, { facts: number }>();
  readonly #currencies = new Map<string, { facts: number }>();

  constructor(filing: FilingMark) {
    this.#filing = filing;
  }

  count(end: CalendarDate, currency: string | null): void {
    countOne(this.#ends, end);
    if (currency !== null) countOne(this.#currencies, currency);
  }

  toReport(): Report | null {
    const { accession, form, filed } = this.#filing;
    const candidates = [...this.#ends].filter(([end]) => end <= filed);
    const most = candidates.reduce((largest, [, { facts }]) => Math.max(largest, facts), 0);
    let periodEnd = '';
    for (const [end, { facts }] of candidates) {
      if (facts >= PERIOD_END_SHARE * most && end > periodEnd) periodEnd = end;
    }
    const factCount = this.#ends.get(periodEnd)?.facts;
    if (factCount === undefined) return null;
    return { accession, form, filed, periodEnd, currency: mostUsed(this.#currencies), factCount };
  }
}

function countOne(counts: Map<string, { facts: number }>, key: string): void {
  const count = counts.get(key);
  if (count === undefined) counts.set(key, { facts: 1 });
  else count.facts += 1;
}

/** The currency with the most facts; in a tie the dollar, then the first in alphabetical order. */
function mostUsed(currencies: ReadonlyMap<string, { readonly facts: number }>): string | null {
  const rank = (currency: string) => (currency === 'USD' ? '' : currency);
  let best: string | null = null;
  let most = 0;
  for (const [currency, { facts }] of currencies) {
    if (facts < most || (facts === most && best !== null && rank(currency) > rank(best))) continue;
    best = currency;
    most = facts;
  }
  return best;
}
