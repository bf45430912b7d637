import { type AnswerOf, choice, nullableDate, nullableText, object, text } from './schema-parts.ts';

/** What can be done where there is no verdict. */
export const NEXT_STEPS = [
  'connect_to_sec',
  'provide_holdings',
  'provide_prices',
  'try_again',
  'wait_for_report',
  'ask_another_date',
  'use_current_ticker',
  'use_common_stock',
  'read_report',
  'no_longer_listed',
  'nothing_to_screen',
] as const;
export type NextStepCode = (typeof NEXT_STEPS)[number];

export const NextStep = object(
  {
    code: choice(NEXT_STEPS, 'What can be done, for programs'),
    who: choice(
      ['reader', 'operator', 'nobody'],
      'Who can do it: the reader who asked, or the operator of this server; nobody where only time or nothing helps',
    ),
    symbol: nullableText('The ticker to ask for instead; null where there is none'),
    date: nullableDate('The day about which the next report is expected; null where there is none'),
    message: text('What can be done, for people'),
  },
  {
    title: 'NextStep',
    description: 'Where there is no verdict: what can be done about it',
  },
);
export type NextStep = AnswerOf<typeof NextStep>;

/** The same before words are made of it. */
export type DecidedNextStep = Omit<NextStep, 'message'>;
