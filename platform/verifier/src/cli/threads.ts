import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { answersInOrder } from '@common/base/in-order';
import { type FolderOptions, type FolderWork, folderWork } from './folder-work.ts';

/** The program as further threads of this process. */
export interface Threads {
  /** How many threads may run at once. */
  readonly most: number;
  /** The module of the program, which calls `serveAsThread` in a thread. */
  readonly program: URL;
}

type Kind = keyof FolderWork;
type Job<Of extends Kind> = Parameters<FolderWork[Of]>[0];
type Answer<Of extends Kind> = ReturnType<FolderWork[Of]>;

/** Does the work on a folder’s receipts, in as many threads as are worth their start. */
interface Hands extends AsyncDisposable {
  /** Returns the jobs’ answers, in the order of the jobs. */
  all<Of extends Kind>(kind: Of, jobs: readonly Job<Of>[]): Promise<Answer<Of>[]>;
}

/** A thread takes about as long to start as to verify so many receipts. */
const RECEIPTS_A_THREAD = 200;

export function openHands(options: FolderOptions, receipts: number, threads: Threads | null): Hands {
  const count = Math.min(threads?.most ?? 1, Math.floor(receipts / RECEIPTS_A_THREAD));
  return threads === null || count < 2 ? ownHands(options) : otherHands(options, count, threads.program);
}

function ownHands(options: FolderOptions): Hands {
  const work = folderWork(options);
  return {
    all: async (kind, jobs) => jobs.map((job) => work[kind](job as never) as never),
    async [Symbol.asyncDispose]() {},
  };
}

/** INVARIANT: each thread has one job at a time, so a job with long files delays no other. */
function otherHands(options: FolderOptions, count: number, program: URL): Hands {
  const workers = Array.from({ length: count }, () => new Worker(program, { workerData: options }));
  return {
    async all(kind, jobs) {
      const hands = workers.map((worker) => async (job: Job<typeof kind>): Promise<Answer<typeof kind>> => {
        worker.postMessage([kind, job]);
        // An error inside the thread rejects. It is a bug, as it would be here.
        const [answer] = await once(worker, 'message');
        return answer;
      });
      const answers: Answer<typeof kind>[] = [];
      for await (const answer of answersInOrder(jobs, hands, Number.POSITIVE_INFINITY)) answers.push(answer);
      return answers;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** Serves a thread that `openHands` started: does one job after another, until the thread is terminated. */
export function serveAsThread(): void {
  const work = folderWork(workerData);
  parentPort?.on('message', ([kind, job]: [Kind, never]) => parentPort?.postMessage(work[kind](job)));
}
