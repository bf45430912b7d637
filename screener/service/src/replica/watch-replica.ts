import type { Metrics } from '@common/kit/telemetry/metrics';
import type { Readiness, ReadinessAnswer } from '@common/kit/telemetry/readiness';
import type { ReplicaReads, ReplicaTrouble } from '@common/kit/telemetry/replica';
import type { Watch } from '@common/kit/telemetry/watching';
import { within } from '@common/kit/telemetry/within';

interface ReplicaWatch {
  readonly metrics: Metrics;
  readonly readiness: Pick<Readiness, 'add'>;
}

const TOLD: Readonly<Record<ReplicaTrouble, string>> = {
  unreachable:
    'The replica does not answer: is it up, and may this service connect to it (DATABASE_READ_URL)?',
  behind: 'The replica is too far behind: is its replay paused, or its connection to the primary down?',
  older_schema: 'The replica has an older schema: it must first replay the migration of its primary.',
  another_database: 'DATABASE_READ_URL names a server that is no replica of the database at DATABASE_URL.',
};

const PRIMARY_AWAY: ReadinessAnswer = {
  state: 'warn',
  message:
    'The primary does not answer or takes no writes: answers read from the replica, and writes are refused.',
};
/** Less than a check may take. */
const CHECK_MS = 1_500;

/**
 * The checks of the primary: where it is away and a replica is read, this process still has answers, and must get
 * requests. What would be a failure is then worth a look.
 */
export function withReplica(watch: Watch, replica: ReplicaReads | null): Watch {
  if (replica === null) return watch;
  const { readiness } = watch;
  const add: Readiness['add'] = (name, check) =>
    readiness.add(name, async () => {
      const found = await within(CHECK_MS, check, { state: 'fail' } satisfies ReadinessAnswer);
      return found.state === 'fail' && replica.state().trouble === null ? PRIMARY_AWAY : found;
    });
  return { ...watch, readiness: { ...readiness, add } };
}

/** The check `replica`, and the figures of what is read from where. */
export function watchReplica({ metrics, readiness }: ReplicaWatch, replica: ReplicaReads): void {
  readiness.add('replica', (): ReadinessAnswer => {
    const { trouble } = replica.state();
    if (trouble === null) return { state: 'ok' };
    return { state: 'warn', message: `${TOLD[trouble]} Until then, answers read from the primary.` };
  });
  metrics.gauge(
    'screener_replica_lag_seconds',
    'How far the replica that was looked at last is behind; infinite until it has what the primary had at the start.',
    () => replica.state().lagMs / 1_000,
  );
  metrics.counts(
    'screener_reads_total',
    'Reads of this process for answers, by the database that gave them.',
    'from',
    () => ({ ...replica.reads() }),
  );
}
