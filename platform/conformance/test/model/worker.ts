import type { HttpCall, HttpClient } from '@common/kit/http/client';
import { executeGrant, resumeIntent } from '@platform/pep/use-cases/execute-grant';

export type WorkerDeps = Parameters<typeof executeGrant>[0];

/** What a worker needs of the place where it works. */
export interface WorkPlace {
  readonly grantId: (g: number) => string;
  readonly presented: (g: number) => Parameters<typeof executeGrant>[1];
  readonly pepDeps: (
    g: number,
    worker: { readonly http: Pick<HttpClient, 'send' | 'sendRepeatable'>; readonly check: () => void },
  ) => WorkerDeps;
}

export type HttpReply = Awaited<ReturnType<HttpClient['send']>>;

/** What a worker waits for. */
interface Waiting {
  readonly kind: 'redeem' | 'call' | 'look_up' | 'report';
  readonly call: HttpCall;
}

/** One worker's turn with a grant: the real use case, stopped at each message until a test lets it go on. */
export interface Worker {
  waiting(): Waiting | null;
  /** Answers the message for which the worker waits. */
  reply(reply: HttpReply): void;
  /** Resolves once the worker waits for an answer, or has done what it can (`rest`). */
  settled(): Promise<Waiting['kind'] | 'rest'>;
  /** What the turn came to; null while it runs. */
  result(): unknown;
  /** Ends the turn where it is: it writes and sends nothing from here on. */
  crash(): Promise<void>;
}

class Crashed extends Error {}

export function startWorker(place: WorkPlace, g: number, how: 'present' | 'resume'): Worker {
  let waiting:
    | (Waiting & { readonly resolve: (reply: HttpReply) => void; readonly reject: (error: Error) => void })
    | null = null;
  let arrived = Promise.withResolvers<void>();
  let isAlive = true;
  let came: unknown = null;
  const send = (call: HttpCall): Promise<HttpReply> => {
    const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
    waiting = { kind: kindOf(call), call, resolve, reject };
    arrived.resolve();
    return promise;
  };
  const deps = place.pepDeps(g, {
    http: { send, sendRepeatable: send },
    check: () => {
      if (!isAlive) throw new Crashed('this worker has crashed');
    },
  });
  const turn =
    how === 'present' ? executeGrant(deps, place.presented(g)) : resumeIntent(deps, place.grantId(g));
  const ended = turn.then(
    (result) => {
      if (result === null) throw new Error('the intent is not free');
      came = result;
    },
    (error: unknown) => {
      if (!(error instanceof Crashed)) throw error;
    },
  );
  // Awaited by `settled` or `crash`.
  ended.catch(() => {});
  return {
    waiting: () => waiting,
    result: () => came,
    reply(reply) {
      const { resolve } = waiting ?? {};
      waiting = null;
      arrived = Promise.withResolvers<void>();
      resolve?.(reply);
    },
    async settled() {
      await Promise.race([arrived.promise, ended]);
      return waiting?.kind ?? 'rest';
    },
    async crash() {
      isAlive = false;
      waiting?.reject(new Crashed('this worker has crashed'));
      waiting = null;
      await ended;
    },
  };
}

function kindOf({ method, path }: HttpCall): Waiting['kind'] {
  if (path.endsWith('/redeem')) return 'redeem';
  if (path === '/events') return 'report';
  return method === 'GET' ? 'look_up' : 'call';
}
