import type { CalendarDate } from '@common/base/calendar';
import type { Approximation, DecidedScreening, Missing } from '@screener/engine/screened';
import { PROVISIONAL_LISTING_SOURCE } from '@screener/sources/prices/listing/daily-listing';

interface Sources {
  /** Why the SEC was not reached; null if it was, or did not have to be asked. */
  readonly sec: string | null;
  /** Why the source of prices was not reached; null if it was, or did not have to be asked. */
  readonly price: string | null;
  /** Why the source of exchange rates was not reached, where one is missing; null otherwise. */
  readonly rates?: string | null;
  /** The newest filing date among the facts used. */
  readonly factsThrough: CalendarDate | null;
}

type ScreeningGaps = Pick<DecidedScreening, 'missing' | 'approximations' | 'market_data' | 'compliance'>;

/** Adds to an answer what could not be reached and what is used instead. */
export function tellUnreached<Answer extends ScreeningGaps>(answer: Answer, sources: Sources): Answer {
  const { market_data: market, compliance } = answer;
  const missing: Missing[] = [];
  const approximations: Approximation[] = [];
  if (sources.sec !== null) {
    const { sec: why, factsThrough } = sources;
    approximations.push({ id: 'sec_not_reached', why, filed_through: factsThrough });
  }
  if (sources.price !== null) {
    const why = sources.price;
    if (market.date === null && compliance === 'not_screenable') {
      missing.push({ code: 'price_not_reached', gap: { code: 'price_not_reached', why } });
    } else {
      approximations.push({ id: 'price_not_reached', why, close_of: market.date });
    }
  }
  if (sources.rates !== undefined && sources.rates !== null) {
    const gap = { code: 'rates_not_reached', why: sources.rates } as const;
    missing.push({ code: gap.code, gap });
  }
  if (market.source === PROVISIONAL_LISTING_SOURCE) {
    approximations.push({ id: 'price_provisional', close_of: market.date });
  }
  return {
    ...answer,
    missing: [...answer.missing, ...missing],
    approximations: [...answer.approximations, ...approximations],
  };
}

interface Reached {
  readonly missing: readonly { readonly code: string }[];
  readonly approximations: readonly { readonly id: string }[];
}

/** False for an answer that the next call may improve, which is neither cached nor kept in the history. */
export function wasReached({ missing, approximations }: Reached): boolean {
  return !missing.some(({ code }) => isUnreached(code)) && !approximations.some(({ id }) => isUnreached(id));
}

/** Whether a code says that a source was not reached. */
export function isUnreached(code: string): boolean {
  return code === 'sec_not_reached' || code === 'price_not_reached' || code === 'rates_not_reached';
}
