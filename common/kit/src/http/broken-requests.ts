import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BAD_REQUEST, type ErrorShape, type HttpFailure } from './errors.ts';
import { REQUEST_ID_HEADER } from './request-ids.ts';

/** A request whose head or body was too slow to arrive. */
export const REQUEST_TIMEOUT: HttpFailure = {
  status: 408,
  code: 'request_timeout',
  message: 'The request did not arrive in time.',
};

/** A body that may be longer than what arrived with the head. Reading on only to drop it helps nobody. */
const LONG_BODY_BYTES = 65_536;

/**
 * The newest exchange of each connection. An answer may be sent before the body has arrived (an unknown path,
 * a wrong key). If the rest of the body then is too slow or malformed, there must be no second answer.
 */
export class RunningExchanges {
  readonly #newest = new WeakMap<Socket, ServerResponse>();

  begin({ raw: request }: FastifyRequest, { raw: response }: FastifyReply): void {
    this.#newest.set(request.socket, response);
  }

  /** Whether the bytes that arrive on this connection belong to a request that already has its answer. */
  isAnswered(socket: Socket): boolean {
    const newest = this.#newest.get(socket);
    return newest?.headersSent === true && !newest.req.complete;
  }
}

/** Whether a long body, or one of unknown length, is still unread when its request is refused. */
export function leavesBodyUnread(request: IncomingMessage): boolean {
  return !request.complete && bodyBytesOf(request) > LONG_BODY_BYTES;
}

/** Whether the request has a body, and not all of it is here. */
export function isBodyArriving(request: IncomingMessage): boolean {
  return !request.complete && bodyBytesOf(request) > 0;
}

/** The longest body that is read only to be dropped. */
const DROPPED_BYTES = 16_777_216;

/**
 * Reads the rest of a body that is somewhat too long, for a second at most. A caller who still sends would otherwise lose
 * the connection, and the answer that says what is accepted with it.
 */
export function dropBody(request: IncomingMessage): Promise<void> {
  if (request.complete || !(bodyBytesOf(request) <= DROPPED_BYTES)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      request.off('end', done).off('close', done);
      resolve();
    };
    const timer = setTimeout(done, LINGER_MS);
    request.once('end', done).once('close', done).resume();
  });
}

/** The length of the body as announced; infinite if it is not. */
function bodyBytesOf({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/** How long such a caller may take to read the answer and close its side. */
const LINGER_MS = 1_000;

/**
 * Answers input that was not an HTTP request, came too slowly or had too large a head, then closes the
 * connection. INVARIANT: it closes both sides. A caller who never closes its own side would otherwise hold
 * the socket for as long as it likes.
 */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  shape: ErrorShape,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [head, failure] = brokenRequestFailure(error.code);
  const body = JSON.stringify(shape.failure(failure, requestId, null));
  const lines = [
    `HTTP/1.1 ${head}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // Do not close at once: data that still arrives would reset the connection before the caller reads the
  // answer.
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

function brokenRequestFailure(code: string | undefined): readonly [head: string, failure: HttpFailure] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', REQUEST_TIMEOUT];
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The headers are larger than this service accepts.';
    return ['431 Request Header Fields Too Large', { status: 431, code: 'headers_too_large', message }];
  }
  return ['400 Bad Request', BAD_REQUEST];
}
