import { dateOfInstant } from '@common/base/calendar';
import type { Failure } from '@common/base/result';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { OVERLAY_NAMES, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import { type Command, Option } from 'commander';
import { readParsedOverlays } from '../../overlays/read-overlays.ts';
import { renderOverlays } from '../../overlays/render-overlays.cli.ts';
import { type ScreenRefusal, screenTicker, understand } from '../../use-cases/screen-ticker.ts';
import { unreachedMessages } from '../../use-cases/unreached.ts';
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
import { renderScreening } from '../render/screening.ts';

interface ScreenOptions {
  readonly asOf?: string;
  readonly rules?: string;
  readonly json?: true;
  readonly explain?: true;
  readonly links?: true;
  readonly overlays?: string;
}

/** The exit code of each refusal, and advice to add to its message. */
const REFUSALS: Readonly<Record<ScreenRefusal, { readonly exit: ExitCode; readonly advice: string }>> = {
  malformed_ticker: { exit: EXIT.refused, advice: '' },
  ticker_not_found: {
    exit: EXIT.refused,
    advice: 'Check the spelling; with SEC_USER_AGENT set, the SEC’s current list is searched too.',
  },
  invalid_as_of: { exit: EXIT.refused, advice: '' },
  unknown_rules: { exit: EXIT.refused, advice: '' },
  facts_unavailable: { exit: EXIT.failed, advice: 'Try again later.' },
};

export function refuseScreening(context: CliContext, { code, message }: Failure<ScreenRefusal>): ExitCode {
  const { exit, advice } = REFUSALS[code];
  return refuse(context, { message: advice === '' ? message : `${message} ${advice}` }, exit);
}

export function rulesOption(): Option {
  return new Option('--rules <set>', 'rule set (default: current)').choices(RULE_SET_IDS);
}

/** `sanad screen <ticker>` */
export function addScreenCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('screen')
    .description('screen one ticker: verdict, audit matrix, purification, evidence')
    .argument('<ticker>', 'a US ticker: AAPL, BRK.B')
    .option('--as-of <date>', 'as of this date (YYYY-MM-DD), from what was filed by then')
    .addOption(rulesOption())
    .option('--explain', 'show how each amount was computed and where each limit comes from')
    .option('--links', 'print addresses in full, even where the terminal shows links')
    .option('--overlays <names>', `values overlays: all, or some of ${OVERLAY_NAMES.join(', ')}`)
    .option('--json', 'print the data as the API returns it')
    .action((ticker: string, options: ScreenOptions) => settle(screen(context, ticker, options)));
}

function screen(context: CliContext, ticker: string, options: ScreenOptions): Promise<ExitCode> {
  return withScreener(context, async (deps) => {
    const request = { ticker, asOf: options.asOf ?? null, rules: options.rules ?? null };
    const understood = understand(request, dateOfInstant(context.clock()));
    if (!understood.ok) return refuseScreening(context, understood.error);
    const names = options.overlays === undefined ? null : parseOverlayNames(options.overlays);
    if (names !== null && !names.ok) return refuse(context, names.error);
    const answer = await screenTicker(deps, understood.value);
    if (!answer.ok) return refuseScreening(context, answer.error);
    for (const message of unreachedMessages(answer.value)) warn(context, message);
    const overlays =
      names === null ? null : readParsedOverlays(deps, answer.value, names.value, understood.value.asOf);
    if (options.json) printJson(context, overlays === null ? answer.value : { ...answer.value, overlays });
    else {
      const view = { explain: options.explain ?? false, links: options.links ?? false };
      print(context, renderScreening(answer.value, outTerminal(context), view));
      if (overlays !== null) print(context, `\n${renderOverlays(overlays, outTerminal(context))}`);
    }
    return EXIT.answered;
  });
}
