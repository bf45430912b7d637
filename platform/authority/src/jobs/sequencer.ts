import type { Receipt } from '@platform/protocol/receipt';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { exportReceipts } from '../use-cases/export-receipts.ts';
import { sequenceReceipts } from '../use-cases/sequence-receipts.ts';

export interface Sequencer {
  /** Receipts are asked for: makes them soon. */
  readonly wake: () => void;
  /** Resolves once what was asked for before this call has been made, or at the latest after a while. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface SequencerOptions {
  readonly deps: AuthorityDeps;
  readonly writeReceiptFiles: (receipts: readonly Receipt[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Looks this often although nobody woke it: another process may have died with receipts asked for. */
  readonly intervalMs: number;
}

/** Receipts are written as files so many at a time: nobody waits for a file. */
const EXPORT_MS = 200;

/** One round at a time, in this process; of several processes, the database lets one sequence at a time. */
export function createSequencer(options: SequencerOptions): Sequencer {
  const { deps } = options;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const round = async (): Promise<void> => {
    do {
      again = false;
      try {
        while ((await sequenceReceipts(deps)) > 0);
      } catch (error) {
        options.onError(error);
      }
    } while (again && !stopped);
  };
  const wake = (): void => {
    if (stopped) return;
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
    exporting ??= exportReceipts({ store: deps.store, writeReceiptFiles: options.writeReceiptFiles })
      .catch(options.onError)
      .finally(() => {
        exporting = null;
      });
    await exporting;
  };
  const timer = setInterval(wake, options.intervalMs);
  timer.unref();
  return {
    wake,
    async settled() {
      // Whoever asks for a receipt has woken it: a round that runs sees to that one too.
      if (running === null) wake();
      while (running !== null) await running;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      if (running !== null) await running;
      await exportNow();
    },
  };
}
