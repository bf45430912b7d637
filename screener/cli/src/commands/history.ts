import { dateOfInstant } from '@common/base/calendar';
import { readHistory } from '@screener/service/use-cases/read-history';
import { understand } from '@screener/service/use-cases/screen-ticker';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type CliContext,
  EXIT,
  type ExitCode,
  outTerminal,
  print,
  printJson,
  withScreener,
} from '../context.ts';
import { renderHistory } from '../render/history.ts';
import { refuseScreening, rulesOption } from './screen.ts';

interface HistoryOptions {
  readonly rules?: string;
  readonly limit: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;
/** The limit of the API. */
const GREATEST_LIMIT = 500;

/** `sanad history <ticker>`. Returns the command, so that `backfill` can be added below it. */
export function addHistoryCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): Command {
  return program
    .command('history')
    .description('dated screenings of one ticker: which check flipped, and which figure caused it')
    .argument('<ticker>', 'a US ticker: AAPL, BRK.B')
    .addOption(rulesOption())
    .option(
      '--limit <count>',
      `how many of the newest to show, up to ${GREATEST_LIMIT}`,
      parseLimit,
      DEFAULT_LIMIT,
    )
    .option('--json', 'print the data as the API returns it')
    .action((ticker: string, options: HistoryOptions) => settle(history(context, ticker, options)));
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > GREATEST_LIMIT) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${GREATEST_LIMIT}.`);
  }
  return limit;
}

function history(context: CliContext, ticker: string, options: HistoryOptions): Promise<ExitCode> {
  return withScreener(context, async (deps) => {
    const { store } = deps;
    const request = { ticker, asOf: null, rules: options.rules ?? null };
    const understood = understand(request, dateOfInstant(context.clock()));
    if (!understood.ok) return refuseScreening(context, understood.error);
    const { symbol, rules } = understood.value;
    const answer = await readHistory(deps, symbol, rules, { limit: options.limit });
    if (!answer.ok) return refuseScreening(context, answer.error);
    const isFund = (await store.findListing(symbol)) === null;
    if (options.json) printJson(context, answer.value);
    else print(context, renderHistory(answer.value, options.limit, outTerminal(context), isFund));
    return EXIT.answered;
  });
}
