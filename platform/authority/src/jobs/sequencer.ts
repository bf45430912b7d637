import type { JobWatch } from '@common/kit/jobs';
import type { ReceiptFile } from '../store/store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { exportReceipts } from '../use-cases/export-receipts.ts';
import { sequenceReceipts } from '../use-cases/sequence-receipts.ts';

export interface Sequencer {
  /** INVARIANT: no receipt is made before: until then nobody has asked whether the log may grow. */
  readonly start: () => void;
  /** Says that receipts are requested: they are then made soon. */
  readonly wake: () => void;
  /** Resolves once what was requested before this call has been made, or after a while at the latest. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface SequencerOptions {
  readonly deps: AuthorityDeps;
  readonly writeReceiptFiles: (files: readonly ReceiptFile[]) => Promise<void>;
  readonly jobs: JobWatch;
  readonly onError: (error: unknown, job: string) => void;
  /** Why the log must not grow now; null if nothing keeps it. Default: nothing does. */
  readonly refusal?: () => Promise<string | null>;
  /** How often to look unprompted: another process may have died after requesting receipts. */
  readonly intervalMs: number;
}

/** How many receipts are written to files at a time: nobody waits for a file. */
const EXPORT_MS = 200;

/** One round at a time in this process; of several processes, the database lets one sequence at a time. */
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
      // A request for a receipt also wakes the sequencer, so a running round covers that one too.
      if (running === null) wake();
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
