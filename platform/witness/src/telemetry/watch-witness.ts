import type { ReadinessAnswer } from '@common/kit/telemetry/readiness';
import type { Watch } from '@common/kit/telemetry/watching';
import { readKeptCosignature } from '@platform/core/log/note/cosignature';
import type { CosignedCheckpoint } from '../store/store.ts';
import type { WitnessDeps } from '../use-cases/add-checkpoint.ts';

interface WitnessWatch {
  /**
   * Counts an answer to `add-checkpoint`. `origin` is the one that the request names, no matter who sent it.
   */
  readonly answered: (origin: string | null, status: number) => void;
  readonly forked: (origin: string) => void;
}

/** The label of answers about a log that is not admitted, because strangers must not create new series. */
const NO_LOG = '';
const MS_PER_S = 1_000;

/** The witness’s metrics, by the origins in `WITNESS_LOGS`, and its check `logs`. */
export function watchWitness(
  { metrics, readiness }: Watch,
  deps: Pick<WitnessDeps, 'store' | 'crypto' | 'logs' | 'key' | 'clock'>,
): WitnessWatch {
  const { store, clock } = deps;
  const openedAt = clock();
  const origins = [...new Set(deps.logs.map(({ name }) => name))];
  const forks = new Map(origins.map((origin) => [origin, 0]));
  const eachLog = async (read: (cosigned: CosignedCheckpoint | null) => number) => {
    const figures = origins.map(async (origin) => [origin, read(await store.cosigned(origin))] as const);
    return Object.fromEntries(await Promise.all(figures));
  };
  const ageOf = (cosigned: CosignedCheckpoint | null): number =>
    Math.max(0, (clock() - (cosigned === null ? openedAt : timeOf(deps, cosigned))) / MS_PER_S);
  const answers = metrics.counter(
    'witness_answers_total',
    'Answers to add-checkpoint, by status and by the log of WITNESS_LOGS that the request names, if it names one.',
    ['log', 'status'],
  );
  // Starts each series at zero, so that the first answer is an increase.
  for (const origin of origins) answers.inc({ log: origin, status: 200 }, 0);
  metrics.gauges(
    'witness_cosigned_size',
    'Entries of the log in the checkpoint that was cosigned last; 0 before the first.',
    'log',
    () => eachLog((cosigned) => cosigned?.size ?? 0),
  );
  metrics.gauges(
    'witness_cosigned_age_seconds',
    'Since the log was cosigned last; before the first time, since the start.',
    'log',
    () => eachLog(ageOf),
  );
  metrics.counts(
    'witness_conflicting_roots_total',
    'How often another root was shown than was cosigned at that size, with the log’s signature.',
    'log',
    () => Object.fromEntries(forks),
  );
  readiness.add('logs', (): ReadinessAnswer => {
    if ([...forks.values()].every((count) => count === 0)) return { state: 'ok' };
    return { state: 'warn', message: 'A log has signed two roots of one size: see the runbook, LogForked.' };
  });
  return {
    answered: (origin, status) =>
      answers.inc({ log: origin !== null && forks.has(origin) ? origin : NO_LOG, status }),
    forked: (origin) => void forks.set(origin, (forks.get(origin) ?? 0) + 1),
  };
}

/**
 * The time of our own line below the checkpoint, in milliseconds since the epoch; NaN if that line is not
 * valid.
 */
function timeOf({ crypto, key }: Pick<WitnessDeps, 'crypto' | 'key'>, { note }: CosignedCheckpoint): number {
  const read = readKeptCosignature(crypto, note, key);
  return read.state === 'valid' ? read.timeS * MS_PER_S : Number.NaN;
}
