import type { CalendarDate } from '@common/base/calendar';
import type { IndexedList } from '@screener/engine/overlays/official-list';
import { SANAD } from '@screener/words/commands';
import { labelled, pageFor, plural, wrap } from './layout.ts';
import { paint, printable, type Terminal } from './terminal.ts';

const LABEL_WIDTH = 10;

/** Writes the output of `sanad lists show`: each list with its date, status and source. Ends in a newline. */
export function renderLists(lists: readonly IndexedList[], terminal: Terminal, today: CalendarDate): string {
  const page = pageFor(terminal);
  if (lists.length === 0) return `no lists: import one with ${SANAD} lists import <file>\n`;
  const blocks = lists.map(({ list: stored, effective, byTicker }) => {
    const list = printable(stored);
    const row = (label: string, text: string) => labelled(page, label, text, LABEL_WIDTH);
    const isLater = effective > today;
    const isNewest = lists.every(
      ({ list: { id }, effective: date }) => id !== list.id || date <= effective || date > today,
    );
    const since = list.status_since === null ? '' : ` since ${list.status_since}`;
    const now = list.status === 'enjoined' ? `enjoined${since}` : 'in force';
    const state = isLater ? `from ${effective} on` : isNewest ? now : 'superseded';
    return [
      ...wrap(`${list.id}, ${list.list_date}`, page.width, 0).map((line) => paint(terminal, 'bold', line)),
      ...row('List', `${list.list_name} (${list.publisher})`),
      ...row(
        'Entries',
        `${plural(list.entries.length, 'entry', 'entries')}, ${plural(byTicker.size, 'ticker')}`,
      ),
      ...row('Status', `${state}, ${list.completeness}`),
      ...row('Source', list.source_url),
    ].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
