import { isCalendarDate } from '@common/base/calendar';
import { type ImportedFund, importFundReport } from '@screener/service/use-cases/import-fund-report';
import { importFundTickers } from '@screener/service/use-cases/import-fund-tickers';
import { filingIndexUrl, isAccession } from '@screener/sources/accession';
import type { Command } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, refuse, withScreener } from '../context.ts';
import { plural } from '../render/layout.ts';
import { printable } from '../render/terminal.ts';

interface ImportFlags {
  readonly accession?: string;
  readonly filed?: string;
}

/** `sanad funds import <nport.xml...>` and `sanad funds tickers <file>` */
export function addFundsCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  const funds = program.command('funds').description('import fund holdings, for the look-through');
  funds
    .command('tickers')
    .description('import the list of which ticker belongs to which fund')
    .argument('<file>', 'the SEC’s company_tickers_mf.json, gzipped or not')
    .action((file: string) => settle(importTickers(context, file)));
  funds
    .command('import')
    .description('import reports of holdings: primary_doc.xml of Form N-PORT-P, gzipped or not')
    .argument('<files...>', 'SEC documents')
    .option('--accession <number>', 'accession number of its filing, which the document itself does not give')
    .option('--filed <date>', 'date of that filing (YYYY-MM-DD)')
    .action((files: readonly string[], flags: ImportFlags) => settle(importFunds(context, files, flags)));
}

function importTickers(context: CliContext, file: string): Promise<ExitCode> {
  return withScreener(context, async ({ store }) => {
    const imported = await importFundTickers(store.funds, file);
    if (!imported.ok) return refuse(context, imported.error);
    print(context, `${file}: ${plural(imported.value, 'fund ticker')}\n`);
    return EXIT.answered;
  });
}

function importFunds(
  context: CliContext,
  files: readonly string[],
  { accession, filed }: ImportFlags,
): Promise<ExitCode> {
  const wrong = refusalOf(files, accession, filed);
  if (wrong !== null) return Promise.resolve(refuse(context, { message: wrong }));
  return withScreener(context, async ({ store }) => {
    let code: ExitCode = EXIT.answered;
    for (const file of files) {
      const imported = await importFundReport(store.funds, file, {
        accession: accession ?? null,
        filed: filed ?? null,
        urlOf: (cik) => (accession === undefined ? null : filingIndexUrl(cik, accession)),
      });
      if (imported.ok) print(context, reportLine(imported.value));
      else code = refuse(context, imported.error);
    }
    return code;
  });
}

function refusalOf(
  files: readonly string[],
  accession: string | undefined,
  filed: string | undefined,
): string | null {
  if ((accession !== undefined || filed !== undefined) && files.length > 1) {
    return '--accession and --filed apply to a single filing: import its document on its own.';
  }
  if (accession !== undefined && !isAccession(accession)) {
    return `--accession must be written like 0001752724-25-016893, not ${accession}.`;
  }
  if (filed !== undefined && !isCalendarDate(filed)) {
    return `--filed must be an existing date, written YYYY-MM-DD, not ${filed}.`;
  }
  return null;
}

function reportLine({ file, report, isNew }: ImportedFund): string {
  const { seriesName, seriesId, registrant, periodEnd, holdings } = printable(report);
  const fund = `${seriesName ?? registrant} (${seriesId ?? 'no series'})`;
  return `${file}: ${fund}, ${periodEnd}, ${plural(holdings.length, 'holding')}${isNew ? '' : ', already known'}\n`;
}
