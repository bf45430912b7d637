import { VERSION } from '@common/kit/version';
import { SANAD, SETUP } from '@screener/words/commands';
import { Command, CommanderError, Help } from 'commander';
import { addAttestationsCommand } from './commands/attestations.ts';
import { addBackfillCommand } from './commands/backfill-history.ts';
import { addFindCommand } from './commands/find.ts';
import { addFundsCommand } from './commands/funds.ts';
import { addHistoryCommand } from './commands/history.ts';
import { addIngestCommand } from './commands/ingest.ts';
import { addIngestPricesCommand } from './commands/ingest-prices.ts';
import { addIngestRatesCommand } from './commands/ingest-rates.ts';
import { addIngestSubmissionsCommand } from './commands/ingest-submissions.ts';
import { addApiKeysCommand } from './commands/keys.ts';
import { addListsCommand } from './commands/lists.ts';
import { addRankingCommands } from './commands/rankings.ts';
import { addRefreshCommand } from './commands/refresh.ts';
import { addReportCommand } from './commands/report.ts';
import { addScreenCommand } from './commands/screen.ts';
import { addSetupCommand } from './commands/setup.ts';
import { addSnapshotCommand } from './commands/snapshot.ts';
import { type CliContext, EXIT, type ExitCode, refuse } from './context.ts';
import { describeTerminal, printable } from './render/terminal.ts';

const EXAMPLES = `
Examples (in a checkout, sanad is "npx sanad" or "${SANAD}"):
  sanad screen AAPL
  sanad screen AAPL MSFT NVDA SPUS
  sanad screen AAPL MSFT --csv > screenings.csv
  sanad find berkshire
  sanad screen NVDA --as-of 2025-11-20 --explain
  sanad screen BABA --overlays all
  sanad history GOOGL --limit 5
  sanad report AAPL -o AAPL.html
  sanad leaders rebuild && sanad leaders
  sanad ingest companyfacts.zip
  sanad funds import primary_doc.xml

Exit codes: 0 answered (whatever the verdict), 1 failed, 2 input refused, 130 stopped.
Of several tickers, those with an answer are printed; 1 and 2 say that some have none.
Settings come from the environment and from .env, which "${SETUP}" writes: see docs/reference/screener-config.md.`;

/** Runs one command line (without the program's own name) and returns the exit code. Never throws. */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<number> {
  let code: ExitCode = EXIT.answered;
  const settle = async (result: Promise<ExitCode>): Promise<void> => {
    code = await result;
  };
  const program = newProgram(context);
  addSetupCommand(program, context, settle);
  addScreenCommand(program, context, settle);
  addReportCommand(program, context, settle);
  addFindCommand(program, context, settle);
  addBackfillCommand(addHistoryCommand(program, context, settle), context, settle);
  addRankingCommands(program, context, settle);
  addFundsCommand(program, context, settle);
  addSnapshotCommand(program, context, settle);
  addListsCommand(program, context, settle);
  addIngestCommand(program, context, settle);
  addIngestSubmissionsCommand(program, context, settle);
  addIngestPricesCommand(program, context, settle);
  addIngestRatesCommand(program, context, settle);
  addRefreshCommand(program, context, settle);
  addApiKeysCommand(program, context, settle);
  addAttestationsCommand(program, context, settle);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.answered : EXIT.refused;
    return fail(context, error);
  }
}

function newProgram(context: CliContext): Command {
  const { stdout, stderr, env } = context;
  return (
    new Command('sanad')
      .description('Sharia screening of US-listed companies from the SEC’s own filings')
      .version(`sanad ${VERSION}`, '--version', 'print the version')
      .exitOverride()
      .configureOutput({
        writeOut: stdout.write,
        writeErr: (text) => stderr.write(text.split('\n').map(printable).join('\n')),
        getOutHelpWidth: () => describeTerminal(stdout, env).columns,
        getErrHelpWidth: () => describeTerminal(stderr, env).columns,
        getOutHasColors: () => stdout.colour,
        getErrHasColors: () => stderr.colour,
      })
      .showHelpAfterError('(see sanad --help, or --help of the command)')
      .addHelpText('before', 'Usage: sanad [options] [command]\n\nSCREENING\n')
      // The heading follows the usage, which covers both programs. Subcommands inherit this.
      .configureHelp({
        formatHelp: (command, helper) => {
          const text = new Help().formatHelp(command, helper);
          return command.parent === null ? text.replace(/^Usage: .*\n\n/, '') : text;
        },
      })
      .addHelpText('after', EXAMPLES)
  );
}

/** Reports an exception, which is a bug or broken infrastructure. Its stack is shown only at debug levels. */
function fail(context: CliContext, error: unknown): ExitCode {
  const isTraced = context.env.LOG_LEVEL === 'debug' || context.env.LOG_LEVEL === 'trace';
  const message = error instanceof Error ? (isTraced && error.stack) || error.message : String(error);
  return refuse(context, { message }, EXIT.failed);
}
