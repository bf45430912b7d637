import { dateOfInstant } from '@common/base/calendar';
import type { Threads } from '@common/kit/threads';
import { backfillHistory, backfillListing } from '@screener/service/use-cases/backfill-history';
import { type ScreenDeps, understand } from '@screener/service/use-cases/screen-ticker';
import { SANAD, SETUP } from '@screener/words/commands';
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
import { duration } from '../progress.ts';
import { plural } from '../render/layout.ts';
import { refuseScreening } from './screen.ts';

const PAGE = 1000;
const STOPPED =
  'stopped. The tickers done so far have their history; run the same command again to continue.';

/** `sanad history backfill [--ticker T]` */
export function addBackfillCommand(
  history: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  history
    .command('backfill')
    .description('compute past screenings of all tickers that have facts, one at each filing’s date')
    .option('--ticker <ticker>', 'only this ticker')
    .action(({ ticker }: { readonly ticker?: string }) =>
      settle(
        withScreener(context, (deps, { threads }) =>
          ticker === undefined ? backfillAll(context, deps, threads) : backfillOne(context, deps, ticker),
        ),
      ),
    );
}

async function backfillOne(context: CliContext, deps: ScreenDeps, ticker: string): Promise<ExitCode> {
  const today = dateOfInstant(context.clock());
  const understood = understand({ ticker, asOf: null, rules: null }, today);
  if (!understood.ok) return refuseScreening(context, understood.error);
  const { symbol } = understood.value;
  const listing = await deps.store.findListing(symbol);
  if (listing === null) {
    const message = `${symbol} is not in the SEC’s list of tickers.`;
    return refuseScreening(context, { code: 'ticker_not_found', message });
  }
  if (listing.factsThrough === null) {
    const message = `${symbol} has no facts in the store: to fetch them from the SEC, run "${SETUP}" once, then "${SANAD} screen ${symbol}".`;
    return refuse(context, { message });
  }
  const kept = await backfillListing(deps.store, listing, deps.options, today);
  print(context, `${symbol}: ${plural(kept, 'screening')} over all rule sets\n`);
  return EXIT.answered;
}

function backfillAll(
  context: CliContext,
  { store, options }: ScreenDeps,
  threads: Threads | null,
): Promise<ExitCode> {
  return runStoppable(context, STOPPED, async (signal) => {
    const started = context.clock();
    const total = await countTickers(store);
    const progress = progressOf(context, 'History');
    let done = 0;
    let kept = 0;
    try {
      for await (const step of backfillHistory(store, options, dateOfInstant(started), threads)) {
        done = step.done;
        kept = step.kept;
        progress.update({ done, total, note: step.symbol });
        signal.throwIfAborted();
      }
    } finally {
      progress.finish();
    }
    const took = duration(context.clock() - started);
    print(
      context,
      `${plural(done, 'ticker')}, ${plural(kept, 'screening')} over all rule sets, in ${took}\n`,
    );
    return EXIT.answered;
  });
}

/** Counts the listings that have facts. */
export async function countTickers(store: Pick<ScreenDeps['store'], 'listingsWithFacts'>): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const page: readonly { readonly symbol: string }[] = await store.listingsWithFacts(after, PAGE);
    count += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return count;
    after = last.symbol;
  }
}
