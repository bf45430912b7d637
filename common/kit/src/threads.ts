import { parentPort, Worker, workerData } from 'node:worker_threads';
import { answersInOrder, type Hand } from '@common/base/in-order';

/** Further threads that a program may use. */
export interface Threads {
  /** How many may run at once; with 1 there is no other thread. */
  readonly most: number;
  /** The module that the threads run, which calls `serveThread`. A bundled program names its bundle. */
  readonly program: URL;
}

/** Makes what does the jobs of one kind; each thread makes its own, from options that it is given. */
export type Works = Readonly<
  Record<string, (options: never) => Hand<never, unknown> | Promise<Hand<never, unknown>>>
>;

interface Hiring<Job, Answer> {
  readonly threads: Threads | null;
  /** What the threads find in their `Works`. */
  readonly kind: string;
  readonly options: unknown;
  /** How many jobs there are, about. */
  readonly jobs: number;
  /** A thread takes about as long to start as to do so many of them, so fewer are not worth one. */
  readonly perThread: number;
  /** Does the jobs in this thread, if no other is started; otherwise those to which the others answer null. */
  readonly own: Hand<Job, Answer>;
  /** What a failure calls the job. */
  readonly nameOf: (job: Job) => string;
}

/** Does jobs in as many threads as are worth their start, or in this one. */
export interface Hands<Job, Answer> extends AsyncDisposable {
  /** The answers, in the order of the jobs. */
  answers(jobs: Iterable<Job> | AsyncIterable<Job>): AsyncGenerator<Answer>;
}

interface Posted {
  readonly id: number;
  readonly job: unknown;
}
type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: unknown };

/** A thread has so many jobs at hand: the main thread is often busy for longer than one of them takes. */
const AT_HAND = 24;
/** Of those, it works on so many: while one waits for the disk, the other goes on. */
const AT_ONCE = 2;

/** INVARIANT: the answers do not depend on the number of threads. */
export function openHands<Job, Answer>(hiring: Hiring<Job, Answer>): Hands<Job, Answer> {
  const { threads, jobs, perThread, own } = hiring;
  const count = Math.min(threads?.most ?? 1, Math.floor(jobs / perThread));
  if (threads === null || count < 2) {
    return { answers: (list) => answersInOrder(list, [own], 1), async [Symbol.asyncDispose]() {} };
  }
  const hired = Array.from({ length: count }, () => hire(threads.program, hiring));
  const hands = Array.from({ length: AT_HAND }, () => hired.map(({ hand }) => hand)).flat();
  return {
    answers: (list) => answersInOrder(list, hands, hands.length),
    async [Symbol.asyncDispose]() {
      await Promise.all(hired.map(({ worker }) => worker.terminate()));
    },
  };
}

function hire<Job, Answer>(program: URL, { kind, options, own, nameOf }: Hiring<Job, Answer>) {
  const worker = new Worker(program, { workerData: { kind, options } });
  const open = new Map<number, PromiseWithResolvers<Answer | null>>();
  let ended: Error | null = null;
  let last = 0;
  worker.on('message', (reply: Reply) => {
    const job = open.get(reply.id);
    open.delete(reply.id);
    if ('error' in reply) job?.reject(reply.error);
    else job?.resolve(reply.answer as Answer | null);
  });
  const end = (cause: unknown): void => {
    ended ??= new Error('the thread ended', { cause });
    for (const job of open.values()) job.reject(ended);
    open.clear();
  };
  worker.on('error', end);
  worker.on('exit', end);
  const hand = async (job: Job): Promise<Answer> => {
    last += 1;
    const answer = Promise.withResolvers<Answer | null>();
    open.set(last, answer);
    if (ended === null) worker.postMessage({ id: last, job } satisfies Posted);
    else answer.reject(ended);
    try {
      return (await answer.promise) ?? (await own(job));
    } catch (error) {
      throw new Error(`${nameOf(job)}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  };
  return { worker, hand };
}

/** Serves a thread that `openHands` started: does jobs until the thread is terminated. */
export function serveThread(works: Works): void {
  const { kind, options } = workerData as { readonly kind: string; readonly options: never };
  const made = (async () => works[kind]?.(options))();
  // The first job says why.
  made.catch(() => {});
  const lanes = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  const answer = async ({ id, job }: Posted): Promise<void> => {
    let reply: Reply;
    try {
      const hand = await made;
      if (hand === undefined) throw new Error(`no work called ${kind}`);
      reply = { id, answer: await hand(job as never) };
    } catch (error) {
      reply = { id, error };
    }
    parentPort?.postMessage(reply);
  };
  parentPort?.on('message', (posted: Posted) => {
    const lane = posted.id % AT_ONCE;
    lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(() => answer(posted));
  });
}
