import { printable } from '@platform/core/verify/report-html';

/**
 * Like `printable`, but a run of spaces cannot push a text onto the terminal’s next line either, where it
 * would look like a row.
 */
function inOneRow(text: string): string {
  return printable(text).replaceAll(/(?<= ) /g, '\\u{20}');
}

const LEAST_LABEL_WIDTH = 13;

/** Writes `  label        text`, one line each. A label’s further lines are below its text. */
export function table(rows: readonly (readonly [label: string, text: string])[]): string {
  const width = Math.max(LEAST_LABEL_WIDTH, ...rows.map(([label]) => label.length + 2));
  return rows
    .flatMap(([label, text]) =>
      text
        .split('\n')
        .map((line, index) => `  ${(index === 0 ? printable(label) : '').padEnd(width)}${inOneRow(line)}`),
    )
    .join('\n');
}

/** Writes columns as wide as their widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(inOneRow));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
