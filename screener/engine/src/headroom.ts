import { leastCents, mostCents } from '@common/base/exact';
import { Type } from 'typebox';
import {
  type AnswerOf,
  count,
  date,
  list,
  nullable,
  nullableDate,
  num,
  object,
  text,
} from './schema-parts.ts';
import type { DecidedScreening } from './screened.ts';
import type { CheckAnswer } from './screening.ts';

const reach = (which: string) =>
  nullable(
    object({
      cents: Type.Integer({
        description:
          'Hundredths of currency, or of debt_currency. With these the methodology passes, one further it does not',
      }),
      ratio: text('The ratio that reaches its limit first: a member of ratios'),
    }),
    which,
  );

/** How far one figure may move, all others unchanged, before a methodology no longer passes. */
export const Headroom = object(
  {
    close: num('The close of one share from which the price may fall, in currency'),
    close_date: date('The trading day of the close'),
    currency: text('ISO 4217: USD'),
    debt: num('The upper end of debt, from which it may rise, in debt_currency'),
    debt_currency: text(
      'ISO 4217: the report’s, which may be another than that of the price. Over the market value, debt then counts at the exchange rate of period_end; the next report will have a rate of its own',
    ),
    period_end: date('The day of the balance sheet'),
    next_report_expected: nullableDate(
      'When debt is next reported: an estimate, a year after the filing of last year’s report. Null where no rhythm is seen',
    ),
    methodologies: list(
      object({
        id: text('Its id'),
        name: text('Its name'),
        average_months: nullable(
          count('24 for DJIM, 36 for S&P'),
          'The months over which its rules average the market value, which one day’s price does not move: price and debt are by the market value of one day, as the screening is. Null where its rules ask for no average',
        ),
        price: reach('The lowest close of one share; null where no limit rests on the market value'),
        debt: reach('The most debt; null where no limit rests on debt'),
      }),
      'Those that pass, in their order; of a choice, only those chosen',
    ),
  },
  {
    title: 'Headroom',
    description:
      'One figure moved, all others unchanged, by the market value of one day. It is of the day of the verdict: one that is past or stale says nothing of today',
  },
);
export type Headroom = AnswerOf<typeof Headroom>;
export type MethodologyHeadroom = Headroom['methodologies'][number];
export type Reach = NonNullable<MethodologyHeadroom['price']>;

/**
 * The room that a compliant company has, from the intervals of its screening; null for any other, and where nothing
 * says what a share costs. `chosen` has the ids of the methodologies to say it of; null for all.
 */
export function headroomOf(
  screening: DecidedScreening,
  chosen: readonly string[] | null = null,
): Headroom | null {
  const { compliance, amounts, anchor } = screening;
  const { close, date: closeDate, currency, trailing_averages: averages } = screening.market_data;
  const { high: debt = null, unit: debtCurrency = null } = amounts.debt ?? {};
  if (compliance !== 'compliant' || anchor === null || debt === null || debtCurrency === null) return null;
  if (close === null || close <= 0 || closeDate === null || currency === null) return null;
  const passing = screening.methodologies.filter(
    ({ id, status }) => status === 'pass' && (chosen?.includes(id) ?? true),
  );
  return {
    ...{ close, close_date: closeDate, currency, debt, debt_currency: debtCurrency },
    period_end: anchor.period_end,
    next_report_expected: screening.next_report_expected,
    methodologies: passing.map(({ id, name, checks }) => ({
      id,
      name,
      average_months: averages.find(({ methodology }) => methodology === id)?.months ?? null,
      price: highest(checks.flatMap((check) => priceReach(check, screening, close))),
      debt: lowest(checks.flatMap((check) => debtReach(check, screening))),
    })),
  };
}

type Figures = Pick<DecidedScreening, 'amounts' | 'translation'>;

/** The capitalisation moves with the close: `high / (cap * price / close)` reaches the limit at this price. */
function priceReach(
  check: CheckAnswer,
  { amounts, translation }: Figures,
  close: number,
): Reach | readonly [] {
  const { high = null } = (translation?.amounts ?? amounts)[check.numerator] ?? {};
  const cap = amounts.market_cap?.low ?? null;
  if (check.denominator !== 'market_cap' || high === null || cap === null || cap <= 0) return [];
  const cents = leastCents([high, close], [check.threshold, cap], check.comparison === '<');
  return { cents, ratio: check.ratio };
}

/** Over a capitalisation in another currency, debt counts at the most that its currency was worth. */
function debtReach(check: CheckAnswer, { amounts, translation }: Figures): Reach | readonly [] {
  const base = amounts[check.denominator]?.low ?? null;
  if (check.numerator !== 'debt' || base === null || base <= 0) return [];
  const rates = check.denominator === 'market_cap' && translation !== null ? [translation.high.value] : [];
  return { cents: mostCents([check.threshold, base], rates, check.comparison === '<'), ratio: check.ratio };
}

function highest(reaches: readonly Reach[]): Reach | null {
  return reaches.reduce<Reach | null>(
    (top, one) => (top !== null && top.cents >= one.cents ? top : one),
    null,
  );
}

function lowest(reaches: readonly Reach[]): Reach | null {
  return reaches.reduce<Reach | null>(
    (low, one) => (low !== null && low.cents <= one.cents ? low : one),
    null,
  );
}
