import { readdir } from 'node:fs/promises';
import { isCalendarDate } from '@common/base/calendar';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { type BuildOptions, buildSnapshot, rebuildHistory } from '@screener/service/use-cases/build-snapshot';
import { readSnapshot } from '@screener/service/use-cases/read-snapshot';
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
import { renderSnapshot, renderSnapshotBuild } from '../render/snapshot.ts';

interface BuildFlags {
  readonly companyfacts: string;
  readonly taken?: string;
  readonly submissions: string;
  readonly directory?: string;
  readonly tickers: readonly string[];
  readonly market: string;
  readonly fsds?: readonly string[];
  readonly sic?: string;
  readonly nport?: readonly string[];
  readonly fundTickers?: string;
  readonly rates?: string;
  readonly monthlyRates?: string;
  readonly nportFilings?: string;
  readonly out?: string;
}

/** `sanad snapshot build`, `sanad snapshot history` and `sanad snapshot show` */
export function addSnapshotCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const snapshot = program
    .command('snapshot')
    .description('the embedded snapshot that an empty store is filled from');
  snapshot
    .command('build')
    .description('build it, with its history, from the SEC’s files and month-end closes')
    .requiredOption('--companyfacts <dir>', 'folder or zip of the SEC’s companyfacts')
    .option('--taken <date>', 'day on which all of these were taken from the SEC, where it is known')
    .requiredOption('--submissions <dir>', 'folder of the SEC’s submissions')
    .requiredOption('--tickers <files...>', 'the SEC’s lists of tickers, newest first')
    .requiredOption('--market <file>', 'month-end closes of the US exchange screener')
    .option('--directory <file>', 'list of US filers with their SIC codes, tab-separated')
    .option('--fsds <zips...>', 'quarters of the Financial Statement Data Sets, for SIC codes')
    .option('--sic <file>', 'the SEC’s list of SIC codes, for their descriptions')
    .option('--nport <files...>', 'fund holdings: primary_doc.xml of Form N-PORT-P, the newest of each fund')
    .option('--fund-tickers <file>', 'the SEC’s company_tickers_mf.json, for the tickers of all funds')
    .option(
      '--nport-filings <file>',
      'which filing each of these documents came in, by SHA-256, tab-separated',
    )
    .option('--rates <zip>', 'daily exchange rates: the ECB’s eurofxref-hist.zip')
    .option('--monthly-rates <csv>', 'monthly averages of the Federal Reserve’s H.10, for what the ECB lacks')
    .option('--out <dir>', 'folder to replace (default: SNAPSHOT_DIR, screener/data/snapshot)')
    .action((flags: BuildFlags) => settle(build(context, flags)));
  snapshot
    .command('history')
    .description('recompute its history from its own facts, after a change of the engine')
    .option('--dir <dir>', 'folder of the snapshot (default: SNAPSHOT_DIR, screener/data/snapshot)')
    .action(({ dir }: { readonly dir?: string }) => settle(rework(context, dir)));
  snapshot
    .command('show')
    .description('show what the snapshot holds, and from which files')
    .option('--dir <dir>', 'folder of the snapshot (default: SNAPSHOT_DIR, screener/data/snapshot)')
    .action(({ dir }: { readonly dir?: string }) => settle(show(context, dir)));
}

async function build(context: CliContext, flags: BuildFlags): Promise<ExitCode> {
  const out = folderOf(context, flags.out);
  if (out === null) return EXIT.refused;
  if (await holdsOtherFiles(out)) {
    const message = `${out} holds files but no snapshot, and a build replaces the whole folder: name an empty one.`;
    return refuse(context, { message });
  }
  const { taken = null } = flags;
  if (taken !== null && !isCalendarDate(taken)) {
    return refuse(context, { message: '--taken must be an existing date, written YYYY-MM-DD.' });
  }
  const options: BuildOptions = {
    companyFacts: flags.companyfacts,
    taken,
    submissions: flags.submissions,
    directory: flags.directory ?? null,
    tickers: flags.tickers,
    market: flags.market,
    dataSets: flags.fsds ?? [],
    sicCodes: flags.sic ?? null,
    nport: flags.nport ?? [],
    fundTickers: flags.fundTickers ?? null,
    dailyRates: flags.rates ?? null,
    monthlyRates: flags.monthlyRates ?? null,
    nportFilings: flags.nportFilings ?? null,
    out,
  };
  const report = await buildSnapshot(options);
  if (!report.ok) return refuse(context, report.error);
  print(context, renderSnapshotBuild(report.value, out));
  return EXIT.answered;
}

async function rework(context: CliContext, dir: string | undefined): Promise<ExitCode> {
  const folder = folderOf(context, dir);
  if (folder === null) return EXIT.refused;
  const rebuilt = await rebuildHistory(folder);
  if (!rebuilt.ok) return refuse(context, rebuilt.error);
  print(context, `${folder}: ${rebuilt.value} screenings, by engine ${ENGINE_VERSION}\n`);
  return EXIT.answered;
}

async function show(context: CliContext, dir: string | undefined): Promise<ExitCode> {
  const folder = folderOf(context, dir);
  if (folder === null) return EXIT.refused;
  const read = await readSnapshot(folder);
  if (!read.ok) return refuse(context, read.error);
  print(context, renderSnapshot(read.value, folder, outTerminal(context)));
  return EXIT.answered;
}

/** Returns the given folder, or the one in the settings; null, with a message, if these are refused. */
function folderOf(context: CliContext, named: string | undefined): string | null {
  if (named !== undefined) return named;
  const settings = readSettings(context);
  if (settings.ok) return settings.value.config.SNAPSHOT_DIR;
  refuse(context, settings.error);
  return null;
}

/** Whether a folder must not be replaced, because it is neither absent nor empty nor a snapshot. */
async function holdsOtherFiles(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    return names.length > 0 && !names.includes('manifest.json');
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
