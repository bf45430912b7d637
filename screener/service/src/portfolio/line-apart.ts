import { isCalendarDate } from '@common/base/calendar';
import {
  type AnswerOf,
  choice,
  count,
  list,
  nullableDate,
  nullableNum,
  nullableText,
  object,
  text,
} from '@screener/engine/schema-parts';
import type { HeldLine } from '@screener/sources/holdings/read-holdings';
import { FindableTicker } from '../store/search.store.ts';
import type { ApartKind, LineApart as KeptApart } from './match-holdings.ts';

const KINDS = ['cash', 'option', 'short', 'foreign', 'unmatched'] as const satisfies readonly ApartKind[];
const KIND_WORDS =
  'cash; an option; sold short; a listing in another country; or nothing that is listed here';

const GIVEN = {
  line: count('Of the text, from 1'),
  asked: text('What the line calls it'),
};
const AMOUNTS = {
  quantity: nullableNum('As given'),
  value: nullableNum('As given, in currency'),
  currency: nullableText('ISO 4217; null where none is given'),
  candidates: list(FindableTicker, 'What it may mean'),
};

export const LineApart = object(
  { ...GIVEN, kind: choice(KINDS, KIND_WORDS), ...AMOUNTS },
  { title: 'PortfolioLineApart', description: 'A line that is not counted' },
);

/** A portfolio is of what is held today. */
export const LineNotHeld = object(
  {
    ...GIVEN,
    kind: choice(
      [...KINDS, 'sold', 'bought_later'],
      `${KIND_WORDS}. sold: by today; bought_later: after today`,
    ),
    day: nullableDate(
      'Of the sale or the later purchase; null for other kinds, and where month and day may be exchanged',
    ),
    ...AMOUNTS,
  },
  { title: 'PortfolioLineNotHeld', description: 'A line that is not counted' },
);

/** Writes a line that is not counted. */
export function apartOf({ line, kind, candidates }: KeptApart): AnswerOf<typeof LineApart> {
  return { ...givenBy(line), kind, ...amountsOf(line), candidates };
}

/** Writes a line that was sold, or is bought later. */
export function notHeld(line: HeldLine, kind: 'sold' | 'bought_later'): AnswerOf<typeof LineNotHeld> {
  const day = kind === 'sold' ? line.sold : line.bought;
  return {
    ...givenBy(line),
    kind,
    day: isCalendarDate(day ?? '') ? day : null,
    ...amountsOf(line),
    candidates: [],
  };
}

function givenBy({ line, asked }: HeldLine) {
  return { line, asked };
}

function amountsOf({ quantity, value, currency }: HeldLine) {
  const numberOf = (text: string | null) => (text === null ? null : Number(text));
  return { quantity: numberOf(quantity), value: numberOf(value), currency };
}
