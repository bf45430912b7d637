import type { CalendarDate } from '@common/base/calendar';
import type { ApproximationEntry, MissingEntry, Screening } from '@screener/engine/screening';
import { PROVISIONAL_LISTING_SOURCE } from '@screener/sources/prices/listing/daily-listing';

interface Sources {
  /** Why the SEC was not reached; null if it was, or needed not be asked. */
  readonly sec: string | null;
  /** The same of the source of prices. */
  readonly price: string | null;
  /** The newest filing date among the facts used. */
  readonly factsThrough: CalendarDate | null;
}

const SEC_NOT_REACHED = 'sec_not_reached';
const PRICE_NOT_REACHED = 'price_not_reached';
const IDS: ReadonlySet<string> = new Set([SEC_NOT_REACHED, PRICE_NOT_REACHED]);

type Told = Pick<Screening, 'missing' | 'approximations' | 'market_data' | 'compliance'>;

/** The answer, which says what could not be reached and what is used instead. */
export function tellUnreached<Answer extends Told>(answer: Answer, sources: Sources): Answer {
  const { market_data: market, compliance } = answer;
  const missing: MissingEntry[] = [];
  const approximations: ApproximationEntry[] = [];
  if (sources.sec !== null) {
    const used =
      sources.factsThrough === null ? 'no facts' : `the stored facts, filed up to ${sources.factsThrough},`;
    const message = `The SEC was not reached: ${sentence(sources.sec)} This answer uses ${used} and knows of no later report.`;
    approximations.push({ id: SEC_NOT_REACHED, message });
  }
  if (sources.price !== null) {
    const reason = `No current price was reached: ${sentence(sources.price)}`;
    if (market.date !== null) {
      approximations.push({
        id: PRICE_NOT_REACHED,
        message: `${reason} The close of ${market.date} is used.`,
      });
    } else if (compliance === 'not_screenable') {
      missing.push({ code: PRICE_NOT_REACHED, message: reason });
    } else {
      approximations.push({ id: PRICE_NOT_REACHED, message: `${reason} The answer does not depend on it.` });
    }
  }
  if (market.source === PROVISIONAL_LISTING_SOURCE) {
    const message = `The close of ${market.date} is from the newest daily listing; the next one will confirm it or correct it.`;
    approximations.push({ id: 'price_provisional', message });
  }
  return {
    ...answer,
    missing: [...answer.missing, ...missing],
    approximations: [...answer.approximations, ...approximations],
  };
}

/** False for an answer that the next call may improve: it is neither cached nor kept in the history. */
export function wasReached(answer: Pick<Screening, 'missing' | 'approximations'>): boolean {
  return unreachedMessages(answer).length === 0;
}

/** What the answer says of the sources that were not reached. */
export function unreachedMessages({
  missing,
  approximations,
}: Pick<Screening, 'missing' | 'approximations'>): readonly string[] {
  return [
    ...missing.filter(({ code }) => IDS.has(code)),
    ...approximations.filter(({ id }) => IDS.has(id)),
  ].map(({ message }) => message);
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
