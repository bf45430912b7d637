import type { JobWatch } from '@common/kit/jobs';
import type { ReceiptFile } from '../store/store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { exportReceipts } from '../use-cases/export-receipts.ts';
import { sequenceReceipts } from '../use-cases/sequence-receipts.ts';

export interface Sequencer {
  /** INVARIANT: no receipt is made before `start`, because only then is it known whether the log may grow. */
  readonly start: () => void;
  /** Announces that receipts are requested, so that they are made soon. */
  readonly wake: () => void;
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
  /** How often to look unprompted: another process may have died after requesting receipts. */
  readonly intervalMs: number;
}

/** How long a round's receipts wait to be written to files, in batches: no caller waits for a file. */
const EXPORT_MS = 200;

/**
 * Runs one round at a time in this process. Across processes, the database allows one sequencer at a time.
 */
export function createSequencer(options: SequencerOptions): Sequencer {
  const { deps, jobs, onError } = options;
  const making = jobs.job('receipts', onError);
  const writing = jobs.job('receipt_files', onError);
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const mayGrow = async () => (await options.refusal?.()) == null;
  const round = async (): Promise<void> => {
    do {
      again = false;
      await making.run(async () => {
        while ((await mayGrow()) && (await sequenceReceipts(deps)) > 0);
      });
    } while (again && !stopped);
  };
  const wake = (): void => {
    if (stopped || timer === null) return;
    if (running !== null) {
      again = true;
      return;
    }
    running = round().finally(() => {
      running = null;
      // Asked for after this round had looked for the last time.
      if (again) wake();
      exportTimer ??= setTimeout(exportNow, EXPORT_MS).unref();
    });
  };
  let exportTimer: NodeJS.Timeout | null = null;
  let exporting: Promise<unknown> | null = null;
  const exportNow = async (): Promise<void> => {
    clearTimeout(exportTimer ?? undefined);
    exportTimer = null;
    const { writeReceiptFiles } = options;
    exporting ??= writing
      .run(() => exportReceipts({ store: deps.store, writeReceiptFiles }))
      .finally(() => {
        exporting = null;
      });
    await exporting;
  };
  return {
    start() {
      timer ??= setInterval(wake, options.intervalMs).unref();
      wake();
    },
    wake,
    async settled() {
      wake();
      while (running !== null) await running;
    },
    async stop() {
      stopped = true;
      clearInterval(timer ?? undefined);
      if (running !== null) await running;
      await exportNow();
    },
  };
}
