import { dateOfInstant } from '@common/base/calendar';
import type { Failure } from '@common/base/result';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import { OVERLAY_NAMES, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import { readParsedOverlays } from '@screener/service/overlays/read-overlays';
import { didYouMean, LONGEST_SEARCH, type Search } from '@screener/service/search/search';
import {
  type ScreenRefusal,
  screenTicker,
  understand,
  type WordedAnswer,
} from '@screener/service/use-cases/screen-ticker';
import { unknownTickerOf } from '@screener/service/use-cases/unknown-ticker';
import { isUnreached } from '@screener/service/use-cases/unreached';
import { worded } from '@screener/words/answer';
import { SANAD } from '@screener/words/commands';
import { TEXT } from '@screener/words/face';
import { whySentence } from '@screener/words/summary';
import { tenseOf } from '@screener/words/time';
import { type Command, Option } from 'commander';
import {
  type CliContext,
  EXIT,
  type ExitCode,
  outTerminal,
  print,
  printJson,
  refuse,
  warn,
  withScreener,
} from '../context.ts';
import { renderOverlays } from '../render/overlays.ts';
import { renderScreening } from '../render/screening.ts';
import { screeningsCsv } from '../render/screening-csv.ts';
import { renderTable, type TickerResult } from '../render/screening-table.ts';

/** The number of tickers that a bulk job of the API accepts. */
const MOST_TICKERS = 500;

interface ScreenOptions {
  readonly asOf?: string;
  readonly rules?: string;
  readonly methodologies?: string;
  readonly json?: true;
  readonly csv?: true;
  readonly explain?: true;
  readonly links?: true;
  readonly overlays?: string;
}

/** The exit code of each refusal, and advice to add to its message. */
const REFUSALS: Readonly<Record<ScreenRefusal, { readonly exit: ExitCode; readonly advice: string }>> = {
  malformed_ticker: { exit: EXIT.refused, advice: '' },
  ticker_not_found: {
    exit: EXIT.refused,
    advice: `To search by name: ${SANAD} find <name>.`,
  },
  invalid_as_of: { exit: EXIT.refused, advice: '' },
  unknown_rules: { exit: EXIT.refused, advice: '' },
  unknown_methodology: { exit: EXIT.refused, advice: '' },
  facts_unavailable: { exit: EXIT.failed, advice: '' },
};

export function refuseScreening(
  context: CliContext,
  { code, message, detail }: Failure<ScreenRefusal>,
): ExitCode {
  const { exit } = REFUSALS[code];
  const advice = unknownTickerOf(detail).former === null ? REFUSALS[code].advice : '';
  return refuse(context, { message: advice === '' ? message : `${message} ${advice}` }, exit);
}

export function rulesOption(): Option {
  return new Option('--rules <set>', 'rule set (default: current)').choices(RULE_SET_IDS);
}

/** `sanad screen <tickers...>` */
export function addScreenCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('screen')
    .description('screen tickers: one gets a report with its evidence, several a table')
    .argument('<tickers...>', 'US tickers: AAPL, BRK.B')
    .option('--as-of <date>', 'as of this date (YYYY-MM-DD), from what was filed by then')
    .addOption(rulesOption())
    .option(
      '--methodologies <ids>',
      `one ticker: the verdict by these alone, beside that by all: ${METHODOLOGY_IDS.join(', ')}`,
    )
    .option('--explain', 'one ticker: show how each amount was computed and where each limit comes from')
    .option('--links', 'one ticker: print addresses in full, even where the terminal shows links')
    .option('--overlays <names>', `one ticker: values overlays, all or some of ${OVERLAY_NAMES.join(', ')}`)
    .addOption(new Option('--csv', 'print a table for spreadsheets').conflicts('json'))
    .option('--json', 'print the data as the API returns it: of several as POST /v1/batch does')
    .action((tickers: readonly string[], options: ScreenOptions) =>
      settle(
        tickers.length === 1 && options.csv === undefined
          ? screenOne(context, tickers[0] ?? '', options)
          : screenSeveral(context, tickers, options),
      ),
    );
}

