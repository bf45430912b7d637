import { KeyFileError } from '@common/kit/private-file';
import { VERSION } from '@common/kit/version';
import { printableLines } from '@platform/core/verify/report-html';
import { Command, CommanderError, Help } from 'commander';
import { approverCommand } from './commands/approver.ts';
import { attesterCommand, counterpartyCommand } from './commands/counterparty.ts';
import { directoryCommand } from './commands/directory.ts';
import { disputeCommand } from './commands/dispute.ts';
import { grantCommand } from './commands/grant.ts';
import { keysCommand } from './commands/keys.ts';
import { logCommand } from './commands/log.ts';
import { mandateCommand } from './commands/mandate.ts';
import { profileCommand } from './commands/profile.ts';
import { receiptCommand } from './commands/receipt.ts';
import { statementCommand } from './commands/statement.ts';
import { venueCommand } from './commands/venue.ts';
import { type CliContext, EXIT, type ExitCode, type Run, refuse, withPlace } from './context.ts';

const EXAMPLES = `
Examples:
  sanad keys init
  sanad keys agent-token
  sanad grant list --status pending
  sanad grant approve gr_...
  sanad receipt get rcpt_... --out receipt.json
  sanad log proof rcpt_... --out receipt.tlog-proof
  sanad statement tn_local acct_operating 2026-10 -o october.jsonl
  sanad dispute rcpt_... --ground amount -o dispute.json

To verify a receipt file, use the separate program: sanad-verify receipt.json

Exit codes: 0 done, 2 input refused or not agreed to, 1 failure.
Settings come from the environment: AUTHORITY_URL, SERVICE_KEYS_DIR, PROFILES_DIR, PLUGINS_DIR, MANDATES_DIR,
NOTICE_HOSTS.`;

/** Runs one command line (without the program’s own name) and returns the exit code. It throws nothing. */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<number> {
  let code: ExitCode = EXIT.done;
  const run: Run = async (work) => {
    code = await withPlace(context, work);
  };
  const program = new Command('sanad').description(
    'Platform: mandates, approvals and receipts of agents that act for people',
  );
  program.version(`sanad ${VERSION}`, '--version', 'print the version');
  for (const command of [
    mandateCommand,
    grantCommand,
    profileCommand,
    directoryCommand,
    receiptCommand,
    statementCommand,
    disputeCommand,
    logCommand,
    keysCommand,
    counterpartyCommand,
    attesterCommand,
    approverCommand,
    venueCommand,
  ]) {
    program.addCommand(command(run));
  }
  program.addHelpText('before', 'AUTHORIZATION OF AGENTS\n');
  // The help page shows two programs that are one command, and the screener’s part has the usage.
  program.configureHelp({
    formatHelp: (command, helper) => new Help().formatHelp(command, helper).replace(/^Usage: .*\n\n/, ''),
  });
  program.addHelpText('after', EXAMPLES);
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands }) => commands),
  ]) {
    command
      .exitOverride()
      .configureOutput({
        writeOut: context.out,
        writeErr: (text) => context.err(printableLines(text)),
      })
      .showHelpAfterError(`(see ${pathOf(command)} --help for usage)`);
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.refused;
    if (error instanceof KeyFileError) return refuse(context, error);
    const isTraced = context.env.LOG_LEVEL === 'debug' || context.env.LOG_LEVEL === 'trace';
    const message = error instanceof Error ? (isTraced && error.stack) || error.message : String(error);
    return refuse(context, { message }, EXIT.failed);
  }
}

/** The command as a person types it: `sanad receipt list`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
