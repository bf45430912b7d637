import { styleText } from 'node:util';
import { askAt } from './ask.ts';
import type { CliStream } from './context.ts';
import { interruptible } from './interrupt.ts';
import { runProgram } from './program.ts';

function streamOf(stream: NodeJS.WriteStream): CliStream {
  return {
    write: (text) => stream.write(text),
    isTty: stream.isTTY === true,
    columns: stream.isTTY ? stream.columns : undefined,
    // Node knows the terminals, NO_COLOR and FORCE_COLOR.
    colour: styleText('bold', 'x', { stream }) !== 'x',
  };
}

/** Runs the command line of this process. `program` is the module that its further threads run. */
export async function runCommand(program: URL): Promise<void> {
  // `sanad screen AAPL | head` closes the pipe early, which is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  process.exitCode = await runProgram(process.argv.slice(2), {
    stdout: streamOf(process.stdout),
    stderr: streamOf(process.stderr),
    env: process.env,
    clock: Date.now,
    ask: process.stdin.isTTY ? askAt(process.stdin, process.stdout) : null,
    program,
    interruptible: (work) => interruptible(process, work),
  });
}
