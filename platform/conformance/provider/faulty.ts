import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** How a provider misbehaves with the next request for an effect. */
export type Misbehaviour =
  /** The connection ends, or the answer never comes, before or after it is done. */
  | 'lost_before'
  | 'lost_after'
  | 'silent_before'
  | 'silent_after'
  /** It answers 500 though it is done, and says so again whenever the key comes again. */
  | 'error_after'
  /** It answers 503 and keeps nothing. */
  | 'overloaded'
  | 'rate_limited'
  /** It answers something that is no answer, though it is done. */
  | 'garbage_after'
  /** The request arrives twice. */
  | 'delivered_twice'
  /** It no longer knows who asks: an access token ends early. */
  | 'credential_ended';

/** What was answered under a key, and to what. */
export interface Kept {
  readonly params: string;
  readonly status: number;
  readonly body: string;
}

interface Effect {
  readonly key: string;
  readonly params: string;
  /** Does it, once per key, and says what is answered. */
  readonly make: () => Kept;
  readonly kept: Map<string, Kept>;
  /** The provider's own words for an error. */
  readonly errorOf: (status: number) => string;
}

const SILENCE_MS = 60_000;

/** Answers a request for an effect, with one fault or as it should. */
export function answerEffect(
  fault: Misbehaviour | null,
  request: IncomingMessage,
  response: ServerResponse,
  { key, params, make, kept, errorOf }: Effect,
): void {
  const refusal = { credential_ended: 401, rate_limited: 429, overloaded: 503 } as const;
  if (fault !== null && Object.hasOwn(refusal, fault)) {
    const status = refusal[fault as keyof typeof refusal];
    answer(response, status, errorOf(status));
  } else if (fault === 'lost_before') request.socket.destroy();
  else if (fault === 'silent_before') destroyLater(response);
  else {
    const made = make();
    if (fault === 'lost_after') request.socket.destroy();
    else if (fault === 'silent_after') destroyLater(response);
    else if (fault === 'garbage_after') answer(response, made.status, made.body.slice(0, 12));
    else if (fault === 'error_after') {
      kept.set(key, { params, status: 500, body: errorOf(500) });
      answer(response, 500, errorOf(500));
    } else {
      const { status, body } = fault === 'delivered_twice' ? make() : made;
      answer(response, status, body);
    }
  }
}

function destroyLater(response: ServerResponse): void {
  setTimeout(() => response.destroy(), SILENCE_MS).unref();
}

export function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** The faults of the next requests, one each; null: as it should. */
export function faultQueue() {
  let queue: (Misbehaviour | null)[] = [];
  return {
    next: (): Misbehaviour | null => queue.shift() ?? null,
    misbehave(next: readonly (Misbehaviour | null)[]): void {
      queue = [...next];
    },
  };
}

/** Serves on this machine alone; port 0: any that is free. */
export async function serveLocally(
  port: number,
  handle: (request: IncomingMessage, body: string, response: ServerResponse) => unknown,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray().catch(() => null);
    if (chunks !== null) handle(request, Buffer.concat(chunks).toString('utf8'), response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const at = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${at}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A webhook as it would be sent. */
export interface LocalWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What every local provider shows of what it really did, whatever it answered. */
export interface LocalPeer {
  readonly url: string;
  /** Each effect once, with the key under which it was asked for. */
  readonly done: readonly { readonly id: string; readonly key: string }[];
  /** The key of each request for an effect that arrived, in order. */
  readonly asked: readonly string[];
  misbehave(next: readonly (Misbehaviour | null)[]): void;
  webhook(id: string, type: string, atMs: number): LocalWebhook;
  close(): Promise<void>;
}
