import { VERSION } from '@common/kit/version';
import { Command, CommanderError } from 'commander';
import { type FsckOptions, runLogFsck } from '../follow/fsck.cli.ts';
import { type CliProcess, type MonitorOptions, runMonitor } from '../follow/monitor.cli.ts';

/** The exit code if nothing is known about the log; 1 means that the log is wrong. */
const UNUSABLE = 2;

const URL_HELP = 'below it are /checkpoint and /tile, such as https://log.example/1';
const VKEY_HELP = 'the log’s key, <name>+<id>+<base64>; several for a log that replaced its key';

/** Runs `sanad log <arguments>`. */
export async function runLogCommand(process: CliProcess, args: readonly string[]): Promise<void> {
  try {
    await programOf(process).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already written its message.
      process.exitCode = error.exitCode === 0 ? 0 : UNUSABLE;
      return;
    }
    process.stderr.write(`sanad log: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = UNUSABLE;
  }
}

function programOf(process: CliProcess): Command {
  const program = new Command('sanad log')
    .description('Follow a transparency log and check it, as anybody can: by what it serves over HTTP.')
    .version(`sanad log ${VERSION}`, '--version', 'print the version')
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => process.stdout.write(text),
      writeErr: (text) => process.stderr.write(text),
    })
    .exitOverride();

  program
    .command('monitor')
    .description(
      'Hold each checkpoint against the one before, with all entries in between. What has ended is read too, and each root of it computed anew. Ends with exit code 1 and both notes kept if the log forked, went back, leaves out or takes back an end, or does not serve what it signed',
    )
    .argument('<url>', URL_HELP)
    .requiredOption('--vkey <vkey...>', VKEY_HELP)
    .option('--state <folder>', 'what is remembered, and evidence (default: monitor-<hash of the origin>)')
    .option('--revocations <folder>', 'signed revocations, one to each *.json, which the log must show')
    .option('--every <seconds>', 'pause between two looks', '60')
    .option('--once', 'look once')
    .action((url: string, options: MonitorOptions) => runMonitor(process, url, options));

  program
    .command('fsck')
    .description(
      'Rebuild a log from its entries, and compare every tile, the root in its checkpoint, and what witnesses have seen. Exit code 1 if anything differs. Without an address: the authority’s own database, by its settings (sanad authority fsck)',
    )
    .argument('<url>', URL_HELP)
    .requiredOption('--vkey <vkey...>', VKEY_HELP)
    .option('--witness <url...>', 'where witnesses show what they cosigned: <url>/<hash>/checkpoint', [])
    .action((url: string, options: FsckOptions) => runLogFsck(process, url, options));

  return program;
}
