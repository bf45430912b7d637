import { type Static, Type } from 'typebox';
import type { Amount } from '../amounts/amount.ts';
import {
  type AnswerOf,
  choice,
  date,
  list,
  nullableDate,
  nullableNum,
  num,
  object,
  Text,
  text,
} from '../schema-parts.ts';
import { RATE_SOURCES, rateUrl } from './rate-sources.ts';
import { type Factor, MONTHLY_AVERAGE_RULE, type Translation, type UsedRate } from './translation.ts';

const Rate = object({
  id: text('By which the factors in this answer name it'),
  kind: choice(['daily', 'monthly_average'], 'daily: of one day; monthly_average: of the days of one month'),
  currency: text('ISO 4217: TWD'),
  base: text('The currency of which one unit is worth value: EUR, USD'),
  value: num('Units of currency for one unit of base, as published'),
  period_start: nullableDate('First day of the month; null for a daily rate'),
  period_end: date('The day, or the last day of the month'),
  source: text('Who publishes it'),
  source_url: text('Where it is published'),
});

/** A constant or an id of a rate. */
const Terms = list(Type.Union([Text, Type.Number()]), 'Ids of rates, and constants of named rules');
const FactorAnswer = object({ value: num('The quotient'), times: Terms, over: Terms });

export const TranslationAnswer = object(
  {
    from: text('The report’s currency, ISO 4217: TWD'),
    to: text('The currency of the price: USD'),
    date: date('The day of the balances, whose rate counts'),
    low: object(
      { ...FactorAnswer.properties },
      {
        description: 'The least that one unit of from was worth in to: product of times over product of over',
      },
    ),
    high: object({ ...FactorAnswer.properties }, { description: 'The most that it was worth' }),
    rule: Type.Union([Type.Enum([MONTHLY_AVERAGE_RULE]), Type.Null()], {
      description: 'The assumption behind low and high; null where they are one daily rate',
    }),
    rates: list(Rate, 'The published rates that low and high rest on'),
    amounts: Type.Record(
      Text,
      object({ low: num('low of the amount times low'), high: nullableNum('high of it times high') }),
      { description: 'The amounts that a capitalisation divides, in the currency of the price, by name' },
    ),
  },
  {
    description:
      'How amounts of the report are put into the currency of the price, for ratios over market capitalisation',
  },
);
export type TranslationAnswer = AnswerOf<typeof TranslationAnswer>;

/** `amounts` are the translated ones, by name. */
export function translationAnswer(
  { from, to, date, low, high, rule, rates }: Translation,
  amounts: Readonly<Record<string, Amount>>,
): TranslationAnswer {
  return {
    from,
    to,
    date,
    low: factorAnswer(low),
    high: factorAnswer(high),
    rule,
    rates: rates.map(rateAnswer),
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [
        name,
        { low: amount.low.value, high: amount.high?.value ?? null },
      ]),
    ),
  };
}

function factorAnswer({ value, times, over }: Factor): Static<typeof FactorAnswer> {
  return { value, times: [...times], over: [...over] };
}

function rateAnswer({ id, currency, source, value, start, end }: UsedRate): AnswerOf<typeof Rate> {
  const { kind, base, name } = RATE_SOURCES[source];
  return {
    id,
    kind,
    currency,
    base,
    value,
    period_start: start,
    period_end: end,
    source: name,
    source_url: rateUrl(source, currency),
  };
}