function screenOne(context: CliContext, ticker: string, options: ScreenOptions): Promise<ExitCode> {
  return withScreener(context, async (deps, { search }) => {
    const { asOf = null, rules = null, methodologies } = options;
    const request = { ticker, asOf, rules, methodologies };
    const understood = understand(request, dateOfInstant(context.clock()));
    if (!understood.ok) return refuseMisread(context, search, ticker, understood.error);
    const names = options.overlays === undefined ? null : parseOverlayNames(options.overlays);
    if (names !== null && !names.ok) return refuse(context, names.error);
    const answer = await screenTicker(deps, understood.value);
    if (!answer.ok) return refuseScreening(context, answer.error);
    const shown = worded(answer.value);
    for (const message of unreachedMessages(shown)) warn(context, message);
    const overlays =
      names === null ? null : readParsedOverlays(deps, shown, names.value, understood.value.asOf);
    if (options.json) printJson(context, overlays === null ? shown : { ...shown, overlays });
    else {
      const view = { explain: options.explain ?? false, links: options.links ?? false };
      // The heading already shows the verdict.
      const reason = whySentence(answer.value.summary, TEXT, tenseOf(answer.value).verb);
      print(context, renderScreening({ ...shown, summary: reason }, outTerminal(context), view));
      if (overlays !== null) print(context, `\n${renderOverlays(overlays, outTerminal(context))}`);
    }
    return EXIT.answered;
  });
}

/** Refuses a ticker. Text that cannot be a ticker may be a name, so similar names are suggested. */
async function refuseMisread(
  context: CliContext,
  search: Search,
  typed: string,
  refusal: Failure<ScreenRefusal>,
): Promise<ExitCode> {
  if (refusal.code !== 'malformed_ticker') return refuseScreening(context, refusal);
  const near = didYouMean(await search.suggest(typed.slice(0, LONGEST_SEARCH)));
  return refuse(context, { message: `${refusal.message}${near}` });
}

/** Options whose output needs a page for each ticker. */
const FOR_ONE = ['explain', 'links', 'overlays', 'methodologies'] as const;

function screenSeveral(
  context: CliContext,
  tickers: readonly string[],
  options: ScreenOptions,
): Promise<ExitCode> {
  const wrong = FOR_ONE.find((name) => options[name] !== undefined);
  if (wrong !== undefined) {
    return Promise.resolve(
      refuse(context, { message: `--${wrong} is for one ticker: screen it on its own.` }),
    );
  }
  if (tickers.length > MOST_TICKERS) {
    const message = `At most ${MOST_TICKERS} tickers at once, not ${tickers.length}: screen the rest afterwards.`;
    return Promise.resolve(refuse(context, { message }));
  }
  return withScreener(context, async (deps) => {
    const today = dateOfInstant(context.clock());
    const results = new Map<string, TickerResult>();
    let code: ExitCode = EXIT.answered;
    for (const ticker of new Set(tickers)) {
      const request = { ticker, asOf: options.asOf ?? null, rules: options.rules ?? null };
      const understood = understand(request, today);
      const isForAll = !understood.ok && understood.error.code !== 'malformed_ticker';
      if (isForAll) return refuseScreening(context, understood.error);
      const answer = understood.ok ? await screenTicker(deps, understood.value) : understood;
      results.set(
        ticker,
        answer.ok ? worded(answer.value) : { symbol: ticker, error: failureOf(answer.error) },
      );
      if (answer.ok) continue;
      const refused = refuseScreening(context, answer.error);
      // A failure on our side takes precedence over a ticker that does not exist.
      if (code !== EXIT.failed) code = refused;
    }
    warnUnreached(context, [...results.values()]);
    const inOrder = tickers.flatMap((ticker) => results.get(ticker) ?? []);
    if (options.json) printJson(context, { results: inOrder });
    else if (options.csv) print(context, screeningsCsv(inOrder));
    else print(context, renderTable(inOrder, outTerminal(context)));
    return code;
  });
}

/** The most tickers that a message names; of more it gives only the number. */
const MOST_NAMED = 5;

/** Returns an answer's messages about sources that were not reached. */
function unreachedMessages({ missing, approximations }: WordedAnswer): readonly string[] {
  return [
    ...missing.filter(({ code }) => isUnreached(code)),
    ...approximations.filter(({ id }) => isUnreached(id)),
  ].map(({ message }) => message);
}

/** Warns once for each message, whatever the number of tickers. */
function warnUnreached(context: CliContext, results: readonly TickerResult[]): void {
  const messages = results.flatMap((result) =>
    'error' in result ? [] : unreachedMessages(result).map((message) => ({ message, symbol: result.symbol })),
  );
  for (const [message, same] of Map.groupBy(messages, (entry) => entry.message)) {
    const symbols = same.map(({ symbol }) => symbol);
    const named = symbols.length > MOST_NAMED ? `${symbols.length} tickers` : symbols.join(', ');
    warn(context, `${named}: ${message}`);
  }
}

function failureOf({ code, message }: Failure<ScreenRefusal>): { code: string; message: string } {
  return { code, message };
}
