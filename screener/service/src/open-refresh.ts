import type { JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import type { Metrics } from '@common/kit/telemetry/metrics';
import type { ScreenerSettings } from './config.ts';
import type { Current } from './open-live.ts';
import { currentStateOf, type ReadCurrentState } from './refresh/current-state.ts';
import { createRefreshJob } from './refresh/refresh.job.ts';

interface Refresh {
  /** Null if live mode is off. */
  readonly readCurrent: ReadCurrentState | null;
  start(): void;
  stop(): Promise<void>;
}

interface RefreshParts {
  readonly current: Current | null;
  readonly jobs: JobWatch;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly onRefreshed: () => void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const IDLE = { readCurrent: null, start: () => undefined, stop: async () => undefined };

/** Opens the job that keeps the store current, with its metrics. Sends no request before `start`. */
export function openRefresh(
  { config }: Pick<ScreenerSettings, 'config'>,
  { current, jobs, log, metrics, onRefreshed }: RefreshParts,
): Refresh {
  if (current === null) return IDLE;
  const { refresh, listing, rates } = current;
  const { indexStore, clock } = refresh;
  const daysSince = (date: string | undefined) =>
    date === undefined ? Number.NaN : Math.floor((clock() - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);
  metrics.gauge(
    'screener_index_age_days',
    'Days since the newest day of the SEC’s index of filings that was read.',
    async () => daysSince((await indexStore.state()).days?.last),
  );
  metrics.gauge(
    'screener_companies_due',
    'Companies that filed since their facts were fetched.',
    async () => (await indexStore.state()).due,
  );
  if (listing !== null) {
    metrics.gauge('screener_price_age_days', 'Days since the session of the newest listed close.', async () =>
      daysSince((await listing.state())?.latest),
    );
  }
  const companies = metrics.counter(
    'screener_refreshed_companies_total',
    'Companies that this process asked the SEC for because they filed, by outcome.',
    ['outcome'],
  );
  const readCurrent = currentStateOf(indexStore, listing);
  if (config.REFRESH_EVERY_MINUTES === 0) return { ...IDLE, readCurrent };
  const job = createRefreshJob({
    ...refresh,
    listing,
    rates,
    everyMs: config.REFRESH_EVERY_MINUTES * MINUTE_MS,
    jobs,
    log,
    onRefreshed,
    onCompany: (outcome) => companies.inc({ outcome }),
  });
  return { readCurrent, ...job };
}
