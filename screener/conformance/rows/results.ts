import { ROWS, type Row, rowsIn } from './rows.ts';

/** What node:test reports about a test or a suite. */
interface TestEvent {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string | undefined;
  readonly skip?: string | boolean | undefined;
  readonly details?: { readonly type?: string | undefined };
}

interface RowResult {
  readonly row: Row;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly string[];
}

/** Counts the tests of each row; a test inside a suite also belongs to the suite's rows. */
export function collectResults() {
  /** The names of what has started and not ended, by file, from the outermost on. */
  const open = new Map<string, string[]>();
  const counts = new Map<Row, Record<'passed' | 'failed' | 'skipped', number> & { files: Set<string> }>();
  return {
    started({ name, nesting, file = '' }: TestEvent): void {
      open.set(file, [...(open.get(file) ?? []).slice(0, nesting), name]);
    },
    ended({ nesting, file = '', skip, details }: TestEvent, passed: boolean): void {
      // A suite that passes adds nothing to its tests; one that fails may have failed before them.
      if (details?.type === 'suite' && passed) return;
      const names = (open.get(file) ?? []).slice(0, nesting + 1);
      for (const row of new Set(names.flatMap(rowsIn))) {
        const count = counts.get(row) ?? { passed: 0, failed: 0, skipped: 0, files: new Set() };
        if (skip !== undefined && skip !== false) count.skipped += 1;
        else count[passed ? 'passed' : 'failed'] += 1;
        count.files.add(file);
        counts.set(row, count);
      }
    },
    results: (): readonly RowResult[] =>
      ROWS.map((row) => {
        const { passed = 0, failed = 0, skipped = 0, files = [] } = counts.get(row) ?? {};
        return { row, passed, failed, skipped, files: [...files].sort() };
      }),
  };
}

/** A row holds if at least one test of it ran and none failed. */
export function holds({ passed, failed }: RowResult): boolean {
  return passed > 0 && failed === 0;
}

/** Formats the table that `npm run rows` prints. */
export function tableOf(results: readonly RowResult[], nameOf: (file: string) => string): string {
  const cells = results.map((result) => [
    result.row,
    result.files.map(nameOf).join(', '),
    holds(result) ? `${result.passed} passed` : verdictOf(result),
  ]);
  const rows = [['path', 'test', 'result'], ...cells];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function verdictOf({ passed, failed, skipped }: RowResult): string {
  if (failed > 0) return `${failed} FAILED, ${passed} passed`;
  return skipped > 0 ? 'SKIPPED' : 'NO TEST';
}
