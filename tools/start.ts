import { constants } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UMASKS } from '@common/kit/service/settings';
import { VERSION } from '@common/kit/version';
import { ROOT_FOLDER } from './source/codebase.ts';
import { nextSteps, prepareDeployment } from './start/deployment.ts';
import { createLineWriter } from './start/log-lines.ts';
import { closeFolders, readersIn } from './start/readers.ts';
import { foldersOf, renewDeployment } from './start/renew.ts';
import { ALLOCATOR, argsOf, EVIDENCE_CHECKER, SERVICES } from './start/services.ts';
import { supervise } from './start/supervise.ts';

/**
 * `npm start [-- --renew]` runs every service until Ctrl-C, SIGTERM or a closed terminal. Settings come from
 * the environment. `npm start -- --version` and `npm start -- --help` start nothing.
 */
const GRACE_MS = 15_000;
/** This does as `sanad` does. */
const REFUSED = 2;
const HELP = `Usage: npm start [-- --sources] [--renew | --version | --help]

Runs every service until Ctrl-C, and makes a deployment where there is none.

  --renew     move the deployment that is there aside, and make a new one
  --sources   run the sources, not bundles of them; name it first
  --version   print the version
  -h, --help  print this

Settings come from the environment and from .env: docs/operations/run.md.`;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const out = createLineWriter(process.stdout);
const err = createLineWriter(process.stderr);

const options = optionsIn(process.argv.slice(2));
if (options.help === true) {
  out(HELP);
  process.exit();
}
if (options.version === true) {
  out(`sanad ${VERSION}`);
  process.exit();
}
process.umask(UMASKS[readersIn(process.env)]);
const renewed = await renewDeployment({
  root: ROOT_FOLDER,
  env: process.env,
  renew: options.renew === true,
  now: new Date(),
});
if (renewed.ok) for (const line of renewed.value) out(`start | ${line}`);
const prepared = renewed.ok
  ? await prepareDeployment(process.env)
  : { code: REFUSED, lines: [renewed.error.message], lists: {} };
for (const line of prepared.lines) (prepared.code === 0 ? out : err)(`start | ${line}`);
const { env } = process;
const closed =
  prepared.code === 0
    ? await closeFolders(foldersOf(env), { root: ROOT_FOLDER, env, uid: process.getuid?.() })
    : [];
for (const line of closed) out(`start | ${line}`);
process.exitCode = prepared.code === 0 ? await run() : prepared.code;
// Once all services have ended, the caller learns that the signal ended this process.
const signal = SIGNALS.find((name) => 128 + constants.signals[name] === process.exitCode);
if (signal !== undefined && process.platform !== 'win32') process.kill(process.pid, signal);

/** The person at this machine has its files anyway, so a console that only it reaches asks nobody to sign in. */
function consoleOpen({ CONSOLE_HOST: host = '127.0.0.1' }: NodeJS.ProcessEnv): Record<string, string> {
  return host === '127.0.0.1' || host === 'localhost' || host === '::1' ? { CONSOLE_OPEN: 'on' } : {};
}

async function run(): Promise<number> {
  const checker = { EVIDENCE_CHECKER: join(ROOT_FOLDER, EVIDENCE_CHECKER) };
  const commands = SERVICES.map((service) => ({
    name: service.name,
    program: process.execPath,
    args: argsOf(service, ROOT_FOLDER),
    env: { ...ALLOCATOR, ...checker, ...consoleOpen(process.env), ...process.env },
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
      void nextSteps(addresses, prepared.lists).then((lines) => lines.forEach(out));
    },
  };
  return supervise(commands, terminal, GRACE_MS);
}

function optionsIn(args: readonly string[]) {
  try {
    const options = {
      renew: { type: 'boolean' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    err(`start | ${why}; the only options are --renew, --version and --help.`);
    process.exit(REFUSED);
  }
}
