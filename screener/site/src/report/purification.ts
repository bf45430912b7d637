import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { multiply, quotientUp } from '@common/base/exact';
import type { Screening } from '@screener/engine/screening';
import { words } from '../parts/language.ts';

/** The fields of the calculator, as the reader typed them. */
export interface TypedHolding {
  readonly shares: string;
  readonly dividends: string;
  /** The first and the last day of holding; empty if the holding extends beyond the twelve months. */
  readonly since: string;
  readonly until: string;
}

export type HoldingField = keyof TypedHolding;

/** A holding as the calculator uses it: plain decimals, and the dates that were given. */
interface Holding {
  readonly shares: string | null;
  readonly dividends: string | null;
  readonly since: CalendarDate | null;
  readonly until: CalendarDate | null;
}

export interface ReadHolding {
  readonly holding: Holding;
  /** Faults by field. */
  readonly errors: Readonly<Partial<Record<HoldingField, string>>>;
}

/** A number of up to twelve digits, in groups of three or not, and up to six decimals. */
const DECIMAL = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,6})?$/;

/** Reads the calculator's fields. An empty field is not a fault: the method that needs it is left out. */
export function readHolding({ shares, dividends, since, until }: TypedHolding): ReadHolding {
  const said = words().report.purification;
  const errors: Partial<Record<HoldingField, string>> = {};
  const number = (field: 'shares' | 'dividends', typed: string): string | null => {
    const text = typed.trim();
    if (text === '') return null;
    if (DECIMAL.test(text)) return text.replaceAll(',', '');
    errors[field] = said.writeANumber;
    return null;
  };
  const date = (field: 'since' | 'until', typed: string): CalendarDate | null => {
    const text = typed.trim();
    if (text === '') return null;
    if (isCalendarDate(text)) return text;
    errors[field] = said.writeADate;
    return null;
  };
  const holding = {
    shares: number('shares', shares),
    dividends: number('dividends', dividends),
    since: date('since', since),
    until: date('until', until),
  };
  if (holding.since !== null && holding.until !== null && holding.until < holding.since) {
    errors.until = said.lastBeforeFirst;
  }
  return { holding, errors };
}

/** The amount to give away by one method, to the cent and rounded up. `most` is null if nothing bounds it. */
export interface AmountToGive {
  readonly least: string;
  readonly most: string | null;
}

interface PurificationAmounts {
  /** By AAOIFI 3/4/6, the income of the shares, owed by the holder at the period end. Null without shares. */
  readonly byShare: AmountToGive | null;
  /** Whether the shares were held at the period end. If not, nothing is owed by share. */
  readonly isHeldAtEnd: boolean;
  /** The share of prohibited income in the dividends. Null without dividends. */
  readonly byDividend: AmountToGive | null;
}

const PLACES = 2;
const NOTHING: AmountToGive = { least: '0.00', most: '0.00' };

/** Computes both amounts: the interest income, over the share count and over revenue, times what was held. */
export function purify(
  { amounts, purification, anchor }: Pick<Screening, 'amounts' | 'purification' | 'anchor'>,
  { shares, dividends, since, until }: Holding,
): PurificationAmounts {
  const { interest_income: income, revenue } = amounts;
  const periodEnd = anchor?.period_end ?? null;
  const isHeldAtEnd =
    periodEnd === null || ((since === null || since <= periodEnd) && (until === null || until >= periodEnd));
  const of = (held: string | null, [fewest, most]: readonly [number, number]): AmountToGive | null => {
    if (held === null || income === undefined || fewest <= 0) return null;
    return {
      least: quotientUp([held, income.low], most, PLACES),
      most: income.high === null ? null : quotientUp([held, income.high], fewest, PLACES),
    };
  };
  const byShare = of(shares, sharesOf(purification));
  return {
    byShare: byShare === null || isHeldAtEnd ? byShare : NOTHING,
    isHeldAtEnd,
    byDividend: of(dividends, [revenue?.low ?? 0, revenue?.low ?? 0]),
  };
}

/** How many shares there are, at least and at most, on the day that the amount per share is for. */
function sharesOf({ shares, share_basis: basis }: Screening['purification']): readonly [number, number] {
  if (shares === null || basis === null) return [0, 0];
  return [multiply(shares, basis.factor_low), multiply(shares, basis.factor_high)];
}
