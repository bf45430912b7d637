import { importRates } from '@screener/service/use-cases/import-rates';
import type { Command } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, refuse, withScreener } from '../context.ts';
import { plural } from '../render/layout.ts';

/** `sanad ingest-rates <eurofxref-hist.zip>` */
export function addIngestRatesCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('ingest-rates')
    .description('import exchange rates, for companies that report in another currency than their price')
    .argument('<zip>', 'the ECB’s eurofxref-hist.zip')
    .option('--monthly <csv>', 'monthly averages of the Federal Reserve’s H.10, for what the ECB lacks')
    .action((zip: string, { monthly }: { readonly monthly?: string }) =>
      settle(
        withScreener(context, async ({ store }) => {
          const report = await importRates(store, zip, monthly ?? null);
          if (!report.ok) return refuse(context, report.error);
          const { currencies, through } = report.value;
          print(
            context,
            `rates of ${plural(currencies, 'currency', 'currencies')} imported, up to ${through}\n`,
          );
          return EXIT.answered;
        }),
      ),
    );
}
