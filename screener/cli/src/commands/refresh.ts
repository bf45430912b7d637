import type { LiveListing } from '@screener/service/listing/live-listing';
import { type RefreshDeps, refreshFacts } from '@screener/service/refresh/refresh-facts';
import { SETUP } from '@screener/words/commands';
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
import { plural } from '../render/layout.ts';

const STOPPED = 'stopped. What was done is stored; run the same command again to continue.';

/** `sanad refresh` */
export function addRefreshCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('refresh')
    .description('bring stored prices and facts up to date once: the daily listing, and companies that filed')
    .action(() =>
      settle(
        withScreener(context, async (_deps, { current }) => {
          if (current === null) {
            return refuse(context, {
              message: `live mode is off. To switch it on, run once: ${SETUP}`,
            });
          }
          const { listing, refresh, rates } = current;
          return runStoppable(context, STOPPED, async (signal) => {
            const prices = listing === null ? EXIT.answered : await refreshPrices(context, listing);
            const rated = await rates.keepCurrent();
            print(
              context,
              rated.ok ? 'Rates: the ECB’s exchange rates are current\n' : `Rates: ${rated.error.message}\n`,
            );
            const facts = await refreshCompanies(context, refresh, signal);
            return prices === EXIT.answered ? facts : prices;
          });
        }),
      ),
    );
}

async function refreshPrices(context: CliContext, listing: LiveListing): Promise<ExitCode> {
  const progress = progressOf(context, 'Prices');
  const read = await listing
    .read(({ done, total }) => progress.update({ done, total, note: '' }))
    .finally(() => progress.finish());
  if (!read.ok) return refuse(context, read.error, EXIT.failed);
  const { earliest, latest } = read.value;
  const session = earliest === latest ? latest : `${earliest} or ${latest}, undecided and not used`;
  print(context, `Prices: the daily listing is read; its newest close is of ${session}\n`);
  return EXIT.answered;
}

async function refreshCompanies(
  context: CliContext,
  deps: RefreshDeps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const progress = progressOf(context, 'Facts');
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }) =>
    progress.update({ done, total, note: '' });
  const report = await refreshFacts(deps, { signal, onProgress }).finally(() => progress.finish());
  if (!report.ok) {
    return refuse(context, { message: `${report.error.message} Try again later.` }, EXIT.failed);
  }
  const { through, daysRead, refreshed, due } = report.value;
  const index =
    through === null ? 'no day of the SEC’s index is there yet' : `the SEC’s index is read up to ${through}`;
  const left = due === 0 ? '' : `; ${plural(due, 'company', 'companies')} left for the next run`;
  print(
    context,
    `Facts: ${index} (${plural(daysRead, 'new day')}), ${plural(refreshed, 'company', 'companies')} fetched anew${left}\n`,
  );
  return EXIT.answered;
}
