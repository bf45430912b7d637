import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { preferLibsodium } from '@common/evidence/node';
import { type CliStream, runVerifier } from './cli/program.ts';
import { serveAsThread } from './cli/threads.ts';
import { readTrustFolder } from './cli/trust.ts';

/** The trust bundle as text, which `npm run bundle-verifier` inserts; undeclared when run from source. */
declare const SANAD_TRUST_BUNDLE: readonly string[] | undefined;
/** The version, inserted in the same way. */
declare const SANAD_VERSION: string | undefined;
/** The address of the bundle, where `import.meta.url` names the source. */
declare const SANAD_PROGRAM: string | undefined;

function streamOf(stream: NodeJS.WriteStream): CliStream {
  const { NO_COLOR, TERM } = process.env;
  return {
    write: (text) => stream.write(text),
    columns: stream.isTTY ? stream.columns : undefined,
    colour: stream.isTTY === true && !NO_COLOR && TERM !== 'dumb',
  };
}

/** The version of the repository that the program runs from. */
function readVersion(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).version;
}

/** The program in one file loads no code that lies beside it. */
function prepareForMany(): void {
  if (typeof SANAD_TRUST_BUNDLE === 'undefined') preferLibsodium();
}

async function runProgram(): Promise<void> {
  // `sanad-verify receipt.json | head` closes the pipe early. The exit code is still the verdict’s.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await runVerifier(process.argv.slice(2), {
    stdout: streamOf(process.stdout),
    stderr: streamOf(process.stderr),
    venues: () =>
      typeof SANAD_TRUST_BUNDLE === 'undefined'
        ? readTrustFolder(join(import.meta.dirname, '../trust'))
        : SANAD_TRUST_BUNDLE,
    version: () => (typeof SANAD_VERSION === 'undefined' ? readVersion() : SANAD_VERSION),
    clock: Date.now,
    threads: {
      most: availableParallelism(),
      program: new URL(typeof SANAD_PROGRAM === 'undefined' ? import.meta.url : SANAD_PROGRAM),
    },
    prepareForMany,
  });
}

// The program is one file, bundled or not, and its threads run the same file.
if (isMainThread) await runProgram();
else {
  prepareForMany();
  serveAsThread();
}
