import { dateOfInstant } from '@common/base/calendar';
import { indexList, type OfficialList } from '@screener/engine/overlays/official-list';
import { importLists, readListFolder } from '@screener/service/overlays/list-files.adapter';
import type { Command } from 'commander';
import {
  type CliContext,
  EXIT,
  type ExitCode,
  outTerminal,
  print,
  readSettings,
  refuse,
} from '../context.ts';
import { plural } from '../render/layout.ts';
import { renderLists } from '../render/lists.ts';

/** `sanad lists import` and `sanad lists show` */
export function addListsCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const lists = program.command('lists').description('manage the official lists that overlays are read from');
  lists
    .command('import')
    .description('import transcribed lists into the folder, all of them or none')
    .argument('<files...>', 'lists in the form that docs/guides/import-a-list.md describes')
    .option('--out <dir>', 'folder of the lists (default: LISTS_DIR, screener/data/lists)')
    .action((files: readonly string[], { out }: { readonly out?: string }) =>
      settle(importFiles(context, files, out)),
    );
  lists
    .command('show')
    .description('show the imported lists and their dates')
    .option('--dir <dir>', 'folder of the lists (default: LISTS_DIR, screener/data/lists)')
    .action(({ dir }: { readonly dir?: string }) => settle(show(context, dir)));
}

async function importFiles(
  context: CliContext,
  files: readonly string[],
  out: string | undefined,
): Promise<ExitCode> {
  const folder = folderOf(context, out);
  if (folder === null) return EXIT.refused;
  const imported = await importLists(folder, files);
  if (!imported.ok) return refuse(context, imported.error);
  for (const { file, outcome, list } of imported.value) {
    print(context, `${file}: ${outcome}, ${countsOf(list)}\n`);
  }
  return EXIT.answered;
}

async function show(context: CliContext, dir: string | undefined): Promise<ExitCode> {
  const folder = folderOf(context, dir);
  if (folder === null) return EXIT.refused;
  const lists = await readListFolder(folder);
  if (!lists.ok) return refuse(context, lists.error);
  print(
    context,
    renderLists(lists.value.map(indexList), outTerminal(context), dateOfInstant(context.clock())),
  );
  return EXIT.answered;
}

function countsOf({ entries }: OfficialList): string {
  const tickers = entries.reduce((total, entry) => total + entry.tickers.length, 0);
  return `${plural(entries.length, 'entry', 'entries')}, ${plural(tickers, 'ticker')}`;
}

/** Returns the given folder, or the one in the settings; null, with a message, if these are refused. */
function folderOf(context: CliContext, named: string | undefined): string | null {
  if (named !== undefined) return named;
  const settings = readSettings(context);
  if (settings.ok) return settings.value.config.LISTS_DIR;
  refuse(context, settings.error);
  return null;
}
