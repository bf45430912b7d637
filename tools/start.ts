import { join } from 'node:path';
import { ROOT_FOLDER } from './source/codebase.ts';
import { SERVICES } from './start/services.ts';
import { supervise } from './start/supervise.ts';

/** `npm start`: every service of the repository, until Ctrl-C. Settings come from the environment. */
const GRACE_MS = 15_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const commands = SERVICES.map(({ name, entry }) => ({
  name,
  program: process.execPath,
  args: [join(ROOT_FOLDER, entry)],
}));
process.exitCode = await supervise(
  commands,
  {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    onStop: (handler) => {
      for (const signal of SIGNALS) process.on(signal, handler);
      return () => {
        for (const signal of SIGNALS) process.off(signal, handler);
      };
    },
  },
  GRACE_MS,
);
