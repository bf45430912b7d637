import { DEFAULT_HITS, didYouMean, MOST_HITS } from '@screener/service/search/search';
import { TEXT } from '@screener/words/face';
import { formerSentence } from '@screener/words/former';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type CliContext,
  EXIT,
  type ExitCode,
  outTerminal,
  print,
  printJson,
  refuse,
  withScreener,
} from '../context.ts';
import { renderHits } from '../render/hits.ts';

interface FindOptions {
  readonly limit: number;
  readonly json?: true;
}

/** `sanad find <name...>` */
export function addFindCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('find')
    .description('find a ticker by its name, or by its beginning')
    .argument('<name...>', 'a ticker or a name, or part of one: apple, berkshire hath')
    .option('--limit <count>', `how many to show, up to ${MOST_HITS}`, parseLimit, DEFAULT_HITS)
    .option('--json', 'print the data as the API returns it')
    .action((words: readonly string[], options: FindOptions) =>
      settle(find(context, words.join(' '), options)),
    );
}

function parseLimit(text: string): number {
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST_HITS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_HITS}.`);
  }
  return limit;
}

function find(context: CliContext, text: string, { limit, json }: FindOptions): Promise<ExitCode> {
  return withScreener(context, async (_deps, { search }) => {
    const found = await search.find(text, limit);
    if (!found.ok) return refuse(context, found.error);
    const { query, results, former, did_you_mean: near } = found.value;
    if (json) printJson(context, found.value);
    else if (results.length > 0) print(context, renderHits(found.value, limit, outTerminal(context)));
    else if (former[0] !== undefined) return refuse(context, { message: formerSentence(former[0], TEXT) });
    else return refuse(context, { message: `Nothing is called "${query}" here.${didYouMean(near)}` });
    return results.length > 0 ? EXIT.answered : EXIT.refused;
  });
}
