import { availableParallelism, cpus, totalmem } from 'node:os';

const MIB = 1_048_576;

/** A limit that a bench holds itself to: a ratio or an amount of memory, never a time. */
export interface Bar {
  readonly what: string;
  readonly measured: number;
  readonly is: 'at least' | 'at most';
  readonly limit: number;
  readonly unit?: string;
}

/** What the figures below were measured on. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = (totalmem() / (1_024 * MIB)).toFixed(1);
  return `${availableParallelism()} cores (${model}), ${memory} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/** Prints rows of cells under their titles; the first column to the left, the others to the right. */
export function printTable(titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [titles, ...rows]) {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    process.stdout.write(`  ${cells.join('  ').trimEnd()}\n`);
  }
}

/** Prints each bar with what was measured. A bar that is missed makes the process end with status 1. */
export function judge(bars: readonly Bar[]): void {
  for (const { what, measured, is, limit, unit = '' } of bars) {
    const met = is === 'at least' ? measured >= limit : measured <= limit;
    process.stdout.write(
      `  ${met ? 'met' : 'MISSED'}: ${what} ${readable(measured)}${unit} (bar: ${is} ${limit}${unit})\n`,
    );
    if (!met) process.exitCode = 1;
  }
}

export function readable(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

export function toMib(bytes: number): number {
  return bytes / MIB;
}

/** The value below which so large a part (0 to 1) of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
