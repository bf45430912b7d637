import type { ReadinessAnswer } from '@common/kit/telemetry/readiness';
import type { Watch } from '@common/kit/telemetry/watching';
import type { ReadCurrentState } from '../refresh/current-state.ts';
import type { FigureStore } from './figures.store.ts';

/** A job of 500 symbols takes seconds if their facts are stored, and minutes if these must be fetched. */
const BULK_LATE_S = 3_600;
/** Alerts are sent within a minute of an import. */
const ALERT_LATE_S = 900;

interface ScreenerWatch {
  readonly figures: FigureStore;
  /** Null if live mode is off. */
  readonly readCurrent: ReadCurrentState | null;
  readonly clock: () => number;
}

/** Adds gauges of the screener's queues, and its checks `bulk`, `alerts` and, in live mode, `sources`. */
export function watchScreener(
  { metrics, readiness }: Watch,
  { figures, readCurrent, clock }: ScreenerWatch,
): void {
  const ageOf = (since: number | null) => (since === null ? 0 : Math.max(0, (clock() - since) / 1_000));
  const bulkAge = async () => ageOf(await figures.oldestBulkJob());
  const alertAge = async () => ageOf((await figures.alerts(clock())).since);
  metrics.gauge(
    'screener_bulk_queue_age_seconds',
    'Since when the oldest bulk job that is not done waits.',
    bulkAge,
  );
  metrics.gauge(
    'screener_alerts_due',
    'Alerts that are due and not delivered, over all processes.',
    async () => (await figures.alerts(clock())).count,
  );
  metrics.gauge('screener_alert_age_seconds', 'Since when the oldest of them is due.', alertAge);
  readiness.add('bulk', async () =>
    lateAfter(BULK_LATE_S, await bulkAge(), 'The oldest bulk job is not done'),
  );
  readiness.add('alerts', async () => lateAfter(ALERT_LATE_S, await alertAge(), 'An alert is not delivered'));
  if (readCurrent === null) return;
  readiness.add('sources', async (): Promise<ReadinessAnswer> => {
    const { facts } = await readCurrent();
    if (facts.problem === null) return { state: 'ok' };
    return {
      state: 'warn',
      message: 'Facts or prices were not refreshed when it was last tried: see /health.',
    };
  });
}

function lateAfter(limitS: number, ageS: number, what: string): ReadinessAnswer {
  if (ageS <= limitS) return { state: 'ok' };
  return { state: 'warn', message: `${what} for ${Math.round(ageS)} s.` };
}
