import { type AnswerOf, choice, nullableDate, nullableText, object, text } from '../schema-parts.ts';

/** What can become of a listing. */
export const FATES = [
  'renamed',
  'acquired',
  'merged',
  'taken_private',
  'bankrupt',
  'failed',
  'delisted',
] as const;
export type Fate = (typeof FATES)[number];

export const FormerListing = object(
  {
    symbol: text('The ticker that was'),
    name: text('The company’s name when the listing ended'),
    fate: choice(FATES, 'What became of it; delisted where nothing more is known'),
    by: nullableText('Who bought it, what it is called now, or who took it over'),
    renamed_to: nullableText(
      'The ticker that the same shares have now: ask for this one. Null where there is none',
    ),
    successor: nullableText('The ticker of the company that bought it, which is another company'),
    month: nullableText('When that was, as YYYY-MM; null where it is not known'),
    last_listed: nullableDate('The last month-end at which the exchanges’ listing had it'),
    source: nullableText('Where that can be read: an address; null where it follows from the listing alone'),
  },
  {
    title: 'FormerListing',
    description: 'A ticker that is not listed any longer, and what became of it',
  },
);
export type FormerListing = AnswerOf<typeof FormerListing>;
