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
import { HELD_FOR } from '@screener/sources/holdings/read-holdings';
import { LineApart } from '../portfolio/line-apart.ts';
import { VALUE_SOURCES } from '../portfolio/value-holding.ts';

const LOW = num('At least');
const HIGH = nullableNum('At most; null where nothing bounds it');

const Balance = object(
  {
    report: ReportAnswer,
    stale: flag('Whether a newer report is overdue and not here'),
    currency: nullableText('Of the amounts, ISO 4217; null where the report has none'),
    tags: list(Text, 'The tags of the figures behind total and shares_outstanding, in that report'),
    cash_low: LOW,
    cash_high: HIGH,
    receivables_low: LOW,
    receivables_high: HIGH,
    inventories_low: LOW,
    inventories_high: HIGH,
    total_low: num('What counts of the company: at least'),
    total_high: nullableNum('The same: at most, and no more than its current assets'),
    shares_outstanding: num('As filed'),
    factor_low: num('Shares of today for one share of the filed count, after splits: at least'),
    factor_high: num('The same: at most'),
    per_share_low: num('total over the shares: at least'),
    per_share_high: nullableNum('The same: at most'),
  },
  { title: 'ZakatBalance', description: 'What counts for zakat of a company, from its newest balance sheet' },
);
export type Balance = AnswerOf<typeof Balance>;

const STATES = [
  'counted',
  'no_value',
  'not_listed',
  'no_measure',
  'no_shares',
  'fund',
  'no_balance',
  'other_currency',
  'not_bounded',
  'not_screened',
] as const;

const Holding = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    name: nullableText('The filer’s name at the SEC'),
    held_for: choice([...HELD_FOR], 'trade: at market value. income: by the balance sheet'),
    state: choice(
      [...STATES],
      'counted. no_value: to trade, and no value in dollars is given or can be had. no_measure: to trade, and its lines do not all give a value in dollars, nor all a quantity. not_listed: its listing ended, so its shares may no longer exist; to trade, a value that is given counts. no_shares: for income, and a line does not say how many. fund: for income, and a fund’s filings have no balance sheets of what it holds. no_balance: no report of the last 18 months with a share count is here. other_currency: the report is not in US dollars. not_bounded: nothing filed says how much it can be at most. not_screened: see problem',
    ),
    problem: nullableText('Why it could not be screened; null where it could'),
    shares: nullableNum('The sum of its lines; null where none says how many'),
    value: nullableNum('To trade: its market value in US dollars; null where it is not known'),
    value_from: nullable(
      choice(
        [...VALUE_SOURCES],
        'given: as the lines say; close: shares times the newest close, unless that is more than 45 days old or the listing ended',
      ),
      'Null without a value',
    ),
    close_date: nullableDate('The day of the close; null where none was used'),
    balance: nullable(Balance, 'For income: the figures behind it; null without a report'),
    counts_low: nullableNum('What counts of the holding, in US dollars: at least; null unless it is counted'),
    counts_high: nullableNum('The same: at most'),
  },
  { title: 'ZakatHolding', description: 'What counts for zakat of one holding' },
);

export const Zakat = object(
  {
    year: choice(['lunar', 'solar'], 'The year that the rate is for'),
    rate_pct: num('2.5 for a lunar year, 2.577 for a solar one'),
    gold_price: num('US dollars for a gram of gold of 24 carats, as asked'),
    nisab: num('The value of 85 grams of it'),
    securities: flag('Whether short-term securities of a company count with its cash'),
    other: num('Other wealth that counts, as asked'),
    cash: num('Lines of cash in US dollars, which count in full'),
    base_low: num('What counts in all, without left_out: at least'),
    base_high: num('The same: at most'),
    reaches: choice(
      ['yes', 'no', 'open'],
      'Whether what counts reaches the nisab. open: what is not known decides',
    ),
    due_low: num('The zakat of the base: at least; 0 unless the nisab is certainly reached'),
    due_high: nullableNum(
      'The same: at most; null where something is left out and decides whether the nisab is reached, since then nothing bounds it',
    ),
    left_out: list(Text, 'What is not in the base: symbols, and lines as they are written'),
    holdings: list(Holding, 'The largest first; those that are not counted last'),
    apart: list(LineApart, 'What is neither a listed share nor cash in US dollars of zero or more'),
    sold: list(
      object({ line: count('From 1'), text: text('What it calls itself, and the day') }),
      'Lines that were sold by as_of, and do not count',
    ),
    not_yet_held: list(
      object({ line: count('From 1'), text: text('What it calls itself, and the day') }),
      'Lines that are bought after as_of, and do not count',
    ),
    unread: list(
      object({ line: count('From 1'), text: text('Its beginning, or what in it says nothing') }),
      'Lines in which nothing was found, a day that does not exist, or a reason for holding that is none',
    ),
    as_of: date('The day on which the answer was given, in UTC'),
    note: text('What counts, and by whose rule. No ruling'),
  },
  { title: 'Zakat', description: 'The zakat of shares held to trade and for income, with its arithmetic' },
);
export type Zakat = AnswerOf<typeof Zakat>;
export type ZakatHolding = Zakat['holdings'][number];
