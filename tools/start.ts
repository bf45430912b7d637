import { join } from 'node:path';
import { ROOT_FOLDER } from './source/codebase.ts';
import { nextSteps, prepareDeployment } from './start/deployment.ts';
import { SERVICES } from './start/services.ts';
import { supervise } from './start/supervise.ts';

/** `npm start`: runs every service until Ctrl-C. Settings come from the environment. */
const GRACE_MS = 15_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const out = (line: string): boolean => process.stdout.write(`${line}\n`);
const err = (line: string): boolean => process.stderr.write(`${line}\n`);

const prepared = await prepareDeployment(process.env);
for (const line of prepared.lines) (prepared.code === 0 ? out : err)(`start | ${line}`);
process.exitCode = prepared.code === 0 ? await run() : prepared.code;

async function run(): Promise<number> {
  const commands = SERVICES.map(({ name, entry }) => ({
    name,
    program: process.execPath,
    // Scripts of pages are served with their types stripped by Node, which calls that experimental (ADR 0023).
    args: ['--disable-warning=ExperimentalWarning', join(ROOT_FOLDER, entry)],
  }));
  const terminal = {
    out,
    err,
    onStop: (handler: (signal: NodeJS.Signals) => void) => {
      for (const signal of SIGNALS) process.on(signal, handler);
      return () => {
        for (const signal of SIGNALS) process.off(signal, handler);
      };
    },
    onReady: (addresses: ReadonlyMap<string, string>) => {
      void nextSteps(addresses).then((lines) => lines.forEach((line) => void out(line)));
    },
  };
  return supervise(commands, terminal, GRACE_MS);
}
