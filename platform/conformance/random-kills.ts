import { type Audit, audit, fsck, settle } from './audit.ts';
import { createClient } from './client.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from './deployment.ts';
import type { ServiceName } from './layout.ts';
import { finishGrants, startLoad } from './load.ts';
import { until } from './wait.ts';

interface KillOptions extends DeploymentOptions {
  /** The number of kills, all services together. */
  readonly kills: number;
  /** Agents that pay at the same time. Default 2. */
  readonly workers?: number;
  /** No service is killed after this time, however many kills are left. Default: no limit. */
  readonly limitMs?: number;
}

interface KillReport extends Audit {
  readonly kills: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Grants given but not yet presented when their gateway died, and presented afterwards. */
  readonly finishedLater: number;
  readonly log: string;
  readonly seconds: number;
}

/** At most this many services are down at the same time. */
const AT_ONCE = 2;
const LONGEST_PAUSE_MS = 600;
/** How long a kill waits for a transfer to be done since the last kill: without one there is little to lose. */
const PATIENCE_MS = 2_000;

/**
 * Kills services with `kill -9` at random moments under load, each as soon as it is up again, and several at the same
 * time; then lets the platform settle and compares all its books. Throws if they disagree.
 */
export async function killAtRandom(options: KillOptions): Promise<KillReport> {
  const begun = Date.now();
  await using d = await openDeployment(options);
  const client = createClient(d);
  const load = await startLoad(client, { workers: options.workers ?? 2 });
  const kills: Record<string, number> = {};
  let left = options.kills;
  const end = Date.now() + (options.limitMs ?? Number.POSITIVE_INFINITY);
  const idle = new Set<ServiceName>(d.services);
  const torment = async () => {
    while (left > 0 && Date.now() < end) {
      left -= 1;
      const done = load.executed();
      await until('a transfer', async () => (load.executed() > done ? true : null), PATIENCE_MS).catch(
        () => {},
      );
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
      const name = [...idle][Math.floor(Math.random() * idle.size)] ?? 'pep';
      idle.delete(name);
      await d.kill(name);
      kills[name] = (kills[name] ?? 0) + 1;
      await d.restart(name);
      idle.add(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, torment));
  const answers = await load.stop();
  const finishedLater = await rest(d);
  return {
    ...(await audit(d)),
    kills,
    answers,
    finishedLater,
    log: await fsck(d),
    seconds: Math.round((Date.now() - begun) / 1_000),
  };

  async function rest(deployment: Deployment): Promise<number> {
    const finished = await finishGrants(deployment, client);
    await settle(deployment);
    return finished;
  }
}
