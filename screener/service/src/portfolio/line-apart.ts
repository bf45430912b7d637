import {
  type AnswerOf,
  choice,
  count,
  list,
  nullableNum,
  nullableText,
  object,
  text,
} from '@screener/engine/schema-parts';
import { FindableTicker } from '../store/search.store.ts';
import type { LineApart as KeptApart } from './match-holdings.ts';

export const LineApart = object(
  {
    line: count('Of the text, from 1'),
    asked: text('What the line calls it'),
    kind: choice(
      ['cash', 'option', 'short', 'foreign', 'unmatched'],
      'cash; an option; sold short; a listing in another country; or nothing that is listed here',
    ),
    quantity: nullableNum('As given'),
    value: nullableNum('As given, in currency'),
    currency: nullableText('ISO 4217; null where none is given'),
    candidates: list(FindableTicker, 'What it may mean'),
  },
  { title: 'PortfolioLineApart', description: 'A line that is not counted' },
);

/** Writes a line that is not counted. */
export function apartOf({ line, kind, candidates }: KeptApart): AnswerOf<typeof LineApart> {
  const numberOf = (text: string | null) => (text === null ? null : Number(text));
  return {
    line: line.line,
    asked: line.asked,
    kind,
    quantity: numberOf(line.quantity),
    value: numberOf(line.value),
    currency: line.currency,
    candidates,
  };
}
