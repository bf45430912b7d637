import { FIGURE_KINDS } from '@screener/engine/purify/usual-figure';
import {
  type AnswerOf,
  choice,
  count,
  date,
  flag,
  list,
  nullable,
  nullableDate,
  nullableNum,
  nullableText,
  num,
  object,
  Text,
  text,
} from '@screener/engine/schema-parts';
import { ReportAnswer } from '@screener/engine/screening';
import { LineApart } from '../portfolio/line-apart.ts';

/** The ways to count what is to be given away. */
const METHODS = ['by_share', 'by_days', 'by_dividends'] as const;
export type Method = (typeof METHODS)[number];

const METHOD_WORDS: Readonly<Record<Method, string>> = {
  by_share:
    'By AAOIFI SS 21, 3/4/6: the part of prohibited income of the shares held at the end of the fiscal year, for all of it, dividend or not',
  by_days: 'The same amount a share, for the days held',
  by_dividends: 'The share of prohibited income in revenue, of the dividends',
};

const ENDS = {
  low: num('At least'),
  usual: nullableNum('The usual figure, which lies between the ends; null where it is not known'),
  high: nullableNum('At most; null where nothing bounds it'),
};
const give = (description: string) =>
  nullable(
    object(ENDS),
    `${description}. In currency, to six decimals; null where a figure that it needs is missing`,
  );
const GIVES = {
  by_share: give(METHOD_WORDS.by_share),
  by_days: give(METHOD_WORDS.by_days),
  by_dividends: give(METHOD_WORDS.by_dividends),
};

const Year = object(
  {
    start: date('The first day of the fiscal year'),
    end: date('Its last day'),
    report: ReportAnswer,
    tags: list(Text, 'The tags of the figures below, in that report'),
    income_low: num('Gross interest income, the proxy for prohibited income: at least'),
    income_usual: nullableNum('The usual figure of it; null where it is not known'),
    income_high: nullableNum('At most; null where nothing bounds it'),
    kind: nullable(
      choice(
        [...FIGURE_KINDS],
        'filed: as filed. filed_with_dividends: as filed, in one figure with dividends. estimate: the filed cash and securities, on average of the year’s two ends, at bill_yield_pct',
      ),
      'Where income_usual comes from; null without it',
    ),
    bill_yield_pct: nullableNum(
      'The average yield of 3-month Treasury bills over the year (Federal Reserve, H.15), in percent; null unless it is an estimate',
    ),
    revenue: nullableNum('Total revenue; null where none is filed'),
    shares_outstanding: nullableNum('Shares outstanding, as filed; null where none are'),
    split_low: nullableNum(
      'Shares of the lot’s day (of its sale, or of the present) for one of these, after splits: at least; null where it is not known',
    ),
    split_high: nullableNum('The same: at most'),
    days: count('Of the fiscal year'),
    days_held: count('Of these, how many the lot was held'),
    held_at_end: flag('Whether the lot was held at the end of the year'),
    dividends: nullable(
      object({
        ...ENDS,
        from: choice(
          ['entered', 'filed'],
          'entered: as the line says; filed: the dividends a share in the report, times the shares',
        ),
      }),
      'The dividends that were counted; null without any',
    ),
    ...GIVES,
  },
  { title: 'PurifiedYear', description: 'One fiscal year of one lot' },
);

const STATES = [
  'counted',
  'business_excluded',
  'no_annual_report',
  'no_purchase_date',
  'not_screened',
] as const;

const Holding = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    name: nullableText('The filer’s name at the SEC'),
    state: choice(
      [...STATES],
      'counted. business_excluded: the methodology excludes the business itself, so there is no rate. no_annual_report: none of the year is here. no_purchase_date: every year was asked for, and no line says since when. not_screened: see problem',
    ),
    problem: nullableText('Why it could not be screened; null where it could'),
    fails: flag('Whether the methodology says no to it today'),
    newest_year: nullableDate(
      'The end of the newest fiscal year of which an annual report is here; null without one',
    ),
    currency: nullableText('Of its amounts, ISO 4217; null where it is not known'),
    covered_rate_pct: nullableNum(
      'For a fund: the average rate of the holdings whose own rate is known, in percent of its dividends. Null for a company',
    ),
    coverage_pct: nullableNum('For a fund: their weight, in percent of net assets. Null for a company'),
    lots: list(
      object({
        line: count('Of the text, from 1'),
        shares: nullableNum('As counted on the day of the sale, or at present; null where the line has none'),
        bought: nullableDate('As the line says'),
        sold: nullableDate('As the line says'),
        years: list(Year, 'Oldest first'),
      }),
      'One for each line',
    ),
    ...GIVES,
  },
  { title: 'PurifiedHolding' },
);

const sum = (description: string) =>
  object(
    {
      ...ENDS,
      counted: count('Holdings in the sum'),
      left_out: list(Text, 'Symbols of those whose usual figure is not known, or not in US dollars'),
    },
    { description: `${description}. In US dollars` },
  );

export const Purification = object(
  {
    year: nullable(
      count('The calendar year in which the fiscal years end'),
      'Null for every fiscal year held',
    ),
    methodology: text('Id of the methodology that is followed: aaoifi'),
    method: choice([...METHODS], 'The method that it asks for'),
    sums: object(
      {
        by_share: sum(METHOD_WORDS.by_share),
        by_days: sum(METHOD_WORDS.by_days),
        by_dividends: sum(METHOD_WORDS.by_dividends),
      },
      { description: 'What is to be given away in all, by each method' },
    ),
    holdings: list(Holding, 'The largest first by method; those without a figure last'),
    apart: list(LineApart, 'Cash, options and what is not listed here: not counted'),
    unread: list(
      object({ line: count('From 1'), text: text('Its beginning, or its wrong dates') }),
      'Lines in which nothing was found, or a date that does not exist, or that were held on no day until today',
    ),
    as_of: date('The day on which the answer was given, in UTC'),
    note: text('Which method counts what, and who asks for it. No ruling'),
  },
  { title: 'Purification', description: 'What is to be given away of what is held' },
);
export type Purification = AnswerOf<typeof Purification>;
export type PurifiedHolding = Purification['holdings'][number];
