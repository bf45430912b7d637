import type { Page } from './layout.ts';
import { paint } from './terminal.ts';

/** One column of a table. Its text is measured before it is painted. */
export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Whether the column is aligned on the right, so that the digits of figures line up. */
  readonly alignRight?: true;
  /** Whether the column is cut if the page is too narrow. At most one column of a table may be. */
  readonly shrinks?: true;
  readonly style?: 'bold';
  readonly paint?: (row: Row, text: string) => string;
}

const GAP = 2;
/** The least width of a column that shrinks. */
const NARROWEST = 12;
const ELLIPSIS = '...';

/** Writes a heading and one line for each row, in columns as wide as their widest text. */
export function tableLines<Row>(
  page: Page,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly string[] {
  const cells = rows.map((row) => columns.map((column) => column.text(row)));
  const natural = columns.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((texts) => texts[at]?.length ?? 0)),
  );
  const spare = page.width - natural.reduce((sum, width) => sum + width, GAP * (columns.length - 1));
  const widths = natural.map((width, at) =>
    columns[at]?.shrinks === true && spare < 0 ? Math.max(NARROWEST, width + spare) : width,
  );
  const line = (texts: readonly string[], painted: (at: number, text: string) => string) =>
    columns
      .map(({ alignRight }, at) => {
        const width = widths[at] ?? 0;
        const text = cut(texts[at] ?? '', width);
        const isLast = at === columns.length - 1;
        const padding = ' '.repeat(width - text.length);
        const shown = painted(at, text);
        return alignRight === true ? padding + shown : isLast ? shown : shown + padding;
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  return [
    line(titles, (_at, text) => paint(page.terminal, 'dim', text)),
    ...rows.map((row, place) =>
      line(cells[place] ?? [], (at, text) => {
        const column = columns[at];
        if (column?.paint !== undefined) return column.paint(row, text);
        return column?.style === undefined ? text : paint(page.terminal, column.style, text);
      }),
    ),
  ];
}

/** Cuts a text, between two words if possible. */
function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  const room = width - ELLIPSIS.length;
  const end = text.lastIndexOf(' ', room);
  return text.slice(0, end > room / 2 ? end : room) + ELLIPSIS;
}
