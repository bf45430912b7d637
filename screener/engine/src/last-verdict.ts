import type { CalendarDate } from '@common/base/calendar';
import { quoteAt } from './concepts/market-cap.ts';
import { screen } from './screen.ts';
import type { LastVerdict } from './screening.ts';
import type { ScreeningInput } from './screening-input.ts';
import { DECIDED_VERDICTS } from './verdict/verdict.ts';

/** At most this many filing dates are screened, newest first: three years of quarters. */
const DATES_TRIED = 12;

/**
 * The newest of the company's filing dates on or before `asOf` at which there was a close and a verdict, with
 * it. Each date is screened by the same rules from what was filed and quoted by then, so screening at that
 * date gives the whole answer. It skips dates without a close: a verdict without one is rare, and a search
 * would cost most where it finds least.
 */
export function lastVerdict(input: ScreeningInput): LastVerdict | null {
  for (const asOf of filingDates(input)) {
    const { compliance, score, anchor } = screen({ ...input, asOf });
    const verdict = DECIDED_VERDICTS.find((decided) => decided === compliance);
    if (verdict !== undefined) return { as_of: asOf, compliance: verdict, score, anchor };
  }
  return null;
}

function filingDates({ facts, quotes, asOf }: ScreeningInput): readonly CalendarDate[] {
  const dates = new Set(facts.reports.map(({ filed }) => filed).filter((filed) => filed <= asOf));
  return [...dates]
    .filter((date) => quoteAt(quotes, date) !== null)
    .sort()
    .reverse()
    .slice(0, DATES_TRIED);
}
