import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTERPARTY_NAMES, settingsOf } from '@platform/counterparties/config';
import { argsOf, SERVICES } from '../start/services.ts';
import { type Account, type MadeImage, run } from './make.ts';

const START_MS = 120_000;
const STEP_MS = 250;
const STOP_MS = 20_000;
const MOST_OUTPUT = 4_000;

/** The variable of each service's port, and the path of its health page. */
export const DOORS: Readonly<
  Record<string, { readonly port: string; readonly health: string; readonly url?: string }>
> = {
  screener: { port: 'SCREENER_PORT', health: '/health' },
  authority: { port: 'AUTHORITY_PORT', health: '/healthz', url: 'AUTHORITY_URL' },
  ...Object.fromEntries(
    COUNTERPARTY_NAMES.map((name) => {
      const { port, url } = settingsOf(name);
      return [name, { port, health: '/healthz', url }];
    }),
  ),
  pep: { port: 'PEP_PORT', health: '/healthz', url: 'PEP_URL' },
  gateway: { port: 'GATEWAY_PORT', health: '/healthz', url: 'GATEWAY_URL' },
  console: { port: 'CONSOLE_PORT', health: '/healthz' },
};

export interface RunningServices {
  /** The addresses by service. */
  readonly urls: Readonly<Record<string, string>>;
  /** Runs a command of the image in its environment and returns what it printed. */
  command(args: readonly string[]): Promise<string>;
  /** Ends all services and returns how each ended. */
  stop(): Promise<readonly string[]>;
}

/** Starts each service as the image does, on free ports, and waits until its health check passes. */
export async function startServices(made: MadeImage, account: Account): Promise<RunningServices> {
  const ports = await freePorts(Object.keys(DOORS).length);
  const urls: Record<string, string> = {};
  const env: Record<string, string> = { ...made.env, SCREENER_HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  for (const [index, [name, { port, url }]] of Object.entries(DOORS).entries()) {
    urls[name] = `http://127.0.0.1:${ports[index]}`;
    env[port] = String(ports[index]);
    if (url !== undefined) env[url] = urls[name];
  }
  const command = (args: readonly string[]) => run(args, { cwd: made.folder, env, account });
  await command(['sanad', 'keys', 'init']);
  const children = SERVICES.map((service) => start(service, made, env, account));
  const stop = async () => {
    for (const { child } of children) child.kill('SIGTERM');
    const killer = setTimeout(() => children.forEach(({ child }) => void child.kill('SIGKILL')), STOP_MS);
    const ends = await Promise.all(
      children.map(async ({ name, ended }) => `${name} ended with ${await ended}`),
    );
    clearTimeout(killer);
    return ends;
  };
  try {
    for (const { name, child, output } of children) {
      const health = `${urls[name]}${DOORS[name]?.health}`;
      await healthy(made, { ...env, HEALTH_URL: health }, account, () => {
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${output()}`);
      });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, command, stop };
}

interface Child {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly output: () => string;
}

function start(
  service: (typeof SERVICES)[number],
  { image, folder }: MadeImage,
  env: Readonly<Record<string, string>>,
  account: Account,
): Child {
  // This runs the screener as the image does, and the others as compose.yaml does.
  const [program = 'node'] = image.command;
  const child = spawn(program, argsOf(service), {
    cwd: folder,
    env,
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text = `${text}${part}`.slice(-MOST_OUTPUT);
    });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  return { name: service.name, child, ended, output: () => text.trim() };
}

/** This uses the image's own health check. */
async function healthy(
  { image, folder }: MadeImage,
  env: Readonly<Record<string, string>>,
  account: Account,
  look: () => void,
): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await sleep(STEP_MS)) {
    look();
    try {
      await run(image.healthCheck, { cwd: folder, env, account });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`not healthy: ${env.HEALTH_URL}`, { cause: error });
    }
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject).listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(address === null || typeof address === 'string' ? 0 : address.port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
