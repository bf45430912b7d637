import { type Audit, audit, fsck, settle } from './audit.ts';
import { createClient } from './client.ts';
import { openDeployment } from './deployment.ts';
import { finishGrants, startLoad } from './load.ts';
import { until } from './wait.ts';

interface RestartOptions {
  /** How often each process is restarted. */
  readonly rounds: number;
  /** Agents that pay at the same time. */
  readonly workers: number;
}

interface RestartReport extends Audit {
  readonly restarts: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Grants that an agent had been given but could not present, and that were presented afterwards. */
  readonly finishedLater: number;
  /** Of executed transfers, from the first restart to the last. */
  readonly perSecond: number;
  readonly log: string;
  readonly seconds: number;
}

/** What must be seen between two restarts, so that each happens under load. */
const TRANSFERS_BETWEEN = 3;
const PATIENCE_MS = 30_000;

/**
 * Two processes of each service on PostgreSQL, restarted one after the other under load, as an upgrade does; then compares
 * all books. Throws if they disagree, or if a process did not end by itself with exit code 0.
 */
export async function restartInTurn({ rounds, workers }: RestartOptions): Promise<RestartReport> {
  const begun = Date.now();
  const two = { authorities: 2, peps: 2, banks: 2, gateways: 2 } as const;
  await using d = await openDeployment({ engine: 'postgres', ...two });
  const client = createClient(d);
  const load = await startLoad(client, workers);
  const restarts: Record<string, number> = {};
  const underLoad = async () => {
    const done = load.executed();
    await until(
      `${TRANSFERS_BETWEEN} transfers`,
      async () => (load.executed() >= done + TRANSFERS_BETWEEN ? true : null),
      PATIENCE_MS,
    );
  };
  await underLoad();
  const [first, before] = [Date.now(), load.executed()];
  for (let round = 0; round < rounds; round += 1) {
    for (const name of d.services) {
      const end = await d.restart(name);
      if (end !== 0) throw new Error(`${name} ended with ${end}`);
      restarts[name] = (restarts[name] ?? 0) + 1;
      await underLoad();
    }
  }
  const perSecond = ((load.executed() - before) * 1_000) / (Date.now() - first);
  const answers = await load.stop();
  const finishedLater = await finishGrants(d, client);
  await settle(d);
  return {
    ...(await audit(d)),
    ...{ restarts, answers, finishedLater, perSecond: Math.round(perSecond * 10) / 10 },
    log: await fsck(d),
    seconds: Math.round((Date.now() - begun) / 1_000),
  };
}
