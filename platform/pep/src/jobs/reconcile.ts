import type { RunJob } from '@common/kit/watch/scope';
import type { AdvanceDeps } from '../use-cases/advance-intent.ts';
import { resumeIntent } from '../use-cases/execute-grant.ts';

export interface Reconciler {
  /** One pass over all that is due. */
  run(): Promise<void>;
  /** Waits for the running pass. */
  stop(): Promise<void>;
}

const BATCH = 100;
/** A counterparty that does not answer holds up a worker for its whole timeout. */
const WORKERS = 8;

/** Resumes unfinished intents, at once and then every `intervalMs`, until each has its signed answer. */
export function startReconciler(deps: AdvanceDeps, intervalMs: number, runJob: RunJob): Reconciler {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= pass(deps, runJob)
      .catch((error: unknown) =>
        deps.notices.warn({ err: error }, 'reconciling failed; it will be tried again'),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const timer = setInterval(run, intervalMs);
  timer.unref();
  void run();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function pass(deps: AdvanceDeps, runJob: RunJob): Promise<void> {
  // What is seen is remembered, also between executions.
  await deps.witness.look();
  const due = [...(await deps.store.due(deps.clock(), BATCH))];
  const work = async () => {
    for (let grantId = due.shift(); grantId !== undefined; grantId = due.shift()) {
      try {
        const about = { name: 'finish an execution', attributes: { 'sanad.grant_id': grantId } };
        await runJob(about, () => resumeIntent(deps, grantId));
      } catch (error) {
        deps.notices.warn({ err: error, grant_id: grantId }, 'an intent could not be finished');
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}
