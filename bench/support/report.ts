import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const MIB = 1_048_576;

/** A limit that a bench holds itself to. A time on the clock is one only where the machine is said to be idle. */
export interface Bar {
  readonly what: string;
  readonly measured: number;
  readonly is: 'at least' | 'at most';
  readonly limit: number;
  readonly unit?: string;
}

/** What the figures below were measured on, and how busy it is: an idle machine has a load of 0. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = (totalmem() / (1_024 * MIB)).toFixed(1);
  return `${availableParallelism()} cores (${model}), ${memory} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}

/** Prints rows of cells under their titles; the first column is left-aligned, the others right-aligned. */
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

/** Prints each bar with its measurement, and reports it to `npm run bench`. A missed bar is not a failure. */
export function judge(bars: readonly Bar[]): void {
  for (const bar of bars) {
    const { what, measured, unit = '' } = bar;
    const verdict = isMet(bar) ? 'met' : 'MISSED';
    process.stdout.write(`  ${verdict}: ${what} ${readable(measured)}${unit} (bar: ${limitOf(bar)})\n`);
  }
  process.send?.({ bars });
}

/** A figure without a limit: its value in each round. Less is better, unless its unit is one a second. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** Reports figures to `npm run bench -- compare`. */
export function report(figures: readonly Figure[]): void {
  process.send?.({ figures });
}

export function isMet({ measured, is, limit }: Bar): boolean {
  return is === 'at least' ? measured >= limit : measured <= limit;
}

/** `at most 1.3`. */
export function limitOf({ is, limit, unit = '' }: Bar): string {
  return `${is} ${limit}${unit}`;
}

export function readable(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

export function toMib(bytes: number): number {
  return bytes / MIB;
}

/** The value below which the given part (0 to 1) of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
