import { importPrices } from '@screener/service/use-cases/import-prices';
import type { Command } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, refuse, withScreener } from '../context.ts';
import { plural } from '../render/layout.ts';

/** `sanad ingest-prices <file.csv>` */
export function addIngestPricesCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('ingest-prices')
    .description('import closes and market capitalisations from a CSV file, all or nothing')
    .argument('<file>', 'CSV file with the columns date,ticker,close[,market_cap]')
    .action((path: string) =>
      settle(
        withScreener(context, async ({ store }) => {
          const report = await importPrices(store, path);
          if (!report.ok) return refuse(context, report.error);
          const { quotes, symbols } = report.value;
          print(context, `${plural(quotes, 'close')} of ${plural(symbols, 'ticker')} imported\n`);
          return EXIT.answered;
        }),
      ),
    );
}
