import { styleText } from 'node:util';
import type { CliStream } from './context.ts';
import { runProgram } from './program.ts';

function streamOf(stream: NodeJS.WriteStream): CliStream {
  return {
    write: (text) => stream.write(text),
    isTty: stream.isTTY === true,
    columns: stream.isTTY ? stream.columns : undefined,
    // Asks Node itself, which knows the terminals, NO_COLOR and FORCE_COLOR.
    colour: styleText('bold', 'x', { stream }) !== 'x',
  };
}

async function interruptible<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    restore();
  };
  // After the first signal the system's own handling is back: a second one ends the process at once.
  const restore = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    restore();
  }
}

// `sanad screen AAPL | head` closes the pipe early: nothing is wrong.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  stdout: streamOf(process.stdout),
  stderr: streamOf(process.stderr),
  env: process.env,
  clock: Date.now,
  interruptible,
});
