import type { Threads } from '@common/kit/threads';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { type ImportProgress, importFacts } from '@screener/service/use-cases/import-facts';
import type { Command } from 'commander';
import { archiveSource } from '../archive-source.ts';
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
import { renderImport } from '../render/import-report.ts';

const STOPPED = 'stopped. What was imported stays; run the same command again to continue.';

/** `sanad ingest <companyfacts.zip|dir>` */
export function addIngestCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('ingest')
    .description('import facts: the SEC’s companyfacts.zip, or a folder of its files')
    .argument('<archive>', 'companyfacts.zip, or a folder')
    .option('--source <name>', 'name of this import (default: derived from the archive’s content)')
    .action((path: string, { source }: { readonly source?: string }) =>
      settle(
        withScreener(context, ({ store }, { threads }) => ingest(context, { store, threads }, path, source)),
      ),
    );
}

function ingest(
  context: CliContext,
  { store, threads }: { readonly store: Parameters<typeof importFacts>[0]; readonly threads: Threads | null },
  path: string,
  named: string | undefined,
): Promise<ExitCode> {
  return runStoppable(context, STOPPED, async (signal) => {
    const source = named ?? (await archiveSource(path, STORED_TAGS)) ?? path;
    const progress = progressOf(context, 'Importing');
    let latest: ImportProgress = { total: 0, done: 0, resumed: 0, refused: [] };
    try {
      const report = await importFacts(store, path, {
        source,
        wantedTags: STORED_TAGS,
        threads,
        onProgress: (state) => {
          latest = state;
          const { done, total, refused } = state;
          progress.update({ done, total, note: refused.length === 0 ? '' : `${refused.length} refused` });
          // Each call comes after a batch has been stored completely.
          signal.throwIfAborted();
        },
      });
      progress.finish();
      if (!report.ok) return refuse(context, report.error);
      print(context, renderImport(report.value, latest));
      return report.value.counts.refused > 0 ? EXIT.failed : EXIT.answered;
    } finally {
      progress.finish();
    }
  });
}
