import type { Metrics } from '@common/kit/metrics';
import type { ReadReplica } from '@common/kit/sql/read-replica';
import type { ReplicaTrouble } from '@common/kit/sql/replica-pool';
import type { Checked, Readiness } from '@common/kit/watch/readiness';

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

/** The check `replica`, and the figures of what is read from where. */
export function watchReplica(
  { metrics, readiness }: ReplicaWatch,
  replica: Pick<ReadReplica<unknown>, 'state' | 'reads'>,
): void {
  readiness.add('replica', (): Checked => {
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
