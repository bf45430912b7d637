import { addMonths } from '@common/base/calendar';
import { exactly } from './amounts/amount.ts';
import type { Findings } from './findings.ts';
import { combine, evaluateCheck } from './methodologies/check.ts';
import { numeratorOf } from './priced-amounts.ts';
import type { TrailingAverage } from './screening.ts';
import type { ScreeningInput } from './screening-input.ts';

/** This share of a window's month-ends must be present for an average to be given. */
const LEAST_SHARE_OF_MONTHS = 0.75;

/**
 * For information only (ADR 0012): what the methodologies that specify a trailing average would say on the
 * average of the month-end market capitalisations in their window.
 */
export function trailingAverages(
  input: ScreeningInput,
  findings: Pick<Findings, 'amounts' | 'priced'>,
): readonly TrailingAverage[] {
  return input.rules.methodologies.flatMap((methodology): readonly TrailingAverage[] => {
    const months = methodology.averageMonths;
    if (months === null) return [];
    const caps = monthEndCaps(input, months);
    const entry = { methodology: methodology.id, months, months_present: caps.length };
    if (caps.length < LEAST_SHARE_OF_MONTHS * months) {
      return [{ ...entry, average_market_cap: null, status: 'unknown' }];
    }
    const average = Math.round(caps.reduce((sum, cap) => sum + cap, 0) / caps.length);
    const denominator = exactly({ value: average, from: average }, 'derived');
    const statuses = methodology.checks.map(
      (check) => evaluateCheck(check, numeratorOf(check, findings), denominator).status,
    );
    return [{ ...entry, average_market_cap: average, status: combine(statuses) }];
  });
}

/** The last capitalisation of each of the `months` months that end with the newest one at or before `asOf`. */
function monthEndCaps({ quotes, asOf }: ScreeningInput, months: number): readonly number[] {
  const byMonth = new Map<string, number>();
  for (const quote of quotes) {
    if (quote.date <= asOf && quote.marketCap !== null) byMonth.set(quote.date.slice(0, 7), quote.marketCap);
  }
  const newest = [...byMonth.keys()].at(-1);
  if (newest === undefined) return [];
  const since = addMonths(`${newest}-01`, -months).slice(0, 7);
  return [...byMonth].filter(([month]) => month > since).map(([, cap]) => cap);
}
