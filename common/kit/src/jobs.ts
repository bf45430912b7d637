import type { Log } from './telemetry/log.ts';
import type { ReadinessAnswer } from './telemetry/readiness.ts';
import type { Watch } from './telemetry/watching.ts';

/** Background work that runs again and again. */
export interface Job {
  /**
   * Runs the job once. A run fails if `work` throws, which goes to the job's `onError`, or if it calls
   * `failed`, for work that reports errors itself and continues. Never rejects; returns whether the run
   * succeeded.
   */
  run(work: Work): Promise<boolean>;
}

type Work = (failed: () => void) => Promise<unknown>;

/** Which jobs of a process keep failing, and since when. */
export interface JobWatch {
  /**
   * `name` labels metrics and appears in `/readyz`: a few words in snake_case. `onError` logs why a run
   * failed. While a job keeps failing, `onError` is called at most once a minute, since a job that runs every
   * second would bury all other lines.
   */
  job(name: string, onError: (error: unknown, name: string) => void): Job;
  /**
   * For how many seconds each job has failed: since the first failure that no successful run has followed.
   * Otherwise 0.
   */
  failingS(): Readonly<Record<string, number>>;
}

/**
 * Runs a job at intervals, one run at a time, and sooner after a failed run, so that one failure does not
 * look like lasting trouble. It does not keep an otherwise idle process alive.
 */
export interface RepeatedJob {
  /** Begins the first run at once. Does nothing if it has started. */
  start(): void;
  /** Starts a run now, or returns the one in progress. */
  run(): Promise<void>;
  /** Waits for the run in progress. */
  stop(): Promise<void>;
}

/**
 * The wait after a failed run. It doubles after each further failure, since others may be asked for what
 * could not be stored.
 */
const AGAIN_MS = 60_000;
/** How often the log says why a job fails while it keeps failing. */
const TELL_MS = 60_000;
/** A job that fails once and then succeeds needs nobody. This is longer than the time until its next try. */
const WORTH_A_LOOK_S = 120;

interface JobWatchOptions {
  /** The log gets a line when a failed job works again. */
  readonly log?: Pick<Log, 'info'> | undefined;
  /** A test's, or `performance.now`. */
  readonly monotonicMs?: () => number;
}

export function createJobWatch({
  log,
  monotonicMs = () => performance.now(),
}: JobWatchOptions = {}): JobWatch {
  /** Null if the last run did not fail. */
  const since = new Map<string, number | null>();
  return {
    job(name, onError) {
      since.set(name, null);
      let toldMs = Number.NEGATIVE_INFINITY;
      let isTold = false;
      const fail = (): void => void since.set(name, since.get(name) ?? monotonicMs());
      const why = (error: unknown): void => {
        if (monotonicMs() - toldMs < TELL_MS) return;
        toldMs = monotonicMs();
        isTold = true;
        tell(() => onError(error, name));
      };
      const well = (): void => {
        const failed = since.get(name) ?? null;
        since.set(name, null);
        if (failed === null || !isTold) return;
        isTold = false;
        const seconds = Math.round((monotonicMs() - failed) / 1_000);
        tell(() => log?.info({ job: name, failed_s: seconds }, 'a job that had failed works again'));
      };
      return {
        async run(work) {
          let isWell = true;
          const failed = (): void => {
            isWell = false;
            fail();
          };
          try {
            await work(failed);
          } catch (error) {
            failed();
            why(error);
          }
          if (isWell) well();
          return isWell;
        },
      };
    },
    failingS() {
      const now = monotonicMs();
      return Object.fromEntries(
        [...since].map(([name, ms]) => [name, ms === null ? 0 : Math.max(0, (now - ms) / 1_000)]),
      );
    },
  };
}

/** A log that cannot be written must not end the job. */
function tell(write: () => void): void {
  try {
    write();
  } catch {
    // The job's metric still shows the failure.
  }
}

/** Does `work` every `ms`, as runs of `job`. */
export function every(ms: number, job: Job, work: Work): RepeatedJob {
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let againMs = AGAIN_MS;
  let running: Promise<void> | undefined;
  const runOnce = async (): Promise<void> => {
    clearTimeout(again);
    const isWell = await job.run(work);
    running = undefined;
    if (isWell) againMs = AGAIN_MS;
    // Otherwise the next run comes as soon, or nobody asked for one.
    else if (timer !== undefined && againMs < ms) {
      again = setTimeout(run, againMs).unref();
      againMs *= 2;
    }
  };
  const run = (): Promise<void> => {
    running ??= runOnce();
    return running;
  };
  return {
    run,
    start() {
      if (timer !== undefined) return;
      void run();
      timer = setInterval(run, ms).unref();
    },
    async stop() {
      clearInterval(timer);
      clearTimeout(again);
      timer = undefined;
      await running;
    },
  };
}

/** Adds the check `jobs`, which never takes a service out of use, and the metric that alerts read. */
export function watchJobs({ metrics, readiness }: Watch, jobs: JobWatch): void {
  metrics.gauges(
    'service_job_failing_seconds',
    'For how long each job in the background has failed, run after run; 0 where the last run did not.',
    // Prometheus keeps the label `job` for itself.
    'name',
    () => jobs.failingS(),
  );
  readiness.add('jobs', (): ReadinessAnswer => {
    const failing = Object.entries(jobs.failingS()).filter(([, seconds]) => seconds > WORTH_A_LOOK_S);
    if (failing.length === 0) return { state: 'ok' };
    const named = failing.map(([name, seconds]) => `${name} for ${Math.round(seconds)} s`).join(', ');
    return {
      state: 'warn',
      message: `Work in the background keeps failing: ${named}. The service’s log says why.`,
    };
  });
}
