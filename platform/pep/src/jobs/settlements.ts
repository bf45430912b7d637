import { every, type JobWatch, type RepeatedJob } from '@common/kit/jobs';
import type { RunJob } from '@common/kit/telemetry/scope';
import { collectSettlement } from '../use-cases/collect-settlement.ts';
import type { AdvanceDeps } from '../use-cases/ports.ts';

interface SettlementsOptions {
  readonly everyMs: number;
  readonly jobs: JobWatch;
  readonly runJob: RunJob;
}

const BATCH = 100;
/** Apart from the reconciler, because a counterparty that hangs must not hold up what has begun. */
const WORKERS = 4;

/** Asks regularly what became of what counterparties have accepted, each within the time that its connector says. */
export function createSettlements(
  deps: AdvanceDeps,
  { everyMs, jobs, runJob }: SettlementsOptions,
): RepeatedJob {
  const job = jobs.job('settlements', (err) =>
    deps.notices.warn({ err }, 'asking what became of payments failed; it will be tried again'),
  );
  return every(everyMs, job, async (failed) => {
    const due = [...(await deps.store.dueSettlements(deps.clock(), BATCH))];
    const work = async () => {
      for (let grantId = due.shift(); grantId !== undefined; grantId = due.shift()) {
        const id = grantId;
        try {
          const about = { name: 'collect a settlement', attributes: { 'sanad.grant_id': id } };
          await runJob(about, () => collectSettlement(deps, id));
        } catch (error) {
          failed();
          deps.notices.warn({ err: error, grant_id: id }, 'a settlement could not be collected');
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  });
}
