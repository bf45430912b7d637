import { leastCents, mostWhole, quotient } from '@common/base/exact';
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

const Ratio = text('The ratio that reaches its limit first: a member of ratios');
const PriceReach = object({
  cents: Type.Integer({
    description: 'Hundredths of currency. With these the methodology passes, with one fewer it does not',
  }),
  ratio: Ratio,
});
const DebtReach = object({
  units: Type.Integer({
    description: 'Times debt_unit. With these the methodology passes, with one more it does not',
  }),
  ratio: Ratio,
});

/** Currencies whose hundredths are not used. */
const WHOLE = 'BIF CLP COP DJF GNF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const [CENT, UNIT] = [0.01, 1];
/** Digits that a number can have after which a hundredth of it is still told from the next. */
const MOST_CENTS = 1e15;

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
    debt_unit: num(
      'In what the most debt is counted, in debt_currency: 0.01; 1 where hundredths are not used (JPY, KRW, IDR, VND) or there would be more of them than a number holds, then thousands, and so on',
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
        price: nullable(
          PriceReach,
          'The lowest close of one share; null where no limit rests on the market value',
        ),
        debt: nullable(DebtReach, 'The most debt; null where no limit rests on debt'),
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
type PriceReach = NonNullable<MethodologyHeadroom['price']>;
type DebtReach = NonNullable<MethodologyHeadroom['debt']>;

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
  const debtUnit = debtUnitOf(debtCurrency, passing, screening);
  return {
    ...{ close, close_date: closeDate, currency, debt, debt_currency: debtCurrency, debt_unit: debtUnit },
    period_end: anchor.period_end,
    next_report_expected: screening.next_report_expected,
    methodologies: passing.map(({ id, name, checks }) => ({
      id,
      name,
      average_months: averages.find(({ methodology }) => methodology === id)?.months ?? null,
      price: maxBy(
        checks.flatMap((check) => priceReach(check, screening, close)),
        ({ cents }) => cents,
      ),
      debt: maxBy(
        checks.flatMap((check) => debtReach(check, screening, debtUnit)),
        ({ units }) => -units,
      ),
    })),
  };
}

type Figures = Pick<DecidedScreening, 'amounts' | 'translation'>;

/** The capitalisation moves with the close: `high / (cap * price / close)` reaches the limit at this price. */
function priceReach(
  check: CheckAnswer,
  { amounts, translation }: Figures,
  close: number,
): PriceReach | readonly [] {
  const { high = null } = amounts[check.numerator] ?? {};
  const cap = amounts.market_cap?.low ?? null;
  const isPriced = translation === null || check.numerator in translation.amounts;
  if (check.denominator !== 'market_cap' || !isPriced || high === null || cap === null || cap <= 0) return [];
  const rates = translation === null ? [] : [translation.high.value];
  const cents = leastCents([high, ...rates, close], [check.threshold, cap], check.comparison === '<');
  return { cents, ratio: check.ratio };
}

function debtReach(check: CheckAnswer, figures: Figures, unit: number): DebtReach | readonly [] {
  const limit = debtLimit(check, figures);
  if (limit === null) return [];
  const units = mostWhole(limit.factors, [...limit.divisors, unit], check.comparison === '<');
  return { units, ratio: check.ratio };
}

/**
 * The debt at the limit of a check, as a quotient; null if it does not rest on debt. Over a capitalisation in another
 * currency, debt counts at the most that its currency was worth.
 */
function debtLimit(check: CheckAnswer, { amounts, translation }: Figures) {
  const base = amounts[check.denominator]?.low ?? null;
  if (check.numerator !== 'debt' || base === null || base <= 0) return null;
  const isPriced = check.denominator === 'market_cap' && translation !== null;
  return { factors: [check.threshold, base], divisors: isPriced ? [translation.high.value] : [] };
}

/** The smallest unit of which a number holds as many as there are, one for all methodologies. */
function debtUnitOf(
  currency: string,
  methodologies: readonly { readonly checks: readonly CheckAnswer[] }[],
  figures: Figures,
): number {
  const limits = methodologies.flatMap(({ checks }) => checks.map((check) => debtLimit(check, figures)));
  const most = Math.max(
    0,
    ...limits.map((limit) => (limit === null ? 0 : quotient(limit.factors, limit.divisors))),
  );
  if (!WHOLE.includes(currency) && most < MOST_CENTS * CENT) return CENT;
  let unit = UNIT;
  while (most / unit >= Number.MAX_SAFE_INTEGER) unit *= 1_000;
  return unit;
}

/** The item with the greatest value, the first of several; null of none. */
function maxBy<T>(items: readonly T[], size: (item: T) => number): T | null {
  return items.reduce<T | null>((top, one) => (top !== null && size(top) >= size(one) ? top : one), null);
}
