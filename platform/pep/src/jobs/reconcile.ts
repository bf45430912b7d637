import { every, type JobWatch, type RepeatedJob } from '@common/kit/jobs';
import type { RunJob } from '@common/kit/telemetry/scope';
import { adoptRedemptions } from '../use-cases/adopt-redemptions.ts';
import { resumeIntent } from '../use-cases/execute-grant.ts';
import { followAll } from '../use-cases/follow-directory.ts';
import type { AdvanceDeps } from '../use-cases/ports.ts';

interface ReconcilerOptions {
  readonly everyMs: number;
  readonly jobs: JobWatch;
  readonly runJob: RunJob;
}

const BATCH = 100;
/** A counterparty that does not answer occupies a worker for its whole timeout. */
const WORKERS = 8;

/** Resumes unfinished intents, at once and then regularly, until each has its signed answer. */
export function createReconciler(
  deps: AdvanceDeps,
  { everyMs, jobs, runJob }: ReconcilerOptions,
): RepeatedJob {
  const job = jobs.job('reconcile', (err) =>
    deps.notices.warn({ err }, 'reconciling failed; it will be tried again'),
  );
  let adoptedAt = Number.NEGATIVE_INFINITY;
  return every(everyMs, job, async (failed) => {
    // Looks at the log and its revocations between executions too, and records what it sees.
    await deps.witness.look();
    const now = deps.monotonic();
    if (now - adoptedAt >= deps.leaseMs) {
      adoptedAt = now;
      await adoptRedemptions(deps);
      await followAll(deps, await deps.keys());
    }
    await pass(deps, runJob, failed);
  });
}

async function pass(deps: AdvanceDeps, runJob: RunJob, failed: () => void): Promise<void> {
  const due = [...(await deps.store.due(deps.clock(), BATCH))];
  const work = async () => {
    for (let grantId = due.shift(); grantId !== undefined; grantId = due.shift()) {
      try {
        const about = { name: 'finish an execution', attributes: { 'sanad.grant_id': grantId } };
        await runJob(about, () => resumeIntent(deps, grantId));
      } catch (error) {
        failed();
        deps.notices.warn({ err: error, grant_id: grantId }, 'an intent could not be finished');
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}
