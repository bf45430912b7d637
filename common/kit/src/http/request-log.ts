import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line per request, once it is answered: method, path without the query, status, milliseconds. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (error) reply.log.warn({ err: error }, 'response not sent in full');
    const isRoutine = request.routeOptions.config.polled === true && reply.statusCode < 400;
    logRequest(request, reply.statusCode, reply.elapsedTime, isRoutine ? 'debug' : 'info');
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (request.routeOptions.config.endless === true && isLeave(error)) return;
    reply.log.warn({ err: error }, 'response stream was cut off');
  }

  override writeHeadError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    reply.log.error({ err: error }, 'response head could not be written');
  }
}

/** Whether the connection ended before the answer did. */
function isLeave(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Writes the line. Fastify does not ask for it if a request never reached a route or a hook. */
export function logRequest(
  request: LoggedRequest,
  status: number,
  elapsedMs: number,
  level: 'debug' | 'info' = 'info',
): void {
  const ms = Math.round(elapsedMs * 1_000) / 1_000;
  const path = pathOf(request.url).replace(KEY, '[redacted]');
  request.log[level]({ method: request.method, path, status, ms }, 'request');
}

type LoggedRequest = Pick<FastifyRequest, 'method' | 'url' | 'log'>;

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** A key or token in the wrong place, recognised by its prefix (`snd_live_...`). */
const KEY = /\b[a-z]+_(?:live|test)_[0-9A-Za-z]{16,}/g;
