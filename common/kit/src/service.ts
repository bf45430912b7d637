import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { fail, ok, type Result } from '@common/base/result';
import { type ConfigSchema, readConfig, type Settings, type Variable } from './config.ts';
import { createFaults, type Faults } from './faults.ts';
import type { HttpApp } from './http/app.ts';
import { type Listening, listen, type SignalSource } from './http/listen.ts';
import { isErrorCode } from './private-file.ts';
import { REPOSITORY } from './repository.ts';
import { FRAME_CONFIG, type FrameSettings, UMASKS } from './service/settings.ts';
import { createLog, type Log, type LogLevel } from './telemetry/log.ts';
import { openTracer } from './telemetry/open-telemetry.ts';
import type { Tracer } from './telemetry/tracer.ts';
import { VERSION } from './version.ts';

/** The part of `process` that the frame needs; only `main.ts` may touch `process`. */
export interface ServiceProcess extends SignalSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly argv: readonly string[];
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  kill(pid: number, signal: 'SIGKILL'): unknown;
  exit(code: number): unknown;
  /** A test's own process makes no files. */
  umask?(mask: number): unknown;
}

interface OutputStream {
  write(text: string): unknown;
  /** A test's own stream does not fail. */
  on?(event: 'error', listener: () => void): unknown;
}

