import { pageFor } from '../cli/render/layout.ts';
import { type Column, tableLines } from '../cli/render/table.ts';
import { paint, printable, type Terminal } from '../cli/render/terminal.ts';
import type { SearchAnswer } from './search.ts';
import type { SearchHit } from './search-index.ts';

const COLUMNS: readonly Column<SearchHit>[] = [
  { title: 'ticker', text: ({ symbol }) => symbol, style: 'bold' },
  { title: 'name', text: ({ name }) => name ?? '-', shrinks: true },
  { title: 'exchange', text: ({ exchange }) => exchange ?? '-' },
  { title: 'type', text: ({ type }) => type },
  { title: 'facts', text: ({ facts_at_hand: atHand }) => (atHand ? 'at hand' : '-') },
];

/** `sanad find` as a table. */
export function renderHits({ results }: SearchAnswer, limit: number, terminal: Terminal): string {
  const page = pageFor(terminal);
  const lines = tableLines(page, COLUMNS, printable(results));
  const more =
    results.length < limit ? [] : [paint(terminal, 'dim', `The best ${limit}; --limit shows more.`)];
  return `${[...lines, ...more].join('\n')}\n`;
}
