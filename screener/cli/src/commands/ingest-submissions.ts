import { importSubmissions } from '@screener/service/use-cases/import-submissions';
import type { Command } from 'commander';
import {
  type CliContext,
  EXIT,
  type ExitCode,
  print,
  progressOf,
  refuse,
  runStoppable,
  withScreener,
} from '../context.ts';
import { renderSubmissionsImport } from '../render/import-report.ts';

const STOPPED = 'stopped. Run the same command again: it writes the same rows again, then the rest.';

/** `sanad ingest-submissions <submissions.zip|dir>` */
export function addIngestSubmissionsCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('ingest-submissions')
    .description('import names and SIC codes: the SEC’s submissions.zip, or a folder of its files')
    .argument('<archive>', 'submissions.zip, or a folder')
    .action((path: string) => settle(withScreener(context, ({ store }) => ingest(context, store, path))));
}

function ingest(
  context: CliContext,
  store: Parameters<typeof importSubmissions>[0],
  path: string,
): Promise<ExitCode> {
  return runStoppable(context, STOPPED, async (signal) => {
    const progress = progressOf(context, 'Importing');
    try {
      const report = await importSubmissions(store, path, {
        onProgress: ({ done, total }) => {
          progress.update({ done, total, note: '' });
          signal.throwIfAborted();
        },
      });
      progress.finish();
      if (!report.ok) return refuse(context, report.error);
      print(context, renderSubmissionsImport(report.value));
      return report.value.refused.length > 0 ? EXIT.failed : EXIT.answered;
    } finally {
      progress.finish();
    }
  });
}