/** The machine's services to a program; a test provides its own. */
export interface Machine<Point extends string = never> {
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly faults: Faults<Point>;
  /** All environment variables, for a service whose data names some of them. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A service that is open, but not yet listening. */
export interface OpenService<Listener extends string> {
  readonly apps: Readonly<Record<Listener, HttpApp>>;
  /** Starts the jobs. It is called once all apps listen, so that a refused start has begun no work. */
  start?(): void;
  /** It is called once all apps have closed. */
  close(): Promise<void>;
}

/** The names of the settings that hold the address of one app. */
interface ListenSettings<Schema extends ConfigSchema> {
  readonly host: NamesOf<Schema, string>;
  readonly port: NamesOf<Schema, number>;
}

/** A setting that always has a value and is not secret. */
type PlainSetting<Value> = Variable<Value, { readonly default: Value; readonly secret?: never }>;

type NamesOf<Schema extends ConfigSchema, Value> = {
  [Name in keyof Schema & string]: Schema[Name] extends PlainSetting<Value> ? Name : never;
}[keyof Schema & string];

type ServiceSchema = ConfigSchema & { readonly LOG_LEVEL: PlainSetting<LogLevel> };

export interface ServiceDefinition<
  Schema extends ServiceSchema,
  Listener extends string,
  Point extends string,
> {
  /** The service's name in log lines, and before the reason for a refused start. */
  readonly name: string;
  readonly config: Schema;
  /** The apps by name, in the order in which they start to listen. */
  readonly listeners: Readonly<Record<Listener, ListenSettings<Schema>>>;
  /** Where a crash test may end the process. */
  readonly faultPoints?: readonly Point[];
  /** How long closing may take after the first signal. Default 12000. */
  readonly closeWithinMs?: number;
  /**
   * Refuses if the operator must fix something; throws if something that it needs (a database, a key) fails.
   */
  readonly open: (
    settings: Settings<Schema>,
    machine: Machine<Point>,
  ) => Promise<Result<OpenService<Listener>>>;
}

const MIB = 1_048_576;
/** Levels of the log. */
const [WARNING, ERROR] = [40, 50];
/** A supervisor may treat this as a crash: the service did not end as it should. */
const FAILED = 1;
/** How long work that nobody waits for may continue once everything is closed or a second signal has come. */
const LINGER_MS = 1_000;
/**
 * This is longer than the apps' grace period for running requests, and shorter than the wait of `npm start`
 * and supervisors.
 */
const CLOSE_WITHIN_MS = 12_000;
/** EX_CONFIG of sysexits says that a supervisor should not simply try again. */
const START_REFUSED = 78;

/**
 * Runs a service from its settings to its last request: it opens the service, listens, prints `<app> ready at
 * <url>` for each app, and closes on SIGTERM or SIGINT. A refused start ends with one line and exit code 78;
 * a later failure, with one line and exit code 1. A second signal ends the process within a second, whatever
 * is still running, and so does a closing that takes longer than `closeWithinMs`. With `--version` it prints
 * the version and starts nothing.
 */
export async function runService<
  const Schema extends ServiceSchema,
  Listener extends string,
  Point extends string = never,
>(program: ServiceProcess, service: ServiceDefinition<Schema, Listener, Point>): Promise<void> {
  if (program.argv.includes('--version')) {
    program.stdout.write(`${service.name} ${VERSION}\n`);
    return;
  }
  // A full disk under the log, or a reader that is gone, must not end a service.
  for (const stream of [program.stdout, program.stderr]) stream.on?.('error', () => {});
  const started = await startService(program, service);
  if (!started.ok) {
    program.stderr.write(`${service.name}: ${started.error.message}\n`);
    // Nothing needs to be closed first, because everything open survives a kill.
    program.exit(START_REFUSED);
    return;
  }
  const { drainMs } = started.value;
  const stopWatching = limitClosing(program, service, drainMs);
  try {
    await runToEnd(started.value);
    // A handler may still wait for something long after its client was sent away. The timer is unreferenced,
    // because usually none does.
    setTimeout(() => program.exit(0), LINGER_MS).unref();
  } catch (error) {
    program.stderr.write(`${service.name}: ${messageOf(error)}\n`);
    program.exit(FAILED);
  } finally {
    stopWatching();
  }
}

/**
 * Everything is closed even if the jobs do not start or an app fails to close, because accepted work must be
 * stored.
 */
async function runToEnd<Listener extends string>({
  open,
  listening,
  tracers,
}: StartedService<Listener>): Promise<void> {
  const failures: unknown[] = [];
  try {
    open.start?.();
    // An app that closes also closes the others, because a signal may arrive when only some of them listen
    // for it.
    await Promise.race(listening.map(({ closed }) => closed));
  } catch (error) {
    failures.push(error);
  }
  const closing = await Promise.allSettled(listening.map(({ close }) => close()));
  for (const closed of closing) if (closed.status === 'rejected') failures.push(closed.reason);
  await open.close();
  await Promise.all(tracers.map((tracer) => tracer.close()));
  if (failures.length > 0) throw failures[0];
}

/**
 * The first signal closes the service, within a limit: a job that never ends must not hold the process until
 * it is killed. A person who sends a second signal does not want to wait any longer.
 */
function limitClosing(
  program: ServiceProcess,
  { name, closeWithinMs = CLOSE_WITHIN_MS }: { readonly name: string; readonly closeWithinMs?: number },
  drainMs: number,
): () => void {
  const withinMs = drainMs + closeWithinMs;
  let signals = 0;
  let deadline: NodeJS.Timeout | undefined;
  const giveUp = () => {
    program.stderr.write(
      `${name}: still closing ${withinMs / 1000} s after the signal; ended at once. What was acknowledged is stored.\n`,
    );
    program.exit(FAILED);
  };
  const count = () => {
    signals += 1;
    if (signals === 1) deadline = setTimeout(giveUp, withinMs);
    if (signals === 2) setTimeout(() => program.exit(FAILED), LINGER_MS).unref();
  };
  program.on('SIGTERM', count);
  program.on('SIGINT', count);
  return () => {
    clearTimeout(deadline);
    program.off('SIGTERM', count);
    program.off('SIGINT', count);
  };
}

interface StartedService<Listener extends string> {
  readonly open: OpenService<Listener>;
  readonly listening: readonly Listening[];
  readonly drainMs: number;
  readonly tracers: readonly Tracer[];
}

async function startService<Schema extends ServiceSchema, Listener extends string, Point extends string>(
  program: ServiceProcess,
  service: ServiceDefinition<Schema, Listener, Point>,
): Promise<Result<StartedService<Listener>>> {
  const { env } = program;
  const settings = readConfig({ ...service.config, ...FRAME_CONFIG }, env, REPOSITORY);
  if (!settings.ok) return settings;
  const faults = createFaults(service.faultPoints ?? [], env, () => {
    program.kill(program.pid, 'SIGKILL');
    // Take no further step while the signal is under way.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  if (!faults.ok) return faults;
  // TypeScript cannot follow `ListenSettings` and `ServiceSchema` through the type of the settings.
  const own = settings.value as unknown as Settings<Schema>;
  const frame = settings.value as unknown as FrameSettings;
  const config = settings.value.config as unknown as Addresses & { readonly LOG_LEVEL: LogLevel };
  program.umask?.(UMASKS[frame.config.FILES_READABLE_BY]);
  const troubles = { warn: 0, error: 0 };
  const onLine = (level: number) => {
    if (level >= ERROR) troubles.error += 1;
    else if (level >= WARNING) troubles.warn += 1;
  };
  const log = createLog({ level: config.LOG_LEVEL, name: service.name, onLine });
  try {
    const machine = { log, clock: Date.now, randomBytes, faults: faults.value, env };
    const open = await service.open(own, machine);
    if (!open.ok) return open;
    const tracers = await watchAll(open.value.apps, frame, log);
    const [first] = Object.values<HttpApp>(open.value.apps);
    first?.watch.metrics.counts(
      'service_troubles_total',
      'Lines of the log, of warnings and errors.',
      'level',
      () => troubles,
    );
    const { DRAIN_MS: drainMs } = frame.config;
    // Node would write it when it ends, after a first start, and on a busy machine that takes longer than a
    // supervisor waits.
    flushCompileCache();
    const listening = await listenAll(program, service.listeners, open.value.apps, { config, drainMs });
    return ok({ open: open.value, listening, drainMs, tracers });
  } catch (error) {
    log.debug({ err: error }, 'the start failed');
    return fail('start_failed', messageOf(error));
  }
}

type Addresses = Readonly<Record<string, string | number>>;

/** Each app has its own metrics, so that each port shows what happens there. */
async function watchAll(
  apps: Readonly<Record<string, HttpApp>>,
  { config, secrets }: FrameSettings,
  log: Log,
): Promise<readonly Tracer[]> {
  const { METRICS: metrics, DISK_LOW_MB } = config;
  const common = { metrics, metricsToken: secrets.METRICS_TOKEN ?? null, diskLowBytes: DISK_LOW_MB * MIB };
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, TRACES_PER_THOUSAND: perThousand } = config;
  const headers = headersOf(secrets.OTEL_EXPORTER_OTLP_HEADERS ?? '');
  const tracers: Tracer[] = [];
  for (const [name, { watch }] of Object.entries(apps)) {
    const tracer =
      endpoint === undefined ? null : await openTracer({ name, endpoint, headers, perThousand, log });
    watch.configure({ name, ...common, tracer });
    if (tracer !== null) tracers.push(tracer);
  }
  return tracers;
}

function headersOf(pairs: string): Readonly<Record<string, string>> {
  const split = pairs.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    split.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
    }),
  );
}

