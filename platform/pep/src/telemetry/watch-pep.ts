import type { Watch } from '@common/kit/telemetry/watching';
import type { IntentStore } from '../store/store.ts';

/** After so long without an answer, a person should call the counterparty. */
const LATE_S = 600;

/** Adds the enforcement point's figures, and its check `executions`. */
export function watchPep(
  { metrics, readiness }: Watch,
  {
    store,
    clock,
  }: { readonly store: Pick<IntentStore, 'countUnfinished' | 'oldestUnfinished'>; clock(): number },
): void {
  const age = async () => {
    const since = await store.oldestUnfinished();
    return since === null ? 0 : Math.max(0, (clock() - since) / 1_000);
  };
  metrics.gauge('pep_unfinished_executions', 'Grants whose outcome or record is still outstanding.', () =>
    store.countUnfinished(),
  );
  metrics.gauge(
    'pep_unfinished_age_seconds',
    'Since when the oldest of them was presented, except those that wait for a principal’s decision.',
    age,
  );
  readiness.add('executions', async () => {
    const seconds = await age();
    if (seconds <= LATE_S) return { state: 'ok' };
    return { state: 'warn', message: `The outcome of an execution is unknown for ${Math.round(seconds)} s.` };
  });
}
