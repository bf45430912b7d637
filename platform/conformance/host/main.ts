import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { runService, type ServiceProcess } from '@common/kit/service';

/**
 * Runs services of one deployment in one process, which loads their modules once. Only tests run it.
 * `POST /start` with a `StartRequest` answers 200 when the service is ready, and otherwise with its output.
 * `POST /stop` with the name answers with its exit code; `POST /kill` does not wait for running work.
 */
export interface StartRequest {
  readonly name: string;
  readonly app: HostedApp;
  /** The service's whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

type HostedApp = keyof typeof RUN;

const RUN = {
  authority: async (program: ServiceProcess) =>
    runService(program, (await import('@platform/authority/open-authority')).AUTHORITY),
  pep: async (program: ServiceProcess) => runService(program, (await import('@platform/pep/open-pep')).PEP),
  bank: async (program: ServiceProcess) =>
    runService(program, (await import('@platform/counterparties/open-bank')).BANK),
  gateway: async (program: ServiceProcess) =>
    runService(program, (await import('@platform/gateway/open-gateway')).GATEWAY),
  console: async (program: ServiceProcess) =>
    runService(program, (await import('@platform/console/open-console')).CONSOLE),
  witness: async (program: ServiceProcess) =>
    runService(program, (await import('@platform/witness/open-witness')).WITNESS),
};

interface Running {
  readonly signals: EventEmitter;
  /** Resolves to the exit code once the service has ended. */
  readonly ended: Promise<number>;
}

const services = new Map<string, Running>();

/** Starts a service. Rejects with its output if it ends before it is ready. */
async function start({ name, app, env }: StartRequest): Promise<void> {
  const signals = new EventEmitter();
  const ready = Promise.withResolvers<void>();
  let printed = '';
  let exitCode = 0;
  const exited = Promise.withResolvers<void>();
  const print = (words: string) => {
    printed += words;
    process.stdout.write(words);
    if (/ ready at /.test(words)) ready.resolve();
  };
  const run = RUN[app]({
    env,
    pid: process.pid,
    argv: [],
    stdout: { write: print },
    stderr: { write: print },
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
    kill: () => process.kill(process.pid, 'SIGKILL'),
    exit(code) {
      exitCode ||= code;
      exited.resolve();
    },
  });
  const ended = Promise.race([run, exited.promise]).then(() => exitCode);
  services.set(name, { signals, ended });
  const early = ended.then(() => {
    throw new Error(`${name} ended before it was ready. Its output:\n${printed}`);
  });
  try {
    await Promise.race([ready.promise, early]);
  } catch (error) {
    services.delete(name);
    throw error;
  }
  early.catch(() => {});
}

async function stop({ name }: Pick<StartRequest, 'name'>, atOnce: boolean): Promise<number> {
  const service = services.get(name);
  if (service === undefined) throw new Error(`${name} is not running`);
  services.delete(name);
  service.signals.emit('SIGTERM');
  // The second signal ends all connections.
  if (atOnce) service.signals.emit('SIGTERM');
  return service.ended;
}

let lastStart: Promise<void> = Promise.resolve();

/** Starts services one at a time: one service's start could make another's database connection time out. */
async function startInTurn(request: StartRequest): Promise<void> {
  const own = lastStart.then(() => start(request));
  lastStart = own.catch(() => {});
  await own;
}

const server = createServer(async (request, response) => {
  try {
    const asked = JSON.parse(await text(request));
    const answer =
      request.url === '/start' ? await startInTurn(asked) : await stop(asked, request.url === '/kill');
    response.end(JSON.stringify(answer ?? null));
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
});
await once(server.listen(0, '127.0.0.1'), 'listening');
process.stdout.write(`host ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
