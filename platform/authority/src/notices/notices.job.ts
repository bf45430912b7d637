import { every, type JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { createOutboxWorkers } from '@common/kit/webhooks/outbox-workers';
import { askApprovers } from './ask-approvers.ts';
import { type DeliveryDeps, deliverNotice } from './deliver-notice.ts';

interface NoticeJobOptions {
  readonly deps: DeliveryDeps;
  /** How often to look for notices and rounds that are due. */
  readonly pollMs: number;
  readonly jobs: JobWatch;
  readonly log: Log;
}

/** Longer than any attempt takes; afterwards another process may try. */
const LEASE_MS = 60_000;
const AT_ONCE = 16;
/** At most this many notices of one person at once, so that a slow receiver delays nobody else. */
const FOR_ONE = 4;
const TOKEN_BYTES = 12;
const HOUR_MS = 3_600_000;
const KEPT_MS = 90 * 24 * HOUR_MS;

/**
 * Asks the approvers of held grants, sharing the work with other processes. Returns a function that stops it.
 */
export function startNotices({ deps, pollMs, jobs, log }: NoticeJobOptions): () => Promise<void> {
  const { notices, clock, randomBytes } = deps;
  const busy = new Map<string, number>();
  const count = (person: string, by: 1 | -1) => busy.set(person, (busy.get(person) ?? 0) + by);
  const onError = (err: unknown): void =>
    log.error({ err }, 'approvers were not asked; it will be tried again');
  const workers = createOutboxWorkers({
    pollMs,
    atOnce: AT_ONCE,
    leaseMs: LEASE_MS,
    job: jobs.job('notice_delivery', onError),
    take() {
      const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('hex');
      const except = [...busy].filter(([, many]) => many >= FOR_ONE).map(([person]) => person);
      return notices.take(token, clock(), LEASE_MS, except);
    },
    async work(lease) {
      const { id, person, grant_id: grant } = lease.notice;
      count(person, 1);
      try {
        const { state, problem } = await deliverNotice(deps, lease);
        const facts = { notice: id, grant, person, problem };
        if (state === 'given_up') log.warn(facts, 'an approver was not told');
        else if (state === 'postponed') log.info(facts, 'an approver was not told yet');
      } finally {
        count(person, -1);
      }
    },
    onError: (err, { notice }) => log.error({ err, notice: notice.id }, 'a notice was not delivered'),
  });
  const asking = every(pollMs, jobs.job('notices', onError), (failed) =>
    askApprovers(deps, (error) => {
      failed();
      onError(error);
    }),
  );
  const forgetting = every(HOUR_MS, jobs.job('notice_retention', onError), () =>
    notices.forget(clock() - KEPT_MS),
  );
  const parts = [asking, forgetting, workers];
  for (const part of parts) part.start();
  return async () => {
    for (const part of parts) await part.stop();
  };
}
