import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { HttpAnswer, HttpCall, SendHttp } from '../use-cases/ports.ts';

const MAX_SOCKETS = 64;

export interface HttpClient {
  readonly send: SendHttp;
  /** Closes the connections that are kept open. */
  close(): void;
}

/** Calls to the authority and the counterparties, over connections that are kept open. */
export function createHttpClient(): HttpClient {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const plain = new Agent(options);
  const secure = new SecureAgent(options);
  const once = (call: HttpCall) =>
    exchange(call, { agent: call.origin.startsWith('https:') ? secure : plain });
  return {
    async send(call) {
      const first = await once(call);
      return first.kind === 'closed' ? withoutClosed(await once(call)) : first;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** `closed`: the other side had closed an idle connection before it saw the request. */
type Exchanged = HttpAnswer | { readonly kind: 'closed' };

function withoutClosed(exchanged: Exchanged): HttpAnswer {
  return exchanged.kind === 'closed' ? unanswered('the connection was closed') : exchanged;
}

function unanswered(message: string): HttpAnswer {
  return { kind: 'unanswered', message };
}

/** One request and its whole answer, within the call's limits of time and size. Never rejects. */
export function exchange(call: HttpCall, options: RequestOptions): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>();
  const secure = call.origin.startsWith('https:');
  const body = call.body ?? new Uint8Array();
  const length = call.method === 'POST' ? { 'content-length': String(body.length) } : {};
  const url = new URL(call.origin);
  const sent: ClientRequest = (secure ? secureRequest : plainRequest)({
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    method: call.method,
    path: call.path,
    headers: { ...call.headers, host: url.host, ...length },
    ...options,
  });
  const timer = setTimeout(
    () => finish(unanswered(`no whole answer within ${call.timeoutMs} ms`)),
    call.timeoutMs,
  );
  const finish = (answer: Exchanged) => {
    clearTimeout(timer);
    resolve(answer);
    if (answer.kind !== 'answered') sent.destroy();
  };
  sent.on('error', (error: NodeJS.ErrnoException) => {
    const wasIdle = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    finish(wasIdle ? { kind: 'closed' } : unanswered(error.code ?? error.message));
  });
  sent.on('response', (response) => collect(response, call.maxBytes, finish));
  sent.end(body);
  return promise;
}

function collect(response: IncomingMessage, maxBytes: number, finish: (answer: HttpAnswer) => void): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  response.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > maxBytes) finish(unanswered(`the answer has more than ${maxBytes} bytes`));
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const bytes = Buffer.concat(chunks);
    if (response.complete) finish({ kind: 'answered', status: response.statusCode ?? 0, bytes });
    else finish(unanswered('the answer broke off'));
  });
  response.on('error', () => finish(unanswered('the answer broke off')));
  response.on('close', () => finish(unanswered('the answer broke off')));
}
