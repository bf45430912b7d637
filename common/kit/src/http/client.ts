import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { inSpan, passedOn } from '../watch/scope.ts';

/** One outgoing call: follows no redirect, uses no proxy. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, exactly as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** For the whole answer to arrive. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
  /** To somebody who has no part in the request: neither its id nor its trace is told. */
  readonly apart?: true;
}

type HttpAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Whole seconds of its `Retry-After`; null if it has none, or a date. */
      readonly retryAfterS: number | null;
      readonly headers: Readonly<IncomingHttpHeaders>;
      readonly bytes: Uint8Array;
    }
  /** Whether the other side acted is not known; if there was no connection (`handedOver` false), it did not. */
  | { readonly kind: 'unanswered'; readonly handedOver: boolean; readonly message: string };

export interface HttpClient {
  /** Never rejects. The call is made once. */
  readonly send: (call: HttpCall) => Promise<HttpAnswer>;
  /**
   * As `send`, for calls that may safely arrive twice: retried once if the other side had closed the idle
   * connection that the call went to.
   */
  readonly sendRepeatable: (call: HttpCall) => Promise<HttpAnswer>;
  /** Closes the connections that are kept open. */
  close(): void;
}

/** To one origin; further calls wait for each other. */
const MAX_SOCKETS = 256;

/** Calls to other services, over connections that are kept open. `fetch` costs about four times as much. */
export function createHttpClient(): HttpClient {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const plain = new Agent(options);
  const secure = new SecureAgent(options);
  const once = (call: HttpCall) => {
    const options = { agent: call.origin.startsWith('https:') ? secure : plain };
    return call.apart === true ? exchange(call, options) : traced(call, options);
  };
  return {
    send: async (call) => withoutClosed(await once(call)),
    async sendRepeatable(call) {
      const first = await once(call);
      return first.kind === 'closed' ? withoutClosed(await once(call)) : first;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** `closed`: the connection had been idle, and the other side closed it before it answered. */
type Exchanged = HttpAnswer | { readonly kind: 'closed' };

/** With the id of the request that it serves, and as a step of its trace. Not its path, which may name an account. */
function traced(call: HttpCall, options: RequestOptions): Promise<Exchanged> {
  const { method, origin } = call;
  const attributes = { 'http.request.method': method, 'server.address': new URL(origin).host };
  return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
    const exchanged = await exchange({ ...call, headers: { ...call.headers, ...passedOn() } }, options);
    span?.set(
      exchanged.kind === 'answered'
        ? { 'http.response.status_code': exchanged.status }
        : { 'error.type': exchanged.kind },
    );
    return exchanged;
  });
}

function withoutClosed(exchanged: Exchanged): HttpAnswer {
  return exchanged.kind === 'closed' ? unanswered('the connection was closed') : exchanged;
}

function unanswered(message: string, handedOver = true): HttpAnswer {
  return { kind: 'unanswered', handedOver, message };
}

/** One request and its whole answer, within the call's limits of time and size. Never rejects. */
export function exchange(call: HttpCall, options: RequestOptions): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>();
  const secure = call.origin.startsWith('https:');
  const body = call.body ?? '';
  const length = call.method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const url = new URL(call.origin);
  const sent: ClientRequest = (secure ? secureRequest : plainRequest)({
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    method: call.method,
    path: call.path,
    headers: { ...call.headers, host: url.host, ...length },
    ...options,
  });
  const isConnected = () => sent.socket?.connecting === false;
  const timer = setTimeout(
    () => finish(unanswered(`no complete answer within ${call.timeoutMs} ms`, isConnected())),
    call.timeoutMs,
  );
  const finish = (answer: Exchanged) => {
    clearTimeout(timer);
    resolve(answer);
    if (answer.kind !== 'answered') sent.destroy();
  };
  sent.on('error', (error: NodeJS.ErrnoException) => {
    const wasIdle = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    const handedOver = !NOT_CONNECTED.has(error.code ?? '');
    finish(wasIdle ? { kind: 'closed' } : unanswered(error.code ?? error.message, handedOver));
  });
  sent.on('response', (response) => collect(response, call.maxBytes, finish));
  sent.end(body);
  return promise;
}

/** Errors of connections that were never established. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function collect(response: IncomingMessage, maxBytes: number, finish: (answer: HttpAnswer) => void): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  response.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > maxBytes) finish(unanswered(`the answer has more than ${maxBytes} bytes`));
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const [first] = chunks;
    const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    const { statusCode: status = 0, headers } = response;
    const retryAfter = headers['retry-after'] ?? '';
    const retryAfterS = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null;
    if (response.complete) finish({ kind: 'answered', status, retryAfterS, headers, bytes });
    else finish(unanswered('the answer was cut off'));
  });
  response.on('error', () => finish(unanswered('the answer was cut off')));
  response.on('close', () => finish(unanswered('the answer was cut off')));
}
