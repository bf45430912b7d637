import type { SearchAnswer } from '@screener/service/search/search';
import type { SearchHit } from '@screener/service/search/search-index';
import { SETUP } from '@screener/words/commands';
import { pageFor, wrap } from './layout.ts';
import { type Column, tableLines } from './table.ts';
import { paint, printable, type Terminal } from './terminal.ts';

const COLUMNS: readonly Column<SearchHit>[] = [
  { title: 'ticker', text: ({ symbol }) => symbol, style: 'bold' },
  { title: 'name', text: ({ name }) => name ?? '-', shrinks: true },
  { title: 'exchange', text: ({ exchange }) => exchange ?? '-' },
  { title: 'type', text: ({ type }) => type },
  { title: 'facts', text: ({ facts_at_hand: atHand }) => (atHand ? 'at hand' : '-') },
];

const FACTS_LEGEND = `facts: "at hand" can be screened from what is stored here; for "-", live mode fetches them (${SETUP}).`;

/** Writes the output of `sanad find` as a table. */
export function renderHits({ results }: SearchAnswer, limit: number, terminal: Terminal): string {
  const page = pageFor(terminal);
  const lines = tableLines(page, COLUMNS, printable(results));
  const legend = results.every(({ facts_at_hand: atHand }) => atHand)
    ? []
    : wrap(FACTS_LEGEND, page.width, 0).map((line) => paint(terminal, 'dim', line));
  const more =
    results.length < limit ? [] : [paint(terminal, 'dim', `The best ${limit}; --limit shows more.`)];
  return `${[...lines, ...legend, ...more].join('\n')}\n`;
}
