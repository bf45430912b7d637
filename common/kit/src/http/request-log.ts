import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type Log, requestLineWriter } from '../log.ts';

/** One line per request, when its answer is out: method, path without the query, status, milliseconds. */
export class RequestLog extends LogController {
  readonly #log: Log;
  readonly #writeLine: (fields: string) => void;

  constructor(log: Log) {
    super({ requestIdLogLabel: 'request_id' });
    this.#log = log;
    this.#writeLine = requestLineWriter(log);
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
    const thousandths = Math.round(ms * 1_000) / 1_000;
    this.#writeLine(
      `"request_id":"${request.id}","method":"${request.method}","path":${quoted(pathOf(request.url))},"status":${status},"ms":${thousandths}`,
    );
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
}

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** A key or token with a prefix that tells what it is (`snd_live_...`), written where none belongs. */
const KEY = /\b[a-z]+_(?:live|test)_[0-9A-Za-z]{16,}/g;
const PLAIN = /^[\w/.~%-]*$/;

function quoted(path: string): string {
  const text = path.includes('_live_') || path.includes('_test_') ? path.replace(KEY, '[redacted]') : path;
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
