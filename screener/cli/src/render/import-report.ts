import type { ImportProgress, ImportReport } from '@screener/service/use-cases/import-facts';
import type { SubmissionsReport } from '@screener/service/use-cases/import-submissions';
import { wholeNumber } from '@screener/words/numbers';
import { plural } from './layout.ts';
import { printable } from './terminal.ts';

/** Writes the outcome of an import of facts, with every refused entry and its fault. */
export function renderImport(report: ImportReport, progress: ImportProgress): string {
  const { total, counts } = report;
  const { resumed, refused } = printable(progress);
  const rows: readonly (readonly [string, number, string])[] = [
    ['imported', counts.imported, ''],
    ['unchanged', counts.unchanged, 'the store already has these facts'],
    ['superseded', counts.superseded, 'the store has newer facts'],
    ['refused', counts.refused, ''],
  ];
  const width = Math.max(...rows.map(([, count]) => wholeNumber(count).length));
  const earlier = counts.refused - refused.length;
  return lines([
    plural(total, 'entry', 'entries') + earlierRun(resumed, total),
    ...rows
      .filter(([word, count]) => count > 0 || word === 'imported')
      .map(([word, count, about]) =>
        `  ${word.padEnd(10)}  ${wholeNumber(count).padStart(width)}  ${about}`.trimEnd(),
      ),
    ...refused.map((message) => `    ${message}`),
    ...(earlier > 0 && refused.length > 0 ? [`    and ${earlier} by an earlier run`] : []),
  ]);
}

export function renderSubmissionsImport(report: SubmissionsReport): string {
  const { total, saved, refused } = printable(report);
  return lines([
    `${plural(total, 'entry', 'entries')}, ${plural(saved, 'filer')} saved`,
    ...(refused.length === 0 ? [] : [`  refused  ${wholeNumber(refused.length)}`]),
    ...refused.map((message) => `    ${message}`),
  ]);
}

function earlierRun(resumed: number, total: number): string {
  if (resumed === 0) return '';
  const share = resumed >= total ? 'all' : `${wholeNumber(resumed)} of them`;
  return `, ${share} processed by an earlier run`;
}

function lines(parts: readonly string[]): string {
  return `${parts.join('\n')}\n`;
}
