import { every, type JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { createOutboxWorkers } from '@common/kit/webhooks/outbox-workers';
import { askApprovers } from './ask-approvers.ts';
import { type DeliveryDeps, deliverNotice } from './deliver-notice.ts';
import { createDoubtWatch, tellSinks } from './tell-sinks.ts';

interface NoticeJobOptions {
  readonly deps: DeliveryDeps;
  /** How often to look for notices and rounds that are due. */
  readonly pollMs: number;
  readonly jobs: JobWatch;
  readonly log: Log;
}

/** Longer than any attempt takes; afterwards another process may try. */
const LEASE_MS = 60_000;
const AT_ONCE = 32;
/** At most this many notices to one recipient at once, so that slow ones leave room for others. */
const FOR_ONE = 2;
const TOKEN_BYTES = 12;
const HOUR_MS = 3_600_000;
const KEPT_MS = 90 * 24 * HOUR_MS;

/**
 * Tells people and sinks what they are to know, sharing the work with other processes. Returns a function that stops it.
 */
export function startNotices({ deps, pollMs, jobs, log }: NoticeJobOptions): () => Promise<void> {
  const { notices, clock, randomBytes } = deps;
  const busy = new Map<string, number>();
  const count = (recipient: string, by: 1 | -1) => {
    const many = (busy.get(recipient) ?? 0) + by;
    if (many === 0) busy.delete(recipient);
    else busy.set(recipient, many);
  };
  const onError = (err: unknown): void =>
    log.error({ err }, 'notices were not entered; it will be tried again');
  const workers = createOutboxWorkers({
    pollMs,
    atOnce: AT_ONCE,
    leaseMs: LEASE_MS,
    job: jobs.job('notice_delivery', onError),
    take() {
      const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('hex');
      const except = [...busy].filter(([, many]) => many >= FOR_ONE).map(([recipient]) => recipient);
      return notices.take(token, clock(), LEASE_MS, except);
    },
    async work(lease) {
      const { id, recipient, about } = lease.notice;
      count(recipient, 1);
      try {
        const { state, problem } = await deliverNotice(deps, lease);
        const facts = { notice: id, about, recipient, problem };
        if (state === 'given_up') log.warn(facts, 'a notice was given up');
        else if (state === 'postponed') log.info(facts, 'a notice is sent again later');
      } finally {
        count(recipient, -1);
      }
    },
    onError: (err, { notice }) => log.error({ err, notice: notice.id }, 'a notice was not delivered'),
  });
  const watchDoubts = createDoubtWatch(deps);
  const entering = every(pollMs, jobs.job('notices', onError), async (failed) => {
    const onOne = (error: unknown) => {
      failed();
      onError(error);
    };
    await askApprovers(deps, onOne);
    await watchDoubts(clock());
    await tellSinks(deps, onOne);
  });
  const forgetting = every(HOUR_MS, jobs.job('notice_retention', onError), () =>
    notices.forget(clock() - KEPT_MS),
  );
  const parts = [entering, forgetting, workers];
  for (const part of parts) part.start();
  return async () => {
    for (const part of parts) await part.stop();
  };
}