async function listenAll<Listener extends string>(
  program: ServiceProcess,
  listeners: Readonly<Record<Listener, { readonly host: string; readonly port: string }>>,
  apps: Readonly<Record<Listener, HttpApp>>,
  { config, drainMs }: { readonly config: Addresses; readonly drainMs: number },
): Promise<readonly Listening[]> {
  const ready: string[] = [];
  const listening: Listening[] = [];
  // Object.entries loses the types of the names.
  for (const name of Object.keys(listeners) as Listener[]) {
    const at = listeners[name];
    const [host, port] = [String(config[at.host]), Number(config[at.port])];
    const listener = await listen(apps[name], { host, port, drainMs, signals: program }).catch(
      (error: unknown) => {
        throw new Error(listenFailure(error, at, `${host}:${port}`), { cause: error });
      },
    );
    listening.push(listener);
    ready.push(`${name} ready at ${listener.url} (docs at ${listener.url}/docs)\n`);
  }
  for (const line of ready) program.stdout.write(line);
  return listening;
}

/** The message names the setting to change. */
function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: string },
  address: string,
): string {
  if (isErrorCode(error, 'EADDRINUSE'))
    return `${port}: ${address} is in use (EADDRINUSE). Stop the program that listens there, or choose another port with ${port} (docs/operations/run.md).`;
  return `${isErrorCode(error, 'EACCES') ? port : host}: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
