import {
  type AnswerOf,
  choice,
  date,
  list,
  nullable,
  nullableNum,
  num,
  object,
  Text,
  text,
} from './schema-parts.ts';

const SHARE_BASIS_STATUSES = ['listed', 'split', 'depositary', 'counted', 'unclear'] as const;

/** Why it is not known whether the filed count is on the same basis as the shares of `date`. */
const UNCLEAR_SHARE_BASES = ['split_filed', 'price_jump', 'counts_differ'] as const;
export type UnclearShareBasis = (typeof UNCLEAR_SHARE_BASES)[number];

/** On which day's shares an amount per share is. */
export const ShareBasis = object(
  {
    status: choice(
      [...SHARE_BASIS_STATUSES],
      'listed: the capitalisation over the close gives the filed count, so nothing was split in between. split: it gives a multiple of it, by a split since. depositary: it gives a fraction or a multiple of it, on the day of the count as now: the ticker is that of a depositary share, and so are the amounts. counted: no capitalisation is known, and the amount is on the shares of the count’s own date. unclear: the amount is an interval that holds both bases, and why says what is in doubt',
    ),
    why: nullable(
      choice(
        [...UNCLEAR_SHARE_BASES],
        'split_filed: the report states a split that its count may not include yet. price_jump: the price changed as in a split, and nothing else shows one. counts_differ: the listing has another number of shares than the filing, and no split explains it',
      ),
      'Why the basis is unclear; null where it is known',
    ),
    date: date(
      'The day on whose shares the amounts are: that of the close, or of the count if there is none',
    ),
    counted: date('The day of the filed count'),
    factor_low: num(
      'Shares of date for one share of the filed count: the least. 20 after a 20-for-1 split; 0.2 where a depositary share stands for five',
    ),
    factor_high: num('The same: the most'),
    splits: list(Text, 'Ids of the evidence of splits that the filing states'),
    quotes: list(
      object({
        date: date('The trading day'),
        close: num('The close of one share'),
        market_cap: nullableNum(
          'The capitalisation as the source gives it; over close it is the number of shares',
        ),
        source: text('Where the price comes from'),
      }),
      'The closes that show the basis, oldest first',
    ),
  },
  { title: 'ShareBasis', description: 'On which day’s shares an amount per share is' },
);
export type ShareBasis = AnswerOf<typeof ShareBasis>;
