import type { JobWatch } from '@common/kit/jobs';
import type { ReceiptFile } from '../store/store.ts';
import type { AuthorityDeps, CheckedReport, ReportOutcome } from '../use-cases/deps.ts';
import { createReceiptExport, type ReceiptExport } from '../use-cases/export-receipts.ts';
import { sequenceReceipts } from '../use-cases/sequence-receipts.ts';

export interface Sequencer {
  /** INVARIANT: no receipt is made before `start`, because only then is it known whether the log may grow. */
  readonly start: () => void;
  /** Announces that receipts are requested, so that they are made soon. */
  readonly wake: () => void;
  /**
   * Records a report together with its receipt. A lone one begins a round at once; those that arrive during a round
   * share the next. Null if no receipt may be made now: nothing is recorded then.
   */
  readonly report: (report: CheckedReport) => Promise<ReportOutcome | null>;
  /**
   * Resolves once the receipts requested before this call are made, or the round that should make them ends.
   */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface SequencerOptions {
  readonly deps: AuthorityDeps;
  readonly writeReceiptFiles: (files: readonly ReceiptFile[]) => Promise<void>;
  readonly jobs: JobWatch;
  readonly onError: (error: unknown, job: string) => void;
  /** Returns why the log must not grow now, or null if it may. Default: it may. */
  readonly refusal?: () => Promise<string | null>;
  /** Takes the receipts that were made, for what follows the log. */
  readonly onMade?: ReceiptExport['add'];
  /** How often to look unprompted: another process may have died after requesting receipts. */
  readonly intervalMs: number;
}

/** How long a round's receipts wait to be written to files, in batches: no caller waits for a file. */
const EXPORT_MS = 200;
/** The most reports in a round. What was requested has the other half, and does not wait for ever. */
const MOST_REPORTS = 64;

interface Waiting {
  readonly report: CheckedReport;
  readonly resolve: (outcome: ReportOutcome | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs one round at a time in this process. Across processes, the database allows one sequencer at a time.
 */
export function createSequencer(options: SequencerOptions): Sequencer {
  const { deps, jobs, onError } = options;
  const making = jobs.job('receipts', onError);
  const reports: Waiting[] = [];
  /** Those who wait for receipts that were requested before. */
  const settling: (() => void)[] = [];
  let isQueueAsked = false;
  let running: Promise<void> | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  const files = createExport(options);
  const onMade: ReceiptExport['add'] = (made) => {
    files.add(made);
    options.onMade?.(made);
  };

  const mayGrow = async () => (await options.refusal?.()) == null;
  const answerWithoutReceipts = (): void => {
    for (const { resolve } of reports.splice(0)) resolve(null);
  };
  const round = async (): Promise<void> => {
    const settlingNow = settling.splice(0);
    const isAsked = isQueueAsked;
    isQueueAsked = false;
    try {
      if (!(await mayGrow())) return answerWithoutReceipts();
      const takesQueue = isAsked && (await deps.store.hasQueuedReceipts());
      if (!takesQueue && reports.length === 0) return;
      if (!(await makeReceipts(deps, { waiting: reports, takesQueue, onMade }))) return;
      isQueueAsked = true;
      settling.unshift(...settlingNow.splice(0));
    } finally {
      for (const resolve of settlingNow) resolve();
    }
  };
  const rounds = async (): Promise<void> => {
    while (!stopped && (isQueueAsked || reports.length > 0)) {
      // Left over are those of a round that failed before it took any.
      if (!(await making.run(round))) answerWithoutReceipts();
    }
    if (stopped) answerWithoutReceipts();
    files.soon();
    running = null;
  };
  const run = (): void => {
    if (!stopped && timer !== null) running ??= rounds();
  };
  const wake = (): void => {
    isQueueAsked = true;
    run();
  };
  return {
    start() {
      timer ??= setInterval(wake, options.intervalMs).unref();
      wake();
    },
    wake,
    async report(report) {
      if (stopped || timer === null) return null;
      return new Promise((resolve, reject) => {
        reports.push({ report, resolve, reject });
        run();
      });
    },
    async settled() {
      if (stopped || timer === null) return;
      await new Promise<void>((resolve) => {
        settling.push(resolve);
        wake();
      });
    },
    async stop() {
      stopped = true;
      clearInterval(timer ?? undefined);
      if (running !== null) await running;
      for (const resolve of settling.splice(0)) resolve();
      await files.finish();
    },
  };
}

interface Making {
  readonly waiting: Waiting[];
  readonly takesQueue: boolean;
  /** Takes the receipts that were made, for their files. */
  readonly onMade: ReceiptExport['add'];
}

/**
 * Makes one round. Returns whether more receipts may be requested than it made. INVARIANT: a report that cannot be
 * recorded harms no other: if a round of several fails, each is recorded alone.
 */
async function makeReceipts(deps: AuthorityDeps, { waiting, takesQueue, onMade }: Making): Promise<boolean> {
  let taken: readonly Waiting[] | null = null;
  const takeReports = () => {
    taken ??= waiting.splice(0, MOST_REPORTS);
    return taken.map(({ report }) => report);
  };
  try {
    const { outcomes, isMore, made } = await sequenceReceipts(deps, { takeReports, takesQueue });
    onMade(made);
    for (const [index, { resolve }] of takenOf(taken).entries()) resolve(outcomes[index] ?? null);
    return isMore;
  } catch (error) {
    const together = takenOf(taken);
    const isAlone = together.length === 1 && !takesQueue;
    for (const each of together) await (isAlone ? each.reject(error) : recordAlone(deps, each));
    throw error;
  }
}

/** The compiler does not see that a function in between has set it. */
function takenOf(taken: readonly Waiting[] | null): readonly Waiting[] {
  return taken ?? [];
}

async function recordAlone(deps: AuthorityDeps, { report, resolve, reject }: Waiting): Promise<void> {
  try {
    const { outcomes } = await sequenceReceipts(deps, { takeReports: () => [report], takesQueue: false });
    resolve(outcomes[0] ?? null);
  } catch (error) {
    reject(error);
  }
}

function createExport({ deps, writeReceiptFiles, jobs, onError }: SequencerOptions) {
  const writing = jobs.job('receipt_files', onError);
  let timer: NodeJS.Timeout | null = null;
  let exporting: Promise<unknown> | null = null;
  const { store } = deps;
  const files = createReceiptExport({ store, writeReceiptFiles, monotonicMs: () => performance.now() });
  const now = async (work: ReceiptExport['run']): Promise<void> => {
    clearTimeout(timer ?? undefined);
    timer = null;
    exporting ??= writing.run(work).finally(() => {
      exporting = null;
    });
    await exporting;
  };
  return {
    add: files.add,
    soon: (): void => {
      timer ??= setTimeout(() => now(files.run), EXPORT_MS).unref();
    },
    finish: async (): Promise<void> => {
      if (exporting !== null) await exporting;
      await now(files.finish);
    },
  };
}
