import { every, type JobWatch, type RepeatedJob } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import type { LiveListing } from '../listing/live-listing.ts';
import type { LiveRates } from '../rates/live-rates.ts';
import { type RefreshDeps, refreshFacts } from './refresh-facts.ts';

interface RefreshJobOptions extends RefreshDeps {
  /** Null if prices come from elsewhere. */
  readonly listing: Pick<LiveListing, 'keepCurrent'> | null;
  readonly rates: LiveRates;
  readonly everyMs: number;
  readonly jobs: JobWatch;
  readonly log: Log;
  /** Called when facts or prices may be newer than before. */
  readonly onRefreshed: () => void;
}

/**
 * Keeps stored facts and prices current. A failure is reported in the log and at `/health`; the next run
 * tries again.
 */
export function createRefreshJob(options: RefreshJobOptions): RepeatedJob {
  const { listing, rates, everyMs, jobs, log } = options;
  const stopping = new AbortController();
  const onError = (err: unknown): void => {
    if (!stopping.signal.aborted) log.error({ err }, 'refreshing failed; it will be tried again');
  };
  // The check `sources` and the age of the data report what a source answers, so only a fault of this process
  // fails the job.
  const job = every(everyMs, jobs.job('refresh', onError), async () => {
    const [prices, rated, facts] = await Promise.all([
      listing?.keepCurrent(),
      rates.keepCurrent(),
      refreshFacts(options, { signal: stopping.signal }),
    ]);
    if (prices?.ok === false) log.warn({ reason: prices.error.message }, 'the daily listing is not current');
    if (!rated.ok) log.warn({ reason: rated.error.message }, 'the exchange rates are not current');
    if (facts.ok) log.info({ ...facts.value }, 'the SEC’s daily index was looked at');
    else if (facts.error.code !== 'refresh_running') {
      log.warn({ reason: facts.error.message }, 'the SEC’s daily index was not read to its end');
    }
    options.onRefreshed();
  });
  return {
    ...job,
    async stop() {
      stopping.abort();
      await job.stop();
    },
  };
}
