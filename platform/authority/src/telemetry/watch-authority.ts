import type { ReadinessAnswer } from '@common/kit/telemetry/readiness';
import type { Watch } from '@common/kit/telemetry/watching';
import { checkLogKept } from '../use-cases/continuity.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import type { WitnessFigures } from '../witnesses/witness-lag.ts';
import type { Backlog, FigureStore } from './figures.store.ts';

/** Receipts are normally made within milliseconds. */
const RECEIPT_LATE_S = 60;
/** A grant ends unapproved if its approver is not notified. */
const NOTICE_LATE_S = 900;

interface WatchedFigures {
  readonly figures: FigureStore;
  readonly logRefusal: () => Promise<string | null>;
  readonly witnesses: WitnessFigures;
  /** When the database was last backed up, or could first have been, in milliseconds since the epoch. */
  readonly lastBackup: () => Promise<number>;
}

/** Adds the authority's figures, and its checks `log`, `witnesses`, `receipts` and `notices`. */
export function watchAuthority(
  { metrics, readiness }: Watch,
  deps: Pick<AuthorityDeps, 'store' | 'crypto' | 'kept' | 'clock'>,
  { figures, logRefusal, witnesses, lastBackup }: WatchedFigures,
): void {
  const { clock } = deps;
  const ageOf = ({ since }: Backlog) => (since === null ? 0 : Math.max(0, (clock() - since) / 1_000));
  const head = async () => (await deps.store.treeHead(null))?.tree_head ?? null;
  metrics.gauge(
    'authority_receipt_queue_depth',
    'Receipts that are requested and not made.',
    async () => (await figures.receipts()).count,
  );
  metrics.gauge('authority_receipt_queue_age_seconds', 'Since when the oldest of them waits.', async () =>
    ageOf(await figures.receipts()),
  );
  metrics.gauge(
    'authority_notices_waiting',
    'Notices that are neither delivered nor given up.',
    async () => (await figures.notices()).count,
  );
  metrics.gauge('authority_notice_age_seconds', 'Since when the oldest of them waits.', async () =>
    ageOf(await figures.notices()),
  );
  metrics.gauge('authority_notices_given_up', 'Notices that were given up.', () => figures.noticesGivenUp());
  metrics.gauge(
    'authority_grants_in_doubt',
    'Redeemed grants of which nobody knows whether they were carried out.',
    async () => (await figures.doubts()).count,
  );
  metrics.gauge(
    'authority_doubt_age_seconds',
    'Since when the oldest of them waits for a person.',
    async () => ageOf(await figures.doubts()),
  );
  metrics.gauges('authority_open_grants', 'Grants that are not over, by status.', 'status', () =>
    figures.openGrants(),
  );
  metrics.gauge('authority_log_size', 'Entries of the log.', async () => (await head())?.tree_size ?? 0);
  metrics.gauge(
    'authority_log_head_age_seconds',
    'Since when the log has had no new entry; NaN before the first.',
    async () => {
      const at = (await head())?.timestamp;
      return at === undefined ? Number.NaN : Math.max(0, (clock() - Date.parse(at)) / 1_000);
    },
  );
  readiness.add('log', async (): Promise<ReadinessAnswer> => {
    const kept = await checkLogKept(deps);
    if (!kept.ok)
      return { state: 'fail', message: 'The log is not the one that was kept: see the runbook, LogRefused.' };
    // Anyone may read this, so only the log names the witness and what it has seen.
    return (await logRefusal()) === null
      ? { state: 'ok' }
      : {
          state: 'fail',
          message: 'A witness has seen more of the log than there is: see the runbook, LogRefused.',
        };
  });
  watchWitnesses({ metrics, readiness }, witnesses);
  metrics.gauge(
    'authority_backup_age_seconds',
    'Since the last backup of the authority; before the first, since its keys were made.',
    async () => Math.max(0, (clock() - (await lastBackup())) / 1_000),
  );
  readiness.add('receipts', async () =>
    lateAfter(RECEIPT_LATE_S, ageOf(await figures.receipts()), 'A receipt that was requested is not made'),
  );
  readiness.add('notices', async () =>
    lateAfter(NOTICE_LATE_S, ageOf(await figures.notices()), 'A notice has not been delivered'),
  );
}

function watchWitnesses(
  { metrics, readiness }: Pick<Watch, 'metrics' | 'readiness'>,
  { lags, quorumLag, alarms }: WitnessFigures,
): void {
  metrics.gauges(
    'authority_witness_lag_seconds',
    'For how long there has been a head that this witness has not cosigned; by its name in LOG_WITNESSES.',
    'witness',
    lags,
  );
  metrics.gauge(
    'authority_quorum_lag_seconds',
    'For how long there has been a head that too few witnesses of LOG_WITNESSES have cosigned.',
    quorumLag,
  );
  metrics.gauge(
    'authority_witness_alarms',
    'Witnesses that claim or show what this log never published: a fork, or a lie.',
    alarms,
  );
  readiness.add('witnesses', () =>
    alarms() === 0
      ? { state: 'ok' }
      : { state: 'warn', message: 'A witness contradicts this log: see the runbook, WitnessAlarm.' },
  );
}

function lateAfter(limitS: number, ageS: number, what: string): ReadinessAnswer {
  if (ageS <= limitS) return { state: 'ok' };
  return { state: 'warn', message: `${what} for ${Math.round(ageS)} s.` };
}
