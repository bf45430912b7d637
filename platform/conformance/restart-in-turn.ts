import { type Audit, audit, fsck, settle } from './audit.ts';
import { createClient } from './client.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import { appOf, type ServiceName } from './layout.ts';
import { finishGrants, startLoad } from './load.ts';
import { type PagesReading, startPagesReader } from './pages-reader.ts';
import { until } from './wait.ts';
import { auditWitnesses, type WitnessAudit, watchWitnesses } from './witness-audit.ts';

interface RestartOptions {
  /** How often each process is restarted. */
  readonly rounds: number;
  /** The number of agents that pay at the same time. */
  readonly workers: number;
  /** The most payments that they begin a second. Default: each agent pauses a little after each payment. */
  readonly rate?: number;
  /** How long they pay before the first restart, so that both rates can be compared. Default: not at all. */
  readonly undisturbedMs?: number;
}

interface RestartReport extends Audit {
  /** By process, how long each of its restarts took: until it had ended, and until it was ready again. */
  readonly restarts: Readonly<Record<string, readonly Restart[]>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Grants that an agent was given but could not present, and that were presented afterwards. */
  readonly finishedLater: number;
  /**
   * Executed transfers before the first restart (null without that phase), and from then to the last restart.
   */
  readonly perSecond: { readonly undisturbed: number | null; readonly restarting: number };
  readonly pages: PagesReading;
  readonly witnesses: WitnessAudit;
  /** How often the services logged each warning or error. */
  readonly warnings: Readonly<Record<string, number>>;
  readonly log: string;
  readonly seconds: number;
}

interface Restart {
  readonly endedMs: number;
  readonly readyMs: number;
}

/** The number of transfers between two restarts, so that each restart happens under load. */
const TRANSFERS_BETWEEN = 3;
const PATIENCE_MS = 30_000;
/** The value that the documentation recommends for several processes. */
const DRAIN_MS = 3_000;
/** As installed: crash tests shorten these to wait less, but under load that would renew the leases. */
const PEP = { PEP_LEASE_MS: '5000', PEP_RECONCILE_MS: '2000' };

/**
 * Restarts a deployment one process after another under load, as an upgrade does, while a reader opens the
 * console's pages. It has two processes of each service on PostgreSQL, two witnesses and a console. Then
 * compares all books. Throws if they disagree, if a witness has signed a head that is not the log's, or if a
 * process did not end by itself with exit code 0.
 */
export async function restartInTurn({
  rounds,
  undisturbedMs = 0,
  ...options
}: RestartOptions): Promise<RestartReport> {
  const begun = Date.now();
  const two = { authorities: 2, peps: 2, banks: 2, gateways: 2 } as const;
  const all = { ...two, witnesses: true, console: true, drainMs: DRAIN_MS, env: { pep: PEP, pep2: PEP } };
  await using d = await openDeployment({ engine: 'postgres', ...all });
  const { log } = d;
  if (log === null) throw new Error('the deployment has no witnesses');
  const client = createClient(d);
  const load = await startLoad(client, options);
  const pages = startPagesReader(d.urls.console);
  const watch = watchWitnesses(log);
  const restarts: Record<string, Restart[]> = {};
  const underLoad = async () => {
    const done = load.executed();
    await until(
      `${TRANSFERS_BETWEEN} transfers`,
      async () => (load.executed() >= done + TRANSFERS_BETWEEN ? true : null),
      PATIENCE_MS,
    );
  };
  await underLoad();
  const measure = () => {
    const [from, before] = [Date.now(), load.executed()];
    return () => Math.round(((load.executed() - before) * 10_000) / (Date.now() - from)) / 10;
  };
  const sinceBegin = measure();
  await new Promise((resolve) => setTimeout(resolve, undisturbedMs));
  const undisturbed = undisturbedMs === 0 ? null : sinceBegin();
  const sinceFirst = measure();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of d.services) {
      restarts[name] = [...(restarts[name] ?? []), await restart(d, name)];
      await underLoad();
    }
  }
  const perSecond = { undisturbed, restarting: sinceFirst() };
  await pages.readAll();
  const reading = await pages.stop();
  const answers = await load.stop();
  const finishedLater = await finishGrants(d, client);
  await settle(d);
  return {
    ...(await audit(d)),
    restarts,
    answers,
    finishedLater,
    perSecond,
    pages: reading,
    witnesses: await auditWitnesses(d, log, await watch.stop()),
    warnings: warningsOf(d),
    log: await fsck(d),
    seconds: Math.round((Date.now() - begun) / 1_000),
  };
}

async function restart(d: Deployment, name: ServiceName): Promise<Restart> {
  const begun = Date.now();
  const end = await d.stop(name);
  const endedMs = Date.now() - begun;
  if (end !== 0) throw new Error(`${name} ended with ${end}`);
  await d.restart(name);
  return { endedMs, readyMs: Date.now() - begun };
}

/** Counts warnings by service and message. Services of a deployment log nothing below a warning. */
function warningsOf(d: Deployment): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of d.services) {
    for (const line of `${d.printedBefore(name)}${d.output(name)}`.split('\n')) {
      if (!line.startsWith('{')) continue;
      const { level, msg } = JSON.parse(line);
      const what = `${appOf(name)} ${level}: ${msg}`;
      counts[what] = (counts[what] ?? 0) + 1;
    }
  }
  return counts;
}
