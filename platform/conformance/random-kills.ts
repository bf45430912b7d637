import { type Audit, audit, fsck, settle } from './audit.ts';
import { openBankLine } from './bank-line.ts';
import { type AnsweredEntry, startClerk } from './clerk.ts';
import { type Client, createClient } from './client.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from './deployment.ts';
import { auditDirectories, type DirectoryAudit } from './directory-audit.ts';
import type { ServiceName } from './layout.ts';
import { finishGrants, startLoad } from './load.ts';
import { until } from './wait.ts';

interface LoadAndKills {
  /** The number of kills of all services together. */
  readonly kills: number;
  /** The number of agents that pay at the same time. Default 2. */
  readonly workers?: number;
}

interface KillCounts {
  readonly kills: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Grants that were given but not yet presented when their gateway died, and were presented afterwards. */
  readonly finishedLater: number;
}

interface KillReport extends Audit, KillCounts {
  readonly directories: DirectoryAudit;
  readonly log: string;
  readonly seconds: number;
}

/** At most this many services are down at the same time. */
const AT_ONCE = 2;
const LONGEST_PAUSE_MS = 600;
/** How long a kill waits for a transfer since the last kill: without one there is little to lose. */
const PATIENCE_MS = 2_000;

/**
 * Kills services of a new deployment at random, while agents pay and a clerk adds, changes and ends payees, and audits
 * its books. Throws if they disagree.
 */
export async function killAtRandom(options: LoadAndKills & DeploymentOptions): Promise<KillReport> {
  const begun = Date.now();
  const line = await openBankLine();
  const through = { BANK_URL: line.url };
  try {
    await using d = await openDeployment({ ...options, env: { pep: through, pep2: through } });
    line.leadTo(Number(new URL(d.urls.bank).port));
    const { answered, ...killed } = await killUnderLoad(d, createClient(d), options);
    return {
      ...(await audit(d)),
      ...killed,
      directories: await auditDirectories(d, { answered, sent: line.sent }),
      log: await fsck(d),
      seconds: Math.round((Date.now() - begun) / 1_000),
    };
  } finally {
    await line.close();
  }
}

/**
 * Kills services with `kill -9` at random moments under load, each as soon as it is up again, and several at
 * the same time. The counts of kills differ by at most two. Then waits for the platform to settle.
 */
async function killUnderLoad(
  d: Deployment,
  client: Client,
  options: LoadAndKills,
): Promise<KillCounts & { readonly answered: readonly AnsweredEntry[] }> {
  const clerk = await startClerk(d);
  const load = await startLoad(client, { workers: options.workers ?? 2, payee: clerk.payee });
  const kills: Record<string, number> = {};
  let left = options.kills;
  const idle = new Set<ServiceName>(d.services);
  const torment = async () => {
    while (left > 0) {
      left -= 1;
      const done = load.executed();
      await until('a transfer', async () => (load.executed() > done ? true : null), PATIENCE_MS).catch(
        () => {},
      );
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
      const name = nextOf(idle, kills);
      idle.delete(name);
      kills[name] = (kills[name] ?? 0) + 1;
      await d.kill(name);
      await d.restart(name);
      idle.add(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, torment));
  const answers = await load.stop();
  const answered = await clerk.stop();
  const finishedLater = await finishGrants(d, client);
  await settle(d);
  return { kills, answers, finishedLater, answered };
}

/** Chooses one of the services that were killed least often. */
function nextOf(idle: ReadonlySet<ServiceName>, kills: Readonly<Record<string, number>>): ServiceName {
  const fewest = Math.min(...[...idle].map((name) => kills[name] ?? 0));
  const names = [...idle].filter((name) => (kills[name] ?? 0) === fewest);
  return names[Math.floor(Math.random() * names.length)] ?? 'pep';
}
