import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Log } from '../log.ts';

/** One line per request, when its answer is out: method, route, path without the query, status, milliseconds. */
export class RequestLog extends LogController {
  readonly #log: Log;

  constructor(log: Log) {
    super({ requestIdLogLabel: 'request_id' });
    // These lines are ours and hold no secret: the walk that redacts would cost more than the rest of the line.
    this.#log = log.child({}, { formatters: { log: (fields) => fields } });
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (error) reply.log.warn({ err: error }, 'response not sent whole');
    this.write(request, reply.statusCode, reply.elapsedTime);
  }

  /** Writes the line. Fastify does not ask for it where a request never met a route or a hook. */
  write(request: LoggedRequest, status: number, ms: number): void {
    if (!this.#log.isLevelEnabled('info')) return;
    const line = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      path: pathOf(request.url),
      status,
      ms: Math.round(ms * 1_000) / 1_000,
    };
    this.#log.info(line, 'request');
  }

  override streamError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    reply.log.warn({ err: error }, 'response stream broke off');
  }

  override writeHeadError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    reply.log.error({ err: error }, 'response head not written');
  }
}

interface LoggedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}
